"""Definitions of kept functions are interpreted, and answer as Python would."""

from __future__ import annotations

import inspect
import math
import random
from dataclasses import dataclass
from typing import Any

import pytest
from kept_types import Colour, Permission, Point

from refute.store.definitions import names_defined
from refute.store.syntax import NotPlain
from refute.store.values import ValueReader, full_names_in
from refute.store.vocabulary import UnreadableEntry, Vocabulary
from refute.types.callables.tabulated import (
    ANY_ARGUMENTS,
    AWAITED,
    ITERATED,
    PLAINLY,
    UNKNOWN,
    Answered,
    Observed,
    Tabulated,
    passed_as,
    signature_of,
    taken_from,
)
from refute.types.signatures import read_signature
from refute.types.spelling import Speller

_TABLES = 400


@dataclass(eq=False)
class Alone:
    """Equal to nothing but itself."""

    x: Any


def takes(alone: Alone, colour: Colour, point: Point, permission: Permission) -> None:
    """Only read: its types name the classes that are used here."""


VOCABULARY = Vocabulary(read_signature(takes))


def interpreted(definitions: list[str], imports: list[str]) -> dict[str, Any]:
    return dict(names_defined(definitions, ValueReader(VOCABULARY, full_names_in(imports))))


def executed(definitions: list[str], imports: list[str]) -> dict[str, Any]:
    """The same functions as Python has them."""
    namespace: dict[str, Any] = {}
    exec("\n".join([*imports, *definitions]), namespace)
    return namespace


def function(text: str) -> Any:
    return interpreted([text], [])["f"]


def outcome(call: Any, gives: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    """What a call gives, with what it is made of; or the exception that it raises."""
    try:
        return Speller().spell(taken_from(gives, call(*args, **kwargs)))
    except (LookupError, TypeError, AttributeError) as error:
        return type(error).__name__


class Tables:
    """Random tables, with the arguments that they are to be asked."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def value(self, depth: int = 2) -> Any:
        choice = self.random.randrange(12 if depth else 9)
        match choice:
            case 0 | 1 | 2:
                return self.random.randrange(-2, 3)
            case 3:
                return self.random.choice([True, None, "", "a'", b"\xff", 0.5, -0.0, 2j, ...])
            case 4:
                return self.random.choice([math.nan, math.inf])
            case 5:
                return self.random.choice(list(Colour))
            case 6:
                return Permission(self.random.randrange(8))
            case 7:
                return Alone(self.random.randrange(3))
            case 8:
                return Point(self.random.randrange(2), self.random.randrange(2))
            case 9:
                return [self.value(depth - 1) for _ in range(self.random.randrange(3))]
            case 10:
                return tuple(self.value(depth - 1) for _ in range(self.random.randrange(3)))
        return {self.random.randrange(3): self.value(depth - 1) for _ in range(self.random.randrange(3))}

    def signature(self) -> inspect.Signature:
        if self.random.random() < 0.2:
            return ANY_ARGUMENTS
        kind = inspect.Parameter
        parameters = []
        for place, name in enumerate(self.random.sample(["x", "y", "z", "f"], self.random.randrange(4))):
            how = kind.KEYWORD_ONLY if place and self.random.random() < 0.3 else kind.POSITIONAL_ONLY
            parameters.append(kind(name, how))
        return inspect.Signature(sorted(parameters, key=lambda p: p.kind))

    def given(self, signature: inspect.Signature) -> tuple[Any, ...]:
        if signature == ANY_ARGUMENTS:
            return tuple(self.value() for _ in range(self.random.randrange(3))), {}
        return tuple(self.value() for _ in signature.parameters)

    def table(self) -> Tabulated:
        signature = self.signature()
        gives = self.random.choice([PLAINLY, PLAINLY, AWAITED, ITERATED])
        answers = [[self.value()] if gives == ITERATED else self.value() for _ in range(3)]
        entries = tuple(
            Answered(self.given(signature), self.random.choice(answers)) for _ in range(self.random.randrange(5))
        )
        return Tabulated("g", signature, entries, self.random.choice([*answers, UNKNOWN]), gives)


def test_interpreted_definitions_answer_as_python_does() -> None:
    tables = Tables(2)
    shapes = set()
    for _ in range(_TABLES):
        table = tables.table()
        speller = Speller()
        name = speller.spell(table)
        mine = interpreted(speller.definitions, speller.imports)[name]
        pythons = executed(speller.definitions, speller.imports)[name]
        asked = [entry.given for entry in table.entries] + [tables.given(table.__signature__) for _ in range(5)]
        for given in asked:
            args, kwargs = passed_as(table.__signature__, given)
            expected = outcome(pythons, table.gives, args, dict(kwargs))
            assert outcome(mine, table.gives, args, dict(kwargs)) == expected, speller.definitions
            shapes.add(expected[:1])
    assert len(shapes) > 10


def test_a_function_is_known_by_what_it_answers() -> None:
    entries = (Answered((Observed((((0,), 1), ((1,), 0))),), True), Answered((Observed(()),), None))
    speller = Speller()
    speller.spell(Tabulated("f", signature_of(("x",)), entries, False))
    flip = interpreted(speller.definitions, [])["f"]
    assert flip(lambda n: 1 - n) is True
    assert flip(abs) is None  # as that is so of all functions


def test_functions_that_are_answered_are_those_defined_before() -> None:
    texts = ["def g(y): return [y_]".replace("y_", "1"), "def f(x):\n    if x == 0: return g\n    return {0: g}"]
    found = interpreted(texts, [])
    assert found["f"](0)(5) == [1]
    assert found["f"](1)[0] is found["g"]
    assert found["f"].definitions == tuple(texts)


def test_answers_are_built_anew_for_every_call() -> None:
    constant = function("def f(x):\n    if x == 0: return [1]\n    return [[]]")
    constant(0).append(2)
    constant(1)[0].append(2)
    assert (constant(0), constant(1)) == ([1], [[]])


def test_an_asynchronous_function_raises_when_it_is_awaited() -> None:
    waiting = function('async def f(x):\n    if x == 0: return 1\n    raise LookupError("f was not asked this")')
    assert taken_from(AWAITED, waiting(0)) == 1
    coroutine = waiting(1)
    with pytest.raises(LookupError, match="f was not asked this"):
        coroutine.send(None)


def test_an_iterator_is_a_new_one_for_every_call() -> None:
    items = function("def f(x): return iter([1, 2])")
    first, second = items(0), items(0)
    assert [next(first), next(first), next(second)] == [1, 2, 1]


def test_arguments_that_the_parameters_do_not_take_are_refused() -> None:
    strict = function("def f(s, t=1, *, u=2): return 0")
    assert strict(1, u=3) == 0
    for args, kwargs in (((), {}), ((1, 2, 3), {}), ((1,), {"v": 1})):
        with pytest.raises(TypeError):
            strict(*args, **kwargs)


@pytest.mark.parametrize("text", ["", "1", "def f(x): return 1\n\ndef g(x): return 1", "from os import system"])
def test_a_definition_is_one_function(text: str) -> None:
    with pytest.raises((UnreadableEntry, NotPlain)):
        names_defined([text], ValueReader(VOCABULARY))
