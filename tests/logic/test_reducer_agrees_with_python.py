"""The law of the reducer: whatever order things become known in, a closed term reduces to what Python computes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from becoming_known import Revelation
from random_expressions import BOOL, RESULT_TYPES, VARIABLE_TYPES, Expressions, Type, random_value
from vocabulary_under_test import NAMESPACE, makers

from refute.logic.bodies import inlined
from refute.logic.predicates import VALUE, read_predicate
from refute.logic.reducer import Reducer
from refute.logic.source import compile_annotation
from refute.logic.terms import Raised, Term, identity_key

MAKERS = makers()


@dataclass
class Subject:
    """One random expression: the Python function and the term made of it."""

    text: str
    function: Callable[..., Any]
    term: Term
    names: dict[str, Type]  # the name of each variable in the term
    symbolic: bool
    unordered: bool


def random_subject(seed: int, depth: int = 3) -> Subject | None:
    rng = random.Random(seed)
    types = rng.sample(VARIABLE_TYPES, rng.choice((1, 2, 2, 3)))
    scope = dict(zip("vwu", types, strict=False))
    writer = Expressions(rng, scope)
    result = rng.choice(RESULT_TYPES)
    text = f"lambda {', '.join(scope)}: {writer.of(result, rng.randint(1, depth))}"
    function = eval(compile_annotation(text, "a random expression", None), dict(NAMESPACE))
    if result == BOOL:
        predicate = read_predicate(function, NAMESPACE, None)
        names = dict(zip((VALUE, *predicate.names), types, strict=True))
        return Subject(text, function, predicate.term, names, predicate.symbolic, writer.iterates_a_set)
    body = inlined(function)
    if body is None:
        return None
    return Subject(text, function, body.term, scope, True, writer.iterates_a_set)


@dataclass
class Outcome:
    value: Any = None
    error: type[BaseException] | None = None

    def __str__(self) -> str:
        return f"raises {self.error.__name__}" if self.error else repr(self.value)


def by_python(function: Callable[..., Any], values: list[Any]) -> Outcome:
    try:
        return Outcome(function(*values))
    except Exception as error:
        return Outcome(error=type(error))


def of_term(r: Reducer, term: Term) -> Outcome | None:
    if isinstance(term.data, Raised) and term.op == "raise":
        return Outcome(error=type(term.data.error))
    return Outcome(r.concrete(term)) if term.value else None


def same(a: Any, b: Any) -> bool:
    return type(a) is type(b) and a == b and repr(a) == repr(b) if not isinstance(a, (set, frozenset, dict)) else a == b


@dataclass
class Mismatch:
    subject: Subject
    values: list[Any]
    expected: Outcome
    found: Outcome | None
    how: str
    trace: list[Term] = field(default_factory=list)

    def __str__(self) -> str:
        steps = "\n    ".join(map(str, self.trace))
        return (
            f"{self.subject.text}\n  on {self.values}: Python {self.expected}, reducer {self.found} ({self.how})"
            f"\n    {self.subject.term}\n    {steps}"
        )


def mismatches(subject: Subject, rng: random.Random, values_tried: int) -> Iterator[Mismatch | None]:
    r = Reducer(MAKERS)
    term = r.load(subject.term)
    for _ in range(values_tried):
        values = [random_value(rng, tp) for tp in subject.names.values()]
        expected = by_python(subject.function, values)
        given = {name: (tp, value) for (name, tp), value in zip(subject.names.items(), values, strict=True)}
        for typed, orderly in ((True, True), (True, False), (False, True), (False, False)):
            way = Revelation(r, rng, typed=typed, orderly=orderly)
            found = of_term(r, way.result(term, given))
            if found is None or found.error is not expected.error or not same(found.value, expected.value):
                yield Mismatch(subject, values, expected, found, f"typed={typed} orderly={orderly}", [term, *way.trace])
            else:
                yield None
