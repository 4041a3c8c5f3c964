"""The part of the zoo that is wide: many fields, optional keys, many constants. Too large to be listed."""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass, field, make_dataclass
from typing import Annotated, Any, Literal, NamedTuple, TypedDict

from refute.logic.reading.measures import measure
from refute.logic.reading.predicates import where
from refute.spaces.scope import Scope

S = Scope
ONCE = range(1)  # a loop over it makes code opaque


def record(name: str, fields: int, tp: Any, *, frozen: bool = True, **default: Any) -> Any:
    """A dataclass of many fields of one type."""
    own = [(f"f{place}", tp, field(**default)) for place in range(fields)]
    return make_dataclass(name, own, frozen=frozen, namespace={"__module__": __name__})


Flags = record("Flags", 64, bool, default=False)
Changing = record("Changing", 64, bool, frozen=False, default=False)
Texts = record("Texts", 17, str)
Defaults = record("Defaults", 5, str, default="")
Lists = record("Lists", 20, tuple[bool, ...])
Optional30 = TypedDict("Optional30", {f"key{place}": int for place in range(30)}, total=False)  # type: ignore[misc]
Mixed = TypedDict("Mixed", {f"k{n}": tuple[bool, ...] if n % 2 else str for n in range(12)}, total=False)  # type: ignore[misc]


@dataclass(frozen=True)
class Person:
    name: str
    age: Annotated[int, where(lambda v: 0 <= v < 130)]
    tags: tuple[Literal["new", "old", "lost"], ...]


class Colour(enum.Enum):
    RED = "red"
    GREEN = "green"
    BLUE = "blue"


class Trip(NamedTuple):
    """Tied together at its ends, free in between."""

    first: int
    second: int
    third: bool
    fourth: str
    last: Annotated[int, where(lambda v, first: v >= first)]


AtMostThree = Annotated[
    tuple[(bool,) * 40],
    where(lambda v: sum(1 for x in v if x) <= 3),
]
Date = Annotated[str, where(lambda v: re.fullmatch(r"\d{4}-\d{2}-\d{2}", v))]
Word = Annotated[str, where(lambda v: v in {"north", "south", "east", "west", "nowhere"})]
Known = Annotated[str, where(lambda v: v.startswith("x-") or v in ("alpha", "beta", "gamma", "delta"))]

Directions = Annotated[
    frozenset[Literal["north", "south", "east", "west"]],
    where(lambda v: any(x in v for x in {"north", "south", "up"}) and len(v - {"east", "west"}) < 2),
]
WithoutSome = Annotated[
    list[Literal["north", "south", "east", "west", "up"]],
    where(lambda v: set(v) <= {"north", "south", "east", "west"} and not {"south", "west"} & set(v[:1])),
]


def is_short(value: tuple[str, ...]) -> bool:
    for _ in ONCE:
        return len(value) < 3 or value[2] != "a"
    return True


def no_two_alike(value: tuple[str, ...]) -> bool:
    for _ in ONCE:
        return all(a != b for a, b in zip(value, value[1:], strict=False))
    return True


def ends_well(value: tuple[str, ...]) -> bool:
    for _ in ONCE:
        return not value or value[-1] != ""
    return True


RunThrice = Annotated[tuple[str, ...], where(ends_well), where(no_two_alike), where(is_short)]


@dataclass(frozen=True)
class Leaf: ...


@dataclass(frozen=True)
class Fork:
    left: Tree
    right: Tree


Tree = Leaf | Fork


@measure
def height(tree: Tree) -> int:
    match tree:
        case Leaf():
            return 0
        case Fork(left, right):
            return 1 + max(height(left), height(right))


@measure
def leaves(tree: Tree) -> int:
    match tree:
        case Leaf():
            return 1
        case Fork(left, right):
            return leaves(left) + leaves(right)


@measure
def lefts(tree: Tree) -> int:
    match tree:
        case Leaf():
            return 0
        case Fork(left, _):
            return 1 + lefts(left)


@dataclass(frozen=True)
class Wood:
    first: Tree
    second: Tree
    third: Tree
    fourth: Tree


# What is asked of the third can be seen of the first, and of the second.
ByHeight = Annotated[
    Wood,
    where(lambda w: height(w.first) == height(w.third)),
    where(lambda w: height(w.second) == height(w.fourth) and leaves(w.second) == leaves(w.fourth)),
]
ByLeaves = Annotated[
    Wood,
    where(lambda w: leaves(w.first) == leaves(w.third)),
    where(lambda w: leaves(w.second) == leaves(w.fourth) and lefts(w.second) == lefts(w.fourth)),
]
ByLefts = Annotated[
    Wood,
    where(lambda w: lefts(w.first) == lefts(w.third)),
    where(lambda w: height(w.second) == height(w.fourth) and lefts(w.second) == lefts(w.fourth)),
]


RECORDS: dict[str, tuple[Any, list[Scope]]] = {
    "64 flags": (Flags, [S(size=1), S(size=3), S(depth=1), S.smallcheck(1)]),
    "64 flags that can be changed": (Changing, [S(size=1), S(depth=2)]),
    "two records of 64 flags": (tuple[Flags, Flags], [S(size=3)]),
    "lists of 64 flags": (list[Flags], [S(size=4), S(depth=2)]),
    "sets of 64 flags": (frozenset[Flags], [S(size=2), S(size=4), S(size=7)]),
    "17 texts": (Texts, [S(size=1), S(size=3), S(depth=2)]),
    "5 texts": (Defaults, [S(size=1), S(size=2), S(size=4)]),
    "20 tuples": (Lists, [S(size=1), S(size=6), S(depth=3)]),
    "30 optional keys": (Optional30, [S(size=0), S(size=1), S(size=2), S(depth=2)]),
    "12 optional keys of two types": (Mixed, [S(size=1), S(size=5), S(depth=2)]),
    "three records": (tuple[Person, Person, Person], [S(size=4), S(size=8), S(depth=2)]),
    "ten integers": (tuple[(int,) * 10], [S(size=1), S(size=2), S(size=9), S(depth=3)]),
    "tied at the ends": (Trip, [S(size=2), S(size=9)]),
    "enumerations": (tuple[(Colour,) * 50], [S(size=1), S(depth=1)]),
    "sets of enumerations": (frozenset[tuple[Colour, Colour, Colour, Literal["a", "b", "c"]]], [S(size=200)]),
    "dates": (Date, [S(size=9), S(size=10), S(size=63)]),
    "words": (Word, [S(size=1), S(size=12)]),
    "texts with known ones": (Known, [S(size=2), S(size=5)]),
    "sets of words": (set[Word], [S(size=3)]),
    "dicts of words": (dict[Word, Known], [S(size=2)]),
    "sets by their elements": (Directions, [S(size=4), S(depth=3)]),
    "lists by their elements": (WithoutSome, [S(size=3), S(depth=3)]),
    "three that can only be run": (RunThrice, [S(size=3, landmarks=False), S(depth=3, landmarks=False)]),
    "four trees, alike in height": (ByHeight, [S(size=9), S(size=10), S(size=11)]),
    "four trees, alike in leaves": (ByLeaves, [S(size=9), S(size=10), S(size=11)]),
    "four trees, alike in their left sides": (ByLefts, [S(size=9), S(size=10), S(size=11)]),
}
