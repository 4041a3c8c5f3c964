"""The identity of objects: code that looks at it, and values in which it matters."""

from __future__ import annotations

import dis
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from types import CodeType, FunctionType
from typing import Any

_GLOBAL = ("LOAD_GLOBAL", "LOAD_NAME")
# What an operand of `is` begins with that is a constant, or a global.
_FIXED = ("LOAD_CONST", *_GLOBAL)


def sees_identity(function: Any, classes: Iterable[type] = ()) -> bool:
    """Whether a function, or one that it names, may compare by `is` with something else than a constant or a name.

    Methods of `classes` that it names count as well.
    """
    codes = (one.__code__ for one in _functions(function, classes))
    return any(_compares_by_identity(code, code.co_freevars) for code in codes)


def uses(function: Any, names: Collection[str], classes: Iterable[type] = ()) -> bool:
    """Whether a function, or one that it names, uses a global or built-in of one of these names."""
    return any(
        step.opname in _GLOBAL and step.argval in names
        for code in codes(function, classes)
        for step in dis.get_instructions(code)
    )


def _compares_by_identity(code: CodeType, outside: Collection[str]) -> bool:
    """Whether the right operand of an `is` is neither a constant nor a name from outside the function.

    `outside`: the variables of functions around it. What it shares with a lambda or generator inside is its own.
    """
    steps = [step for step in dis.get_instructions(code) if step.opname not in ("CACHE", "EXTENDED_ARG", "NOP")]
    for place, step in enumerate(steps):
        if step.opname == "IS_OP":
            before = place - 1
            while steps[before].opname == "LOAD_ATTR":
                before -= 1
            operand = steps[before]
            if operand.opname not in _FIXED and not (operand.opname == "LOAD_DEREF" and operand.argval in outside):
                return True
    return any(_compares_by_identity(inner, {*inner.co_freevars} & {*outside}) for inner in _inside(code))


def codes(function: Any, classes: Iterable[type] = ()) -> Iterator[CodeType]:
    """The code of a function and of those that it may call, with the code of lambdas and generators inside."""
    for one in _functions(function, classes):
        yield from _nested(one.__code__)


def _functions(function: Any, classes: Iterable[type]) -> Iterator[FunctionType]:
    """A function, those it names, the methods of classes it names, and methods of `classes`."""
    methods = {name: vars(base)[name] for cls in classes for base in reversed(cls.__mro__) for name in vars(base)}
    visited: set[CodeType] = set()
    waiting = [function]
    while waiting:
        one = waiting.pop()
        if isinstance(one, type):
            waiting += [own for own in vars(one).values() if isinstance(own, FunctionType) and not _is_generated(own)]
            continue
        one = getattr(one, "fget", one) if isinstance(one, property) else one
        one = getattr(one, "__func__", getattr(one, "__wrapped__", one))
        if isinstance(one, FunctionType) and one.__code__ not in visited and not _is_of_python(one):
            visited.add(one.__code__)
            yield one
            names = {name for code in _nested(one.__code__) for name in code.co_names}
            waiting += [one.__globals__[name] for name in names if name in one.__globals__]
            waiting += [methods[name] for name in names if name in methods]
            waiting += [cell.cell_contents for cell in one.__closure__ or () if _is_full(cell)]


def _is_generated(method: FunctionType) -> bool:
    """Whether it is a generated method, as of a dataclass: these use `type` on the class alone."""
    return method.__code__.co_filename == "<string>"


def _is_of_python(function: FunctionType) -> bool:
    """Whether it is from the standard library, which checks values by `isinstance` before their type matters."""
    return (function.__module__ or "").partition(".")[0] in sys.stdlib_module_names


def _nested(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in _inside(code):
        yield from _nested(inner)


def _inside(code: CodeType) -> Iterator[CodeType]:
    return (constant for constant in code.co_consts if isinstance(constant, CodeType))


def _is_full(cell: Any) -> bool:
    try:
        cell.cell_contents  # noqa: B018  # raises if it is empty
    except ValueError:
        return False
    return True


class Things:
    """A value and its parts, each once. `inside` gives the parts of one."""

    def __init__(self, root: Any, inside: Callable[[Any], Sequence[Any]]) -> None:
        self._known: dict[int, Any] = {}
        self._parts: dict[int, list[int]] = {}
        waiting = [root]
        while waiting:
            one = waiting.pop()
            if id(one) not in self._known:
                self._known[id(one)] = one
                parts = inside(one)
                self._parts[id(one)] = [id(part) for part in parts]
                waiting.extend(reversed(parts))

    def __iter__(self) -> Iterator[Any]:
        return iter(self._known.values())

    def linked(self, may_be: Callable[[Any], bool], must_be: Callable[[Any], bool]) -> list[Any]:
        """Those of a kind that occur twice, are parts of themselves, or must be among them, in the order in which they
        are met."""
        often = Counter(part for parts in self._parts.values() for part in parts)
        circular = self._circular()
        known = [(one, often[key] > 1 or key in circular) for key, one in self._known.items()]
        return [one for one, is_linked in known if may_be(one) and (is_linked or must_be(one))]

    def reach(self, value: Any, some: Collection[int], closed: Collection[int]) -> bool:
        """Whether a value is or contains one of some. These are known by their identities, as are those that are
        `closed`: their parts do not count."""
        visited, waiting = set[int](), [id(value)]
        while waiting:
            key = waiting.pop()
            if key in some:
                return True
            if key not in visited and key not in closed:
                visited.add(key)
                waiting += self._parts.get(key, ())
        return False

    def _circular(self) -> set[int]:
        """Those that are parts of themselves, or between such: what is left when others are taken away one by one."""
        left = {key: set(parts) for key, parts in self._parts.items()}
        for _ in range(2):  # first those without parts, then those that are no parts
            whole: dict[int, set[int]] = {key: set() for key in left}
            for key, parts in left.items():
                for part in parts:
                    whole[part].add(key)
            waiting = [key for key, parts in left.items() if not parts]
            while waiting:
                key = waiting.pop()
                del left[key]
                for other in whole.pop(key):
                    left[other].discard(key)
                    if not left[other]:
                        waiting.append(other)
            left = {key: whole[key] & left.keys() for key in left}
        return set(left)
