"""A zoo of refinement types, each with scopes small enough for generate-and-filter."""

from __future__ import annotations

import datetime
import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, Generic, Literal, NamedTuple, Optional, TypedDict, TypeVar, Union

import annotated_types as at
from brute_force import BruteForce
from zoo_of_lambdas import Call, EvenFork, ToItself, TypedFunction, TypedLambda, Untyped
from zoo_of_predicates import PREDICATES
from zoo_of_trees import (
    AvlTree,
    BalancedMap,
    Boolean,
    Chain,
    ClosedTerm,
    EvenRose,
    HeapOrdered,
    LeftistHeap,
    LiveTrie,
    Nat,
    OkTree,
    SearchTree,
    WellTyped,
)

from refute.logic.reading.predicates import where
from refute.spaces.inhabitants import inhabitants
from refute.spaces.scope import Scope
from refute.spaces.space import Space
from refute.types.model import Type
from refute.types.reading.annotations import Reader
from refute.types.reading.context import Context
from refute.types.reading.notes import Note

T = TypeVar("T")
E = TypeVar("E")

Pos = Annotated[int, where(lambda v: v > 0)]

# -- sequences ---------------------------------------------------------------------------------------------------

SortedList = Annotated[list[int], where(lambda v: all(a <= b for a, b in zip(v, v[1:], strict=False)))]
StrictlySorted = Annotated[list[int], where(lambda v: all(v[i] < v[i + 1] for i in range(len(v) - 1)))]
UniqueList = Annotated[list[int], where(lambda v: len(set(v)) == len(v))]
SmallSum = Annotated[list[Nat], where(lambda v: sum(v) <= 3)]
Matrix = Annotated[list[list[bool]], where(lambda m: all(len(row) == len(m[0]) for row in m))]
Permutation = Annotated[tuple[int, ...], where(lambda p: sorted(p) == list(range(len(p))))]
Partition = Annotated[list[Pos], where(lambda p: sum(p) == 4 and all(p[i] >= p[i + 1] for i in range(len(p) - 1)))]
Palindrome = Annotated[tuple[bool, ...], where(lambda v: v == v[::-1])]
FirstIsLast = Annotated[list[int], where(lambda v: len(v) > 0 and v[0] == v[-1])]
Zigzag = Annotated[
    list[Annotated[int, where(lambda v: abs(v) <= 2)]],
    where(lambda v: all((a < b) if i % 2 == 0 else (a > b) for i, (a, b) in enumerate(zip(v, v[1:], strict=False)))),
]
Increasing = Annotated["deque[int]", where(lambda v: all(x < y for i, x in enumerate(v) for y in list(v)[i + 1 :]))]
RowsApart = Annotated[  # only rows of two numbers look at more than which of them are equal
    list[Annotated[tuple[Nat, ...], where(lambda v: len(v) < 2 or v[0] + v[1] != 2)]],
    where(lambda v: len([x for row in v for x in row]) == len({x for row in v for x in row})),
]
BoundedByLength = Annotated[list[Nat], where(lambda v: all(x < len(v) for x in v))]

Json = Union[None, bool, int, str, "list[Json]", "dict[str, Json]"]

# -- records -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Interval:
    low: int
    high: Annotated[int, where(lambda v, low: v >= low)]


@dataclass
class Window:
    """Mutable, checked by its constructor."""

    start: int
    stop: int
    tags: set[bool] = field(default_factory=set)

    def __post_init__(self) -> None:
        if self.start > self.stop:
            raise ValueError("ends before it starts")


class Slice(NamedTuple):
    items: list[bool]
    place: Annotated[int, where(lambda v, items: 0 <= v < len(items))]


@dataclass(frozen=True)
class DependentPair:
    length: Nat
    items: Annotated[tuple[bool, ...], where(lambda v, length: len(v) == length)]


@dataclass(frozen=True)
class Ok(Generic[T]):
    value: T


@dataclass(frozen=True)
class Err(Generic[E]):
    error: E


Result = Union[Ok[T], Err[E]]
Outcome = Result[Optional[bool], Literal["late", "lost"]]


class Movie(TypedDict, total=False):
    title: Literal["M"]
    year: Annotated[int, where(lambda v: v > 1)]


@dataclass(frozen=True)
class Equals:
    """Equals(1) and Equals(True) are equal, so a set holds one of them."""

    x: int | bool


class Residue:
    """Equal to others by a rule of its own."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Residue) and (self.number - other.number) % 3 == 0

    def __hash__(self) -> int:
        return self.number % 3


# -- sets and dicts ------------------------------------------------------------------------------------------------

SmallSets = Annotated[set[int], where(lambda s: sum(s) == 0)]
SetOfPairs = frozenset[tuple[bool, bool]]
NestedSets = frozenset[frozenset[bool]]
Graph = Annotated[dict[Nat, frozenset[Nat]], where(lambda g: all(w in g and v != w for v, ws in g.items() for w in ws))]
SetsOfEquals = frozenset[Equals]
KeysByResidue = dict[Residue, bool]
ValuesByKeys = Annotated[dict[Nat, list[bool]], where(lambda d: all(len(v) <= k for k, v in d.items()))]
Injective = Annotated[dict[bool, int], where(lambda d: len(set(d.values())) == len(d))]
NoTwoAdjacent = Annotated[set[Nat], where(lambda s: all(x + 1 not in s for x in s))]
Multiset = Annotated[dict[Literal["x", "y", "z"], Pos], where(lambda d: sum(d.values()) <= 3)]

# -- text and scalars ----------------------------------------------------------------------------------------------

Word = Annotated[str, where(lambda s: s.isalpha() and len(s) <= 3)]
Version = Annotated[str, at.Predicate(lambda s: re.fullmatch(r"v[01](\.[01])?", s) is not None)]
Sorted3 = Annotated[str, where(lambda s: list(s) == sorted(s))]
Even = Annotated[int, at.MultipleOf(2), at.Interval(gt=-4, le=10)]
NotTooLong = Annotated[list[Optional[bool]], at.Len(1, 2)]
Mixed = Union[int, bool, float, None, str, tuple[()], tuple[int, ...], tuple[int, int], list[int], list[str]]
Numbers = tuple[Annotated[Fraction, where(lambda v: v > 0)], Annotated[Decimal, where(lambda v: v == v)]]
Days = Annotated[datetime.date, where(lambda d: d.month == 2 and d.day == 29)]
OpaqueTriples = Annotated[tuple[int, int, int], where(eval("lambda t: t[0] * t[0] + t[1] * t[1] == t[2] * t[2]"))]

S = Scope


@dataclass(frozen=True)
class Parcel:
    tag: Nat
    items: tuple[Nat, ...]


@dataclass(frozen=True)
class Room:
    shown: tuple[Parcel, ...]
    hidden: tuple[Parcel, ...]


def tags_are_unique(room: Room) -> bool:
    tags = [parcel.tag for parcel in (*room.shown, *room.hidden)]
    return len(set(tags)) == len(tags)


def items_are_unique(room: Room) -> bool:
    items = [item for parcel in (*room.shown, *room.hidden) for item in parcel.items]
    return len(set(items)) == len(items)


UniqueTags = Annotated[Room, where(tags_are_unique)]
UniqueItems = Annotated[Room, where(items_are_unique)]
OtherTags = Annotated[Room, where(lambda r: all(p.tag not in [other.tag for other in r.hidden] for p in r.shown))]


@dataclass
class Shelf:
    """Can be changed; there is a limit to one of its lists, and negative numbers."""

    taken: deque[int]
    parcels: Annotated[list[tuple[int, list[bool]]], where(lambda v, taken: len(v) <= len(taken))]
    spare: list[tuple[int, bool]]


def is_tidy(shelf: Shelf) -> bool:
    numbers = [*shelf.taken, *[number for number, _ in shelf.parcels], *[number for number, _ in shelf.spare]]
    return len(set(numbers)) == len(numbers)


TidyShelf = Annotated[Shelf, where(is_tidy)]
SomeTagTwice = Annotated[Room, where(lambda r: any(p.tag == other.tag for p in r.shown for other in r.hidden))]


ZOO: dict[str, tuple[Any, list[Scope]]] = {
    "sorted list": (SortedList, [S(size=3), S(depth=3), S.smallcheck(4)]),
    "strictly sorted": (StrictlySorted, [S(size=4), S(depth=3), S.smallcheck(5)]),
    "unique list": (UniqueList, [S(size=3), S(depth=3)]),
    "list with sum": (SmallSum, [S(size=5), S(depth=3, landmarks=False)]),
    "matrix": (Matrix, [S(size=6), S(depth=3)]),
    "permutation": (Permutation, [S(size=4), S(depth=3)]),
    "partition": (Partition, [S(size=4), S(depth=4)]),
    "palindrome": (Palindrome, [S(size=7)]),
    "first is last": (FirstIsLast, [S(size=3), S(depth=3)]),
    "zigzag": (Zigzag, [S(size=4)]),
    "increasing": (Increasing, [S(size=3)]),
    "rows apart": (RowsApart, [S(size=4), S(size=5, ints=(0, 2))]),
    "bounded by length": (BoundedByLength, [S(size=4), S(depth=3)]),
    "search tree": (SearchTree[int], [S(size=3), S(depth=2), S.smallcheck(4)]),
    "red-black tree": (OkTree, [S(size=3), S(depth=2), S.smallcheck(4)]),
    "avl": (AvlTree, [S(size=3), S(depth=2), S.smallcheck(3)]),
    "balanced map": (BalancedMap, [S(size=3, ints=(0, 3)), S.smallcheck(3)]),
    "leftist heap": (LeftistHeap, [S(size=3, ints=(0, 2)), S(depth=2, ints=(0, 2))]),
    "heap-ordered tree": (HeapOrdered[int], [S(size=5, ints=(0, 2)), S(depth=3, ints=(0, 1))]),
    "trie": (LiveTrie, [S(size=6), S(depth=3)]),
    "closed lambda term": (ClosedTerm, [S(size=5), S(depth=3), S.smallcheck(2)]),
    "well-typed term": (WellTyped, [S(size=4, ints=(0, 1)), S(depth=2, ints=(0, 1))]),
    "typed lambda term": (TypedLambda, [S(size=5), S(depth=3), S.smallcheck(2), S(size=5, depth=3)]),
    "typed function": (TypedFunction, [S(size=5), S.smallcheck(2)]),
    "function from Booleans to Booleans": (ToItself, [S(size=5), S.smallcheck(2)]),
    "lambda term without type": (Untyped, [S(size=3), S.smallcheck(2)]),
    "function with an argument": (Call, [S(size=5)]),
    "even by a record": (EvenFork, [S(size=7), S.smallcheck(4)]),
    "boolean term": (Boolean, [S(size=4, ints=(0, 1))]),
    "json": (Json, [S(size=1), S(depth=1), S(size=2, landmarks=False, ints=(0, 0))]),
    "interval": (Interval, [S(size=3), S(depth=3), S.smallcheck(3)]),
    "window": (Window, [S(size=3)]),
    "slice": (Slice, [S(size=4), S(depth=3)]),
    "dependent pair": (DependentPair, [S(size=4), S(depth=4)]),
    "result": (Outcome, [S(size=2), S(depth=2)]),
    "rose tree": (EvenRose, [S(size=8), S(depth=6)]),
    "typed dict": (Movie, [S(size=3)]),
    "plain class": (Chain, [S(size=3), S(depth=3)]),
    "set with sum": (SmallSets, [S(size=4), S(depth=3)]),
    "set of pairs": (SetOfPairs, [S(size=6), S(depth=2), S(depth=3)]),
    "nested sets": (NestedSets, [S(size=6), S(depth=3)]),
    "graph": (Graph, [S(size=4, landmarks=False), S(depth=2)]),
    "sets of equals": (SetsOfEquals, [S(size=4), S(depth=3)]),
    "set of numbers": (frozenset[int | bool], [S(size=3), S.smallcheck(1), S.smallcheck(2)]),
    "keys by residue": (KeysByResidue, [S(size=4), S(depth=2), S.smallcheck(3)]),
    "values by keys": (ValuesByKeys, [S(size=4, landmarks=False), S(depth=2)]),
    "injective": (Injective, [S(size=3)]),
    "no two adjacent": (NoTwoAdjacent, [S(size=4), S(depth=3)]),
    "multiset": (Multiset, [S(size=3), S(depth=3)]),
    "word": (Word, [S(size=3)]),
    "version": (Version, [S(size=2), S(size=4, landmarks=False)]),
    "sorted text": (Sorted3, [S(size=3)]),
    "even": (Even, [S(size=6)]),
    "unique tags": (UniqueTags, [S(size=5), S.smallcheck(3)]),
    "unique items": (UniqueItems, [S(size=5), S.smallcheck(3)]),
    "other tags": (OtherTags, [S(size=5), S.smallcheck(3)]),
    "tidy shelf": (TidyShelf, [S(size=5, ints=(-1, 2)), S(size=5, depth=3, ints=(-1, 1)), S.smallcheck(2)]),
    "some tag twice": (SomeTagTwice, [S(size=5)]),
    "not too long": (NotTooLong, [S(size=3), S(depth=3)]),
    "mixed": (Mixed, [S(size=2), S(depth=2)]),
    "numbers": (Numbers, [S(size=2)]),
    "leap days": (Days, [S(size=3)]),
    "opaque triples": (OpaqueTriples, [S(size=5)]),
    "opaque and sorted": PREDICATES["sorted lists"],
    "opaque search trees": PREDICATES["search trees"],
    "opaque cells that can be changed": PREDICATES["sorted cells that can be changed"],
    "opaque in what is not looked at": PREDICATES["small trees over anything"],
    "opaque over ordered keys": PREDICATES["ordered by types, leaning by a predicate"],
    "sequence": (Sequence[Literal[1, 2]], [S(size=4), S(depth=3)]),
}


@dataclass(frozen=True)
class Entry:
    """A type in a scope: its space, and what generate-and-filter finds."""

    name: str
    scope: Scope

    @property
    def annotation(self) -> Any:
        return ZOO[self.name][0]

    @property
    def type(self) -> Type:
        return Reader().read_whole(self.annotation, Context("the type", globals()))

    @property
    def notes(self) -> list[Note]:
        """How each refinement was understood."""
        reader = Reader()
        reader.read_whole(self.annotation, Context("the type", globals()))
        return reader.notes

    def __str__(self) -> str:
        return f"{self.name}, {self.scope}"

    @cache  # noqa: B019  # as long as the tests run
    def space(self) -> Space[Any]:
        return inhabitants(self.annotation, self.scope)

    @cache  # noqa: B019
    def brute_force(self) -> list[tuple[Any, int]]:
        return BruteForce(self.scope).values(self.annotation, globals())


ENTRIES = [Entry(name, scope) for name, (_, scopes) in ZOO.items() for scope in scopes]
