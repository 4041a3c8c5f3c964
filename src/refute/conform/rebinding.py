"""Copies of the user's refinements and measures that memoise measures.

A copy sees the globals and the closure of its original as they are now. That is right only for pure functions: one that
reads anything that may change between two calls raises `Impure`.
"""

from __future__ import annotations

import builtins
import dis
import enum
import sys
from collections.abc import Callable, Iterator
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, MethodDescriptorType, ModuleType
from typing import Any

from refute.conform.interning import Interning
from refute.logic.terms.measure import Measure

_SCALARS = frozenset((int, bool, float, complex, str, bytes, type(None)))
# Classes of answers that are immutable.
_FIXED = _SCALARS | {frozenset}
_UNKNOWN = object()


class Impure(Exception):
    """Raised for a function whose answer may depend on more than its arguments."""


class Rebinder:
    def __init__(self, interning: Interning) -> None:
        self._forms = interning
        self._copies: dict[Any, Callable[..., Any]] = {}

    def memoised(self, asked: Callable[..., Any]) -> Callable[..., Any]:
        """A memoised copy of a refinement or measure. Raises Impure."""
        match asked:
            case Measure(function=function):
                return self._copies.get(asked) or self._measure(asked, function)
            case FunctionType():
                return self._copies.get(asked) or self._function(asked, asked)
            case BuiltinFunctionType() | MethodDescriptorType():
                return asked
        raise Impure

    def _measure(self, original: Measure[..., Any], function: FunctionType) -> Callable[..., Any]:
        code = function.__code__
        if code.co_argcount != 1 or code.co_kwonlyargcount or original.problem:
            return self._function(original, function)
        answers: dict[Any, Any] = {}
        self._forms.answers.append(answers)
        find, known, makers = answers.get, self._forms.known.get, self._forms.makers
        plain: Callable[[Any], Any]

        def answer(value: Any) -> Any:
            interned = known(id(value))
            if interned is None:
                if type(value) not in makers:
                    return plain(value)
                interned = makers[type(value)](value)
            found = find(interned, _UNKNOWN)
            if found is _UNKNOWN:
                found = plain(interned.value)
                if type(found) in _FIXED:
                    answers[interned] = found
            return found

        self._copies[original] = answer
        plain = self._function(function, function)
        return answer

    def _function(self, original: Any, function: FunctionType) -> Callable[..., Any]:
        names: dict[str, Any] = {"__builtins__": function.__globals__.get("__builtins__", builtins)}
        cells = function.__closure__ or ()
        closure = tuple(CellType() for _ in cells)
        copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__, closure)
        copy.__kwdefaults__ = function.__kwdefaults__
        self._copies[original] = copy
        for default in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
            self._held(default)
        for own, cell in zip(closure, cells, strict=True):
            try:
                own.cell_contents = self._held(cell.cell_contents)
            except ValueError:
                raise Impure from None  # the cell is empty
        for name in _globals_of(function.__code__):
            if name in function.__globals__:
                names[name] = self._seen(function.__globals__[name])
        return copy

    def _held(self, value: Any) -> Any:
        """The value of a default or a closure cell, with functions memoised."""
        if type(value) in _SCALARS or isinstance(value, enum.Enum):
            return value
        return self._seen(value)

    def _seen(self, value: Any) -> Any:
        """The value of a global, with functions memoised. A scalar is refused: it may be rebound."""
        if isinstance(value, type):
            return value
        if isinstance(value, ModuleType) and value.__name__.partition(".")[0] in sys.stdlib_module_names:
            return value
        return self.memoised(value)


def _globals_of(code: CodeType) -> Iterator[str]:
    """The globals that a function, and the functions nested in it, read."""
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("STORE_GLOBAL", "DELETE_GLOBAL"):
            raise Impure
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield instruction.argval
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _globals_of(constant)
