"""Attempts: candidates that are run to see which of them fails in a given way."""

from __future__ import annotations

import pickle
from collections.abc import Generator
from contextlib import closing, suppress
from dataclasses import dataclass

from refute.errors import RefuteError
from refute.judge.findings import Failure
from refute.judge.troubles import failure_of
from refute.run.body import Body
from refute.run.events import Died, Event, Hung, OutOfMemory, Said
from refute.run.limits import Limits
from refute.run.runner import Runner, Unmovable


@dataclass(frozen=True)
class Seen:
    """A failure of the candidate of an index."""

    index: int
    failure: Failure
    output: str


class Attempts:
    def __init__(self, runner: Runner, limits: Limits) -> None:
        self._runner = runner
        self._limits = limits

    def failures(self, body: Body, first: int, stop: int, until: float | None) -> Generator[Seen, None, None]:
        """What fails in a range, as it is found; nothing where the candidates cannot be taken to a worker."""
        with suppress(Unmovable), closing(self._runner.run(body, first, stop, until)) as events:
            for event in events:
                for failure in self._failures_in(event):
                    yield Seen(event.index, failure, event.output)  # type: ignore[union-attr]

    def first_like(
        self, failure: Failure, body: Body, first: int, stop: int, until: float | None = None
    ) -> Seen | None:
        """The first of a range that fails in the same way."""
        with closing(self.failures(body, first, stop, until)) as found:
            for seen in found:
                if seen.failure.key == failure.key and seen.failure.reach == failure.reach:
                    return seen
        return None

    def _failures_in(self, event: Event) -> list[Failure]:
        match event:
            case Said(payload=payload) if payload:
                said = pickle.loads(payload) if payload.startswith(b"\x80") else ()
                for one in said:
                    if isinstance(one, RefuteError):
                        raise one
                return [one for one in said if isinstance(one, Failure)]
            case Hung() | Died() | OutOfMemory():
                failure = failure_of(event, self._limits)
                return [] if failure is None else [failure]
        return []
