"""Scalars and containers, in every spelling they have."""

import collections
import collections.abc as abc
import datetime
import enum
import typing
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, Literal, NewType, Optional, TypeVar

import pytest
from reading_types import read

from refute import Scope, inhabitants
from refute.errors import AnnotationError
from refute.logic.terms.term import Constant
from refute.types.model import Atom, DictOf, Finite, Param, SequenceOf, SetOf, TupleOf, Union
from refute.types.reading.annotations import ANYTHING, BOOLEAN, NOTHING


class Colour(enum.Enum):
    RED = 1
    BLACK = 2
    DARK = 2  # noqa: PIE796


class Weight(enum.IntEnum):
    LIGHT = 1


UserId = NewType("UserId", int)
AdminId = NewType("AdminId", UserId)
T = TypeVar("T")


@pytest.mark.parametrize(
    ("annotation", "kind"),
    [
        (int, "int"),
        (float, "float"),
        (str, "str"),
        (bytes, "bytes"),
        (complex, "complex"),
        (Decimal, "decimal"),
        (Fraction, "fraction"),
        (datetime.date, "date"),
        (datetime.datetime, "datetime"),
        (datetime.time, "time"),
        (datetime.timedelta, "timedelta"),
        (typing.LiteralString, "str"),
        (UserId, "int"),
        (AdminId, "int"),
        (Final[int], "int"),
        ("int", "int"),
        ("'int'", "int"),
    ],
)
def test_a_scalar_is_an_atom_of_its_kind(annotation: Any, kind: str) -> None:
    assert read(annotation) == Atom(kind)


def test_bool_and_none_are_listed_and_not_numbers() -> None:
    assert read(bool) == Finite((Constant(False), Constant(True)))
    assert read(None) == read(type(None)) == Finite((Constant(None),))


def test_an_enumeration_lists_its_members_without_aliases() -> None:
    assert read(Colour) == Finite((Constant(Colour.RED), Constant(Colour.BLACK)))
    assert read(Weight) == Finite((Constant(Weight.LIGHT),))


def test_a_literal_lists_its_values_and_tells_equal_ones_of_different_types_apart() -> None:
    assert read(Literal[1, True, "a", None, Colour.RED]) == Finite(
        (Constant(1), Constant(True), Constant("a"), Constant(None), Constant(Colour.RED))
    )
    assert read(Literal[1, 2, 2]) == Finite((Constant(1), Constant(2)))


@pytest.mark.parametrize(
    ("annotation", "kind"),
    [
        (list[int], "list"),
        (typing.List[int], "list"),  # noqa: UP006
        (tuple[int, ...], "tuple"),
        (collections.deque[int], "deque"),
        (typing.Deque[int], "deque"),  # noqa: UP006
        (abc.Sequence[int], "tuple"),
        (typing.Sequence[int], "tuple"),
        (abc.MutableSequence[int], "list"),
        (abc.Iterable[int], "tuple"),
        (abc.Collection[int], "tuple"),
    ],
)
def test_a_sequence_is_read_as_the_plainest_one_that_will_do(annotation: Any, kind: str) -> None:
    assert read(annotation) == SequenceOf(kind, Atom("int"))


@pytest.mark.parametrize(
    ("annotation", "kind"),
    [
        (set[int], "set"),
        (frozenset[int], "frozenset"),
        (abc.Set[int], "frozenset"),
        (abc.MutableSet[int], "set"),
        (typing.AbstractSet[int], "frozenset"),
    ],
)
def test_a_set_is_read_as_frozen_where_that_is_enough(annotation: Any, kind: str) -> None:
    assert read(annotation) == SetOf(kind, Atom("int"))


@pytest.mark.parametrize("annotation", [dict[str, int], abc.Mapping[str, int], abc.MutableMapping[str, int]])
def test_every_mapping_is_a_dict(annotation: Any) -> None:
    assert read(annotation) == DictOf(Atom("str"), Atom("int"))


def test_a_tuple_of_fixed_length_keeps_a_type_for_each_place() -> None:
    assert read(tuple[int, str]) == TupleOf((Atom("int"), Atom("str")))
    assert read(tuple[()]) == read(typing.Tuple[()]) == TupleOf(())  # noqa: UP006


@pytest.mark.parametrize("annotation", [Any, object])
def test_a_type_that_says_nothing_is_some_of_everything(annotation: Any) -> None:
    assert read(annotation) == ANYTHING


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        (list, SequenceOf("list", ANYTHING)),
        (typing.List, SequenceOf("list", ANYTHING)),  # noqa: UP006
        (tuple, SequenceOf("tuple", ANYTHING)),
        (typing.Tuple, SequenceOf("tuple", ANYTHING)),  # noqa: UP006
        (set, SetOf("set", ANYTHING)),
        (dict, DictOf(ANYTHING, ANYTHING)),
        (typing.Dict, DictOf(ANYTHING, ANYTHING)),  # noqa: UP006
        (abc.Sequence, SequenceOf("tuple", ANYTHING)),
        (typing.Mapping, DictOf(ANYTHING, ANYTHING)),
    ],
)
def test_a_container_without_arguments_holds_anything(annotation: Any, expected: Any) -> None:
    assert read(annotation) == expected


@pytest.mark.parametrize("annotation", [int | None, Optional[int], typing.Union[int, None, int], "int | None"])  # noqa: UP007, UP045
def test_every_spelling_of_an_option_is_the_same_union(annotation: Any) -> None:
    assert read(annotation) == Union((Atom("int"), NOTHING))


def test_nested_unions_are_one_and_a_union_of_one_is_no_union() -> None:
    assert read(list[bool | None] | bool | UserId | AdminId) == Union(
        (SequenceOf("list", Union((BOOLEAN, NOTHING))), BOOLEAN, Atom("int"))
    )
    assert read(typing.Union[UserId, AdminId]) == Atom("int")  # noqa: UP007


def test_containers_nest() -> None:
    assert read(dict[tuple[int, ...], list[set[str]]]) == DictOf(
        SequenceOf("tuple", Atom("int")), SequenceOf("list", SetOf("set", Atom("str")))
    )


@pytest.mark.parametrize("taken", [*tuple[int, ...], *tuple[int, str], typing.Unpack[tuple[int, ...]]])
def test_what_is_unpacked_among_the_parameters_of_a_function_is_no_parameter(taken: Any) -> None:
    assert read(abc.Callable[[taken], int]) == read(abc.Callable[..., int])


def test_a_type_parameter_stays_one() -> None:
    assert read(list[T]) == SequenceOf("list", Param(T))


@pytest.mark.parametrize(
    "annotation",
    [
        typing.NoReturn,
        typing.Self,
        3,
        ...,
        tuple[int, *tuple[str, ...]],
        tuple[int, typing.Unpack[tuple[str, ...]]],  # noqa: UP044
        typing.ParamSpec("P"),
        typing.Protocol,
    ],
)
def test_what_has_no_finite_space_of_values_is_refused_with_a_remedy(annotation: Any) -> None:
    with pytest.raises(AnnotationError) as caught:
        read(annotation)
    assert "the type" in caught.value.problem
    assert caught.value.remedy


class Permission(enum.Flag):
    READ = 1
    WRITE = 2
    RUN = 4


def test_flags_are_combined_fewer_first() -> None:
    R, W, X = Permission  # noqa: N806
    found = list(inhabitants(Permission, Scope(size=0)))
    assert found == [Permission(0), R, W, X, R | W, R | X, W | X, R | W | X]


def test_many_flags_are_not_combined_in_every_way() -> None:
    many = enum.Flag("many", [f"f{i}" for i in range(20)])
    assert inhabitants(many, Scope(size=0)).count == 22
