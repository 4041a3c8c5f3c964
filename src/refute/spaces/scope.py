"""Scopes: finite bounds on size, on depth, or on depth by the rule of SmallCheck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from refute.errors import ScopeError
from refute.spaces.ground.palette import Palette


@dataclass(frozen=True, kw_only=True)
class Scope:
    """The finite bound on the values of a type.

    `size` bounds the number of constructors with fields and of elements of containers in the whole value, `depth`
    bounds how deep they nest and how many elements a container holds. Integers lie in [-n, n] for the given n, or in
    `ints`, plus landmarks: the constants in refinements and their neighbours. With both `size` and `depth`, both
    bounds hold. Texts are over the `letters`, and those that refinements mention. With a `palette`, its scalars and
    letters are there in place of those around zero.
    """

    size: int | None = None
    depth: int | None = None
    ints: tuple[int, int] | None = None
    landmarks: bool = True
    by_smallcheck: bool = False
    palette: Palette | None = None
    letters: str | None = None  # of texts; where none are said, `ab`

    def __post_init__(self) -> None:
        if self.size is None and self.depth is None:
            raise ScopeError("a scope needs a size or a depth", remedy="Write Scope(size=5) or Scope(depth=4).")
        for name, bound in (("size", self.size), ("depth", self.depth)):
            if bound is not None and (not isinstance(bound, int) or isinstance(bound, bool) or bound < 0):
                raise ScopeError(
                    f"the {name} of a scope has to be a number from 0 on, not {bound!r}",
                    remedy=f"Write Scope({name}=3), say.",
                )
        if self.ints is not None:
            ok = isinstance(self.ints, tuple) and len(self.ints) == 2 and all(isinstance(i, int) for i in self.ints)
            if not ok or self.ints[0] > self.ints[1]:
                raise ScopeError(
                    f"ints={self.ints!r} is not a range of integers",
                    remedy="Give the lowest and the highest integer: ints=(-3, 3).",
                )
        if self.letters is not None and (not isinstance(self.letters, str) or not self.letters):
            raise ScopeError(
                f"letters={self.letters!r} is no text with the letters of texts",
                remedy='Write all letters that there are to be in one text: letters="ab0 ".',
            )

    @classmethod
    def smallcheck(cls, depth: int) -> Scope:
        """The rule of SmallCheck and TARGET: each field one depth less, integers at depth e within [-e, e]."""
        return cls(depth=depth, landmarks=False, by_smallcheck=True)

    @property
    def reach(self) -> int:
        """The bound on scalars."""
        return min(bound for bound in (self.size, self.depth) if bound is not None)

    def __str__(self) -> str:
        if self.by_smallcheck:
            return f"smallcheck depth {self.depth}"
        parts = [f"{name} {bound}" for name, bound in (("size", self.size), ("depth", self.depth)) if bound is not None]
        if self.ints is not None:
            parts.append(f"ints {self.ints[0]}..{self.ints[1]}")
        if self.letters is not None:
            parts.append(f"letters {self.letters!r}")
        if self.palette is not None:
            parts.append(str(self.palette))
        return ", ".join(parts) + ("" if self.landmarks else " without landmarks")


class Bound(NamedTuple):
    """What is left of a scope at some place inside a value. Part of the keys that spaces are memoised by.

    Size is not in it: it is counted, not passed down.
    """

    depth: int | None
    room: int | None = None  # how many more elements the container at hand may hold


class Rules:
    """The rules by which the bounds of parts follow from those of the whole."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    @property
    def start(self) -> Bound:
        return Bound(self.scope.depth)

    def inside(self, bound: Bound) -> Bound:
        """The bound for the fields of a constructor."""
        return Bound(None if bound.depth is None else bound.depth - 1)

    def opens(self, bound: Bound, recursive: bool) -> bool:
        """Whether a constructor with fields may be used here."""
        if bound.depth is None:
            return True
        return bound.depth >= 1 or (self.scope.by_smallcheck and not recursive)

    def container(self, bound: Bound) -> Bound:
        """The bound for the cells of a container."""
        if bound.depth is None or self.scope.by_smallcheck:
            return bound
        return Bound(bound.depth, bound.depth)

    def selection(self, bound: Bound) -> Bound:
        """The bound for the elements of a set and the items of a dict: the same for each, as they have no order."""
        return Bound(bound.depth, bound.depth)

    def more(self, bound: Bound) -> bool:
        """Whether a container may hold one more element."""
        if bound.depth is None:
            return True
        return bound.depth >= 1 and (bound.room is None or bound.room >= 1)

    def after(self, bound: Bound, elements: int = 1) -> Bound:
        """The bound for the rest of a container's cells, that many elements on."""
        if bound.depth is None:
            return bound
        if bound.room is None:
            return Bound(bound.depth - elements)
        return Bound(bound.depth, bound.room - elements)

    def reach(self, bound: Bound) -> int:
        """The bound on scalars at this place."""
        if self.scope.by_smallcheck:
            assert bound.depth is not None
            return max(bound.depth, 0)
        return self.scope.reach
