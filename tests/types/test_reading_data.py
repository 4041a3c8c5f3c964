"""Data as the language and the standard library have it: dataclasses, named tuples, typed dicts, plain classes."""

from dataclasses import InitVar, dataclass, field
from pathlib import Path
from typing import (
    Annotated,
    ClassVar,
    Generic,
    NamedTuple,
    NotRequired,
    Required,
    TypedDict,
    TypeVar,
)

import pytest
from reading_types import assert_round_trip, constructor_of, field_accepts, field_of, module_from, notes_on, read

from refute.errors import AnnotationError
from refute.logic.reading.predicates import where
from refute.logic.terms.term import const, var
from refute.types.data.records import describe_typed_dict
from refute.types.model import ABSENT, Atom, Data, Param

K = TypeVar("K")
V = TypeVar("V")
INT, STR = Atom("int"), Atom("str")


# Dataclasses


@dataclass(frozen=True)
class Point:
    x: int
    y: int = 0


@dataclass
class Cell:
    where_: Point
    tags: list[str] = field(default_factory=list)
    seen: bool = field(init=False, default=False)
    kind: ClassVar[str] = "cell"


@dataclass(kw_only=True)
class Options:
    depth: int
    wide: bool = False


@dataclass
class Mixed(Options):
    name: str


@dataclass
class Scaled:
    base: int
    factor: InitVar[int]
    total: int = field(init=False)

    def __post_init__(self, factor: int) -> None:
        if factor < 1:
            raise ValueError(factor)
        self.total = self.base * factor


@dataclass
class Kept:
    seed: InitVar[int]
    start: int = field(init=False)

    def __post_init__(self, seed: int) -> None:
        self.start = seed


def test_a_frozen_dataclass_has_its_fields_and_compares_by_them() -> None:
    made = constructor_of(Point)
    assert [(f.name, f.type) for f in made.fields] == [("x", INT), ("y", INT)]
    assert made.frozen
    assert made.structural
    assert made.form == "object"
    assert assert_round_trip(made, 1, 2) == Point(1, 2)


def test_a_dataclass_that_can_be_changed_is_not_frozen() -> None:
    made = constructor_of(Cell)
    assert not made.frozen
    assert made.names == ("where_", "tags")
    assert assert_round_trip(made, Point(1), ["a"]).tags == ["a"]


def test_a_field_that_is_no_argument_is_known_by_its_default() -> None:
    assert constructor_of(Cell).attributes["seen"] == const(False)
    assert not constructor_of(Cell).structural


def test_a_class_variable_is_no_field() -> None:
    assert "kind" not in constructor_of(Cell).names


def test_keyword_only_fields_are_given_by_name() -> None:
    assert_round_trip(constructor_of(Options), 3, True)


def test_positional_fields_may_come_after_inherited_keyword_only_ones() -> None:
    made = constructor_of(Mixed)
    assert made.names == ("depth", "wide", "name")
    assert assert_round_trip(made, 1, True, "a") == Mixed("a", depth=1, wide=True)


def test_an_initvar_is_an_argument_and_no_attribute() -> None:
    made = constructor_of(Scaled)
    assert made.names == ("base", "factor")
    assert "factor" not in made.attributes
    assert made.attributes["total"].free == {"base", "factor"}
    assert made.build([2, 3]).total == 6
    assert [p.text for p in made.invariants] == ["not (factor < 1)"]


def test_an_instance_that_was_built_here_is_taken_apart_though_it_keeps_not_all() -> None:
    made = constructor_of(Scaled)
    assert list(made.parts(made.build([2, 3]))) == [2, 3]


def test_an_initvar_that_is_not_kept_cannot_be_taken_apart_and_says_so() -> None:
    made = constructor_of(Scaled)
    with pytest.raises(AnnotationError, match="does not keep its argument factor") as caught:
        made.parts(Scaled(2, 3))
    assert caught.value.place is not None
    assert caught.value.place.file == __file__


def test_an_initvar_kept_under_another_name_is_found_there() -> None:
    assert_round_trip(constructor_of(Kept), 5)


class Heir(Point):
    """Inherits everything, also the constructor that dataclass wrote."""


def test_a_class_with_fields_of_its_own_is_not_sealed() -> None:
    assert isinstance(read(Point), Data)


def test_a_subclass_that_adds_nothing_is_built_like_its_base() -> None:
    made = constructor_of(Heir)
    assert made.names == ("x", "y")
    assert made.structural
    assert assert_round_trip(made, 1, 2) == Heir(1, 2)


def test_inheritance_across_modules_reads_each_annotation_where_it_was_written(tmp_path: Path) -> None:
    base = module_from(
        "from __future__ import annotations\n"
        "from dataclasses import dataclass\n"
        "Length = int\n"
        "@dataclass\n"
        "class Base:\n"
        "    long: Length\n"
        "    same: Length\n",
        tmp_path,
        "refute_base_module",
    )
    derived = module_from(
        "from __future__ import annotations\n"
        "from dataclasses import dataclass\n"
        "import refute_base_module\n"
        "Length = str\n"
        "@dataclass\n"
        "class Derived(refute_base_module.Base):\n"
        "    same: Length\n"
        "    more: Length\n",
        tmp_path,
        "refute_derived_module",
    )
    assert [f.type for f in constructor_of(base.Base).fields] == [INT, INT]
    assert [f.type for f in constructor_of(derived.Derived).fields] == [INT, STR, STR]
    assert constructor_of(derived.Derived).place is not None


@dataclass
class Interval:
    low: int
    high: int

    def __post_init__(self) -> None:
        """Both ends belong to it."""
        if self.low > self.high:
            raise ValueError("empty")
        middle = (self.low + self.high) // 2
        self.middle = middle


@dataclass
class Odd:
    n: int

    def __post_init__(self) -> None:
        while self.n % 2 == 0:
            raise ValueError(self.n)


@dataclass
class Normal:
    name: str
    other: str

    def __post_init__(self) -> None:
        self._normalise()

    def _normalise(self) -> None:
        self.name = self.name.lower()


@dataclass
class Rounded:
    half: int
    whole: int

    def __post_init__(self) -> None:
        for _ in range(1):
            self.half = self.half // 2


def test_what_post_init_refuses_is_an_invariant_and_what_it_sets_an_attribute() -> None:
    made = constructor_of(Interval)
    assert [p.text for p in made.invariants] == ["not (self.low > self.high)"]
    assert made.invariants[0].symbolic
    assert made.invariants[0].place is not None
    assert "middle" in made.attributes


def test_an_assertion_in_post_init_is_an_invariant(tmp_path: Path) -> None:
    module = module_from(  # not in this file: pytest rewrites the assertions in it
        "from dataclasses import dataclass\n"
        "@dataclass\n"
        "class Positive:\n"
        "    n: int\n"
        "    def __post_init__(self):\n"
        "        assert self.n > 0\n",
        tmp_path,
        "refute_asserting_module",
    )
    (invariant,) = constructor_of(module.Positive).invariants
    assert invariant.text == "self.n > 0"
    assert invariant.symbolic


def test_a_post_init_that_cannot_be_read_is_judged_by_building() -> None:
    (invariant,) = constructor_of(Odd).invariants
    assert not invariant.symbolic
    assert invariant.text == "Odd(…) can be built"
    assert {n.status for n in notes_on(Odd)} == {"opaque"}


def test_attributes_that_unread_code_may_change_are_not_taken_for_the_arguments() -> None:
    assert constructor_of(Normal).attributes == {}
    assert constructor_of(Rounded).attributes == {"whole": var("whole")}


@dataclass
class Booked:
    """Sets an attribute of something else than itself."""

    amount: int
    last: Point

    def __post_init__(self) -> None:
        last = self.last
        last.amount = 7  # type: ignore[attr-defined]


@dataclass
class Positional:
    n: int

    def __post_init__(self, /) -> None:
        if self.n < 0:
            raise ValueError(self.n)


@dataclass
class Unnamed:
    n: int

    def __post_init__(*parts: object) -> None:
        if parts[0].n < 0:  # type: ignore[attr-defined]
            raise ValueError(parts)


def test_what_is_set_of_another_object_is_no_attribute() -> None:
    assert constructor_of(Booked).attributes.get("amount") != const(7)


def test_the_object_may_be_given_by_position_only() -> None:
    assert [p.text for p in constructor_of(Positional).invariants] == ["not (self.n < 0)"]


def test_a_post_init_that_does_not_name_the_object_is_judged_by_building() -> None:
    (invariant,) = constructor_of(Unnamed).invariants
    assert invariant.text == "Unnamed(…) can be built"


def test_a_constructor_of_ones_own_is_told_from_a_generated_one_without_a_file() -> None:
    namespace = {"dataclass": dataclass, "__name__": "typed_at_a_prompt"}
    exec(
        "@dataclass(init=False)\nclass Own:\n    x: int\n    def __init__(self, half: int):\n        self.x = 2 * half",
        namespace,
    )
    assert constructor_of(namespace["Own"]).names == ("half",)


@dataclass(eq=False)
class Identical:
    x: int


@dataclass
class Partly:
    x: int
    y: int = field(compare=False)


def test_a_class_that_does_not_compare_all_its_fields_is_not_structural() -> None:
    assert not constructor_of(Identical).structural
    assert not constructor_of(Partly).structural


@dataclass
class Dependent:
    low: int
    high: Annotated[int, where(lambda v, low: v >= low)]


def test_a_refinement_may_depend_on_earlier_fields() -> None:
    assert field_of(Dependent, "high").type.predicates[0].names == ("low",)
    assert field_accepts(Dependent, "high", 3, low=3)
    assert not field_accepts(Dependent, "high", 2, low=3)


# Named tuples and typed dicts


class Pair(NamedTuple):
    first: int
    second: "str" = ""


class Box(NamedTuple, Generic[K]):
    content: K


class Movie(TypedDict):
    title: str
    year: NotRequired[int]


class Film(Movie, total=False):
    length: int
    studio: Required[str]


class QuotedMovie(TypedDict):
    title: "str"
    year: "NotRequired[int]"


class QuotedFilm(QuotedMovie, total=False):
    length: "int"
    studio: "Annotated[Required[str], 'where']"
    seen: "NotRequired[Unknown]"  # type: ignore[name-defined]  # noqa: F821


class Typed(TypedDict, Generic[K]):
    item: K


def test_keys_of_a_typed_dict_in_quotes_are_required_as_those_without() -> None:
    description = describe_typed_dict(QuotedFilm)
    assert description is not None
    optional = {argument.name: argument.optional for argument in description.arguments}
    assert optional == {"title": False, "year": True, "length": True, "studio": False, "seen": True}


def test_a_named_tuple_has_its_fields_in_order() -> None:
    made = constructor_of(Pair)
    assert [(f.name, f.type) for f in made.fields] == [("first", INT), ("second", STR)]
    assert made.form == "tuple"
    assert made.frozen
    assert made.structural
    assert_round_trip(made, 1, "a")


def test_a_generic_named_tuple_takes_arguments() -> None:
    assert read(Box[str]).args == (STR,)
    assert field_of(Box[str], "content").type == Param(K)


def test_keys_of_a_typed_dict_may_be_left_out_where_it_says_so() -> None:
    made = constructor_of(Movie)
    assert [(f.name, f.type, f.optional) for f in made.fields] == [("title", STR, False), ("year", INT, True)]
    assert made.form == "mapping"
    assert assert_round_trip(made, "Ran", ABSENT) == {"title": "Ran"}
    assert assert_round_trip(made, "Ran", 1985) == {"title": "Ran", "year": 1985}


def test_a_typed_dict_that_is_not_total_keeps_the_required_keys_of_its_base() -> None:
    optional = {f.name: f.optional for f in constructor_of(Film).fields}
    assert optional == {"title": False, "year": True, "length": True, "studio": False}


def test_a_generic_typed_dict_takes_arguments() -> None:
    tp = read(Typed[int])
    assert isinstance(tp, Data)
    assert tp.args == (INT,)
    assert field_of(Typed[int], "item").type == Param(K)
