"""Partial values: a constructor and its parts, some of which are still holes."""

from __future__ import annotations

from typing import Any

from refute.spaces.narrowing.holes import Hole, MappingHole, Path
from refute.spaces.nodes.construction import Construction


class Part:
    """A constructor applied to parts, which may be holes."""

    __slots__ = ("_frozen", "head", "parts")

    def __init__(self, head: Construction, parts: tuple[Whole, ...] = ()) -> None:
        self.head = head
        self.parts = parts
        self._frozen: Any = self  # itself until it is built

    def __repr__(self) -> str:
        return f"{self.head.key}({', '.join(map(repr, self.parts))})" if self.parts else f"{self.head.key}"

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
