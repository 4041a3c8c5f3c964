"""Classes whose objects change, share, hold and give away each other; and what programs can do with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from natural_programs import Doing, Several, heard

from refute import Interface

Key = Literal[0, 1]
KEYS = (0, 1)


class Counter:
    """Changes by itself."""

    @heard
    def __init__(self) -> None:
        self.count = 0

    @heard
    def add(self, key: Key) -> None:
        self.count = (self.count + key + 1) % 5

    @heard
    def take(self) -> int:
        if self.count > 2:
            raise LookupError
        self.count += 1
        if self.count == 2:
            raise LookupError  # after it has changed
        return self.count


class Box:
    """Holds another one, which it shares with whoever has it."""

    @heard
    def __init__(self) -> None:
        self.inside: Box | None = None
        self.mark = 0

    @heard
    def put(self, other: Box) -> None:
        self.inside = other

    @heard
    def paint(self) -> None:
        self.mark = 1

    @heard
    def around(self) -> Box:
        made = Box()
        made.inside = self
        return made


class Desk:
    """Gives handles away, and knows them by identity when they come back."""

    @heard
    def __init__(self) -> None:
        self.given: list[Handle] = []
        self.back = 0

    @heard
    def give(self) -> Handle:
        made = Handle()
        self.given.append(made)
        return made

    @heard
    def take(self, key: Handle) -> None:
        if not any(key is one for one in self.given):
            raise LookupError
        self.given = [one for one in self.given if one is not key]
        self.back += 1


class Handle:
    @heard
    def __init__(self) -> None:
        self.turned = 0

    @heard
    def turn(self) -> None:
        self.turned = 1 - self.turned


class Chain:
    """Returns itself, or a pair that shares a list."""

    @heard
    def __init__(self) -> None:
        self.items: list[int] = []

    @heard
    def add(self, key: Key) -> Chain:
        self.items.append(key)
        return self

    @heard
    def split(self) -> tuple[Chain, Chain]:
        one, other = Chain(), Chain()
        one.items = other.items = self.items[:1]
        return one, other

    @heard
    def same(self, other: Chain) -> bool:
        return self.items is other.items


@dataclass(frozen=True)
class Leaf:
    """Immutable, but for what it may hold."""

    held: Chain | Key


@heard
def leaf(key: Key) -> Leaf:
    return Leaf(key)


@heard
def hold(chain: Chain) -> Leaf:
    return Leaf(chain)


@heard
def both(one: Leaf, other: Leaf) -> int:
    return int(one.held is other.held)


class Item:
    @heard
    def __init__(self) -> None:
        self.sold = 0

    @heard
    def sell(self) -> None:
        self.sold = 1


@dataclass
class Order:
    """Public data, made of others."""

    items: list[Item]
    last: Item | None = None


@heard
def order(items: list[Item]) -> Order:
    return Order(items)


@heard
def close(order: Order) -> None:
    order.last = order.items.pop()


@heard
def sort(a: Item, b: Item, c: Item) -> tuple[Item, Item] | None:
    """Three of them, any of which may be the same."""
    if a is b or b is c:
        a.sold = 2
        return None
    return a, c


class Lazy:
    """Changes when it is looked at, once."""

    @heard
    def __init__(self, key: Key) -> None:
        self.key = key
        self.known: int | None = None

    @heard
    def value(self) -> int:
        if self.known is None:
            self.known = self.key + 1
        return self.known

    @heard
    def next(self) -> Lazy:
        made = Lazy(1 - self.key)  # type: ignore[arg-type]
        made.known = self.known
        return made


@dataclass(frozen=True)
class Zoo:
    """What belongs together: classes, functions, and all that programs can do with them."""

    name: str
    classes: Sequence[type]
    doings: Sequence[Doing]
    most_calls: int
    functions: Sequence[Callable[..., Any]] = ()

    def interface(self) -> Interface:
        made = Interface.of(*self.classes, exclude=["Leaf", "Order"])
        for function in self.functions:
            made.function(function)
        return made


ZOO = [
    Zoo(
        "counters", [Counter], [Doing(Counter), Doing(Counter.add, (Counter, KEYS)), Doing(Counter.take, (Counter,))], 5
    ),
    Zoo(
        "boxes",
        [Box],
        [Doing(Box), Doing(Box.put, (Box, Box)), Doing(Box.paint, (Box,)), Doing(Box.around, (Box,))],
        4,
    ),
    Zoo(
        "desks",
        [Desk, Handle],
        [
            *(Doing(Desk), Doing(Handle), Doing(Desk.give, (Desk,))),
            *(Doing(Desk.take, (Desk, Handle)), Doing(Handle.turn, (Handle,))),
        ],
        5,
    ),
    Zoo(
        "chains",
        [Chain],
        [
            *(Doing(Chain), Doing(Chain.add, (Chain, KEYS))),
            *(Doing(Chain.split, (Chain,)), Doing(Chain.same, (Chain, Chain))),
        ],
        4,
    ),
    Zoo(
        "leaves",
        [Chain, Leaf],
        [
            *(Doing(Chain), Doing(Chain.add, (Chain, KEYS)), Doing(Chain.split, (Chain,))),
            *(
                Doing(Chain.same, (Chain, Chain)),
                Doing(leaf, (KEYS,)),
                Doing(hold, (Chain,)),
                Doing(both, (Leaf, Leaf)),
            ),
        ],
        4,
        [leaf, hold, both],
    ),
    Zoo(
        "orders",
        [Item, Order],
        [Doing(Item), Doing(Item.sell, (Item,)), Doing(order, (Several(Item),)), Doing(close, (Order,))],
        4,
        [order, close],
    ),
    Zoo("three", [Item], [Doing(Item), Doing(Item.sell, (Item,)), Doing(sort, (Item, Item, Item))], 5, [sort]),
    Zoo("lazy", [Lazy], [Doing(Lazy, (KEYS,)), Doing(Lazy.value, (Lazy,)), Doing(Lazy.next, (Lazy,))], 5),
]
