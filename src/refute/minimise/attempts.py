"""Attempts: candidates that are run to see which of them fails in a given way."""

from __future__ import annotations

import pickle
from collections.abc import Generator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import Any

from refute.errors import RefuteError
from refute.judge.findings import Failure
from refute.judge.troubles import failure_of
from refute.minimise.descent import LOST, Descent, Lower
from refute.run.body import Body
from refute.run.events import Died, Event, Finished, Hung, OutOfMemory, Said, Unmade
from refute.run.limits import Limits
from refute.run.runner import Runner, Unmovable

_ENDLESS = 1 << 40  # steps


@dataclass(frozen=True)
class FailedAttempt:
    """A failure of the candidate of an index."""

    index: int
    failure: Failure
    output: str


class Attempts:
    def __init__(self, runner: Runner, limits: Limits) -> None:
        self._runner = runner
        self._limits = limits

    def failures(self, body: Body, first: int, stop: int, until: float | None) -> Generator[FailedAttempt, None, None]:
        """What fails in a range, as it is found; nothing where the candidates cannot be taken to a worker."""
        with suppress(Unmovable), closing(self._runner.run(body, first, stop, until)) as events:
            for event in events:
                for failure in self._failures_in(event):
                    yield FailedAttempt(event.index, failure, event.output)  # type: ignore[union-attr]

    def first_like(
        self, failure: Failure, body: Body, first: int, stop: int, until: float | None = None
    ) -> FailedAttempt | None:
        """The first of a range that fails in the same way."""
        with closing(self.failures(body, first, stop, until)) as found:
            for attempt in found:
                if attempt.failure.key == failure.key and attempt.failure.reach == failure.reach:
                    return attempt
        return None

    def descend(self, descent: Descent, until: float) -> Generator[FailedAttempt, None, bool | None]:
        """The inputs that a descent comes to, each by its number among the smaller versions of the one before; then
        whether there are no more, None if something came in between."""
        with suppress(Unmovable), closing(self._runner.run(descent, 0, _ENDLESS, until)) as events:
            for event in events:
                match event:
                    case Said(payload=payload, output=output) if payload != LOST:
                        said = _read(payload)
                        numbers = [one.number for one in said if isinstance(one, Lower)]
                        failures = [one for one in said if isinstance(one, Failure) and descent.is_alike(one)]
                        yield FailedAttempt(numbers[0], failures[0], output)
                    case Said() | Hung() | OutOfMemory() | Unmade():
                        return None
                    case Died() if not event.settled:
                        return None
                    case Finished(ended=ended):
                        return ended
        return None

    def _failures_in(self, event: Event) -> list[Failure]:
        match event:
            case Said(payload=payload) if payload:
                return [one for one in _read(payload) if isinstance(one, Failure)]
            case Hung() | Died() | OutOfMemory():
                failure = failure_of(event, self._limits)
                return [] if failure is None else [failure]
        return []


def _read(payload: bytes) -> Sequence[Any]:
    """What was said. Raises it if it is an error."""
    said: Sequence[Any] = pickle.loads(payload) if payload.startswith(b"\x80") else ()
    for one in said:
        if isinstance(one, RefuteError):
            raise one
    return said
