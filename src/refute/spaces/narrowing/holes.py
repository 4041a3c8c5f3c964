"""Holes: stand-ins for parts of a value that are not chosen yet, which report when code looks at them.

Whatever Python lets an object notice is a look: an attribute, an operator on either side, `isinstance`, a pattern,
`len`, iteration, hashing, formatting, a call. A look raises `Demand`, which no `except Exception` catches, and is noted
beside it, so that a bare `except:` does not hide it either. How many elements a set or a dict has can be known of a
hole before its elements are.

What cannot be noticed is `is`, `type(x)`, `id(x)`, and functions written in C that turn down what is not of their type.
So nothing is left a hole that could be None, a bool or a member of an enumeration, and those who use holes ask again
with real values (see `narrowing`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Never

Path = tuple[int, ...]  # where in a value: the place of a field or an element, then inside it


class Demand(BaseException):
    """A hole was looked at."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class Demands:
    """What a run has looked at first."""

    __slots__ = ("first",)

    def __init__(self) -> None:
        self.first: Path | None = None


# How many elements there are in what a hole stands for, if that is not known. Where it can be known alone, it is looked
# at as a place inside the hole.
ANY_SIZE, OPEN_SIZE, SIZE = -1, -2, -3


class _Hole:
    __slots__ = ("demands", "path", "size")

    def __init__(self, path: Path, demands: Demands, size: int = ANY_SIZE) -> None:
        object.__setattr__(self, "path", path)
        object.__setattr__(self, "demands", demands)
        object.__setattr__(self, "size", size)


_PATH, _DEMANDS, _SIZE = vars(_Hole)["path"], vars(_Hole)["demands"], vars(_Hole)["size"]


def _demanded(hole: _Hole, *args: Any, **kwargs: Any) -> Never:
    _demand(hole, _PATH.__get__(hole))


def _demand(hole: _Hole, path: Path) -> Never:
    demands = _DEMANDS.__get__(hole)
    if demands.first is None:
        demands.first = path
    raise Demand(path)


def _length(hole: _Hole) -> int:
    size: int = _SIZE.__get__(hole)
    if size < 0:
        path = _PATH.__get__(hole)
        _demand(hole, path if size == ANY_SIZE else (*path, SIZE))
    return size


def _truth(hole: _Hole) -> bool:
    return _length(hole) > 0


_BOTH_WAYS = [
    "add",
    "sub",
    "mul",
    "matmul",
    "truediv",
    "floordiv",
    "mod",
    "divmod",
    "pow",
    "lshift",
    "rshift",
    "and",
    "or",
    "xor",
]
_NOTICED = [
    *["getattribute", "setattr", "delattr", "dir", "eq", "ne", "lt", "le", "gt", "ge", "hash", "bool", "call"],
    *["len", "length_hint", "iter", "next", "reversed", "contains", "getitem", "setitem", "delitem"],
    *["neg", "pos", "abs", "invert", "int", "float", "complex", "index", "round", "trunc", "floor", "ceil"],
    *["repr", "str", "bytes", "format", "fspath", "copy", "deepcopy", "reduce", "reduce_ex", "getstate", "sizeof"],
    *["enter", "exit", "await", "aiter", "anext", "aenter", "aexit", "instancecheck", "subclasscheck"],
    *_BOTH_WAYS,
    *(f"r{name}" for name in _BOTH_WAYS),
    *(f"i{name}" for name in _BOTH_WAYS if name != "divmod"),
]
for _name in _NOTICED:
    setattr(_Hole, f"__{_name}__", {"len": _length, "bool": _truth}.get(_name, _demanded))


class Hole(_Hole):
    """Stands for anything but a dict. A pattern of a sequence asks for its length, even if it is none."""

    __slots__ = ()


class MappingHole(_Hole):
    """Stands for a dict: no class can be asked by patterns of sequences and of mappings alike."""

    __slots__ = ()


# patterns of sequences and mappings ask just the types that are registered as such
Sequence.register(Hole)
Mapping.register(MappingHole)
