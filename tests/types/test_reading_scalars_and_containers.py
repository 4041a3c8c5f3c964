"""Scalars and containers, in every spelling they have."""

import collections
import collections.abc as abc
import datetime
import enum
import typing
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Annotated, Any, Final, Literal, NewType, Optional, TypeVar

import pytest
from reading_types import read

from refute import Scope, check, inhabitants, where
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
        typing.ParamSpec("P"),
        typing.Protocol,
    ],
)
def test_what_has_no_finite_space_of_values_is_refused_with_a_remedy(annotation: Any) -> None:
    with pytest.raises(AnnotationError) as caught:
        read(annotation)
    assert "the type" in caught.value.problem
    assert caught.value.remedy


def tuples(first: list[Any], rest: list[Any], last: list[Any], most: int) -> list[tuple[Any, ...]]:
    """Those of one element of each kind around at most so many."""
    inside = [chosen for length in range(most + 1) for chosen in product(rest, repeat=length)]
    return [(*a, *chosen, *b) for a in product(*first) for chosen in inside for b in product(*last)]


BITS, NUMBERS = [False, True], [0, 1]
UNPACKED = [
    (tuple[int, *tuple[bool, ...]], [NUMBERS], []),
    (tuple[*tuple[bool, ...], int], [], [NUMBERS]),
    (tuple[int, *tuple[bool, ...], int, int], [NUMBERS], [NUMBERS, NUMBERS]),
    (tuple[int, typing.Unpack[tuple[bool, ...]]], [NUMBERS], []),  # noqa: UP044
    (tuple[int, *tuple[int, *tuple[bool, ...]]], [NUMBERS, NUMBERS], []),
]


@pytest.mark.parametrize(("annotation", "first", "last"), UNPACKED, ids=str)
def test_a_tuple_may_have_another_of_any_length_in_it(annotation: Any, first: list[Any], last: list[Any]) -> None:
    space = inhabitants(annotation, Scope(size=2, ints=(0, 1)))
    assert sorted(map(repr, space)) == sorted(map(repr, tuples(first, BITS, last, 2)))
    assert [space.index(value) for value in space] == list(range(space.count))
    long = inhabitants(Annotated[annotation, where(lambda v: len(v) > 2 and v[1])], Scope(size=2, ints=(0, 1)))
    assert [value for value in space if len(value) > 2 and value[1]] == list(long)


def test_a_tuple_of_known_length_in_another_is_part_of_it() -> None:
    assert read(tuple[int, *tuple[str, int]]) == read(tuple[int, str, int])


def test_results_are_checked_element_by_element() -> None:
    def turns(t: tuple[int, *tuple[bool, ...]]) -> tuple[*tuple[bool, ...], int]:
        return (*t[1:], t[0])

    def keeps(t: tuple[int, *tuple[bool, ...]]) -> tuple[*tuple[bool, ...], int]:
        return t

    assert not check(turns, scope=Scope(size=2), in_process=True).findings
    (finding,) = check(keeps, scope=Scope(size=2), in_process=True).findings
    assert finding.call.endswith("keeps(t=(0, False))")


def test_tuples_that_are_not_told_apart_are_refused() -> None:
    assert inhabitants(tuple[()] | tuple[int, *tuple[bool, ...]], Scope(size=1, ints=(0, 0))).count == 4
    with pytest.raises(AnnotationError, match="several tuples of the same length"):
        inhabitants(tuple[int, ...] | tuple[int, *tuple[bool, ...]], Scope(size=1))


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


class Mode(enum.Flag):
    READ_WRITE = 3
    RUN = 4


class Kept(enum.IntFlag):
    READ = 1


MANY = enum.Flag("MANY", [f"f{i}" for i in range(11)])


def test_a_flag_of_several_bits_that_no_other_has_is_combined_too() -> None:
    found = list(inhabitants(Mode, Scope(size=0)))
    assert found == [Mode(0), Mode.RUN, Mode.READ_WRITE, Mode.READ_WRITE | Mode.RUN]


def takes_permission(one: Permission) -> None: ...


def takes_mode(one: Mode) -> None: ...


def takes_kept(one: Kept) -> None: ...


def takes_many(one: MANY) -> None: ...  # type: ignore[valid-type]


def takes_sets(some: set[Mode]) -> None: ...


@pytest.mark.parametrize("function", [takes_mode, takes_kept, takes_many, takes_sets])
def test_flags_that_have_other_values_are_not_all_there_are(function: Any) -> None:
    report = check(function, in_process=True, tests=50)
    assert report.status == "held"
    assert "there are" not in str(report)
    assert check(takes_permission, in_process=True, tests=50).status == "exhausted"


def test_a_selection_of_flags_is_told() -> None:
    (warning,) = check(takes_many, in_process=True, tests=50).warnings
    assert warning == "of MANY, only no flag, each, and all of them were tried"


def test_a_selection_of_flags_does_not_prove_that_there_are_no_others() -> None:
    def takes_two(one: Annotated[MANY, where(lambda v: v == MANY(3))]) -> None: ...  # type: ignore[valid-type]

    assert check(takes_two, in_process=True, tests=50).status == "undecided"


def test_a_combination_with_bits_that_no_member_has_alone_is_spelled_by_its_number() -> None:
    def refuses_all(one: Mode) -> None:
        assert one != Mode.READ_WRITE | Mode.RUN

    (finding,) = check(refuses_all, in_process=True, tests=50).findings
    assert finding.call.endswith("one=Mode(7))")
