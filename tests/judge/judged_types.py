"""Types that more than one file of tests asks values about."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Annotated, Generic, NamedTuple, TypedDict, TypeVar, Union

from refute.logic.reading.predicates import where

T = TypeVar("T")
Nat = Annotated[int, where(lambda v: v >= 0)]
Json = Union[None, bool, int, str, "list[Json]", "dict[str, Json]"]


class Colour(enum.Enum):
    RED = 1
    BLACK = 2


class Point(NamedTuple):
    x: int
    y: Nat


class Movie(TypedDict):
    title: str
    year: Annotated[int, where(lambda v: v > 1800)]


@dataclass(frozen=True)
class Interval:
    low: int
    high: Annotated[int, where(lambda v, low: v >= low)]


@dataclass
class Cell(Generic[T]):
    """Mutable, so it may lead back to itself."""

    item: T
    rest: Cell[Annotated[T, where(lambda v, item: v >= item)]] | None = None
