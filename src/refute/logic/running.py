"""Conditions run as Python runs them, on one value: for values that the logic is not to look into."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from refute.logic.evaluate import concrete, runner
from refute.logic.measures import Measure
from refute.logic.terms import Term, subterms

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
    """Whether a term is a call that the logic knows nothing of."""
    return term.op == "opaque" or (isinstance(term.data, Measure) and bool(term.data.problem))


def runnable(term: Term, variable: str) -> Callable[[Any], bool] | None:
    """A condition on one variable as a function; None if it is made of more than can simply be run."""
    for part in subterms(term):
        if not (part.value or part.op in _LAZY or part.op in _STRICT or (part.op == "var" and part.data == variable)):
            return None
    return lambda value: bool(_run(term, value))


def _run(term: Term, value: Any) -> Any:
    if term.value:
        return concrete(term)
    match term.op:
        case "var":
            return value
        case "and":
            return all(_run(part, value) for part in term.args)
        case "or":
            return any(_run(part, value) for part in term.args)
        case "not":
            return not _run(term.args[0], value)
        case "ite":
            test, then, otherwise = term.args
            return _run(then if _run(test, value) else otherwise, value)
    function = runner(term.op, term.data)
    assert function is not None
    return function(*[_run(part, value) for part in term.args])
