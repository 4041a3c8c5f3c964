"""Classes whose constructors refuse arguments in code that cannot be read as logic."""

# ruff: noqa: E722, SIM110  # what is tested is how people write

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Any, Optional

from refute.logic.reading.predicates import where
from refute.spaces.scope import Scope

S = Scope
ONCE = range(1)  # a loop over it makes code opaque


class Colour(Enum):
    RED = 1
    BLACK = 2


class Range:
    def __init__(self, low: int, high: int, tags: list[int]) -> None:
        for _ in ONCE:
            if low > high:
                raise ValueError
        self.low, self.high, self.tags = low, high, tags


class Tagged(Range):
    def __init__(self, low: int, high: int, tags: list[int]) -> None:
        super().__init__(low, high, tags)
        for tag in tags:
            if tag < low:
                raise ValueError


@dataclass(frozen=True)
class Ordered:
    items: tuple[int, ...]

    def __post_init__(self) -> None:
        for place in range(1, len(self.items)):
            if self.items[place - 1] > self.items[place]:
                raise ValueError("order")


@dataclass(frozen=True)
class RefusesByTypeError:
    a: int
    b: str

    def __post_init__(self) -> None:
        for number in (self.a,):
            if not isinstance(number, int) or number < 0:
                raise TypeError("negative")


@dataclass(frozen=True)
class AsksInC:
    a: int
    b: str

    def __post_init__(self) -> None:
        for _ in ONCE:
            if "aa".startswith(self.b) and self.a > 0:
                raise ValueError


@dataclass(frozen=True)
class Converts:
    a: str
    b: int

    def __post_init__(self) -> None:
        for _ in ONCE:
            if self.b > 0:
                float(f"{len(self.a)}{self.a}")


class Swallows:
    def __init__(self, a: int, b: int) -> None:
        try:
            right = a > b
        except:
            right = True
        for _ in ONCE:
            if not right:
                raise ValueError
        self.a, self.b = a, b


class Asserts:
    def __init__(self, a: list[int], b: int) -> None:
        for item in a:
            assert item != b
        self.a, self.b = a, b


class KeepsAll:
    kept: list[Any] = []  # noqa: RUF012

    def __init__(self, a: int, b: int) -> None:
        for other in KeepsAll.kept[-2:]:
            if other is self:
                raise ValueError
        KeepsAll.kept.append(self)
        for _ in ONCE:
            if a == 1:
                raise ValueError
        self.a, self.b = a, b


class DependsOnAnother:
    def __init__(self, n: int, items: Annotated[list[int], where(lambda v, n: len(v) <= n)]) -> None:
        for item in items:
            if item == n:
                raise ValueError
        self.n, self.items = n, items


class OfOthers:
    def __init__(self, ordered: Ordered, colour: Colour, n: Optional[int]) -> None:
        for _ in ONCE:
            if colour is Colour.RED and n is None:
                raise ValueError
            if ordered.items and ordered.items[0] == n:
                raise ValueError
        self.ordered, self.colour, self.n = ordered, colour, n


@dataclass(frozen=True)
class Recursive:
    key: int
    left: Optional[Recursive]
    right: Optional[Recursive]

    def __post_init__(self) -> None:
        for child in (self.left,):
            if child is not None and child.key >= self.key:
                raise ValueError
        for child in (self.right,):
            if child is not None and child.key <= self.key:
                raise ValueError


class ByKeyword:
    def __init__(self, a: int, *, b: int = 0) -> None:
        for _ in ONCE:
            if a + b > 1:
                raise ValueError
        self.a, self.b = a, b


class AsksWhichObject:
    def __init__(self, a: int, b: int) -> None:
        one = 1
        for _ in ONCE:
            if a is one:
                raise ValueError
        self.a, self.b = a, b


class AsksWhichType:
    def __init__(self, a: int | str, b: int) -> None:
        for _ in ONCE:
            if type(a) is str:
                raise ValueError
        self.a, self.b = a, b


@dataclass
class OfSets:
    a: frozenset[int]
    b: dict[int, int]

    def __post_init__(self) -> None:
        for item in self.a:
            if item in self.b:
                raise ValueError


@dataclass
class Sorts:
    a: int
    b: tuple[int, ...] = field(default=())

    def __post_init__(self) -> None:
        while self.a > 1:
            raise ValueError
        self.total = sum(sorted(self.b))


def none_begins_at_zero(v: list[Range]) -> bool:
    for one in v:
        if one.low == 0:
            return False
    return True


def first_tag_is_zero(v: list[Range]) -> bool:
    for one in v:
        for tag in one.tags:
            return tag == 0
    return True


CONSTRUCTORS: dict[str, tuple[Any, Scope]] = {
    "ranges": (Range, S(size=3, ints=(-1, 1))),
    "ranges to a depth": (Range, S(depth=2, ints=(-1, 1))),
    "a constructor that calls another": (Tagged, S(size=3, ints=(-1, 1))),
    "sorted": (Ordered, S(size=4, ints=(0, 2))),
    "sorted by the rule of SmallCheck": (Ordered, S.smallcheck(3)),
    "lists of them": (list[Ordered], S(size=5, ints=(0, 1))),
    "sets of them": (frozenset[Ordered], S(size=4, ints=(0, 1))),
    "dicts of them": (dict[Ordered, Range], S(size=4, ints=(0, 1))),
    "tuples of them": (tuple[Ordered, Annotated[int, where(lambda v: v > 0)]], S(size=4, ints=(0, 2))),
    "lists of unions of them": (list[Range | Ordered | int], S(size=3, ints=(0, 1))),
    "one, another or None": (Range | Ordered | None, S(size=3, ints=(0, 1))),
    "refused by TypeError": (RefusesByTypeError, S(size=2)),
    "asked in C": (AsksInC, S(size=2)),
    "converted": (Converts, S(size=2)),
    "asked in a bare except": (Swallows, S(size=2)),
    "refused by an assertion": (Asserts, S(size=3, ints=(0, 2))),
    "kept": (KeepsAll, S(size=2)),
    "one argument's type depends on another": (DependsOnAnother, S(size=3, ints=(-1, 2))),
    "of enumerations, None and others": (OfOthers, S(size=4, ints=(0, 1))),
    "of enumerations, None and others to a depth": (OfOthers, S(depth=3, ints=(0, 1))),
    "recursive": (Recursive, S(size=3, ints=(0, 2))),
    "recursive to a depth": (Recursive, S(depth=2, ints=(0, 2))),
    "by keyword": (ByKeyword, S(size=2)),
    "asked by `is`": (AsksWhichObject, S(size=2)),
    "asked by `type`": (AsksWhichType, S(size=2)),
    "of sets and dicts": (OfSets, S(size=4, ints=(0, 2))),
    "computing": (Sorts, S(size=3)),
    "narrowed by a predicate": (Annotated[list[Range], where(none_begins_at_zero)], S(size=3, ints=(-1, 1))),
    "narrowed by a predicate on parts": (Annotated[list[Range], where(first_tag_is_zero)], S(size=4, ints=(0, 1))),
    "refined by what can be read": (
        Annotated[list[Range], where(lambda v: all(one.low == 0 for one in v))],
        S(size=4, ints=(0, 1)),
    ),
    "refined by arithmetic": (Annotated[Range, where(lambda v: v.low + len(v.tags) == 1)], S(size=4, ints=(-1, 1))),
}
