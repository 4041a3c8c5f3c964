"""Is an instance of a class of the class as it was declared: field by field, each with those before it?"""

from __future__ import annotations

import collections
from dataclasses import InitVar, dataclass
from typing import Annotated, Generic, TypedDict, TypeVar

import attrs
import pydantic
from judged_types import Cell, Interval, Movie, Nat, Point
from judging import holds

from refute.logic.reading.predicates import where

T = TypeVar("T")
K = TypeVar("K")


@dataclass(frozen=True)
class Marked(Interval):
    mark: str = ""


@dataclass(frozen=True)
class Tip: ...


@dataclass(frozen=True)
class Bst(Generic[K]):
    key: K
    left: SearchTree[Annotated[K, where(lambda v, key: v < key)]]
    right: SearchTree[Annotated[K, where(lambda v, key: v > key)]]


SearchTree = Tip | Bst[K]


class Offer(TypedDict, total=False):
    price: int
    reduced: Annotated[int, where(lambda v, price: v < price)]


@attrs.frozen
class Money:
    amount: Nat = attrs.field()
    currency: str = attrs.field(converter=str.upper)


class Person(pydantic.BaseModel):
    age: Annotated[int, pydantic.Field(ge=0)]


class Box(pydantic.BaseModel, Generic[T]):
    item: T


@dataclass
class Scaled:
    """Keeps nothing of `factor`, and something else than `number`."""

    number: Annotated[int, where(lambda v: v < 10)]
    factor: InitVar[int]
    limit: Annotated[int, where(lambda v, factor: v > factor)] = 0

    def __post_init__(self, factor: int) -> None:
        self.number = self.number * factor


def test_fields_are_asked_with_the_fields_before_them() -> None:
    assert holds(Interval, Interval(1, 2))
    assert not holds(Interval, Interval(2, 1))
    assert not holds(Interval, Interval("a", 2))  # type: ignore[arg-type]


def test_a_subclass_will_do_and_another_class_will_not() -> None:
    assert holds(Interval, Marked(1, 2))
    assert not holds(Interval, Marked(2, 1))
    assert not holds(Marked, Interval(1, 2))
    assert not holds(Interval, Point(1, 2))


def test_parameters_of_a_class_carry_refinements_down() -> None:
    tip = Tip()
    fine = Bst(2, Bst(0, tip, Bst(1, tip, tip)), tip)
    unordered = Bst(2, Bst(0, tip, Bst(3, tip, tip)), tip)
    assert holds(SearchTree[Nat], fine)
    assert not holds(SearchTree[Nat], unordered)
    assert not holds(SearchTree[Nat], Bst(-1, tip, tip))
    assert not holds(SearchTree[Nat], Bst(1, None, tip))


def test_a_parameter_that_is_not_given_takes_all_but_keeps_what_is_said_of_it() -> None:
    tip = Tip()
    assert holds(SearchTree, Bst("b", Bst("a", tip, tip), tip))
    assert not holds(SearchTree, Bst("a", Bst("b", tip, tip), tip))


def test_a_typed_dict_needs_its_keys_and_may_have_more() -> None:
    assert holds(Movie, {"title": "M", "year": 1931})
    assert holds(Movie, {"title": "M", "year": 1931, "by": "Lang"})
    assert holds(Movie, collections.ChainMap({"title": "M"}, {"year": 1931}))
    assert not holds(Movie, {"title": "M"})
    assert not holds(Movie, {"title": "M", "year": 31})
    assert not holds(Movie, [("title", "M")])


def test_what_depends_on_a_key_that_was_left_out_is_not_asked() -> None:
    assert holds(Offer, {"reduced": 3})
    assert holds(Offer, {"reduced": 3, "price": 4})
    assert not holds(Offer, {"reduced": 3, "price": 3})


def test_named_tuples_attrs_and_pydantic_are_asked_by_attribute() -> None:
    assert holds(Point, Point(1, 2))
    assert not holds(Point, Point(1, -2))
    assert not holds(Point, (1, 2))
    assert holds(Money, Money(1, "eur"))
    assert not holds(Money, Money(-1, "eur"))
    assert holds(Person, Person(age=3))
    assert not holds(Person, Person.model_construct(age=-3))
    assert holds(Box[int], Box(item=3))
    assert not holds(Box[int], Box(item="a"))


def test_no_one_is_accused_of_what_a_class_does_not_keep() -> None:
    assert holds(Scaled, Scaled(5, 100, 3))


def test_an_attribute_that_was_taken_away_is_not_asked_for() -> None:
    value = Cell(1)
    del value.item
    assert holds(Cell[str], value)
