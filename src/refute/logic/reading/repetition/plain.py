"""Plain functions that call themselves, read as measures.

What `@measure` promises of a function is not promised here. So a call of such a function counts as one that may raise,
unless it is proved not to. Like all that may raise, it is not run where its answer does not matter: in `f(v) > 0 or
True`. The declared result counts only if its own code shows it: if the calls in it return a Boolean, so does it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from types import FunctionType
from typing import Any, cast

from refute.logic.reading.names import ReadCall
from refute.logic.reading.repetition.structural import StructuralReader
from refute.logic.terms.measure import Measure, MeasureBody
from refute.logic.terms.term import ANY, BOOL, INT, NAT, Sort, Term, subterms

_KEPT = 1000  # functions


def calls_itself(function: FunctionType) -> bool:
    """Whether a function may call itself: its name is among those that its code uses."""
    code = function.__code__
    return function.__name__ in (*code.co_names, *code.co_freevars)


def plain_measure(function: FunctionType, call: ReadCall) -> Measure[..., Any]:
    """A function as a measure: always the same object, so that terms that call it are equal."""
    return _made(function, cast(Any, call))


@functools.lru_cache(maxsize=_KEPT)
def _made(function: FunctionType, call: Any) -> Measure[..., Any]:
    return Measure(function, functools.partial(_read, call), marked=False)


def _read(call: ReadCall, made: Measure[..., Any]) -> MeasureBody | str:
    for sort in dict.fromkeys((made.sort, BOOL, INT, ANY)):
        made.sort = sort
        reader = StructuralReader(made, call)
        body = reader.read()
        if isinstance(body, str):
            return body
        if not reader.recurs_on:
            return "it does not call itself"
        if _shows(body.term, sort):
            return body
    raise AssertionError("any result is of the sort ANY")


def _shows(term: Term, sort: Sort) -> bool:
    """Whether a result is surely of a sort, as far as those of its recursive calls are."""
    return sort == ANY or (sort == INT and term.sort in (INT, NAT)) or (sort == BOOL and term.sort == BOOL)


def plain_measures(term: Term) -> Iterator[Measure[..., Any]]:
    """The plain functions that a term calls as measures, and those that these call."""
    seen: dict[Measure[..., Any], None] = {}
    waiting = [term]
    while waiting:
        for part in subterms(waiting.pop()):
            made = part.data
            if isinstance(made, Measure) and made not in seen and made.body is not None:
                seen[made] = None
                waiting.append(made.body.term)
    return (made for made in seen if not made.marked)


@functools.lru_cache(maxsize=_KEPT)
def trusted(choice: frozenset[tuple[Measure[..., Any], Sort]]) -> dict[Measure[..., Any], Measure[..., Any]]:
    """Measures that are trusted to answer with results of these sorts, each by the plain one it was made of."""
    found: dict[Measure[..., Any], Measure[..., Any]] = {}

    def read(made: Measure[..., Any], plain: Measure[..., Any]) -> MeasureBody | str:
        body = plain.body
        if body is None:
            return plain.problem
        return MeasureBody(body.params, calling(body.term, found), body.structure, made.sort)

    for plain, sort in choice:
        made = Measure(plain.function, functools.partial(read, plain=plain))
        made.sort = sort
        found[plain] = made
    return found


def calling(term: Term, measures: Mapping[Measure[..., Any], Measure[..., Any]]) -> Term:
    """A term with measures in the place of others."""
    if not term.args:
        return term
    args = tuple(calling(arg, measures) for arg in term.args)
    if term.op != "call":
        return Term(term.op, args, term.data)
    called = cast("Measure[..., Any]", term.data)
    called = measures.get(called, called)
    return Term("call", args, called, called.sort)
