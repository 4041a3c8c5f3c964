"""The law of the reducer: whatever order things become known in, a closed term reduces to what Python computes.

Random expressions are read as refinements are, and random values put in for their variables, all at once or bit by bit.
What comes out has to be the value Python computes, to the type of the last element, or a `raise` of the same exception.
Deviations that are accepted are in `other_orders`; beside these, of equal elements of different types, such as 1 and
True, a set may keep another one than Python's does.

REFUTE_HUNT=FIRST_SEED:COUNT:DEPTH in the environment hunts with other expressions, deeper ones if wanted.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from agreement import MAKERS, WAYS, Outcome, by_python, by_reducer
from becoming_known import Revelation, has_type
from other_orders import outcomes
from random_expressions import Expressions
from random_values import BOOL, RESULT_TYPES, VARIABLE_TYPES, Type, random_value
from small_world import NAMESPACE

from refute.logic.reading.functions import inlined
from refute.logic.reading.predicates import VALUE, read_predicate
from refute.logic.reading.source import compile_annotation
from refute.logic.reduction.reducer import Reducer
from refute.logic.terms.term import Term
from sampling import some_of

# Python warns of `1 is None`, which is as good an expression as any here.
pytestmark = pytest.mark.filterwarnings("ignore::SyntaxWarning")

# With four orders of becoming known, these are 100,800 comparisons.
FIRST_SEED, EXPRESSIONS, DEPTH = map(int, os.environ.get("REFUTE_HUNT", "0:4200:3").split(":"))
EXPRESSIONS_IN_A_BLOCK, VALUES_FOR_EACH = 420, 6
IN_EVERY_RUN = FIRST_SEED + EXPRESSIONS_IN_A_BLOCK


@dataclass
class Subject:
    """One random expression: the Python function and the term made of it."""

    text: str
    function: Callable[..., Any]
    term: Term
    variables: dict[str, Type]  # by the name each has in the term
    symbolic: bool
    unordered: bool  # whether it loops over a set

    @property
    def with_sets(self) -> bool:
        return "{" in self.text or "set(" in self.text or "keys(" in self.text or "labels(" in self.text


def random_subject(seed: int, depth: int) -> Subject:
    """A predicate, read as `where` reads it, or an expression of another type, read as a function to inline."""
    rng = random.Random(seed)
    types = rng.sample(VARIABLE_TYPES, rng.choice((1, 2, 2, 3)))
    scope = dict(zip("vwu", types, strict=False))
    writer = Expressions(rng, scope)
    result = rng.choice(RESULT_TYPES)
    body = ""
    while len(body) < 8 or not any(name in body for name in scope):
        body = writer.of(result, rng.randint(1, depth))
    text = f"lambda {', '.join(scope)}: {body}"
    function = eval(compile_annotation(text, "a random expression", None), dict(NAMESPACE))
    whole = inlined(function) if result != BOOL else None
    if whole is not None:
        return Subject(text, function, whole.term, scope, True, writer.iterates_a_set)
    predicate = read_predicate(function, NAMESPACE, None)
    variables = dict(zip((VALUE, *predicate.names), types, strict=True))
    run = (lambda *values: bool(function(*values))) if result != BOOL else function
    return Subject(text, run, predicate.term, variables, predicate.symbolic, writer.iterates_a_set)


def acceptable(subject: Subject, values: list[Any], found: Outcome, *, flags: bool) -> bool:
    """Whether this is what Python gives in another order of evaluation. The order of a set is any order."""
    possible = [Outcome(*outcome) for outcome in outcomes(subject.text, NAMESPACE, values)]
    if subject.unordered and any(outcome.error for outcome in possible):
        return True
    return any(found.agrees(outcome, flags=flags) for outcome in possible)


@dataclass
class Mismatch:
    subject: Subject
    values: list[Any]
    expected: Outcome
    found: Outcome | None
    way: dict[str, bool]
    trace: list[Term] = field(default_factory=list)

    def __str__(self) -> str:
        steps = dict.fromkeys(map(str, self.trace))
        return (
            f"{self.subject.text}\n  on {self.values}: Python {self.expected}, reducer "
            f"{self.found or 'came to no value'} ({self.way})\n    " + "\n    ".join(steps)
        )


def comparisons(subject: Subject, rng: random.Random, count: int) -> Iterator[Mismatch | None]:
    """Compare on random values, in every way; yields None where all is well."""
    r = Reducer(MAKERS)
    term = r.load(subject.term)
    for _ in range(count):
        values = [random_value(rng, tp) for tp in subject.variables.values()]
        flags = subject.with_sets and (
            BOOL in subject.variables.values() or not all(map(has_type, values, subject.variables.values()))
        )
        expected = by_python(subject.function, values)
        given = {name: (tp, value) for (name, tp), value in zip(subject.variables.items(), values, strict=True)}
        for way in WAYS:
            revelation = Revelation(r, rng, **way)
            found = by_reducer(r, revelation.result(term, given))
            if found is None or not (
                found.agrees(expected, flags=flags)
                or (expected.error is not None and acceptable(subject, values, found, flags=flags))
            ):
                yield Mismatch(subject, values, expected, found, way, [term, *revelation.trace])
            else:
                yield None


@pytest.mark.parametrize(
    "first",
    some_of(range(FIRST_SEED, FIRST_SEED + EXPRESSIONS, EXPRESSIONS_IN_A_BLOCK), lambda first: first < IN_EVERY_RUN),
)
def test_a_closed_term_reduces_to_what_python_computes(first: int) -> None:
    compared = symbolic = 0
    for seed in range(first, first + EXPRESSIONS_IN_A_BLOCK):
        subject = random_subject(seed, DEPTH)
        symbolic += subject.symbolic
        for mismatch in comparisons(subject, random.Random(seed), VALUES_FOR_EACH):
            assert mismatch is None, f"seed {seed}: {mismatch}"
            compared += 1
    assert compared == EXPRESSIONS_IN_A_BLOCK * VALUES_FOR_EACH * len(WAYS)
    assert symbolic > 0.98 * EXPRESSIONS_IN_A_BLOCK
