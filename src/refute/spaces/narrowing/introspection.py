"""What holes cannot intercept: code that inspects their type or identity, and functions in C that reject them."""

from __future__ import annotations

import dis
import sys
from collections.abc import Iterator
from types import CodeType, FrameType, FunctionType, TracebackType
from typing import Any

# `type` and `id` tell a hole from a value; quantifiers record their decisions.
_SEEING = {"type", "id", "forall", "exists", "exists_unique"}


def sees_more(function: Any) -> bool:
    """Whether a function, or one that it names, uses what holes cannot intercept."""
    if (getattr(function, "__module__", None) or "").startswith("refute."):
        return True  # made for a constraint of another library, whose code may do anything
    return any(not _SEEING.isdisjoint(code.co_names) for code in _codes(function))


def handles_errors(function: Any) -> bool:
    """Whether a function, or one that it names, may hide an error."""
    return any(code.co_exceptiontable for code in _codes(function))


def sees_identity(function: Any) -> bool:
    """Whether a function, or one that it names, may compare by `is` with what could be a hole."""
    return any(_asks_for_identity(code) for code in _codes(function))


def _asks_for_identity(code: CodeType) -> bool:
    """Whether the right operand of an `is` is neither a constant nor a name from outside the function."""
    steps = [step for step in dis.get_instructions(code) if step.opname not in ("CACHE", "EXTENDED_ARG", "NOP")]
    for place, step in enumerate(steps):
        if step.opname == "IS_OP":
            before = place - 1
            while steps[before].opname == "LOAD_ATTR":
                before -= 1
            if steps[before].opname not in ("LOAD_CONST", "LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF"):
                return True
    return False


def is_written_out(cls: Any) -> bool:
    """Whether instances are made by Python code alone: that of the class, or code generated for it."""
    init, new = getattr(cls, "__init__", None), getattr(cls, "__new__", None)
    if not isinstance(init, FunctionType) or new is not object.__new__:
        return False
    module = (init.__module__ or "").partition(".")[0]
    return init.__code__.co_filename.startswith("<") or module == (cls.__module__ or "").partition(".")[0]


def _codes(function: Any) -> Iterator[CodeType]:
    """The code of a function, of those it names, and of the methods of classes it names."""
    visited: set[CodeType] = set()
    waiting = [function]
    while waiting:
        one = waiting.pop()
        if isinstance(one, type):
            waiting += [own for own in vars(one).values() if isinstance(own, FunctionType) and not _is_generated(own)]
            continue
        one = getattr(one, "__func__", getattr(one, "__wrapped__", one))
        if isinstance(one, FunctionType) and one.__code__ not in visited and not _is_of_python(one):
            visited.add(one.__code__)
            codes = [*_nested(one.__code__)]
            yield from codes
            names = {name for code in codes for name in code.co_names}
            waiting += [one.__globals__[name] for name in names if name in one.__globals__]
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


class TypeErrors:
    """Context manager that records whether a TypeError occurred, handled or not, that no `raise` of the user raised."""

    __slots__ = ("_before", "noticed")

    def __enter__(self) -> TypeErrors:
        self.noticed = False
        self._before = sys.gettrace()
        sys.settrace(self._enter)
        return self

    def __exit__(self, *error: object) -> None:
        sys.settrace(self._before)

    def _enter(self, frame: FrameType, event: str, arg: Any) -> Any:
        frame.f_trace_lines = False
        return self._inside

    def _inside(self, frame: FrameType, event: str, arg: Any) -> Any:
        if event == "exception" and issubclass(arg[0], TypeError) and not _is_said(arg[2]):
            self.noticed = True
        return self._inside


def _is_said(trace: TracebackType) -> bool:
    """Whether an error was raised by a `raise` statement outside of the standard library."""
    while trace.tb_next is not None:
        trace = trace.tb_next
    code, at = trace.tb_frame.f_code, trace.tb_lasti
    if (trace.tb_frame.f_globals.get("__name__") or "").partition(".")[0] in sys.stdlib_module_names:
        return False
    return dis.opname[code.co_code[at]] == "RAISE_VARARGS"
