"""Values in frozen form: what is mutable in them is a recipe, so that parts can be shared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, final


@final
class Recipe:
    """A mutable value in frozen form: what builds it, its parts, and whether parts may have to be thawed, too."""

    __slots__ = ("deep", "make", "parts")

    def __init__(self, make: Callable[[Sequence[Any]], Any], parts: Sequence[Any], deep: bool = True) -> None:
        self.make = make
        self.parts = parts
        self.deep = deep


def thaw(value: Any) -> Any:
    """The real value of a frozen form, fresh in all its mutable parts."""
    if type(value) is not Recipe:
        return value
    parts = value.parts
    if value.deep:
        parts = [thaw(part) if type(part) is Recipe else part for part in parts]
    return value.make(parts)


def thaw_rows(rows: Sequence[tuple[Any, ...]]) -> list[Any]:
    """Tuples of as many parts each, one at least, with their parts thawed: a column at a time, which is quicker."""
    columns = [map(thaw, column) if Recipe in {*map(type, column)} else column for column in zip(*rows, strict=True)]
    return list(zip(*columns, strict=True))
