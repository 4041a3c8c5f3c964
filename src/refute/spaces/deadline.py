"""The deadline for building a space, checked between short steps."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager

from refute.errors import ExplosionError
from refute.logic.reduction.reducer import Reducer
from refute.logic.terms.term import Maker, Sort, Term
from refute.spaces.scope import Scope

Clock = Callable[[], float]
_STEPS = 64  # of the reducer between two checks


class Deadline:
    """A point in time, by a clock; never over if that is None."""

    __slots__ = ("_clock", "_scope", "_until")

    def __init__(self, scope: Scope, until: float | None = None, clock: Clock = time.monotonic) -> None:
        self._scope = scope
        self._until = until
        self._clock = clock

    def check_time(self) -> None:
        """Raise an ExplosionError if it is over."""
        if self._until is not None and self._clock() > self._until:
            raise ExplosionError(
                f"the inputs of {self._scope} cannot be counted in the time there is",
                remedy="Give a larger budget, or name a scope, which is built however long it takes.",
            )


class TimedReducer(Reducer):
    """A reducer that checks a deadline every so many steps, as one residual may take minutes."""

    def __init__(self, makers: Mapping[type, Maker] | None = None) -> None:
        self._check_time: Callable[[], None] | None = None
        self._steps = 0
        super().__init__(makers)

    @contextmanager
    def until(self, deadline: Deadline) -> Iterator[None]:
        """Raise an ExplosionError once a deadline is over, as long as this is entered."""
        before, self._check_time = self._check_time, deadline.check_time
        try:
            yield
        finally:
            self._check_time = before

    def make(self, op: str, args: tuple[Term, ...], data: Hashable = None, sort: Sort | None = None) -> Term:
        self._steps += 1
        if self._steps >= _STEPS:
            self._steps = 0
            if self._check_time is not None:
                self._check_time()
        return super().make(op, args, data, sort)
