"""Rounds: a time for a whole run, spent where something new is still seen.

First every function has a turn, as long as there is time. Those that have nothing new to show end with it; what time is
left goes to the others, round by round, to the half of them in which something new was seen last. Few are kept for it,
as each keeps processes and files: of more, the one ends in which nothing new was seen for longest.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar

R = TypeVar("R", covariant=True)
_FOR_ALL = 0.5  # share of the time, for the first round
_FOR_TURNS = 0.95  # of all the time; the rest is for what is said of them in the end
_FIRST = 0.2  # seconds of a first turn at least, in which small types are exhausted,
_LEAST = 0.3  # and of one after it: less is spent on building spaces and starting processes alone
MOST_KEPT = 16  # pieces that are gone on with


class Turns(Protocol[R]):
    """Something that is done in turns."""

    def go_on(self, seconds: float) -> bool:
        """Take a turn of so many seconds; whether there is more to do."""
        ...

    @property
    def staleness(self) -> float: ...

    def result(self) -> R: ...


class Rounds(Generic[R]):
    """`begin` starts one of several pieces, `untried` is the result of one for which there was no time; `pressed` tells
    whether it was interrupted."""

    def __init__(
        self,
        seconds: float,
        begin: Callable[[int], Turns[R]],
        untried: Callable[[int], R],
        pressed: Callable[[], bool],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._begin = begin
        self._untried = untried
        self._pressed = pressed
        self._now = now
        self._end = now() + _FOR_TURNS * seconds

    def __repr__(self) -> str:
        return f"<Rounds: {self._end - self._now():.1f} s are left>"

    def results(self, pieces: Sequence[int]) -> Iterator[tuple[int, R | None]]:
        """The result of each piece, once there is no more to do, or no more time; None for those not begun."""
        left: list[tuple[int, Turns[R]]] = []
        for place, piece in enumerate(pieces):
            if self._pressed():
                yield piece, None
                continue
            if self._left <= 0:
                yield piece, self._untried(piece)
                continue
            one = self._begin(piece)
            if one.go_on(min(max(_FIRST, _FOR_ALL * self._left / (len(pieces) - place)), max(_FIRST, self._left))):
                left.append((piece, one))
            else:
                yield piece, one.result()
            if len(left) > MOST_KEPT:
                stalest = max(left, key=lambda item: item[1].staleness)
                left.remove(stalest)
                yield stalest[0], stalest[1].result()
        while left and self._left > 0 and not self._pressed():
            left.sort(key=lambda item: item[1].staleness)
            promising = left[: (len(left) + 1) // 2]
            for place, (piece, one) in enumerate(promising):
                turn = max(_LEAST, _FOR_ALL * self._left / (len(promising) - place))
                if self._left <= 0 or self._pressed():
                    break
                if not one.go_on(min(turn, self._left)):
                    left.remove((piece, one))
                    yield piece, one.result()
        for piece, one in left:
            yield piece, one.result()

    @property
    def _left(self) -> float:
        return self._end - self._now()
