"""The code of functions and of what they name, and whether it looks at the identity of objects."""

from __future__ import annotations

import dis
import sys
from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType
from typing import Any

_GLOBAL = ("LOAD_GLOBAL", "LOAD_NAME")
# What an operand of `is` begins with that is a constant, or a name from outside the function.
_FIXED = ("LOAD_CONST", "LOAD_DEREF", *_GLOBAL)


def sees_identity(function: Any, classes: Iterable[type] = ()) -> bool:
    """Whether a function, or one that it names, may compare by `is` with something else than a constant or a name.

    Methods of `classes` that it names count as well.
    """
    return any(_compares_by_identity(code) for code in codes(function, classes))


def takes_identities(function: Any, classes: Iterable[type] = ()) -> bool:
    """Whether a function, or one that it names, calls `id`."""
    return any(
        step.opname in _GLOBAL and step.argval == "id"
        for code in codes(function, classes)
        for step in dis.get_instructions(code)
    )


def _compares_by_identity(code: CodeType) -> bool:
    """Whether the right operand of an `is` is neither a constant nor a name from outside the function."""
    steps = [step for step in dis.get_instructions(code) if step.opname not in ("CACHE", "EXTENDED_ARG", "NOP")]
    for place, step in enumerate(steps):
        if step.opname == "IS_OP":
            before = place - 1
            while steps[before].opname == "LOAD_ATTR":
                before -= 1
            if steps[before].opname not in _FIXED:
                return True
    return False


def codes(function: Any, classes: Iterable[type] = ()) -> Iterator[CodeType]:
    """The code of a function, of those it names, of the methods of classes it names, and of methods of `classes`."""
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
            inside = [*_nested(one.__code__)]
            yield from inside
            names = {name for code in inside for name in code.co_names}
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
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _nested(inner)


def _is_full(cell: Any) -> bool:
    try:
        cell.cell_contents  # noqa: B018  # raises if it is empty
    except ValueError:
        return False
    return True
