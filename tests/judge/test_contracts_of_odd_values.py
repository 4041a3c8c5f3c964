"""Values that are deep, that lead back to themselves, or that lie: asking about them comes to an end, and is right."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal
from unittest.mock import Mock

import pytest
from judged_types import Cell, Colour, Interval, Json, Movie
from judging import holds

from refute.logic.reading.predicates import where


def length(cell: Any) -> int:
    return 0 if cell is None else 1 + length(cell.rest)


@dataclass
class Link:
    """Like a cell, but of one type all along: that of a cell grows by a refinement with each cell before it."""

    item: Annotated[int, where(lambda v: v > 0)]
    rest: Link | None = None


def chain(kind: type, length: int, last: int | None = None) -> Any:
    cell = kind(length if last is None else last)
    for item in range(length - 1, 0, -1):
        cell = kind(item, cell)
    return cell


CHAINS = [(Link, Link)]


@pytest.mark.parametrize(("kind", "tp"), CHAINS)
def test_values_may_nest_more_deeply_than_python_recurses(kind: type, tp: Any) -> None:
    assert holds(tp, chain(kind, 1100))
    assert holds(Annotated[tp, where(lambda v: length(v) == 1100)], chain(kind, 1100))


@pytest.mark.parametrize(("kind", "tp"), CHAINS)
def test_a_fault_deep_down_is_found(kind: type, tp: Any) -> None:
    assert not holds(tp, chain(kind, 1100, last=0))


def test_containers_may_nest_more_deeply_than_python_recurses() -> None:
    deep: Any = []
    for _ in range(5000):
        deep = [deep]
    assert holds(Json, deep)


def test_a_value_that_holds_itself_is_what_it_is_made_of() -> None:
    cycle: list[Any] = [1]
    cycle.append(cycle)
    assert holds(Json, cycle)
    cycle.append(1.5)
    assert not holds(Json, cycle)


def test_data_that_leads_back_to_itself_is_asked_once_more_under_its_own_refinements() -> None:
    first, second = Cell(1), Cell(1)
    first.rest, second.rest = second, first
    assert holds(Cell[int], first)
    second.item = 2
    assert not holds(Cell[int], first)


class AlwaysEqual:
    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1


class Unspeakable:
    def __repr__(self) -> str:
        raise ValueError("no")


class NoClass:
    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        raise ValueError("no")


class BadLength(list[int]):
    def __len__(self) -> int:
        raise ValueError("no")


class EndlessList(list[int]):
    def __iter__(self) -> Iterator[int]:
        return itertools.count()


def test_a_value_that_is_equal_to_everything_is_still_none_of_them() -> None:
    assert not holds(Literal[1, "a"], AlwaysEqual())
    assert not holds(Colour, AlwaysEqual())
    assert not holds(None, AlwaysEqual())


@pytest.mark.parametrize("kind", [Unspeakable, NoClass])
def test_a_value_that_raises_when_asked_about_itself_is_judged_by_its_class(kind: type) -> None:
    liar = kind()
    assert holds(Any, liar)
    assert holds(list[Any], [liar])
    for annotation in (int, Literal[1], Colour, Interval, list[int], dict[str, int], Movie, Json):
        assert not holds(annotation, liar)


def test_a_value_that_says_it_is_of_a_class_is_believed_as_isinstance_does() -> None:
    assert holds(int, Mock(spec=int))


def test_containers_that_raise_when_looked_through_are_not_taken() -> None:
    assert not holds(list[int], BadLength([1]))


def test_containers_are_looked_through_only_as_far_as_they_say_they_are_long() -> None:
    assert holds(list[int], EndlessList([1, 2]))


def test_a_field_that_raises_when_it_is_read_is_not_taken() -> None:
    class Lying(Cell[int]):
        def __getattribute__(self, name: str) -> Any:
            if name == "item":
                raise ValueError("no")
            return super().__getattribute__(name)

    assert not holds(Cell[int], Lying(1))


def test_types_may_nest_more_deeply_than_an_expression() -> None:
    annotation: Any = int
    value: Any = 1
    for _ in range(90):
        annotation, value = list[annotation], [value]
    assert holds(annotation, value)
    assert not holds(annotation, [value])


def test_types_that_depend_on_a_parameter_may_nest_as_deeply() -> None:
    annotation: Any = Annotated[int, where(lambda v, n: v < n)]
    value: Any = 1
    for _ in range(40):
        annotation, value = list[annotation], [value]
    assert holds(annotation, value, {"n": 2})
    assert not holds(annotation, value, {"n": 1})
