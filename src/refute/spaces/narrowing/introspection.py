"""What holes cannot intercept: code that inspects their type or identity, and functions in C that reject them."""

from __future__ import annotations

import dis
import sys
from collections.abc import Iterable
from types import FrameType, FunctionType, TracebackType
from typing import Any

from refute.logic.identity import codes

# `type` and `id` tell a hole from a value; quantifiers record their decisions.
_SEEING = {"type", "id", "forall", "exists", "exists_unique"}


def sees_more(function: Any, classes: Iterable[type] = ()) -> bool:
    """Whether a function, one that it names, or a method of `classes` that it names, uses what holes cannot
    intercept."""
    if (getattr(function, "__module__", None) or "").startswith("refute."):
        return True  # made for a constraint of another library, whose code may do anything
    return any(not _SEEING.isdisjoint(code.co_names) for code in codes(function, classes))


def handles_errors(function: Any, classes: Iterable[type] = ()) -> bool:
    """Whether a function, one that it names, or a method of `classes` that it names, may hide an error."""
    return any(code.co_exceptiontable for code in codes(function, classes))


def is_written_out(cls: Any) -> bool:
    """Whether instances are made by Python code alone: that of the class, or code generated for it."""
    init, new = getattr(cls, "__init__", None), getattr(cls, "__new__", None)
    if not isinstance(init, FunctionType) or new is not object.__new__:
        return False
    module = (init.__module__ or "").partition(".")[0]
    return init.__code__.co_filename.startswith("<") or module == (cls.__module__ or "").partition(".")[0]


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
