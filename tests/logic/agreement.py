"""Whether the reducer and Python come to the same, on given values, in whatever order things become known."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from becoming_known import Revelation
from random_values import Type
from small_world import NAMESPACE, makers

from refute.logic.reading.functions import inlined
from refute.logic.reading.source import compile_annotation
from refute.logic.reduction.reducer import Reducer
from refute.logic.terms.term import Raised, Term

MAKERS = makers()
WAYS = tuple({"typed": typed, "orderly": orderly} for typed in (True, False) for orderly in (True, False))
_TIMES = 12


@dataclass
class Outcome:
    value: Any = None
    error: type[BaseException] | None = None

    def __str__(self) -> str:
        return f"raises {self.error.__name__}" if self.error else repr(self.value)

    def agrees(self, other: Outcome, *, flags: bool) -> bool:
        """Where Booleans may be in a set with integers (`flags`), equal is enough: it keeps either of 1 and True."""
        if self.error is not other.error:
            return False
        return same(self.value, other.value) or (flags and bool(self.value == other.value))


def same(a: Any, b: Any) -> bool:
    """Equal and of the same type, to the last element."""
    if isinstance(a, set | frozenset | dict):
        return type(a) is type(b) and bool(a == b)
    return type(a) is type(b) and repr(a) == repr(b)


def by_python(function: Callable[..., Any], values: list[Any]) -> Outcome:
    try:
        return Outcome(function(*values))
    except Exception as error:
        return Outcome(error=type(error))


def by_reducer(r: Reducer, term: Term) -> Outcome | None:
    """What a term came to; None if nothing is unknown in it and it still is not a value."""
    if isinstance(term.data, Raised):
        return Outcome(error=type(term.data.error))
    return Outcome(r.concrete(term)) if term.value else None


def agreed(text: str, *given: tuple[Type, Any]) -> Outcome:
    """What Python computes, after making sure that the reducer comes to the same whatever order it learns things in.

    The text is a lambda over as many variables as there are pairs of a type and a value.
    """
    function = eval(compile_annotation(text, "a test", None), dict(NAMESPACE))
    body = inlined(function)
    assert body is not None, f"{text} is not symbolic"
    expected = by_python(function, [value for _, value in given])
    r = Reducer(MAKERS)
    term = r.load(body.term)
    rng = random.Random(text)
    for way in WAYS * _TIMES:
        revelation = Revelation(r, rng, **way)
        result = revelation.result(term, dict(zip(body.params, given, strict=True)))
        found = by_reducer(r, result)
        steps = "\n  ".join(dict.fromkeys(map(str, (term, *revelation.trace))))
        assert found is not None, f"{text} came to no value\n  {steps}"
        assert found.agrees(expected, flags=False), f"{text}: Python {expected}, reducer {found}\n  {steps}"
    return expected
