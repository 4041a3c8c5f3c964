"""Why a result is not of its type, in the words that a person reads."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, NoReturn, TypedDict, TypeVar, Union

import annotated_types as at
import pytest
from judging import read

from refute.conform.explain import Explanation, explain
from refute.logic.reading.measures import measure
from refute.logic.reading.predicates import where

sys.path.append(str(Path(__file__).parent.parent.parent / "examples"))

import redblack
from redblack import Colour, Leaf, Node

T = TypeVar("T")
LIMIT = 3
Positive = Annotated[int, where(lambda v: v > 0)]
Json = Union[None, bool, int, str, "list[Json]", "dict[str, Json]"]


@dataclass
class Interval:
    low: int
    high: Annotated[int, where(lambda v, low: v >= low)]


@dataclass
class Box(Generic[T]):
    item: T


class Movie(TypedDict):
    title: str
    year: Annotated[int, where("v > 1800")]


@measure
def depth(v: list[Any]) -> int:
    return len(v)


def is_sorted(xs: list[int]) -> bool:
    ordered = sorted(xs)
    return xs == ordered


def is_short(xs: list[int]) -> bool:
    """A function that only returns is as good as a lambda."""
    return len(xs) < 2


def multiple_of(factor: int) -> Any:
    return where(lambda v: v % factor == 0)


class Divisor:
    def __init__(self, number: int) -> None:
        self.number = number

    def divides(self, value: int) -> bool:
        return value % self.number == 0


def explained(annotation: Any, value: Any, **siblings: Any) -> Explanation:
    found = explain(read(annotation, *siblings), value, siblings)
    assert found is not None
    return found


def message(annotation: Any, value: Any, **siblings: Any) -> str:
    return explained(annotation, value, **siblings).message()


def test_what_is_of_its_type_needs_no_explanation() -> None:
    assert explain(read(list[Positive]), [1, 2], {}) is None


def test_an_explanation_has_the_place_the_text_and_the_values() -> None:
    found = explained(list[Annotated[int, where(lambda v, r1, r2: r1 > 0 and 0 <= v < r2)]], [0, 3], r1=1, r2=2)
    assert (found.path, found.expected, found.text) == ("result[1]", "int", "0 <= v < r2")
    assert found.values == {"v": 3, "r2": 2}
    assert list(found.values) == ["v", "r2"]
    assert (found.kind, found.error) == ("false", None)


def test_the_whole_value_is_called_as_asked() -> None:
    found = explain(read(Interval), Interval(1, 0), {}, source="x")
    assert found is not None
    assert found.path == "x.high"


@pytest.mark.parametrize(
    ("annotation", "value", "siblings", "expected"),
    [
        (
            Annotated[int, where(lambda v, r2: 0 <= v < r2)],
            0,
            {"r1": 1, "r2": 0},
            "`0 <= v < r2` is false: v = 0, r2 = 0",
        ),
        (
            Annotated[int, where(lambda v, n: v > 0 and v * 2 < n + 1)],
            4,
            {"n": 0},
            "`v * 2 < n + 1` is false: v = 4, n = 0, v * 2 = 8, n + 1 = 1",
        ),
        (
            Annotated[int, where(lambda v: 10 // v > 1)],
            0,
            {},
            "`10 // v > 1` raised ZeroDivisionError: integer division or modulo by zero, for v = 0",
        ),
        (
            Annotated[list[int], where(lambda v: len(v) > 0 and v[0] == v[-1])],
            [1, 2],
            {},
            "`v[0] == v[-1]` is false: v = [1, 2], v[0] = 1, v[-1] = 2",
        ),
        (
            Annotated[list[int], where(lambda v, xs: sorted(v) == sorted(xs))],
            [1],
            {"xs": [2, 1]},
            "`sorted(v) == sorted(xs)` is false: v = [1], xs = [2, 1], sorted(v) = [1], sorted(xs) = [1, 2]",
        ),
        (
            Annotated[list[int], where(lambda v: all(a <= b for a, b in pairwise(v)))],
            [1, 3, 2],
            {},
            "`all(a <= b for a, b in pairwise(v))` is false: v = [1, 3, 2], a = 3, b = 2",
        ),
        (Annotated[int, where(lambda v: v > LIMIT)], 1, {}, "`v > LIMIT` is false: v = 1, LIMIT = 3"),
        (Annotated[int, multiple_of(3)], 4, {}, "`v % factor == 0` is false: v = 4, factor = 3, v % factor = 1"),
        (
            Annotated[int, where(Divisor(3).divides)],
            4,
            {},
            "`value % self.number == 0` is false: value = 4, value % self.number = 1",
        ),
        (Annotated[int, where("v > 3")], 1, {}, "`v > 3` is false: v = 1"),
        (Annotated[list[int], where(is_short)], [2, 1], {}, "`len(xs) < 2` is false: xs = [2, 1], len(xs) = 2"),
        (Annotated[list[int], where(is_sorted)], [2, 1], {}, "`is_sorted(xs)` is false: xs = [2, 1]"),
        (Annotated[list[int], where(depth)], [], {}, "`depth(v)` is false: v = []"),
        (Annotated[list[int], at.Len(2, 4)], [1], {}, "`len(v) >= 2` is false: v = [1], len(v) = 1"),
        (Annotated[int, at.Gt(3)], 1, {}, "`v > 3` is false: v = 1"),
        (Annotated[int, at.MultipleOf(3)], 1, {}, "`v % 3 == 0` is false: v = 1, v % 3 = 1"),
        (Annotated[str, at.Predicate(str.isalpha)], "1", {}, "`v.isalpha()` is false: v = '1'"),
        (Annotated[int, where(eval("lambda v: v > 3"))], 1, {}, "`<lambda>` is false: v = 1"),
        (
            Annotated[list[int], where(lambda v: (n := len(v)) > 0 and n % 2 == 0)],
            [1],
            {},
            "`(n := len(v)) > 0 and n % 2 == 0` is false: v = [1], len(v) = 1",
        ),
    ],
)
def test_a_refinement_that_fails(annotation: Any, value: Any, siblings: dict[str, Any], expected: str) -> None:
    assert message(annotation, value, **siblings) == expected


@pytest.mark.parametrize(
    ("annotation", "value", "expected"),
    [
        (int, "a", "expected int, got str 'a'"),
        (int, None, "expected int, got None"),
        (int | str, 1.5, "expected int | str, got float 1.5"),
        (Literal[1, 2], 3, "expected Literal[1, 2], got int 3"),
        (Colour, "red", "expected Colour, got str 'red'"),
        (tuple[int, ...], [1], "expected tuple[int, ...], got list [1]"),
        (tuple[int, int], (1,), "expected tuple[int, int], got tuple (1,)"),
        (Interval, Leaf(), "expected Interval, got Leaf()"),
        (list[int], [1, "b"], "at result[1]: expected int, got str 'b'"),
        (dict[str, list[int]], {"a": [None]}, "at result['a'][0]: expected int, got None"),
        (dict[str, int], {3: 1}, "at list(result)[0]: expected str, got int 3"),
        (set[int], {"a"}, "at list(result)[0]: expected int, got str 'a'"),
        (list[Interval], [Interval(2, 1)], "at result[0].high: `v >= low` is false: v = 1, low = 2"),
        (Box[int], Box("a"), "at result.item: expected int, got str 'a'"),
        (Movie, {"title": "M"}, "at result['year']: expected int, but it is missing"),
        (Movie, {"title": "M", "year": 3}, "at result['year']: `v > 1800` is false: v = 3"),
        (int | list[Positive], [0], "at result[0]: `v > 0` is false: v = 0"),
        (
            Json,
            {"a": [1.5]},
            "at result['a'][0]: expected None | bool | int | str | list[Json] | dict[str, Json], got float 1.5",
        ),
    ],
)
def test_a_value_of_another_type(annotation: Any, value: Any, expected: str) -> None:
    assert message(annotation, value) == expected


def test_faults_of_a_red_black_tree() -> None:
    leaf, red, black = Leaf(), Colour.RED, Colour.BLACK
    small = Node(black, 0, leaf, leaf)
    assert message(redblack.OkTree, Node(black, 1, small, leaf)) == (
        "`balanced(t)` is false: t = Node(Colour.BLACK, 1, Node(Colour.BLACK, 0, Leaf(), Leaf()), Leaf())"
    )
    unordered = Node(black, 3, Node(black, 0, leaf, Node(red, 5, leaf, leaf)), leaf)
    assert message(redblack.OkTree, unordered) == "at result.left.right.key: `v < key` is false: v = 5, key = 3"
    assert message(redblack.OkTree, Node(black, 1, None, leaf)) == "at result.left: expected Leaf | Node, got None"


def test_measures_in_a_comparison_are_told() -> None:
    even = Annotated[Node[int], where(lambda t: redblack.black_height(t.left) == redblack.black_height(t.right))]
    found = explained(even, Node(Colour.RED, 1, Node(Colour.BLACK, 0, Leaf(), Leaf()), Leaf()))
    assert list(found.values.items())[1:] == [
        ("redblack.black_height(t.left)", 1),
        ("redblack.black_height(t.right)", 0),
    ]


# -- values that do not help ---------------------------------------------------------------------------------------


class Unspeakable:
    def __init__(self, *parts: int) -> None: ...

    def __repr__(self) -> str:
        raise ValueError("no")


class AlwaysEqual:
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]


class Lying(Box[int]):
    def __getattribute__(self, name: str) -> Any:
        if name == "item":
            raise ValueError("no")
        return super().__getattribute__(name)


class Mute(Exception):
    def __str__(self) -> str:
        raise ValueError("no")


def raising(v: int) -> NoReturn:
    raise Mute


def test_a_value_whose_repr_raises_is_told_by_its_class() -> None:
    assert message(int, Unspeakable()) == "expected int, got <Unspeakable, whose repr raises ValueError>"


def test_an_exception_that_cannot_say_what_it_is() -> None:
    found = explained(Annotated[int, where(raising)], 1)
    assert (found.kind, type(found.error)) == ("raised", Mute)
    assert found.message() == "`raising(v)` raised Mute: <its message raises ValueError>, for v = 1"


def test_a_field_that_raises_when_it_is_read() -> None:
    found = explained(Box[int], Lying(1))
    assert (found.kind, found.path, str(found.error)) == ("raised", "result.item", "no")
    assert found.message() == "looking into result.item raised ValueError: no"


def test_a_value_that_is_equal_to_everything() -> None:
    assert explained(Literal[1], AlwaysEqual()).expected == "Literal[1]"


def test_long_values_are_cut() -> None:
    text = message(Annotated[list[int], where(lambda v: len(v) < 5)], list(range(1000)))
    assert text.startswith("`len(v) < 5` is false: v = [0, 1, 2,")
    assert text.endswith("…, len(v) = 1000")
    assert len(text) < 300


def test_a_fault_far_inside_is_told_shortly() -> None:
    value: Any = 1.5
    for _ in range(3000):
        value = [value]
    found = explained(Json, value)
    assert len(found.message()) < 500


def test_a_list_that_holds_itself_is_shown() -> None:
    loop: list[Any] = [0]
    loop.append(loop)
    assert message(Annotated[Json, where(lambda v: v == 1)], loop) == "`v == 1` is false: v = [0, ...]"


def test_a_predicate_that_answers_differently_the_second_time_is_told_as_a_whole() -> None:
    answers = iter([False, True, True])

    def fickle(v: int) -> bool:
        return next(answers) and v > 0

    found = explained(Annotated[int, where(lambda v: fickle(v))], 1)
    assert found.text == "fickle(v)"


def test_an_iterator_is_not_consumed_for_its_explanation() -> None:
    def numbers() -> Iterator[int]:
        yield 1

    iterator = numbers()
    assert message(list[int], iterator).startswith("expected list[int], got <generator")
    assert list(iterator) == [1]
