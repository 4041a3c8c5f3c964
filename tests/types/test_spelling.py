"""Values are spelled as Python that builds them again."""

from __future__ import annotations

import datetime
import enum
import functools
import math
import zoneinfo
from collections import deque
from dataclasses import InitVar, dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import attrs
import pydantic
import pytest

from refute.judge.findings import call_line
from refute.types.signatures import read_signature
from refute.types.spelling import Speller, in_one_line, spelled


class Colour(enum.Enum):
    RED = 1


class Permission(enum.Flag):
    READ = 1
    WRITE = 2


@dataclass(frozen=True)
class Leaf: ...


@dataclass
class Node:
    value: Any
    below: Any = field(default_factory=Leaf, kw_only=True)


class Point(NamedTuple):
    x: int
    y: int


class Plain:
    def __init__(self, value: int) -> None:
        self._value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plain) and self._value == other._value

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "a lie"


@attrs.frozen
class Account:
    _balance: int


class Model(pydantic.BaseModel):
    name: str
    tags: list[str] = []


@dataclass
class Forgetful:
    seed: InitVar[int]


class Silent:
    def __init__(self, *parts: int) -> None: ...

    def __repr__(self) -> str:
        raise ValueError


VALUES = [
    None,
    True,
    -3,
    2.5,
    -0.0,
    math.inf,
    -math.inf,
    2j,
    complex(1, -0.0),
    "it's\n\x00\U0001f40d",
    b"\xff",
    Decimal("-0"),
    Decimal("NaN"),
    Fraction(1, 3),
    datetime.date(2024, 2, 29),
    datetime.datetime(2024, 2, 29, 1, fold=1, tzinfo=datetime.UTC),
    datetime.datetime(2024, 2, 29, 1, tzinfo=zoneinfo.ZoneInfo("UTC")),
    datetime.timedelta(days=-1, microseconds=3),
    (),
    (1,),
    (1, "a"),
    [],
    [[1], []],
    set(),
    {3, 1, 2},
    frozenset(),
    frozenset({frozenset({1}), frozenset()}),
    {},
    {"a": [1], (1, 2): None},
    deque([1, 2], maxlen=3),
    deque(),
    Colour.RED,
    Permission.READ | Permission.WRITE,
    Leaf(),
    Node(Colour.RED, below=Node([Leaf()])),
    Point(1, 2),
    Plain(3),
    Account(balance=7),
    Model(name="x", tags=["y"]),
    int,
    Leaf,
    math.floor,
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_text_builds_the_value_again(value: Any) -> None:
    speller = Speller()
    text = speller.spell(value)
    namespace: dict[str, Any] = {}
    exec("\n".join(speller.imports), namespace)
    again = eval(text, namespace)
    assert type(again) is type(value)
    assert again == value or (again != again and value != value)
    assert repr(again) == repr(value) or isinstance(value, set | frozenset)
    assert speller.complete


def test_the_usual_forms() -> None:
    assert spelled(Node(Colour.RED)) == "Node(Colour.RED, below=Leaf())"
    assert spelled(Plain(3)) == "Plain(3)"
    assert spelled(Permission.READ | Permission.WRITE) == "Permission.READ | Permission.WRITE"
    assert spelled(Permission(0)) == "Permission(0)"
    assert spelled({3, 1, 2}) == "{1, 2, 3}"
    assert spelled({"b", "a"}) == "{'a', 'b'}"


def test_sets_of_what_cannot_be_sorted_are_in_the_order_of_their_texts() -> None:
    assert spelled({Decimal("NaN"), Decimal(2), Decimal(1)}) == "{Decimal('1'), Decimal('2'), Decimal('NaN')}"
    assert spelled({(1, "a"), ("a", 1)}) == "{('a', 1), (1, 'a')}"


def test_imports_are_those_needed() -> None:
    speller = Speller()
    speller.spell([Node(Decimal(1)), datetime.date(2000, 1, 1), Colour.RED])
    assert speller.imports == [
        "import datetime",
        "from decimal import Decimal",
        f"from {__name__} import Colour, Leaf, Node",
    ]


def test_what_cannot_be_spelled_is_shown_and_said_to_be_incomplete() -> None:
    for value in (Forgetful(3), object(), Silent(), lambda: 3):
        speller = Speller()
        assert speller.spell([value])
        assert not speller.complete


@dataclass(unsafe_hash=True)
class Scale:
    factor: int
    then: Scale | None = None

    def __call__(self, number: int) -> int:
        return self.factor * number

    def __repr__(self) -> str:
        return "Scale(0)"


class Raised:
    def __init__(self, power: int) -> None:
        self.power = power

    def __call__(self, number: int) -> int:
        return int(number**self.power)


@functools.cache
def doubled(number: int) -> int:
    return 2 * number


def test_objects_that_can_be_called_are_built_like_others() -> None:
    speller = Speller()
    assert speller.spell([Scale(3), Raised(2)]) == "[Scale(3, None), Raised(2)]"
    assert speller.complete
    assert speller.imports == [f"from {__name__} import Raised, Scale"]


def test_objects_that_can_be_called_are_named_where_they_are_shared() -> None:
    speller, scale = Speller(linking=True), Scale(3)
    assert speller.spell([scale, scale]) == "[s0, s0]"
    assert speller.definitions == ["s0 = Scale(3, None)"]


@pytest.mark.parametrize("function", [len, doubled, str, Scale, spelled, dict.fromkeys])
def test_functions_and_classes_are_spelled_by_their_names(function: Any) -> None:
    speller = Speller()
    assert speller.spell(function) == function.__qualname__
    assert speller.complete


def test_a_value_that_contains_itself() -> None:
    value: list[Any] = [1]
    value.append(value)
    speller = Speller()
    assert speller.spell(value) == "[1, ...]"
    assert not speller.complete


def test_the_same_part_twice_is_no_cycle() -> None:
    part = [1]
    assert spelled([part, part]) == "[[1], [1]]"


def test_values_nested_more_deeply_than_python_recurses() -> None:
    value: list[Any] = []
    for _ in range(20_000):
        value = [value]
    assert spelled(value) == "[" * 20_001 + "]" * 20_001


@pytest.mark.parametrize("text", ["e\u0301", "\u0301", "'\u20dd", "\u200f\u05d0", "\u202e", "\ud800", "\x1b[0m", "é"])
def test_what_would_not_be_seen_in_a_text_is_escaped(text: str) -> None:
    written = spelled(text)
    assert eval(written) == text
    assert ("\\" not in written) == (text == "é")


@dataclass(eq=False)
class Linked:
    value: int
    next: Linked | None = None
    others: list[Linked] = field(default_factory=list)


def read_back(speller: Speller, text: str) -> Any:
    names: dict[str, Any] = {"Linked": Linked}
    exec("\n".join(speller.definitions), names)
    return eval(text, names)


def test_objects_that_lead_back_to_themselves_are_named_and_linked() -> None:
    first, second = Linked(1), Linked(2)
    first.next, second.next, second.others = second, first, [second, Linked(3)]
    speller = Speller(linking=True, taken=["l1"])
    text = speller.spell([first])
    assert (text, speller.complete) == ("[l0]", True)
    assert (
        speller.definitions
        == speller.links
        == [
            "l0 = Linked(1, None, [])",
            "l1_2 = Linked(2, l0, None)",
            "l0.next = l1_2",
            "l1_2.others = [l1_2, Linked(3, None, [])]",
        ]
    )
    (again,) = read_back(speller, text)
    assert again.next.next is again
    assert again.next.others[0] is again.next


def test_objects_that_are_shared_are_named_and_others_are_not() -> None:
    shared = Linked(0)
    speller = Speller(linking=True)
    text = speller.spell(Linked(1, shared, [shared, Linked(2)]))
    assert speller.definitions == ["l0 = Linked(0, None, [])"]
    assert text == "Linked(1, l0, [l0, Linked(2, None, [])])"
    again = read_back(speller, text)
    assert again.next is again.others[0]


def test_immutable_values_are_written_out_wherever_they_are() -> None:
    leaf = Leaf()
    speller = Speller(linking=True)
    assert speller.spell([leaf, leaf, (leaf, Colour.RED, Colour.RED, 1, 1)]) == (
        "[Leaf(), Leaf(), (Leaf(), Colour.RED, Colour.RED, 1, 1)]"
    )
    assert speller.definitions == []


def test_a_value_in_one_line_has_names_of_its_own() -> None:
    loop = Linked(0)
    loop.next = loop
    speller = Speller(linking=True)
    for _ in range(2):
        assert in_one_line(loop, speller) == "l0 = Linked(0, None, []); l0.next = l0; l0"


class l0(Linked):  # noqa: N801  # named as an object of it would be
    ...


def test_no_object_has_the_name_of_a_class() -> None:
    loop = l0(0)
    loop.next = loop
    speller = Speller(linking=True)
    assert speller.spell(loop) == "l0_2"
    assert speller.definitions == ["l0_2 = l0(0, None, [])", "l0_2.next = l0_2"]


def linked_to(first: Linked, second: l0) -> None: ...


def test_no_argument_has_the_name_of_a_class_that_another_needs() -> None:
    loop = Linked(0)
    loop.next = loop
    *links, call = call_line(read_signature(linked_to), (loop, l0(1))).split("; ")
    assert links == ["l0_2 = Linked(0, None, [])", "l0_2.next = l0_2"]
    assert call == "linked_to(first=l0_2, second=l0(1, None, []))"
