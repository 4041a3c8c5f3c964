"""The side of refute's own process: questions about an interface, as requests to a host."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing

from refute.check.client import Requests
from refute.explore.coverage_data import Ways
from refute.explore.data import ExploreOptions, InterfaceInfo, Reference
from refute.judge.findings import Finding
from refute.programs.engine.picture import Picture
from refute.programs.hosting.explored import Counts
from refute.programs.hosting.telling import Told
from refute.programs.program.program import Program
from refute.run.events import Event
from refute.run.host.process import HostFailure

_TO_READ = 30.0  # seconds for reading types and building constants
_TO_TELL = 60.0


class Client:
    """Asks about one interface."""

    def __init__(
        self,
        host: Requests,
        reference: Reference,
        options: ExploreOptions,
        name: str,
        now: Callable[[], float],
    ) -> None:
        """`now` is the clock by which the times are that it is given."""
        self._host = host
        self._reference = reference
        self._options = options
        self._name = name
        self._now = now
        self._generation = 0
        self.warnings: list[str] = []
        self.info = self._open()

    def __repr__(self) -> str:
        return f"<Client of {self._name}, host {self._generation}>"

    def _open(self) -> InterfaceInfo:
        doing = f"reading the interface of {self._name}"
        within = self._options.limits.importing + _TO_READ
        info: InterfaceInfo = self._host.call("open", self._reference, self._options, doing=doing, within=within)
        self._generation = self._host.generation
        return info

    @property
    def is_lost(self) -> bool:
        """Whether the host is another one, which knows nothing of what was done."""
        return self._host.generation != self._generation

    def run(
        self, first: int, until: float | None, careful_until: int, stop: int | None
    ) -> Generator[Event, None, None]:
        left = None if until is None else max(0.0, until - self._now())
        limits = self._options.limits
        within = 4 * limits.seconds * limits.making + 60
        asked = (first, left, careful_until, stop)
        yield from self._host.stream("run", *asked, doing=f"exploring {self._name}", within=within)

    def in_threads(self, until: float | None) -> Generator[Event, None, None]:
        left = None if until is None else max(0.0, until - self._now())
        within = 8 * self._options.limits.seconds * self._options.limits.making + 60
        yield from self._host.stream("in_threads", left, doing=f"calling {self._name} in two threads", within=within)

    def look(self, until: float | None) -> Generator[Event, None, None]:
        left = None if until is None else max(0.0, until - self._now())
        within = 4 * self._options.limits.seconds * self._options.limits.making + 60
        yield from self._host.stream("look", left, doing=f"looking at objects of {self._name}", within=within)

    def pair_at(self, index: int) -> tuple[str, str] | None:
        """The names of the operations that two calls at a time are of."""
        try:
            found: tuple[str, str] | None = self._host.call(
                "pair_at", index, doing=f"looking for two calls of {self._name}", within=2 * _TO_TELL
            )
        except HostFailure as failure:
            self.warnings.append(failure.problem)
            return None
        return found

    def counts(self) -> Counts:
        try:
            found: Counts = self._host.call("counts", doing=f"looking at what {self._name} has made", within=_TO_TELL)
        except HostFailure:
            return Counts()
        return found

    def program_at(self, index: int, *, of_look: bool) -> Program | None:
        try:
            found: Program | None = self._host.call(
                "program_at", index, of_look, doing=f"looking for a call of {self._name}", within=2 * _TO_TELL
            )
        except HostFailure as failure:
            self.warnings.append(failure.problem)
            return None
        return found

    def explain(self) -> list[tuple[str, list[str]]]:
        """Sections of a report: how instances are made, and what is called with what."""
        try:
            doing = f"explaining {self._name}"
            found: list[tuple[str, list[str]]] = self._host.call("explain", doing=doing, within=2 * _TO_TELL)
        except HostFailure as failure:
            self.warnings.append(failure.problem)
            return []
        return found

    def picture(self, most: int) -> Picture | None:
        """The states and calls that there are, with so many states of a kind at most."""
        try:
            doing = f"looking at the states of {self._name}"
            found: Picture | None = self._host.call("picture", most, doing=doing, within=2 * _TO_TELL)
        except HostFailure as failure:
            self.warnings.append(failure.problem)
            return None
        return found

    def ways(self) -> Ways | None:
        """What has to be known of the code for data of coverage.py."""
        try:
            found: Ways = self._host.call("ways", doing=f"importing {self._name} again", within=2 * _TO_TELL)
        except HostFailure as failure:
            self.warnings.append(failure.problem)
            return None
        return found

    def kept(self, texts: Sequence[tuple[str, ...]]) -> Sequence[Told | str | None]:
        """What became of programs as text: how they fail, None if they do not, or why they cannot be tried."""
        doing = f"trying the programs that were kept of {self._name}"
        try:
            found: Sequence[Told | str | None] = self._host.call("kept", tuple(texts), doing=doing, within=2 * _TO_TELL)
        except HostFailure as failure:
            self.warnings.append(failure.problem)
            return ()
        return found

    def describe(self, told: Told) -> Finding:
        found: Finding = self._host.call("describe", told, doing=f"telling how {self._name} failed", within=_TO_TELL)
        return found

    def improve(self, told: Told, until: float) -> Iterator[Finding | None]:
        left = max(0.0, until - self._now())
        doing = f"making a program of {self._name} smaller"
        try:
            with closing(self._host.stream("improve", told, left, doing=doing, within=left + _TO_TELL)) as found:
                yield from found
        except HostFailure as failure:
            self.warnings.append(failure.problem)

    def close(self) -> None:
        if not self.is_lost:
            self._host.call("close", doing=f"freeing what {self._name} has made", within=_TO_TELL)
