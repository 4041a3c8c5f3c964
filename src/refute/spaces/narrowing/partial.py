"""Values known from the top down: what a value is apart from its parts, and those parts, some of them still holes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

from refute.spaces.narrowing.holes import Hole, MappingHole, Path
from refute.spaces.nodes.node import UNIT, Built, Choice, Pair


@dataclass(frozen=True)
class Head:
    """What a value is, apart from its parts."""

    key: Hashable
    arity: int = field(default=0, compare=False)
    build: Callable[..., Any] = field(default=tuple, compare=False)  # from parts in frozen form
    take: Callable[[Any], Sequence[Any] | None] | None = field(default=None, compare=False)  # None: it has no parts
    mapping: bool = field(default=False, compare=False)  # whether it is that of a dict or a set


class Part:
    """A part of a value that is known, with parts of its own that may be holes."""

    __slots__ = ("_frozen", "head", "parts")

    def __init__(self, head: Head, parts: tuple[Whole, ...] = ()) -> None:
        self.head = head
        self.parts = parts
        self._frozen: Any = self  # itself until it is built

    def frozen(self) -> Any:
        """The value, in frozen form, with its holes."""
        if self._frozen is self:
            self._frozen = self.head.build(*[part.frozen() if type(part) is Part else part for part in self.parts])
        return self._frozen

    def again(self) -> Any:
        """The value, in frozen form, built anew. It has no holes."""
        return self.head.build(*[part.again() for part in self.parts if type(part) is Part])

    def put(self, path: Path, new: Whole) -> Part:
        """The same with another part at a place."""
        place, *inside = path
        old = self.parts[place]
        if inside:
            assert type(old) is Part
            new = old.put(tuple(inside), new)
        return Part(self.head, (*self.parts[:place], new, *self.parts[place + 1 :]))

    def at(self, path: Path) -> Part | None:
        """What is at a place, if there is one."""
        part: Whole = self
        for place in path:
            if type(part) is not Part or place >= len(part.parts):
                return None
            part = part.parts[place]
        return part if type(part) is Part else None


Whole = Part | Hole | MappingHole


class OneByOne:
    """Builds values that were found one by one, each from its place among them."""

    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = parts  # without holes

    def __call__(self, place: int) -> Any:
        return self.parts[place].again()

    def node(self, places: Sequence[int], size: int) -> Built:
        """Those at some places, all of one size."""
        return Built(self, Pair(Choice(tuple(places)), UNIT), size)
