"""Is a result of its type? By Python's rules, not only by how refute would have built it."""

from __future__ import annotations

import collections
import datetime
import enum
import itertools
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, MutableSequence, Sequence, Set
from dataclasses import InitVar, dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, Generic, Literal, NamedTuple, NewType, TypedDict, TypeVar, Union
from unittest.mock import Mock

import attrs
import pydantic
import pytest
from judging import holds, read

from refute.judge.contracts import contract_of
from refute.logic.errors import RefinementError
from refute.logic.predicates import where
from refute.types.model import SequenceOf

T = TypeVar("T")
K = TypeVar("K")
Nat = Annotated[int, where(lambda v: v >= 0)]
UserId = NewType("UserId", int)
Json = Union[None, bool, int, str, "list[Json]", "dict[str, Json]"]
Nested = Union[int, "Sequence[Nested]"]


class Colour(enum.Enum):
    RED = 1
    BLACK = 2


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


class Point(NamedTuple):
    x: int
    y: Nat


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


# -- data ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Interval:
    low: int
    high: Annotated[int, where(lambda v, low: v >= low)]


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


@dataclass
class Cell(Generic[T]):
    """Mutable, so it may lead back to itself."""

    item: T
    rest: Cell[Annotated[T, where(lambda v, item: v >= item)]] | None = None


def length(cell: Cell[int] | None) -> int:
    return 0 if cell is None else 1 + length(cell.rest)


class Movie(TypedDict):
    title: str
    year: Annotated[int, where(lambda v: v > 1800)]


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


# -- deep, endless, and lying ----------------------------------------------------------------------------------------


def chain(length: int) -> Cell[int]:
    cell = Cell(length)
    for item in range(length - 1, 0, -1):
        cell = Cell(item, cell)
    return cell


def test_values_may_nest_more_deeply_than_python_recurses() -> None:
    deep: Any = []
    for _ in range(5000):
        deep = [deep]
    assert holds(Json, deep)
    assert holds(Cell[int], chain(1500))
    assert holds(Annotated[Cell[int], where(lambda v: length(v) == 1500)], chain(1500))


def test_a_fault_deep_down_is_found() -> None:
    cell = last = chain(1500)
    while last.rest is not None:
        last = last.rest
    last.item = 0
    assert not holds(Cell[int], cell)


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
