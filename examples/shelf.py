"""A shelf that is not overloaded: a relation between two fields."""

from dataclasses import dataclass
from typing import Annotated

from refute import Pos, where


@dataclass(frozen=True)
class Shelf:
    capacity: Pos
    books: Annotated[tuple[Pos, ...], where(lambda v, capacity: sum(v) <= capacity)]
