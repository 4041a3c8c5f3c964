"""Conditions compiled to Python functions, for those that are to be run rather than reduced."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any

from refute.logic.reduction.evaluate import concrete, runner
from refute.logic.terms.measure import Measure
from refute.logic.terms.term import Term, subterms

_LAZY = {"and", "or", "not", "ite"}
_STRICT = {
    "truth",
    "opaque",
    "call",
    "attr",
    "index",
    "isinstance",
    "len",
    "is",
    "eq",
    "lt",
    "le",
    "in",
    "method",
    "sum",
}


def can_only_be_run(term: Term) -> bool:
    """Whether a term is a call of a function that cannot be read."""
    return term.op == "opaque" or (isinstance(term.data, Measure) and bool(term.data.problem))


def runnable(term: Term, variables: Sequence[str]) -> Callable[[Sequence[Any]], bool] | None:
    """A condition as a function of the values of variables; None if it contains operators that cannot be run."""
    for part in subterms(term):
        if not (part.value or part.op in _LAZY or part.op in _STRICT or (part.op == "var" and part.data in variables)):
            return None
    return _compiled(Term("truth", (term,)), {name: place for place, name in enumerate(variables)})


def _compiled(term: Term, places: Mapping[Any, int]) -> Callable[[Sequence[Any]], Any]:
    if term.value:
        known = concrete(term)
        return lambda values: known
    if term.op == "var":
        return itemgetter(places[term.data])
    parts = [_compiled(part, places) for part in term.args]
    match term.op:
        case "and":
            return lambda values: all(part(values) for part in parts)
        case "or":
            return lambda values: any(part(values) for part in parts)
        case "not":
            return lambda values: not parts[0](values)
        case "ite":
            test, then, otherwise = parts
            return lambda values: then(values) if test(values) else otherwise(values)
    function = runner(term.op, term.data)
    assert function is not None
    if len(parts) == 1:
        (only,) = parts
        return lambda values: function(only(values))
    return lambda values: function(*[part(values) for part in parts])
