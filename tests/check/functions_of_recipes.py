"""Functions whose spaces are built from sets, unions, enumerations and refinements."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Annotated, Literal

from refute import where


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"
    GREEN = "green"


@dataclass(frozen=True)
class Record:
    name: Literal["a", "b", "c"]
    colour: Colour
    tags: frozenset[Literal["x", "y"]]


def texts(a: str, b: Annotated[str, where(lambda v, a: v != a)]) -> str:
    return a + b


def of_sets(xs: set[int], ys: frozenset[Colour], zs: dict[str, bool]) -> int:
    return len(xs) + len(ys) + len(zs)


def records(first: Record, second: Record | None) -> bool:
    return first == second


def relations(n: int, xs: Annotated[list[int], where(lambda v, n: all(n <= x for x in v))]) -> int:
    return n


def unions(value: int | str | Colour | list[bool | None] | tuple[Literal[1, "one"], ...], other: Colour) -> None:
    return None
