"""Was an argument changed by a call? Seen from outside, without asking the argument."""

from __future__ import annotations

import array
import copy
import datetime
import enum
import functools
import itertools
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, NamedTuple, NoReturn

import attrs
import pydantic
import pytest

from refute.judge.fingerprints import fingerprint


class Colour(enum.Enum):
    RED = 1
    BLACK = 2


@dataclass
class Node:
    key: Any
    children: list[Node] = field(default_factory=list)


class Pair(NamedTuple):
    left: Any
    right: Any


class Slotted:
    __slots__ = ("__hidden", "shown")

    def __init__(self, hidden: int, shown: int) -> None:
        self.__hidden = hidden
        self.shown = shown


@attrs.define
class Money:
    amount: int


class Model(pydantic.BaseModel):
    items: list[int]


class Tagged(list[int]):
    tag = ""


class Loud:
    """Whatever it is asked, it raises."""

    def __init__(self, inside: Any) -> None:
        object.__setattr__(self, "inside", inside)

    def _raise(self, *args: Any) -> NoReturn:
        raise AssertionError("it was asked")

    __eq__ = __hash__ = __repr__ = __len__ = __iter__ = __bool__ = __getattr__ = __reduce_ex__ = _raise  # type: ignore[assignment]
    __getattribute__ = _raise


class LoudList(list[Any]):
    def __iter__(self) -> Iterator[Any]:
        raise AssertionError("it was asked")

    __eq__ = __len__ = __getitem__ = __repr__ = __iter__  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]


class Sum:
    def __init__(self, items: list[int]) -> None:
        self.items = items

    @functools.cached_property
    def total(self) -> int:
        return sum(self.items)


VALUES: list[Callable[[], Any]] = [
    lambda: None,
    lambda: [1, [2, (3, {4})], {"a": {5: deque([6], 7)}}],
    lambda: Node(1, [Node(2), Node(3, [Node(4)])]),
    lambda: Pair(1, [2]),
    lambda: Slotted(1, 2),
    lambda: Money(3),
    lambda: Model(items=[1]),
    lambda: OrderedDict(a=1, b=2),
    lambda: Tagged([1, 2]),
    lambda: {frozenset({(1, 2)}), frozenset()},
    lambda: (1.5, -0.0, float("nan"), 2j, Decimal("1.0"), "a", b"b", bytearray(b"c"), range(3)),
    lambda: (datetime.date(2020, 1, 1), datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC), datetime.timedelta(1)),
    lambda: (Colour.RED, len, Node),
]


@pytest.mark.parametrize("make", VALUES)
def test_values_that_are_built_alike_look_alike(make: Callable[[], Any]) -> None:
    assert fingerprint(make()) == fingerprint(make())
    assert hash(fingerprint(make())) == hash(fingerprint(make()))


def test_values_that_are_built_differently_look_different() -> None:
    seen = [fingerprint(make()) for make in VALUES]
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, True),
        (1, 1.0),
        (0.0, -0.0),
        ([1, 2], [2, 1]),
        ([1], (1,)),
        ([[1], 2], [[1, 2]]),
        ([[], [[]]], [[[]], []]),
        ({1: 2}, {2: 1}),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        (Tagged([1]), [1]),
        (Node(1), Node(2)),
        (Node(Colour.RED), Node(Colour.BLACK)),
        (deque([1], 2), deque([1], 3)),
        (Decimal("1.0"), Decimal("1.00")),
        (frozenset({1}), frozenset({True})),
        ("ab", "b"),
    ],
)
def test_a_difference_is_seen(one: Any, other: Any) -> None:
    assert fingerprint(one) != fingerprint(other)


@pytest.mark.parametrize(
    ("make", "change"),
    [
        (lambda: [1, [2]], lambda v: v[1].append(3)),
        (lambda: {"a": {1}}, lambda v: v["a"].add(2)),
        (lambda: Node(1, [Node(2)]), lambda v: setattr(v.children[0], "key", 3)),
        (lambda: Slotted(1, 2), lambda v: setattr(v, "_Slotted__hidden", 5)),
        (lambda: Slotted(1, 2), lambda v: delattr(v, "shown")),
        (lambda: Money(1), lambda v: setattr(v, "amount", 2)),
        (lambda: Model(items=[1]), lambda v: v.items.append(2)),
        (lambda: Tagged([1]), lambda v: setattr(v, "tag", "new")),
        (lambda: Tagged([1]), lambda v: v.append(2)),
        (lambda: Loud([1]), lambda v: object.__getattribute__(v, "__dict__")["inside"].append(2)),
        (lambda: LoudList([1]), lambda v: list.append(v, 2)),
        (lambda: OrderedDict(a=1, b=2), lambda v: v.move_to_end("a")),
        (lambda: bytearray(b"a"), lambda v: v.append(1)),
        (lambda: array.array("i", [1]), lambda v: v.append(1)),
        (lambda: [object()], lambda v: v.__setitem__(0, object())),
    ],
)
def test_a_change_is_seen_and_nothing_is_asked(make: Callable[[], Any], change: Callable[[Any], None]) -> None:
    value = make()
    before = fingerprint(value)
    assert fingerprint(value) == before
    change(value)
    assert fingerprint(value) != before


def test_sharing_makes_no_difference() -> None:
    shared = [1]
    assert fingerprint([shared, shared]) == fingerprint([[1], [1]])
    assert fingerprint((shared, [shared])) == fingerprint(([1], [[1]]))


def test_what_is_shared_a_great_deal_is_looked_at_once() -> None:
    value: Any = []
    for _ in range(100):
        value = [value, value]
    assert fingerprint(value) == fingerprint(copy.deepcopy(value))


def test_the_order_of_a_set_is_an_accident() -> None:
    assert fingerprint({0, 8, 16}) == fingerprint({16, 8, 0})
    items = [(Node, "a"), (1, "b"), ("c", 2.5)]
    assert len({fingerprint(set(order)) for order in itertools.permutations(items)}) == 1


def test_values_that_lead_back_to_themselves() -> None:
    def ring(*keys: Any) -> Node:
        nodes = [Node(key) for key in keys]
        for node, following in zip(nodes, [*nodes[1:], nodes[0]], strict=True):
            node.children.append(following)
        return nodes[0]

    assert fingerprint(ring(1, 2, 3)) == fingerprint(ring(1, 2, 3))
    assert fingerprint(ring(1, 2, 3)) != fingerprint(ring(1, 2, 4))
    assert fingerprint(ring(1, 2)) != fingerprint(ring(2, 1))
    loop: list[Any] = []
    loop.append(loop)
    assert fingerprint(loop) == fingerprint(loop) != fingerprint([[]])


def test_a_set_that_holds_what_it_is_held_by() -> None:
    class Member:
        def __init__(self) -> None:
            self.group = {self}

    member = Member()
    before = fingerprint(member)
    assert fingerprint(member) == before
    member.group.add(Member())
    assert fingerprint(member) != before


def test_everyone_knowing_everyone_is_no_matter() -> None:
    nodes = [Node(i) for i in range(60)]
    for node in nodes:
        node.children = nodes
    before = fingerprint(nodes[0])
    nodes[59].key = -1
    assert fingerprint(nodes[0]) != before


def test_values_may_nest_as_deeply_as_they_like() -> None:
    def nest(kind: Callable[[list[Any]], Any]) -> Any:
        value: Any = 1
        for _ in range(20_000):
            value = kind([value])
        return value

    for kind in (list, tuple, lambda items: Node(0, items), lambda items: {"a": items[0]}):
        value = nest(kind)
        assert fingerprint(value) == fingerprint(value)
        assert fingerprint(value) != fingerprint([value])
        while type(value) is tuple and value:  # so that it is let go of level by level
            (value,) = value


def test_what_a_cached_property_keeps_is_no_change() -> None:
    value = Sum([1, 2])
    before = fingerprint(value)
    assert value.total == 3
    assert fingerprint(value) == before


def test_an_iterator_is_not_consumed() -> None:
    numbers = iter([1, 2])
    assert fingerprint(numbers) == fingerprint(numbers)
    assert list(numbers) == [1, 2]
