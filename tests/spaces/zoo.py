"""A zoo of refinement types, each with scopes small enough for generate-and-filter."""

from __future__ import annotations

import datetime
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, Generic, Literal, NamedTuple, Optional, TypedDict, TypeVar, Union

import annotated_types as at

from refute.logic.measures import measure
from refute.logic.predicates import where
from refute.spaces.scope import Scope

K = TypeVar("K")
T = TypeVar("T")
E = TypeVar("E")

Nat = Annotated[int, where(lambda v: v >= 0)]
Pos = Annotated[int, where(lambda v: v > 0)]

# -- sequences ---------------------------------------------------------------------------------------------------

SortedList = Annotated[list[int], where(lambda v: all(a <= b for a, b in zip(v, v[1:], strict=False)))]
StrictlySorted = Annotated[list[int], where(lambda v: all(v[i] < v[i + 1] for i in range(len(v) - 1)))]
UniqueList = Annotated[list[int], where(lambda v: len(set(v)) == len(v))]
SmallSum = Annotated[list[Nat], where(lambda v: sum(v) <= 3)]
Matrix = Annotated[list[list[bool]], where(lambda m: all(len(row) == len(m[0]) for row in m))]
Permutation = Annotated[tuple[int, ...], where(lambda p: sorted(p) == list(range(len(p))))]
Partition = Annotated[
    list[Pos], where(lambda p: sum(p) == 4 and all(p[i] >= p[i + 1] for i in range(len(p) - 1)))
]
Palindrome = Annotated[tuple[bool, ...], where(lambda v: v == v[::-1])]
FirstIsLast = Annotated[list[int], where(lambda v: len(v) > 0 and v[0] == v[-1])]
Zigzag = Annotated[
    list[Annotated[int, where(lambda v: abs(v) <= 2)]],
    where(lambda v: all((a < b) if i % 2 == 0 else (a > b) for i, (a, b) in enumerate(zip(v, v[1:], strict=False)))),
]
Increasing = Annotated["deque[int]", where(lambda v: all(x < y for i, x in enumerate(v) for y in list(v)[i + 1 :]))]
BoundedByLength = Annotated[list[Nat], where(lambda v: all(x < len(v) for x in v))]

# -- trees -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tip: ...


@dataclass(frozen=True)
class Bst(Generic[K]):
    key: K
    left: "SearchTree[Annotated[K, where(lambda v, key: v < key)]]"
    right: "SearchTree[Annotated[K, where(lambda v, key: v > key)]]"


SearchTree = Union[Tip, Bst[K]]


class Colour(Enum):
    RED = 0
    BLACK = 1


@dataclass(frozen=True)
class Leaf: ...


@dataclass(frozen=True)
class Node(Generic[K]):
    colour: Colour
    key: K
    left: "RBTree[Annotated[K, where(lambda v, key: v < key)]]"
    right: "RBTree[Annotated[K, where(lambda v, key: v > key)]]"


RBTree = Union[Leaf, Node[K]]


@measure
def black_height(t: RBTree) -> int:
    match t:
        case Leaf():
            return 0
        case Node(colour, _, left, _):
            return black_height(left) + (colour is Colour.BLACK)


def is_red(t: RBTree) -> bool:
    return isinstance(t, Node) and t.colour is Colour.RED


@measure
def no_red_red(t: RBTree) -> bool:
    match t:
        case Leaf():
            return True
        case Node(colour, _, left, right):
            fine = colour is Colour.BLACK or not (is_red(left) or is_red(right))
            return fine and no_red_red(left) and no_red_red(right)


@measure
def balanced(t: RBTree) -> bool:
    match t:
        case Leaf():
            return True
        case Node(_, _, left, right):
            return balanced(left) and balanced(right) and black_height(left) == black_height(right)


OkTree = Annotated[RBTree[Nat], where(lambda t: no_red_red(t) and balanced(t))]


@dataclass(frozen=True)
class Branch(Generic[K]):
    key: K
    left: "Avl[Annotated[K, where(lambda v, key: v < key)]]"
    right: "Avl[Annotated[K, where(lambda v, key: v > key)]]"


Avl = Union[None, Branch[K]]


@measure
def height(t: Avl) -> int:
    return 0 if t is None else 1 + max(height(t.left), height(t.right))


@measure
def avl(t: Avl) -> bool:
    return t is None or (avl(t.left) and avl(t.right) and abs(height(t.left) - height(t.right)) <= 1)


AvlTree = Annotated[Avl[int], where(lambda t: avl(t))]


@dataclass(frozen=True)
class Bin(Generic[K]):
    size: int
    key: K
    value: None
    left: "Map[Annotated[K, where(lambda v, key: v < key)]]"
    right: "Map[Annotated[K, where(lambda v, key: v > key)]]"


Map = Union[Tip, Bin[K]]


@measure
def size(m: Map) -> int:
    match m:
        case Tip():
            return 0
        case Bin(stored):
            return stored


@measure
def well_sized(m: Map) -> bool:
    match m:
        case Tip():
            return True
        case Bin(stored, _, _, left, right):
            l, r = size(left), size(right)
            fair = l + r <= 1 or (l <= 3 * r and r <= 3 * l)
            return well_sized(left) and well_sized(right) and stored == 1 + l + r and fair


BalancedMap = Annotated[Map[Nat], where(lambda m: well_sized(m))]


@dataclass(frozen=True)
class Heap:
    rank: int
    root: int
    left: "Optional[Heap]"
    right: "Optional[Heap]"


@measure
def rank(h: Optional[Heap]) -> int:
    return 0 if h is None else h.rank


@measure
def leftist(h: Optional[Heap]) -> bool:
    match h:
        case None:
            return True
        case Heap(stored, root, left, right):
            return (
                leftist(left)
                and leftist(right)
                and rank(left) >= rank(right)
                and stored == 1 + rank(right)
                and at_least(left, root)
                and at_least(right, root)
            )


def at_least(h: Optional[Heap], least: int) -> bool:
    return h is None or h.root >= least


LeftistHeap = Annotated[Optional[Heap], where(lambda h: leftist(h))]


@dataclass(frozen=True)
class HeapOrdered(Generic[K]):
    key: K
    children: "list[HeapOrdered[Annotated[K, where(lambda v, key: v >= key)]]]"


@dataclass(frozen=True)
class Trie:
    ends: bool
    branches: "dict[Literal['a', 'b'], Trie]"


@measure
def words(t: Trie) -> int:
    return t.ends + sum(words(b) for b in t.branches.values())


@measure
def no_dead_ends(t: Trie) -> bool:
    return all(words(b) > 0 and no_dead_ends(b) for b in t.branches.values())


LiveTrie = Annotated[Trie, where(lambda t: no_dead_ends(t))]

# -- terms -------------------------------------------------------------------------------------------------------


class Term: ...


@dataclass(frozen=True)
class Var(Term):
    index: Nat


@dataclass(frozen=True)
class Lam(Term):
    body: Term


@dataclass(frozen=True)
class App(Term):
    function: Term
    argument: Term


@measure
def closed(t: Term, under: int) -> bool:
    match t:
        case Var(i):
            return i < under
        case Lam(b):
            return closed(b, under + 1)
        case App(f, a):
            return closed(f, under) and closed(a, under)


ClosedTerm = Annotated[Term, where(lambda t: closed(t, 0))]


@dataclass(frozen=True)
class Num:
    value: int


@dataclass(frozen=True)
class Flag:
    value: bool


@dataclass(frozen=True)
class Add:
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True)
class If:
    test: "Expr"
    then: "Expr"
    otherwise: "Expr"


Expr = Num | Flag | Add | If


@measure
def type_of(e: Expr) -> str:
    match e:
        case Num():
            return "int"
        case Flag():
            return "bool"
        case Add(a, b):
            return "int" if type_of(a) == "int" and type_of(b) == "int" else "wrong"
        case If(c, a, b):
            return type_of(a) if type_of(c) == "bool" and type_of(a) == type_of(b) else "wrong"


WellTyped = Annotated[Expr, where(lambda e: type_of(e) != "wrong")]
Boolean = Annotated[Expr, where(lambda e: type_of(e) == "bool")]

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


DependentPair = tuple[int, Annotated[list[int], where(lambda v: len(v) <= 2)]]


@dataclass(frozen=True)
class Ok(Generic[T]):
    value: T


@dataclass(frozen=True)
class Err(Generic[E]):
    error: E


Result = Union[Ok[T], Err[E]]
Outcome = Result[Optional[bool], Literal["late", "lost"]]


@dataclass(frozen=True)
class Forest:
    trees: "tuple[Rose, ...]"


@dataclass(frozen=True)
class Rose:
    label: bool
    forest: Forest


@measure
def roses(r: Rose) -> int:
    return 1 + forest_size(r.forest)


@measure
def forest_size(f: Forest) -> int:
    return sum(roses(t) for t in f.trees)


EvenRose = Annotated[Rose, where(lambda r: roses(r) % 2 == 0)]


class Movie(TypedDict, total=False):
    title: Literal["M"]
    year: Annotated[int, where(lambda v: v > 1)]


class Node2:
    """A plain class whose constructor computes and checks."""

    def __init__(self, value: int, next: "Optional[Node2]") -> None:
        if value == 0:
            raise ValueError
        self.value = value
        self.next = next
        self.length = 1 + (0 if next is None else next.length)


# -- sets and dicts ------------------------------------------------------------------------------------------------

SmallSets = Annotated[set[int], where(lambda s: sum(s) == 0)]
SetOfPairs = frozenset[tuple[bool, bool]]
NestedSets = frozenset[frozenset[bool]]
Graph = Annotated[
    dict[Nat, frozenset[Nat]], where(lambda g: all(w in g and v != w for v, ws in g.items() for w in ws))
]
ValuesByKeys = Annotated[dict[Nat, list[bool]], where(lambda d: all(len(v) <= k for k, v in d.items()))]
Injective = Annotated[dict[bool, int], where(lambda d: len(set(d.values())) == len(d))]
NoTwoAdjacent = Annotated[set[Nat], where(lambda s: all(x + 1 not in s for x in s))]
Multiset = Annotated[dict[Literal["x", "y", "z"], Pos], where(lambda d: sum(d.values()) <= 3)]

# -- text and scalars ----------------------------------------------------------------------------------------------

Word = Annotated[str, where(lambda s: s.isalpha() and len(s) <= 3)]
Version = Annotated[str, at.Predicate(lambda s: __import__("re").fullmatch(r"v\d(\.\d)?", s) is not None)]
Sorted3 = Annotated[str, where(lambda s: list(s) == sorted(s))]
Even = Annotated[int, at.MultipleOf(2), at.Interval(gt=-4, le=10)]
NotTooLong = Annotated[list[Optional[bool]], at.Len(1, 2)]
Mixed = Union[int, bool, float, None, str, tuple[()], tuple[int, ...], tuple[int, int], list[int], list[str]]
Numbers = tuple[Annotated[Fraction, where(lambda v: v > 0)], Annotated[Decimal, where(lambda v: v == v)]]
Days = Annotated[datetime.date, where(lambda d: d.month == 2 and d.day == 29)]
OpaqueTriples = Annotated[tuple[int, int, int], where(eval("lambda t: t[0] * t[0] + t[1] * t[1] == t[2] * t[2]"))]

S = Scope
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
    "bounded by length": (BoundedByLength, [S(size=4), S(depth=3)]),
    "search tree": (SearchTree[int], [S(size=3), S(depth=2), S.smallcheck(4)]),
    "red-black tree": (OkTree, [S(size=3), S(depth=2), S.smallcheck(4)]),
    "avl": (AvlTree, [S(size=3), S(depth=2), S.smallcheck(3)]),
    "balanced map": (BalancedMap, [S(size=3, ints=(0, 3)), S.smallcheck(3)]),
    "leftist heap": (LeftistHeap, [S(size=3, ints=(0, 2)), S(depth=2, ints=(0, 2))]),
    "heap-ordered tree": (HeapOrdered[int], [S(size=5, ints=(0, 2)), S(depth=3, ints=(0, 1))]),
    "trie": (LiveTrie, [S(size=6), S(depth=3)]),
    "closed lambda term": (ClosedTerm, [S(size=5), S(depth=3), S.smallcheck(3)]),
    "well-typed term": (WellTyped, [S(size=4, ints=(0, 1)), S(depth=2, ints=(0, 1))]),
    "boolean term": (Boolean, [S(size=4, ints=(0, 1))]),
    "json": (Json, [S(size=2), S(depth=1), S(size=3, landmarks=False, ints=(0, 0))]),
    "interval": (Interval, [S(size=3), S(depth=3), S.smallcheck(3)]),
    "window": (Window, [S(size=3)]),
    "slice": (Slice, [S(size=4), S(depth=3)]),
    "dependent pair": (DependentPair, [S(size=3)]),
    "result": (Outcome, [S(size=2), S(depth=2)]),
    "rose tree": (EvenRose, [S(size=8), S(depth=4)]),
    "typed dict": (Movie, [S(size=3)]),
    "plain class": (Node2, [S(size=3), S(depth=3)]),
    "set with sum": (SmallSets, [S(size=4), S(depth=3)]),
    "set of pairs": (SetOfPairs, [S(size=6), S(depth=2), S(depth=3)]),
    "nested sets": (NestedSets, [S(size=6), S(depth=3)]),
    "graph": (Graph, [S(size=4, landmarks=False), S(depth=2)]),
    "values by keys": (ValuesByKeys, [S(size=4, landmarks=False), S(depth=2)]),
    "injective": (Injective, [S(size=3)]),
    "no two adjacent": (NoTwoAdjacent, [S(size=4), S(depth=3)]),
    "multiset": (Multiset, [S(size=3), S(depth=3)]),
    "word": (Word, [S(size=3)]),
    "version": (Version, [S(size=4)]),
    "sorted text": (Sorted3, [S(size=3)]),
    "even": (Even, [S(size=6)]),
    "not too long": (NotTooLong, [S(size=3), S(depth=3)]),
    "mixed": (Mixed, [S(size=2), S(depth=2)]),
    "numbers": (Numbers, [S(size=2)]),
    "leap days": (Days, [S(size=3)]),
    "opaque triples": (OpaqueTriples, [S(size=5)]),
    "sequence": (Sequence[Literal[1, 2]], [S(size=4), S(depth=3)]),
}
