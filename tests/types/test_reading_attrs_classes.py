"""attrs classes: what their constructor takes, and what validators, converters and hooks demand of it."""

from typing import Any, Generic, TypeVar

import attr
import attrs
import pytest
from reading_types import (
    admits,
    assert_reads_what_it_builds,
    assert_round_trip,
    constructor_of,
    field_accepts,
    field_of,
    read,
    statuses,
)

from refute.errors import AnnotationError
from refute.logic.terms.term import const, var
from refute.types import model
from refute.types.model import Atom, Named, Param, SequenceOf

T = TypeVar("T")
INT, STR = Atom("int"), Atom("str")
SMALL = [-2, -1, 0, 1, 2, 3]


@attrs.define
class Item:
    _price: int = attrs.field(validator=attrs.validators.gt(0))
    name: "str" = "thing"
    tags: list[str] = attrs.field(factory=list, kw_only=True)
    serial: int = attrs.field(init=False, default=7)
    made: list[int] = attrs.field(init=False, factory=list)


@attrs.frozen
class Frozen:
    x: int


@attr.s(frozen=True)
class Old:
    typed = attr.ib(type=int)
    checked = attr.ib(validator=attr.validators.instance_of(str))
    untyped = attr.ib(default=3)
    last = attr.ib(default=0, type=int)


def test_an_attrs_class_has_its_init_arguments_as_fields() -> None:
    made = constructor_of(Item)
    assert [(f.name, f.type) for f in made.fields[1:]] == [("name", STR), ("tags", SequenceOf("list", STR))]
    assert made.attributes["serial"] == const(7)
    assert "made" not in made.attributes
    assert not made.frozen
    assert made.place is not None


def test_a_private_attribute_is_given_without_its_underscore() -> None:
    assert assert_round_trip(constructor_of(Item), 1, "a", ["b"]) == Item(1, "a", tags=["b"])


def test_a_validator_on_an_attribute_is_a_constraint_on_the_field() -> None:
    assert field_accepts(Item, "_price", 1)
    assert not field_accepts(Item, "_price", 0)
    assert statuses(Item)["v > 0"] == "symbolic"


def test_a_frozen_attrs_class_is_frozen_and_compares_by_its_fields() -> None:
    made = constructor_of(Frozen)
    assert made.frozen
    assert made.structural
    assert not constructor_of(Item).structural  # `serial` and `made` are compared, too, and are no arguments


def test_attributes_without_annotation_are_known_by_their_type_or_their_validator() -> None:
    made = constructor_of(Old)
    assert [(f.name, _plain(f.type)) for f in made.fields] == [("typed", INT), ("checked", STR), ("last", INT)]
    instance = made.build([1, "a", 2])
    assert (instance.untyped, instance.last) == (3, 2)


def _plain(tp: Any) -> Any:
    """A type without refinements and landmarks."""
    base = tp.base if isinstance(tp, model.Refined) else tp
    return Atom(base.kind) if isinstance(base, Atom) else base


@attr.s
class Unknown:
    x = attr.ib()


def test_an_attribute_of_unknown_type_cannot_be_read() -> None:
    with pytest.raises(AnnotationError, match="Unknown cannot be read"):
        read(Unknown)


def check_positive(instance: object, attribute: object, value: int) -> None:
    if value <= 0:
        raise ValueError("not positive")


def check_slowly(instance: object, attribute: "attrs.Attribute[int]", value: int) -> None:
    for bad in (2, -2):
        if value == bad:
            raise ValueError(f"{attribute.name} is {bad}")


@attrs.define
class Ordered:
    low: int = attrs.field()
    high: int = attrs.field(validator=check_positive)
    step: int = attrs.field(default=1, validator=[check_slowly, attrs.validators.ge(-1)])

    @low.validator
    def _check_low(self, attribute: object, value: int) -> None:
        if value > self.high:
            raise ValueError("low is above high")


@attrs.define
class Unordered:
    low: int
    high: int = attrs.field()

    @high.validator
    def _check(self, attribute: object, value: int) -> None:
        for x in (self.low,):
            if value < x:
                raise ValueError


def test_validators_written_as_functions_are_read_where_they_can_be() -> None:
    made = constructor_of(Ordered)
    assert [p.text for p in made.invariants] == ["not (value > self.high)", "not (value <= 0)"]
    assert all(p.symbolic for p in made.invariants)
    assert statuses(Ordered)["check_slowly accepts v"] == "opaque"
    assert_reads_what_it_builds(made, SMALL, SMALL, SMALL)


def test_a_validator_that_looks_at_the_whole_object_is_judged_by_building() -> None:
    made = constructor_of(Unordered)
    assert [p.text for p in made.invariants] == ["Unordered(…) can be built"]
    assert_reads_what_it_builds(made, SMALL, SMALL)


def split(text: str) -> list[str]:
    return text.split(",")


def to_int(value: int | str) -> int:
    return int(value)


@attrs.define
class Converted:
    size: int = attrs.field(converter=abs, validator=attrs.validators.lt(3))
    words: tuple[str, ...] = attrs.field(converter=tuple)
    number: int = attrs.field(converter=to_int)


@attrs.define
class Parsed:
    words: list[str] = attrs.field(converter=split)


def test_a_converter_admits_what_it_leaves_alone() -> None:
    made = constructor_of(Converted)
    assert [_plain(f.type) for f in made.fields] == [INT, SequenceOf("tuple", STR), INT]
    assert [size for size in SMALL if admits(made, size, (), 1)] == [0, 1, 2]
    assert made.attributes["size"] == var("size")
    assert_round_trip(made, 2, ("a",), 3)


def test_a_converter_of_something_else_is_given_what_it_takes() -> None:
    made = constructor_of(Parsed)
    assert [f.type for f in made.fields] == [STR]
    assert made.attributes == {}
    assert not made.structural
    assert made.build(["a,b"]) == Parsed("a,b")
    assert made.build(["a,b"]).words == ["a", "b"]
    assert list(made.parts(made.build(["a,b"]))) == ["a,b"]
    with pytest.raises(AnnotationError, match="does not keep its argument words"):
        made.parts(Parsed("a,b"))


@attrs.define
class Hooked:
    low: int
    high: int
    both: int = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError
        self.both = self.low + self.high


@attrs.define(eq=False, slots=False)
class ByIdentity:
    x: int


@attrs.define
class OwnEquality:
    x: int

    def __eq__(self, other: object) -> bool:
        return True


@attrs.define(init=False)
class OwnInit:
    x: int

    def __init__(self, start: int) -> None:
        self.x = start


@attrs.define
class Base(Generic[T]):
    item: T


@attrs.define
class Derived(Base[str]):
    more: int


class Heir(Frozen):
    pass


def test_the_hook_after_init_is_read_like_a_post_init() -> None:
    made = constructor_of(Hooked)
    assert made.attributes["both"].free == {"low", "high"}
    assert_reads_what_it_builds(made, SMALL, SMALL)


def test_an_attrs_class_with_an_equality_of_its_own_is_not_structural() -> None:
    assert not constructor_of(ByIdentity).structural
    assert not constructor_of(OwnEquality).structural


def test_an_attrs_class_with_a_constructor_of_its_own_is_read_from_that() -> None:
    made = constructor_of(OwnInit)
    assert made.names == ("start",)
    assert_round_trip(made, 4)


def test_attrs_classes_are_generic_and_inherit() -> None:
    assert read(Base[int]).args == (INT,)
    assert field_of(Base[int], "item").type == Param(T)
    assert [f.type for f in constructor_of(Derived).fields] == [STR, INT]
    assert assert_round_trip(constructor_of(Heir), 1) == Heir(1)


class Sealed:
    pass


@attrs.define
class One(Sealed):
    x: int


@attrs.frozen
class Two(Sealed):
    y: int


def test_classes_made_anew_for_their_slots_are_counted_once_among_the_subclasses() -> None:
    tp = read(Sealed)
    assert isinstance(tp, Named)
    assert [m.constructor.cls for m in tp.alias.type.members] == [One, Two]
