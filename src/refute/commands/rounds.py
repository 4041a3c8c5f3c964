"""Rounds: a time for a whole run, spent where something new is still seen.

First every function has a turn. Those that have nothing new to show end with it; what time is left goes to the others,
round by round, to the half of them in which something new was seen last.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar

R = TypeVar("R", covariant=True)
_FOR_ALL = 0.5  # share of the time, for the first round
_FOR_TURNS = 0.95  # of all the time; the rest is for what is said of them in the end
_LEAST = 0.3  # seconds of a turn: less is spent on building spaces and starting processes alone


class Turns(Protocol[R]):
    """Something that is done in turns."""

    def go_on(self, seconds: float) -> bool:
        """Take a turn of so many seconds; whether there is more to do."""
        ...

    @property
    def staleness(self) -> float: ...

    def result(self) -> R: ...


class Rounds(Generic[R]):
    """`begin` starts one of several pieces, `pressed` tells whether it was interrupted."""

    def __init__(
        self,
        seconds: float,
        begin: Callable[[int], Turns[R]],
        pressed: Callable[[], bool],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._begin = begin
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
            one = self._begin(piece)
            if one.go_on(max(0.0, _FOR_ALL * self._left / (len(pieces) - place))):
                left.append((piece, one))
            else:
                yield piece, one.result()
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
