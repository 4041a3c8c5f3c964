"""Refinements that remember: copies of the user's functions in which measures are asked once for each form.

The copies see what the originals see, as it is now. That is right only for functions whose answer depends on their
arguments alone, so a function that reads anything which may change between two calls is refused: `Changing`.
"""

from __future__ import annotations

import builtins
import dis
import enum
import sys
from collections.abc import Callable, Iterator
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, MethodDescriptorType, ModuleType
from typing import Any

from refute.conform.forms import Forms
from refute.logic.terms.measure import Measure

_SCALARS = frozenset((int, bool, float, complex, str, bytes, type(None)))
# Answers that no one can change.
_FIXED = _SCALARS | {frozenset}
_UNKNOWN = object()


class Changing(Exception):
    """A function that may answer differently the next time."""


class Rebinder:
    def __init__(self, forms: Forms) -> None:
        self._forms = forms
        self._copies: dict[Any, Callable[..., Any]] = {}

    def remembering(self, asked: Callable[..., Any]) -> Callable[..., Any]:
        """A function that answers as a refinement or a measure does. Raises Changing."""
        match asked:
            case Measure(function=function):
                return self._copies.get(asked) or self._measure(asked, function)
            case FunctionType():
                return self._copies.get(asked) or self._function(asked, asked)
            case BuiltinFunctionType() | MethodDescriptorType():
                return asked
        raise Changing

    def _measure(self, original: Measure[..., Any], function: FunctionType) -> Callable[..., Any]:
        code = function.__code__
        if code.co_argcount != 1 or code.co_kwonlyargcount or original.problem:
            return self._function(original, function)
        answers: dict[Any, Any] = {}
        self._forms.answers.append(answers)
        find, known, makers = answers.get, self._forms.known.get, self._forms.makers
        plain: Callable[[Any], Any]

        def answer(value: Any) -> Any:
            form = known(id(value))
            if form is None:
                if type(value) not in makers:
                    return plain(value)
                form = makers[type(value)](value)
            found = find(form, _UNKNOWN)
            if found is _UNKNOWN:
                found = plain(form.value)
                if type(found) in _FIXED:
                    answers[form] = found
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
                raise Changing from None  # it has nothing in it yet
        for name in _globals_of(function.__code__):
            if name in function.__globals__:
                names[name] = self._seen(function.__globals__[name])
        return copy

    def _held(self, value: Any) -> Any:
        """What a function has been given when it was made."""
        if type(value) in _SCALARS or isinstance(value, enum.Enum):
            return value
        return self._seen(value)

    def _seen(self, value: Any) -> Any:
        """What a name of a module stands for. A scalar may be another one tomorrow: `global count`."""
        if isinstance(value, type):
            return value
        if isinstance(value, ModuleType) and value.__name__.partition(".")[0] in sys.stdlib_module_names:
            return value
        return self.remembering(value)


def _globals_of(code: CodeType) -> Iterator[str]:
    """The names that a function, and what is written inside it, reads from its module."""
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("STORE_GLOBAL", "DELETE_GLOBAL"):
            raise Changing
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield instruction.argval
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _globals_of(constant)
