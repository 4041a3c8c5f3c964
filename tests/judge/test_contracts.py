"""Is a result of its type? By Python's rules, not only by how refute would have built it."""

from __future__ import annotations

import collections
import datetime
import enum
import itertools
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, MutableSequence, Sequence, Set
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, Literal, NewType, TypeVar, Union

import pytest
from judged_types import Colour, Json, Point
from judging import holds, read

from refute.conform.compiled import contract_of
from refute.errors import RefinementError
from refute.logic.reading.predicates import where
from refute.types.model import SequenceOf

T = TypeVar("T")
UserId = NewType("UserId", int)
Nested = Union[int, "Sequence[Nested]"]


class Tone(enum.IntEnum):
    LOW = 1


class Rights(enum.Flag):
    A = enum.auto()
    B = enum.auto()
    C = enum.auto()
    D = enum.auto()
    E = enum.auto()
    F = enum.auto()
    G = enum.auto()
    H = enum.auto()
    I = enum.auto()  # noqa: E741
    J = enum.auto()
    K = enum.auto()
    L = enum.auto()


class Many(list[int]): ...


class Window(Sequence[int]):
    """A sequence of its own."""

    def __init__(self, *items: int) -> None:
        self.items = items

    def __getitem__(self, place: Any) -> Any:
        return self.items[place]

    def __len__(self) -> int:
        return len(self.items)


class Endless:
    """Iterable again and again, and without end."""

    def __iter__(self) -> Iterator[int]:
        return itertools.count()


@pytest.mark.parametrize(
    ("annotation", "value"),
    [
        (int, 3),
        (int, True),
        (int, Tone.LOW),
        (float, 3),
        (float, True),
        (float, math.nan),
        (complex, 3),
        (complex, 1.5),
        (str, "a"),
        (str | None, None),
        (datetime.date, datetime.datetime(2020, 1, 1)),
        (Fraction, Fraction(1, 2)),
        (Decimal, Decimal(1)),
        (UserId, 7),
        (list[int], Many([1, 2])),
        (dict[str, int], collections.OrderedDict(a=1)),
        (dict[str, int], collections.Counter("ab")),
        (tuple[int, int], Point(1, 2)),
        (tuple[int, ...], Point(1, 2)),
        (tuple[()], ()),
        (Sequence[int], [1]),
        (Sequence[int], range(10**12)),
        (Sequence[int], b"ab"),
        (Sequence[str], "ab"),
        (Sequence[int], Window(1, 2)),
        (MutableSequence[int], collections.deque([1])),
        (Iterable[int], {1, 2}),
        (Iterable[int], {1: "a"}),
        (Iterable[int], iter("not looked at")),
        (Iterable[int], itertools.count()),
        (Iterable[int], Endless()),
        (Collection[int], {1: 2}.keys()),
        (Set[int], {1: 2}.keys()),
        (Set[int], {1}),
        (Mapping[str, int], collections.ChainMap({"a": 1})),
        (Any, object()),
        (object, [object()]),
        (list[Any], [object()]),
        (Any | None, object()),
        (list, [object()]),
        (Colour, Colour.RED),
        (Rights, Rights.A | Rights.B | Rights.C),
        (Literal[1, "a", None], "a"),
        (Literal[Colour.RED], Colour.RED),
        (T, object()),
        (list[T], [object(), 1]),
        (Json, {"a": [1, None, {"b": True}]}),
        (Nested, "a"),
    ],
)
def test_a_result_is_of_its_type_by_the_rules_of_typing(annotation: Any, value: Any) -> None:
    assert holds(annotation, value)


@pytest.mark.parametrize(
    ("annotation", "value"),
    [
        (int, 3.0),
        (int, "3"),
        (int, None),
        (float, "3"),
        (float, 3j),
        (bool, 1),
        (bool, 0),
        (str, b"a"),
        (bytes, "a"),
        (type(None), 0),
        (datetime.datetime, datetime.date(2020, 1, 1)),
        (list[int], (1, 2)),
        (list[int], [1, "2"]),
        (list[int], Many(["a"])),
        (tuple[int, int], (1, 2, 3)),
        (tuple[int, ...], (1, "a")),
        (tuple[()], (1,)),
        (Sequence[int], {1}),
        (Sequence[int], iter([1])),
        (Sequence[int], Window(1, "a")),  # type: ignore[arg-type]
        (MutableSequence[int], (1, 2)),
        (Iterable[int], 3),
        (Iterable[int], ["a"]),
        (Set[int], [1]),
        (Set[int], {"a"}),
        (set[int], frozenset({1})),
        (Mapping[str, int], collections.ChainMap({"a": "b"})),
        (dict[str, int], {1: 1}),
        (Colour, 1),
        (Colour, Rights.A),
        (Literal[1, "a"], True),
        (Literal[1, "a"], 1.0),
        (Literal[1, "a"], "b"),
        (Literal[Colour.RED], Colour.BLACK),
        (Json, {"a": [1, {2: 3}]}),
        (Json, 1.5),
        (UserId, "7"),
    ],
)
def test_a_result_that_is_of_another_type_is_not_taken(annotation: Any, value: Any) -> None:
    assert not holds(annotation, value)


def test_a_union_of_containers_takes_what_any_of_them_takes() -> None:
    assert holds(tuple[int, ...] | Sequence[int], [1])
    assert holds(Sequence[int] | tuple[int, ...], [1])
    assert holds(list[tuple[int, ...]] | list[Sequence[int]], [[1]])


def test_an_abstract_container_says_what_it_accepts_and_a_concrete_one_only_its_kind() -> None:
    abstract, concrete = read(Sequence[int]), read(tuple[int, ...])
    assert isinstance(abstract, SequenceOf)
    assert isinstance(concrete, SequenceOf)
    assert (abstract.accepts, concrete.accepts) == (Sequence, None)
    assert abstract == concrete


# -- refinements ---------------------------------------------------------------------------------------------------


def test_a_refinement_is_asked_of_the_result_and_of_the_parameters() -> None:
    below = Annotated[int, where(lambda v, r2: 0 <= v < r2)]
    assert holds(below, 2, {"r1": 0, "r2": 3})
    assert not holds(below, 3, {"r1": 9, "r2": 3})


def test_a_refinement_on_elements_sees_the_parameters() -> None:
    below = list[Annotated[int, where(lambda v, n: v < n)]]
    assert holds(below, [0, 1], {"n": 2})
    assert not holds(below, [0, 2], {"n": 2})


def test_a_refinement_of_anything_takes_all_that_it_holds_for() -> None:
    assert holds(Annotated[Any, where(lambda v: v > 3)], 4.5)
    assert not holds(Annotated[Any, where(lambda v: v > 3)], 2.5)


def test_a_refinement_of_floats_may_rely_on_floats() -> None:
    assert holds(Annotated[float, where(lambda v: v.hex() == "0x1.8000000000000p+1")], 3)
    assert not holds(Annotated[float, where(lambda v: v.hex() == "")], 3)
    assert not holds(Annotated[float, where(lambda v: v.hex() == "")], 10**400)


def test_a_refinement_that_raises_does_not_hold() -> None:
    assert not holds(Annotated[int, where(lambda v: 10 // v > 1)], 0)


def test_a_member_of_a_union_whose_refinement_raises_leaves_the_others() -> None:
    assert holds(Annotated[int, where(lambda v: 10 // v > 1)] | Annotated[int, where(lambda v: v == 0)], 0)


def test_a_sibling_that_is_not_given_is_said() -> None:
    contract = contract_of(read(Annotated[int, where(lambda v, n: v < n)], "n"))
    with pytest.raises(RefinementError, match="depends on 'n'"):
        contract.holds(1, {})
