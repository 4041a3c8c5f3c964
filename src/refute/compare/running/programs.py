"""Programs: what a client of either version may do, gathered by exploring both, and run in both."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any

from refute.check.client import Requests
from refute.compare.behaviour.homes import Homes
from refute.compare.behaviour.texts import Text
from refute.compare.running.comparing import CHANGED_TOO, GIVEN_UP, Changed, Comparing, Open
from refute.compare.running.sides import Sides
from refute.compare.saying.telling import Teller
from refute.errors import RefuteError
from refute.explore.data import ExploreOptions, InterfaceInfo
from refute.explore.expedition import Expedition, Wishes
from refute.judge.findings import Finding
from refute.run.events import Batch, Event, Said
from refute.run.host.wire import read
from refute.run.wall.denials import Denial

_MOST = 20_000  # programs of one version
_BATCH = 500  # programs that are run in both versions at a time
_ROUNDS = 40  # of leaving lines out of a program


class Listening:
    """A host, with what workers say of programs."""

    def __init__(self, host: Requests) -> None:
        self._host = host
        self.generation = host.generation
        self.texts: dict[Text, None] = {}

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
                    if len(self.texts) < _MOST:
                        self.texts.update(dict.fromkeys(_texts_in(event)))
                    yield event
        finally:
            self.generation = self._host.generation


def _texts_in(event: Event) -> Iterator[Text]:
    payloads = [event.payload] if isinstance(event, Said) else []
    payloads += [payload for _, payload in event.messages] if isinstance(event, Batch) else []
    for payload in payloads:
        if payload != b"tampered":
            yield from (one for one in read(payload) if isinstance(one, Text))


class _Gathering(Expedition):
    """An exploration for the programs that it comes by."""

    def steps(self) -> Iterator[Callable[[], None]]:
        yield from (self.begin, self.carry_out)


def gathered(
    host: Requests, interface: InterfaceInfo, options: ExploreOptions, seconds: float, homes: Homes
) -> tuple[list[Text], list[str]]:
    """The programs that an exploration of one version tries, with names that they have in both; and warnings."""
    listening = Listening(host)
    expedition = _Gathering(
        listening, interface.reference, options, Wishes(seconds, looks=False), interface.name, time.monotonic
    )
    warnings: list[str] = []
    try:
        for step in expedition.steps():
            step()
    except RefuteError as error:
        warnings.append(error.problem)
    if expedition.interrupted:
        raise KeyboardInterrupt
    return [_neutral(text, homes) for text in listening.texts], warnings


def _neutral(text: Text, homes: Homes) -> Text:
    return replace(text, imports=tuple((homes.of_both(module), name) for module, name in text.imports))


@dataclass
class Tried:
    """What came of the programs that end in one operation."""

    compared: int = 0
    longest: int = 0  # calls
    opens: dict[str, None] = field(default_factory=dict)  # why some could not be compared
    left_open: int = 0
    findings: list[Finding] = field(default_factory=list)
    keys: list[tuple[str, ...]] = field(default_factory=list)
    differing: int = 0

    @property
    def tried(self) -> str:
        from refute.words import plural

        return f"{plural(self.compared, 'program')} of up to {plural(self.longest, 'call')}"


def compared(
    sides: Sides,
    texts: Sequence[Text],
    name: str,
    teller_for: Callable[[str], Teller],
    tolerance: float,
    until: float,
    now: Callable[[], float] = time.monotonic,
) -> dict[str, Tried]:
    """Run programs in both versions, the shortest first; what came of them, by their last operation."""
    comparing = Comparing(sides, name, tolerance)
    found: dict[str, Tried] = {}
    ordered = sorted(dict.fromkeys(texts), key=lambda text: (text.size, len(text.whole)))
    for first in range(0, len(ordered), _BATCH):
        left = until - now()
        if left <= 0:
            break
        batch = ordered[first : first + _BATCH]
        for text, outcome in zip(batch, comparing.compared(batch, left), strict=False):
            tried = found.setdefault(text.operation, Tried())
            match outcome:
                case Open(why=why):
                    tried.opens[why] = None
                    tried.left_open += 1
                    continue
                case Changed():
                    tried.differing += 1
                    failure = teller_for(text.operation).failure(outcome)
                    if failure.key not in tried.keys:
                        tried.keys.append(failure.key)
                        shorter = _shorter(comparing, outcome)
                        tried.findings.append(teller_for(text.operation).finding(shorter, tried.compared + 1))
                case _ if outcome == CHANGED_TOO:
                    tried.differing += 1
                case _ if outcome == GIVEN_UP:
                    continue
            tried.compared += 1
            tried.longest = max(tried.longest, text.size)
    return found


def _shorter(comparing: Comparing, changed: Changed) -> Changed:
    """The same with lines left out, as long as it differs."""
    for _ in range(_ROUNDS):
        lines = changed.text.lines
        versions = [
            replace(changed.text, lines=(*lines[:place], *lines[place + 1 :]), size=changed.text.size - 1)
            for place in range(len(lines) - 1, -1, -1)
        ]
        smaller = comparing.difference(versions) if versions else None
        if smaller is None:
            break
        changed = smaller
    return changed
