"""The shrinking challenges: properties that are false, each with the best counterexample there is.

The score of a counterexample is its number of nodes (numbers, lists, tuples, constructors) and the sum of its numbers'
absolute values. `BEST` has an input of the smallest score for each.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from itertools import chain
from typing import Annotated, Any

from refute import NonEmpty, Pos, measure, where

Holds = Annotated[bool, where(lambda r: r)]


def score(value: Any) -> int:
    match value:
        case bool() | None:
            return 1
        case int():
            return 1 + abs(value)
        case list() | tuple():
            return 1 + sum(map(score, value))
    assert is_dataclass(value)
    return 1 + sum(score(getattr(value, field.name)) for field in fields(value))


# -- lists -------------------------------------------------------------------------------------------------------------


def reverse(xs: list[int]) -> Holds:
    return xs == xs[::-1]


def distinct(xs: list[int]) -> Holds:
    return len(set(xs)) < 3


def nested_lists(xss: list[list[int]]) -> Holds:
    return sum(map(len, xss)) <= 10


def large_union_list(xss: list[list[int]]) -> Holds:
    return len(set(chain(*xss))) <= 4


def coupling(xs: Annotated[list[int], where(lambda xs: all(0 <= x < len(xs) for x in xs))]) -> Holds:
    return not any(i != j and xs[j] == i for i, j in enumerate(xs))


def deletion(xs: NonEmpty[int], x: Annotated[int, where(lambda x, xs: x in xs)]) -> Holds:
    rest = list(xs)
    rest.remove(x)
    return x not in rest


Small = Annotated[int, where(lambda v: 0 <= v <= 1000)]


def length_list(xs: Annotated[list[Small], where(lambda xs: 1 <= len(xs) <= 100)]) -> Holds:
    return max(xs) < 900


# -- numbers -----------------------------------------------------------------------------------------------------------


def difference_not_zero(x: Pos, y: Pos) -> Holds:
    return x < 10 or x != y


def difference_not_small(x: Pos, y: Pos) -> Holds:
    return x < 10 or not 1 <= abs(x - y) <= 4


def difference_not_one(x: Pos, y: Pos) -> Holds:
    return x < 10 or abs(x - y) != 1


Word = Annotated[int, where(lambda v: -32768 <= v <= 32767)]


def wrapped(total: int) -> int:
    """A sum as 16 bits have it."""
    return (total + 32768) % 65536 - 32768


Bounded = Annotated[list[Word], where(lambda xs: (sum(xs) + 32768) % 65536 - 32768 < 256)]


def bound5(a: Bounded, b: Bounded, c: Bounded, d: Bounded, e: Bounded) -> Holds:
    return wrapped(sum(chain(a, b, c, d, e))) < 5 * 256


# -- trees -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Heap:
    value: int
    left: Heap | None
    right: Heap | None


@measure
def is_heap(heap: Heap | None) -> bool:
    match heap:
        case Heap(value, left, right):
            return (
                (left is None or value <= left.value)
                and (right is None or value <= right.value)
                and is_heap(left)
                and is_heap(right)
            )
    return True


OkHeap = Annotated[Heap | None, where(lambda h: is_heap(h))]


def elements(heap: Heap | None) -> list[int]:
    return [] if heap is None else [heap.value, *elements(heap.left), *elements(heap.right)]


def merged(a: Heap | None, b: Heap | None) -> Heap | None:
    if a is None or b is None:
        return a or b
    if a.value <= b.value:
        return Heap(a.value, merged(a.right, b), a.left)
    return Heap(b.value, merged(a, b.right), b.left)


def sorted_but_for_the_rest(heap: Heap | None) -> list[int]:
    """Takes the smallest, and the rest as it comes."""
    return [] if heap is None else [heap.value, *elements(merged(heap.left, heap.right))]


def binary_heap(heap: OkHeap) -> Holds:
    return sorted_but_for_the_rest(heap) == sorted(elements(heap))


@dataclass(frozen=True)
class Add:
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Div:
    left: Expression
    right: Expression


Expression = int | Add | Div


@measure
def no_division_by_literal_zero(e: Expression) -> bool:
    match e:
        case Div(left, right):
            return right != 0 and no_division_by_literal_zero(left) and no_division_by_literal_zero(right)
        case Add(left, right):
            return no_division_by_literal_zero(left) and no_division_by_literal_zero(right)
    return True


OkExpression = Annotated[Expression, where(lambda e: no_division_by_literal_zero(e))]


def value_of(e: Expression) -> int:
    match e:
        case Add(left, right):
            return value_of(left) + value_of(right)
        case Div(left, right):
            return value_of(left) // value_of(right)
    return e


def calculator(e: OkExpression) -> Holds:
    try:
        value_of(e)
    except ZeroDivisionError:
        return False
    return True


BEST: dict[Any, tuple[Any, ...]] = {
    reverse: ([0, 1],),
    distinct: ([0, 1, -1],),
    nested_lists: ([[0] * 11],),
    large_union_list: ([[0, 1, -1, 2, -2]],),
    coupling: ([1, 0],),
    deletion: ([0, 0], 0),
    length_list: ([900],),
    difference_not_zero: (10, 10),
    difference_not_small: (10, 6),
    difference_not_one: (10, 9),
    bound5: ([-32768], [-1], [], [], []),
    binary_heap: (Heap(0, None, Heap(0, Heap(1, None, None), Heap(0, None, None))),),
    calculator: (Div(0, Add(0, 0)),),
}
