"""msgspec structs."""

from typing import Annotated, Generic, TypeVar

import msgspec
from reading_types import assert_round_trip, constructor_of, field_accepts, field_of, read

from refute.logic.reading.predicates import where
from refute.types.model import Data, Param
from refute.types.reading.annotations import BOOLEAN

T = TypeVar("T")


class Point(msgspec.Struct, frozen=True, tag=True, rename="camel"):
    left_side: Annotated[int, msgspec.Meta(ge=0)]
    top: "int" = 0


class Wide(Point, frozen=True, kw_only=True):
    wide: bool
    tags: list[str] = msgspec.field(default_factory=list, name="labels")


class Sized(msgspec.Struct):
    low: int
    high: Annotated[int, where(lambda v, low: v > low)]

    def __post_init__(self) -> None:
        if self.low == 1:
            raise ValueError("one")


class Anonymous(msgspec.Struct, eq=False):
    x: int


class Chest(msgspec.Struct, Generic[T]):
    item: T
    rest: "Chest[T] | None" = None


def test_a_struct_has_its_fields_by_their_own_names() -> None:
    made = constructor_of(Point)
    assert made.names == ("left_side", "top")
    assert made.frozen
    assert made.structural
    assert not field_accepts(Point, "left_side", -1)
    assert assert_round_trip(made, 1, 2) == Point(1, 2)


def test_keyword_only_and_inherited_fields_of_a_struct_are_given_by_name() -> None:
    made = constructor_of(Wide)
    assert sorted(made.names) == ["left_side", "tags", "top", "wide"]
    values = {"left_side": 1, "top": 2, "wide": True, "tags": ["a"]}
    instance = assert_round_trip(made, *(values[name] for name in made.names))
    assert instance == Wide(1, 2, wide=True, tags=["a"])


def test_the_post_init_of_a_struct_and_refinements_between_fields_are_read() -> None:
    made = constructor_of(Sized)
    assert [p.text for p in made.invariants] == ["not (self.low == 1)"]
    assert field_accepts(Sized, "high", 3, low=2)
    assert not made.frozen


def test_a_struct_without_equality_is_not_structural() -> None:
    assert not constructor_of(Anonymous).structural


def test_a_generic_struct_takes_arguments() -> None:
    tp = read(Chest[bool])
    assert isinstance(tp, Data)
    assert tp.args == (BOOLEAN,)
    assert field_of(Chest[bool], "item").type == Param(T)
