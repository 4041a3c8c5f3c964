"""The part of the zoo that grows: trees and terms, most of them with measures."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Generic, Literal, Optional, TypeVar, Union

from refute.logic.reading.measures import measure
from refute.logic.reading.predicates import where

K = TypeVar("K")

Nat = Annotated[int, where(lambda v: v >= 0)]

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
            a, b = size(left), size(right)
            fair = a + b <= 1 or (a <= 3 * b and b <= 3 * a)
            return well_sized(left) and well_sized(right) and stored == 1 + a + b and fair


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


class Chain:
    """A plain class whose constructor computes and checks."""

    def __init__(self, value: int, next: "Optional[Chain]") -> None:
        if value == 0:
            raise ValueError
        self.value = value
        self.next = next
        self.length = 1 + (0 if next is None else next.length)
