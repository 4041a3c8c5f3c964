"""Holes: placeholders for parts of a value that are not chosen yet, which report that code demands them.

Every operation that Python lets an object intercept is a demand: an attribute, an operator on either side,
`isinstance`, a pattern, `len`, iteration, hashing, formatting, a call. A demand raises `Demand`, which no `except
Exception` catches, and is recorded, so that a bare `except:` does not hide it either. The size of a set or a dict can
be known of a hole before its elements are.

Not intercepted are `is`, `type(x)`, `id(x)`, and functions written in C that reject other types than their own. So no
hole stands for what could be None, a bool or a member of an enumeration, and answers on holes are confirmed with real
values (see `search`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Never

Path = tuple[int, ...]  # where in a value: the place of a field or an element, then inside it


class Demand(BaseException):
    """Raised by a hole that is used."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class Demands:
    """The first hole that a run demanded."""

    __slots__ = ("first",)

    def __init__(self) -> None:
        self.first: Path | None = None


# Sizes of a hole that are not known: demanded with the hole itself, or alone, as the place SIZE inside the hole.
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
    """A hole for anything but a dict. A pattern of a sequence demands its length, whether it is a sequence or not."""

    __slots__ = ()


class MappingHole(_Hole):
    """A hole for a dict. No class can match patterns of sequences and of mappings alike."""

    __slots__ = ()


# patterns of sequences and mappings match the types that are registered as such
Sequence.register(Hole)
Mapping.register(MappingHole)
