"""Ranks: scalars known only by their order."""

from __future__ import annotations

from typing import Any


class Rank:
    """A scalar of which only the position in an ordered set of scalars is known (see `spaces.residuals.renaming`).

    Ranks compare with other ranks and support nothing else: any other use raises `RankTouched`. That is how the engine
    finds out that a type depends on more than the order of its elements.
    """

    __slots__ = ("place",)

    def __init__(self, place: int) -> None:
        self.place = place

    def __repr__(self) -> str:
        return f"Rank({self.place})"

    def __hash__(self) -> int:
        return hash((Rank, self.place))

    def _place_of(self, other: object) -> int:
        if type(other) is Rank:
            return other.place
        raise RankTouched

    def __eq__(self, other: object) -> bool:
        return self.place == self._place_of(other)

    def __lt__(self, other: object) -> bool:
        return self.place < self._place_of(other)

    def __le__(self, other: object) -> bool:
        return self.place <= self._place_of(other)

    def __gt__(self, other: object) -> bool:
        return self.place > self._place_of(other)

    def __ge__(self, other: object) -> bool:
        return self.place >= self._place_of(other)

    def _touched(self, *_: object) -> Any:
        raise RankTouched

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __floordiv__ = __rfloordiv__ = _touched
    __mod__ = __rmod__ = __pow__ = __rpow__ = __truediv__ = __rtruediv__ = __neg__ = __abs__ = _touched
    __bool__ = __index__ = __int__ = __float__ = __len__ = __iter__ = __getitem__ = _touched
    __and__ = __or__ = __xor__ = __format__ = _touched


class RankTouched(BaseException):
    """A rank was used for something other than comparison with a rank.

    A BaseException, because evaluation turns ordinary exceptions into `raise` terms.
    """
