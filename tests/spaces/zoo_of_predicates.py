"""Types whose refinements are plain Python: loops over iterators, recursion, patterns, handlers. None can be read."""

# ruff: noqa: SIM110  # `all` and `any` could be read

from __future__ import annotations

import builtins
from collections import deque
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Generic, NamedTuple, Optional, TypedDict, TypeVar

from refute.logic.reading.predicates import where
from refute.spaces.scope import Scope

K = TypeVar("K")
S = Scope


class Colour(Enum):
    RED = "red"
    BLACK = "black"


@dataclass(frozen=True)
class Leaf: ...


@dataclass(frozen=True)
class Node:
    colour: Colour
    key: int
    left: Tree
    right: Tree


Tree = Leaf | Node


@dataclass
class Cell:
    """A linked list that can be changed."""

    value: int
    next: Optional[Cell]


@dataclass(frozen=True)
class Search(Generic[K]):
    key: K
    left: Optional[Search[Annotated[K, where(lambda v, key: v < key)]]]
    right: Optional[Search[Annotated[K, where(lambda v, key: v > key)]]]


# -- sorted lists --------------------------------------------------------------------------------------------------


def ascending(v: list[int]) -> bool:
    at = 1
    while at < len(v):
        if v[at - 1] > v[at]:
            return False
        at += 1
    return True


def ascending_by_patterns(v: list[int]) -> bool:
    while True:
        match v:
            case [] | [_]:
                return True
            case [a, b, *_] if a <= b:
                v = v[1:]
            case _:
                return False


def ascending_by_subscripts(v: list[int]) -> bool:
    at = 0
    try:
        while v[at] <= v[at + 1]:
            at += 1
    except IndexError:
        return True
    return False


def ascending_whatever_happens(v: list[int]) -> bool:
    at = 0
    while True:
        try:
            if v[at] > v[at + 1]:
                return False
            at += 1
        except:  # noqa: E722
            break
    return True


def ascending_cells(v: Cell | None) -> bool:
    while v is not None and v.next is not None:
        if v.value > v.next.value:
            return False
        v = v.next
    return True


# -- trees -----------------------------------------------------------------------------------------------------------


def ordered(t: Tree, low: int, high: int) -> bool:
    while isinstance(t, Node):
        if not low < t.key < high or not ordered(t.left, low, t.key):
            return False
        low, t = t.key, t.right
    return True


def is_search_tree(t: Tree) -> bool:
    return ordered(t, -100, 100)


def is_search_tree_by_listing(t: Tree) -> bool:
    keys: list[int] = []
    waiting: list[Any] = [t]
    while waiting:
        match waiting.pop():
            case Node(_, key, left, right):
                waiting += [right, key, left]
            case int(key):
                keys.append(key)
    for place in range(1, len(keys)):
        if keys[place - 1] >= keys[place]:
            return False
    return True


def height(t: Tree) -> int:
    """The number of black nodes on all ways down; -1 if they differ, or if a red node has a red child."""
    match t:
        case Leaf():
            return 0
        case Node(colour, _, left, right):
            for child in iter((left, right)):
                if colour is Colour.RED and isinstance(child, Node) and child.colour is Colour.RED:
                    return -1
            one, other = height(left), height(right)
            if one < 0 or one != other:
                return -1
            return one + (colour is Colour.BLACK)


def is_red_black(t: Tree) -> bool:
    for check in (height(t) >= 0, ordered(t, -100, 100)):
        if not check:
            return False
    return True


def is_balanced(t: Tree) -> bool:
    for found in [height(t)]:
        return found >= 0
    return False


def is_heap(t: Tree) -> bool:
    if isinstance(t, Leaf):
        return True
    for child in iter((t.left, t.right)):
        if isinstance(child, Node) and child.key < t.key:
            return False
        if not is_heap(child):
            return False
    return True


def is_heap_in_a_list(v: tuple[int, ...]) -> bool:
    for place in range(1, len(v)):
        if v[(place - 1) // 2] > v[place]:
            return False
    return True


def is_small(t: Tree) -> bool:
    nodes = 0
    waiting = [t]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Node):
            nodes += 1
            waiting += [one.left, one.right]
    return nodes <= 2


def leans_left(t: Search[int] | None) -> bool:
    while t is not None:
        if t.right is not None and t.left is None:
            return False
        t = t.left
    return True


# -- what holes do not see -------------------------------------------------------------------------------------------


def no_node_by_its_type(t: Tree) -> bool:
    for _ in range(1):
        return type(t) is not Node or t.key > 0
    return False


def by_the_type_of_a_key(t: Tree) -> bool:
    kinds = {int: 1}
    for kind in kinds:
        return isinstance(t, Leaf) or (type(t.key) is kind and t.key > 0)
    return False


def by_a_hidden_type(t: Tree) -> bool:
    kind_of = vars(builtins)["type"]
    for _ in range(1):
        return kind_of(t) is not Node or kind_of(t.left) is not Node
    return False


def look_up(v: Any) -> bool:
    """A function written in C, which a stand-in for a text does not please."""
    for text in iter(v.names):
        if "a".startswith(text) and text:
            return True
    return False


def look_up_safely(v: Any) -> bool:
    for text in v.names:
        try:
            if "a".startswith(text) and text:
                return True
        except Exception:
            return False
    return False


def same_formatted(v: Any) -> bool:
    for text in v.names:
        if f"{text}{text}" == "%s%s" % (text, "a"):  # noqa: UP031
            return True
    return False


@dataclass(frozen=True)
class Names:
    flag: bool
    names: tuple[str, ...]


class Pair(NamedTuple):
    first: int
    second: list[int]


class Options(TypedDict, total=False):
    depth: int
    names: list[bool]


def first_counts_second(p: Pair) -> bool:
    for _ in iter(p.second):
        if p.first == len(p.second):
            return True
    return False


def depth_or_names(v: Options) -> bool:
    for key in iter(v):
        if key == "depth" and v["depth"] == 1:
            return True
    return "names" in v and len(v["names"]) == 1 and v["names"][0]


def options_by_pattern(v: Options) -> bool:
    for _ in range(1):
        match v:
            case {"depth": 0, **others} if not others:
                return True
            case {"names": [True, *_]}:
                return True
    return False


def every_set_has_its_size(v: list[set[int]]) -> bool:
    for some in iter(v):
        if len(some) not in some:
            return False
    return True


def keys_lead_on(v: dict[int, int]) -> bool:
    for value in iter(v.values()):
        if value not in v:
            return False
    return True


def turns(v: deque[int]) -> bool:
    for place, item in enumerate(iter(v)):
        if item != place % 2:
            return False
    return True


@dataclass
class Interval:
    """Its constructor looks at what it is given."""

    low: int
    high: int

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError("empty")


def holds_zero(v: list[Interval]) -> bool:
    for one in iter(v):
        if not one.low <= 0 <= one.high:
            return False
    return True


def even_sum(v: list[int]) -> bool:
    total = 0
    for item in iter(v):
        total += item
    return total % 2 == 0


def first_is(v: list[int], n: int) -> bool:
    for item in iter(v):
        return item == n
    return False


@dataclass(frozen=True)
class Related:
    n: int
    items: Annotated[tuple[int, ...], where(first_is)]
    more: Annotated[list[int], where(lambda v, items: len(v) == len(items))]


Natural = Annotated[int, where(lambda v: v >= 0)]

PREDICATES: dict[str, tuple[Any, list[Scope]]] = {
    "sorted lists": (Annotated[list[int], where(ascending)], [S(size=3), S(depth=3), S.smallcheck(3)]),
    "sorted lists by patterns": (Annotated[list[int], where(ascending_by_patterns)], [S(size=3)]),
    "sorted lists by subscripts": (Annotated[list[int], where(ascending_by_subscripts)], [S(size=3)]),
    "sorted lists in a bare except": (Annotated[list[int], where(ascending_whatever_happens)], [S(size=3)]),
    "sorted cells that can be changed": (Annotated[Optional[Cell], where(ascending_cells)], [S(size=3), S(depth=3)]),
    "search trees": (Annotated[Tree, where(is_search_tree)], [S(size=2), S(depth=2, ints=(0, 2)), S.smallcheck(2)]),
    "search trees by listing": (Annotated[Tree, where(is_search_tree_by_listing)], [S(size=2)]),
    "red-black trees": (Annotated[Tree, where(is_red_black)], [S(size=2), S(size=3, ints=(0, 2))]),
    "heaps": (Annotated[Tree, where(is_heap)], [S(size=2), S(size=3, ints=(0, 1))]),
    "heaps in lists": (Annotated[tuple[int, ...], where(is_heap_in_a_list)], [S(size=3)]),
    "heaps that are search trees": (Annotated[Tree, where(lambda t: is_heap(t) and is_search_tree(t))], [S(size=2)]),
    "small trees over anything": (Annotated[Tree, where(is_small)], [S(size=2), S(size=3, ints=(0, 1))]),
    "ordered by types, leaning by a predicate": (
        Annotated[Optional[Search[int]], where(leans_left)],
        [S(size=3), S(depth=2)],
    ),
    "sorted and of a known sum": (
        Annotated[list[Natural], where(ascending), where(lambda v: sum(v) == 4)],
        [S(size=4)],
    ),
    "of an even sum, seen by another": (
        tuple[Annotated[tuple[int, ...], where(even_sum)], bool],
        [S(size=3), S(depth=2)],
    ),
    "related fields": (Related, [S(size=4, ints=(0, 2))]),
    "by type": (Annotated[Tree, where(no_node_by_its_type)], [S(size=2)]),
    "by the type of a key": (Annotated[Tree, where(by_the_type_of_a_key)], [S(size=2)]),
    "by a hidden type": (Annotated[Tree, where(by_a_hidden_type)], [S(size=2)]),
    "texts in C": (Annotated[Names, where(look_up)], [S(size=3)]),
    "texts in C, safely": (Annotated[Names, where(look_up_safely)], [S(size=3)]),
    "texts formatted": (Annotated[Names, where(same_formatted)], [S(size=3)]),
    "named tuples": (Annotated[Pair, where(first_counts_second)], [S(size=3)]),
    "typed dicts": (Annotated[Options, where(depth_or_names)], [S(size=3)]),
    "typed dicts by patterns": (Annotated[Options, where(options_by_pattern)], [S(size=3)]),
    "lists of sets": (Annotated[list[set[int]], where(every_set_has_its_size)], [S(size=3)]),
    "dicts": (Annotated[dict[int, int], where(keys_lead_on)], [S(size=2), S(depth=2, ints=(0, 2))]),
    "deques": (Annotated[deque[int], where(turns)], [S(size=3)]),
    "constructors that look": (Annotated[list[Interval], where(holds_zero)], [S(size=3), S(size=4, ints=(-1, 1))]),
    "lists of what is narrowed": (list[Annotated[tuple[bool, ...], where(is_heap_in_a_list)]], [S(size=4)]),
}
