"""Gathering: an exploration, of which the programs are kept that did something of their own."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from typing import Any

from refute.check.client import Requests
from refute.explore.accounting import Found
from refute.explore.client import Client
from refute.explore.expedition import Expedition
from refute.judge.bodies.steps import TAMPERED
from refute.run.events import Batch, Event, Said
from refute.run.host.wire import read
from refute.run.wall.denials import Denial
from refute.suite.data import Candidate

_MOST = 20_000  # candidates


class Listening:
    """A host, with what workers say of candidates."""

    def __init__(self, host: Requests) -> None:
        self._host = host
        self.generation = host.generation
        self.candidates: list[Candidate] = []

    def open_doors(self, doors: Iterable[str]) -> None:
        self._host.open_doors(doors)

    def taken_denials(self) -> list[Denial]:
        return self._host.taken_denials()

    def call(self, name: str, *arguments: Any, doing: str, within: float | None = None) -> Any:
        try:
            return self._host.call(name, *arguments, doing=doing, within=within)
        finally:
            self.generation = self._host.generation

    def stream(self, name: str, *arguments: Any, doing: str, within: float | None = None) -> Generator[Any, None, Any]:
        try:
            with closing(self._host.stream(name, *arguments, doing=doing, within=within)) as events:
                for event in events:
                    if name == "run" and len(self.candidates) < _MOST:
                        self.candidates += _candidates_in(event)
                    yield event
        finally:
            self.generation = self._host.generation


def _candidates_in(event: Event) -> Iterator[Candidate]:
    payloads = [event.payload] if isinstance(event, Said) else []
    payloads += [payload for _, payload in event.messages] if isinstance(event, Batch) else []
    for payload in payloads:
        if payload != TAMPERED:
            yield from (one for one in read(payload) if isinstance(one, Candidate))


class Gathering(Expedition):
    """Explores, and keeps what it comes by."""

    def steps(self) -> Iterator[Callable[[], None]]:
        yield from (self.begin, self.carry_out, self.look)

    @property
    def client(self) -> Client | None:
        return self._client

    @property
    def found(self) -> list[Found]:
        """What failed."""
        return self._found
