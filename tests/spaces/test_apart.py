"""Elements of several sequences that all differ: only which elements there are is seen of each sequence."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

from refute.logic.reading.measures import measure
from refute.logic.reading.predicates import where
from refute.spaces.inhabitants import inhabitants
from refute.spaces.scope import Scope
from refute.types.aliases import Nat


@dataclass(frozen=True)
class Book:
    number: Nat
    pages: Nat


@measure
def number(book: Book) -> int:
    return book.number


@dataclass(frozen=True)
class Shelves:
    upper: tuple[Book, ...]
    lower: tuple[Book, ...]


def numbers(shelves: Shelves) -> list[int]:
    return [*[number(book) for book in shelves.upper], *[number(book) for book in shelves.lower]]


def expected(size: int) -> int:
    """A place for the gap between the shelves, numbers without repetition, and pages for each book."""
    most = (size - 1) // 2
    return sum((count + 1) * math.perm(size + 1, count) * (size + 1) ** count for count in range(most + 1))


def test_what_else_records_have_is_not_told_apart_where_a_measure_of_them_is_to_differ() -> None:
    ordered = Annotated[Shelves, where(lambda s: len(set(numbers(s))) == len(numbers(s)))]
    for size in (5, 7, 8):
        assert inhabitants(ordered, Scope(size=size)).count == expected(size)
