"""Tables of functions as definitions: as short as can be, and they answer alike."""

from __future__ import annotations

import enum
import inspect
import math
from dataclasses import dataclass
from typing import Any

import pytest

from refute.store.definitions import defined_by
from refute.store.values import ValueReader, full_names_in
from refute.store.vocabulary import Vocabulary
from refute.types.callables.defining import free_name
from refute.types.callables.tabulated import (
    ANY_ARGUMENTS,
    AWAITED,
    ITERATED,
    UNKNOWN,
    Answered,
    Observed,
    Tabulated,
    Unspelled,
    given_to,
    names_for,
    passed_as,
    signature_of,
    taken_from,
)
from refute.types.signatures import read_signature
from refute.types.spelling import Speller


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


@dataclass(eq=False)
class Alone:
    """Equal to nothing but itself."""

    x: int


def with_data(alone: Alone, colour: Colour) -> None:
    """Only read: its types name the classes that are used here."""


VALUES = ValueReader(Vocabulary(read_signature(with_data)), full_names_in([f"from {__name__} import Alone, Colour"]))


def table(names: tuple[str, ...], *entries: tuple[tuple[Any, ...], Any], otherwise: Any = UNKNOWN) -> Tabulated:
    return Tabulated("f", signature_of(names), tuple(Answered(*entry) for entry in entries), otherwise)


def definitions(function: Tabulated) -> list[str]:
    speller = Speller()
    assert speller.spell(function) == "f"
    return speller.definitions


def with_default(s: int, /, t: int = 1, *, u: Any = Colour.RED) -> None:
    """Only called as a table is that has its parameters."""


PLAIN = inspect.Signature([p.replace(annotation=p.empty) for p in inspect.signature(with_default).parameters.values()])


@pytest.mark.parametrize(
    ("function", "lines"),
    [
        (table(("x",), otherwise=0), ["def f(x): return 0"]),
        (table(("x",), ((0,), True), ((1,), True), otherwise=True), ["def f(x): return True"]),
        (table((), ((), 3), otherwise=3), ["def f(): return 3"]),
        (
            table(("n",), ((0,), 1), ((2,), 0), otherwise=0),
            ["def f(n):", "    if n == 0: return 1", "    return 0"],
        ),
        (
            table(("x",), ((0,), 1), ((2,), 1), ((3,), 2), ((4,), 0), otherwise=0),
            ["def f(x):", "    if x in (0, 2): return 1", "    if x == 3: return 2", "    return 0"],
        ),
        (
            table(("x", "y"), ((0, "a"), 1), otherwise=0),
            ["def f(x, y):", "    if (x, y) == (0, 'a'): return 1", "    return 0"],
        ),
        (
            table(("x", "y"), ((0, 0), 1), ((0, 1), 1), otherwise=0),
            ["def f(x, y):", "    if (x, y) in ((0, 0), (0, 1)): return 1", "    return 0"],
        ),
        (
            table(("s",), ((9,), 9)),
            ["def f(s):", "    if s == 9: return 9", '    raise LookupError("f was not asked this")'],
        ),
        (table(("x",)), ['def f(x): raise LookupError("f was not asked this")']),
        (
            table(("x",), (([1],), {2}), otherwise=set()),
            ["def f(x):", "    if x == [1]: return {2}", "    return set()"],
        ),
        (
            table(("x",), ((math.nan,), 1), ((None,), 2), otherwise=0),
            ["def f(x):", "    if x != x: return 1", "    if x == None: return 2", "    return 0"],
        ),
        (
            table(("x",), ((Alone(1),), 1), ((Colour.RED,), 1), otherwise=0),
            [
                "def f(x):",
                "    if vars(x) == vars(Alone(1)): return 1",
                "    if x == Colour.RED: return 1",
                "    return 0",
            ],
        ),
        (
            table(("x",), ((Observed((((0,), 1), ((1,), 0))),), True), otherwise=False),
            ["def f(x):", "    if (x(0), x(1)) == (1, 0): return True", "    return False"],
        ),
        (
            Tabulated("f", ANY_ARGUMENTS, (Answered(((1, 2), {}), 3), Answered(((), {}), 4)), 4),
            ["def f(*args, **kwargs):", "    if args == (1, 2): return 3", "    return 4"],
        ),
        (
            Tabulated("f", ANY_ARGUMENTS, (Answered(((1,), {"k": 2}), 3),), 4),
            ["def f(*args, **kwargs):", "    if (args, kwargs) == ((1,), {'k': 2}): return 3", "    return 4"],
        ),
        (
            Tabulated("f", PLAIN, (Answered((0, 1, Colour.BLUE), 3),), 4),
            [
                "def f(s, t=1, *, u=Colour.RED):",
                "    if (s, t, u) == (0, 1, Colour.BLUE): return 3",
                "    return 4",
            ],
        ),
    ],
)
def test_a_table_is_defined_as_short_as_can_be(function: Tabulated, lines: list[str]) -> None:
    (text,) = definitions(function)
    assert text.splitlines() == lines
    pasted = defined_by([text], VALUES)["f"]
    for entry in function.entries:
        if not any(isinstance(value, Observed) for value in entry.given):
            args, kwargs = passed_as(function.__signature__, entry.given)
            assert pasted(*args, **kwargs) == entry.answer


def test_a_function_is_known_by_what_it_answers() -> None:
    function = table(("x",), ((Observed((((0,), 0), ((-1,), 1))),), True), otherwise=False)
    pasted = defined_by(definitions(function), VALUES)["f"]
    for given, answer in ((abs, True), (lambda x: x, False), (lambda x: x * x, True)):
        assert function(given) is pasted(given) is answer


def test_functions_that_are_answered_are_defined_before() -> None:
    inner = Tabulated("f(0)", signature_of(("x",)), (), 1)
    assert definitions(table(("x",), ((0,), inner), otherwise=inner)) == [
        "def f_0(x): return 1",
        "def f(x): return f_0",
    ]


def test_a_function_is_defined_once_however_often_it_is_there() -> None:
    speller, function = Speller(), table((), otherwise=0)
    assert speller.spell([function, function]) == "[f, f]"
    assert speller.definitions == ["def f(): return 0"]


def test_functions_of_the_same_name_are_told_apart() -> None:
    speller = Speller(taken={"f_3"})
    assert speller.spell([table((), otherwise=n) for n in range(3)]) == "[f, f_2, f_4]"


def test_what_cannot_be_written_leaves_a_text_incomplete() -> None:
    speller = Speller()
    speller.spell(table(("x",), ((Unspelled("<odd>"),), 1), otherwise=0))
    assert not speller.complete
    assert speller.definitions == ["def f(x):\n    if x is ...: return 1\n    return 0"]


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("f", "f"),
        ("rule.test", "rule_test"),
        ("fs[0]", "fs_0"),
        ("fs['a b']", "fs_a_b"),
        ("f(-1)(2)", "f_1_2"),
        ("filter", "filter_"),
        ("lambda", "lambda_"),
    ],
)
def test_a_definition_has_a_name_that_can_be_written(wanted: str, name: str) -> None:
    assert free_name(wanted, ()) == name


def test_a_table_answers_only_what_it_was_asked_if_nothing_else_is_known() -> None:
    function = table(("n",), ((0,), 1))
    assert function(0) == 1
    with pytest.raises(LookupError, match="f has no answer to this"):
        function(1)


def test_what_a_table_answers_is_not_changed_by_changing_an_answer() -> None:
    function = table(("x",), ((0,), [1]), otherwise=[])
    function(0).append(2)
    function(1).append(2)
    assert function(0) == [1]
    assert function(1) == []


def test_arguments_are_given_one_for_each_parameter() -> None:
    assert given_to(PLAIN, (0,), {"u": 2}) == (0, 1, 2)
    assert given_to(ANY_ARGUMENTS, (0,), {"u": 2}) == ((0,), {"u": 2})
    with pytest.raises(TypeError):
        given_to(PLAIN, (), {})


def test_names_are_found_that_are_free() -> None:
    assert names_for(2, ()) == ("x", "y")
    assert names_for(4, ("y", "x0")) == ("x", "z", "x1", "x2")


def test_answers_that_are_awaited_or_iterated_are_given_so() -> None:
    awaited = Tabulated("f", signature_of(("x",)), (Answered((0,), 1),), 2, AWAITED)
    assert definitions(awaited) == ["async def f(x):\n    if x == 0: return 1\n    return 2"]
    assert taken_from(AWAITED, awaited(0)) == 1
    iterated = Tabulated("f", signature_of(("x",)), (Answered((0,), [1]),), [], ITERATED)
    assert definitions(iterated) == ["def f(x):\n    if x == 0: return iter([1])\n    return iter([])"]
    assert next(iterated(0)) == 1
    assert taken_from(ITERATED, iterated(1)) == []
