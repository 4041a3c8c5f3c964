"""Assumptions: `assume(condition)` at the beginning of a function, read as refinements of its parameters.

    def prop_inserted(xs: list[int], x: int) -> bool:
        assume(is_sorted(xs))
        assume(len(xs) > 0 and xs[0] < x)

is given what this one is given:

    def prop_inserted(
        xs: Annotated[list[int], where(lambda xs: is_sorted(xs)), where(lambda xs: len(xs) > 0)],
        x: Annotated[int, where(lambda x, xs: xs[0] < x)],
    ) -> bool: ...

Each conjunct is a refinement of the last parameter that it depends on. The calls of `assume` are made all the same, and
decide: an input that fails one is discarded, whatever was read.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Any

from refute.errors import Place, RefinementError
from refute.logic.reading.functions import names_in
from refute.logic.reading.names import NotSymbolic, UnknownName, static
from refute.logic.reading.predicates import Predicate, read_predicate, split_conjuncts
from refute.logic.reading.source import compile_annotation, find_source
from refute.types.callables.assume import assume
from refute.types.landmarks import refined
from refute.types.model import Iterated, Type, has_functions, walk
from refute.types.reading.notes import Note, notes_on


@dataclass(frozen=True)
class _Assumption:
    """A conjunct that is assumed: a refinement of a parameter, or the reason why it is none."""

    text: str
    place: Place
    parameter: str = ""
    predicate: Predicate | None = None
    reason: str = ""

    def notes(self, name: str) -> Iterator[Note]:
        if self.predicate is not None:
            yield from notes_on(self.predicate, f"{name}({self.parameter})")
        else:
            yield Note(str(self.place), f"assume({self.text})", "discards", self.reason)


def under_assumptions(
    function: Callable[..., Any], types: Mapping[str, Type], unread: str = ""
) -> tuple[dict[str, Type], list[Note]]:
    """The types of parameters with what a function assumes of them as refinements, and how each was read.

    Parameters come in an order in which each may depend on those before it. `unread` is a reason to read none.
    """
    found = dict(types)
    notes: list[Note] = []
    for assumed in _assumptions(function, types):
        if unread:
            assumed = replace(assumed, predicate=None, reason=unread)
        if assumed.predicate is not None:
            found[assumed.parameter] = refined(found[assumed.parameter], [assumed.predicate])
        notes += assumed.notes(getattr(function, "__qualname__", ""))
    return found, notes


def _assumptions(function: Callable[..., Any], types: Mapping[str, Type]) -> Iterator[_Assumption]:
    source = find_source(function)
    if source is None or not isinstance(source.node, ast.FunctionDef) or not isinstance(function, FunctionType):
        return
    for condition in _leading(source.node.body, function):
        for conjunct in split_conjuncts(condition):
            yield _read(conjunct, Place(source.place.file, conjunct.lineno), function, types)


def _leading(statements: Sequence[ast.stmt], function: FunctionType) -> Iterator[ast.expr]:
    """The conditions of the calls of `assume` that come before anything else is done."""
    names = names_in(function, {})
    for place, statement in enumerate(statements):
        match statement:
            case ast.Expr(value=ast.Constant(value=str())) if place == 0:
                continue
            case ast.Expr(value=ast.Call(func=called, args=[condition], keywords=[])):
                try:
                    known, value = static(called, names)
                except (NotSymbolic, UnknownName):
                    return
                if not known or value is not assume:
                    return
                yield condition
            case _:
                return


def _read(node: ast.expr, place: Place, function: FunctionType, types: Mapping[str, Type]) -> _Assumption:
    text = ast.unparse(node)
    used = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    own = function.__code__.co_varnames[: function.__code__.co_argcount + function.__code__.co_kwonlyargcount]
    needed = [name for name in types if name in used]
    if any(name in used and name not in types for name in own):
        return _Assumption(text, place, reason="it depends on a parameter that is not chosen here")
    if not needed:
        return _Assumption(text, place, reason="it depends on no parameter")
    for name in needed:
        if has_functions(types[name]) or any(isinstance(part, Iterated) for part in walk(types[name])):
            return _Assumption(text, place, reason=f"{name} is no value that can be looked at without using it")
    *others, last = needed
    given = ", ".join((last, *others))
    code = compile_annotation(f"lambda {given}: ({text}\n)", function.__qualname__, place)
    try:
        predicate = read_predicate(eval(code, _namespace(function)), {}, place)
    except RefinementError as error:
        return _Assumption(text, place, reason=error.problem)
    reason = next((part.reason for part in predicate.conjuncts if not part.symbolic), "")
    return _Assumption(text, place, last, None if reason else predicate, reason)


def _namespace(function: FunctionType) -> dict[str, Any]:
    """The names that a function sees, besides its own."""
    found = dict(function.__globals__)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:  # it is not bound yet
            found.pop(name, None)
    return found
