"""Leads: the version of a function whose types say what the inputs are. They are told as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from refute.check.client import Client, Requests
from refute.check.data import Options, Reference
from refute.compare.behaviour.performing import Site
from refute.compare.behaviour.texts import Text
from refute.errors import RefuteError
from refute.run.events import Batch, Died, Event, Finished, Hung, OutOfMemory, Said, Settled, Unmade, Walled
from refute.run.host.wire import read
from refute.run.steps.marks import KNOWN
from refute.search.schedule.domains import Segment

_SLACK = 60.0  # seconds over what making inputs may take
_UNTOLD = "an input has no text by which another process could make it"


@dataclass(frozen=True)
class Untold:
    """An input that there is no text of, and why."""

    why: str


class _Known:
    """Stands for an input that was tried before."""


TRIED = _Known()
Hole = tuple[str, tuple[int, ...]]  # a parameter, and the way to a part of its argument
Input = Text | Untold | _Known


@dataclass(frozen=True)
class Inputs:
    """Some inputs, one after the other; `ended`: there are no more."""

    found: Sequence[Input]
    ended: bool


class Lead(Client):
    """Asks about the function in the version that leads."""

    def __init__(
        self,
        host: Requests,
        site: Site,
        options: Options,
        name: str,
        now: Callable[[], float],
    ) -> None:
        self._site = site
        super().__init__(host, Reference(site.part or None, site.path), options, name, now)

    def _opening(self) -> tuple[Any, ...]:
        return "lead", self._site, self._reference, self._options

    def inputs(self, segments: Sequence[Segment], until: float | None) -> Inputs:
        """The inputs of ranges of domains, as far as there is time to make them."""
        first = segments[0].first if len(segments) == 1 else 0
        count = sum(one.stop - one.first for one in segments)
        doing = f"making inputs of {self._name}"
        left = self._left(until)
        request = ("texts", tuple(segments), left)
        with closing(self._ready().stream(*request, doing=doing, within=self._patience())) as said:
            return _heard(said, first, count)

    def smaller(self, text: Text, first: int, stop: int) -> tuple[list[Text], bool]:
        """Some of the smaller versions of an input, and whether there are no others after them."""
        doing = f"making a difference of {self._name} smaller"
        with closing(self._ready().stream("smaller", text, first, stop, doing=doing, within=self._patience())) as said:
            heard = _heard(said, first, stop - first)
        return [one for one in heard.found if isinstance(one, Text)], heard.ended or len(heard.found) < stop - first

    def unseen(self, text: Text, seconds: float) -> set[Hole]:
        """The parts of an input that this version does not look at."""
        doing = f"looking at what {self._name} looks at"
        try:
            found = self._ready().call("unseen", text, seconds, doing=doing, within=seconds + self._patience())
        except RefuteError:
            return set()
        return set(found)

    def with_holes(self, text: Text, holes: Sequence[Hole]) -> str:
        """The call with holes at some places, in brackets; empty if it cannot be written so."""
        try:
            found: str = self._ready().call("with_holes", text, tuple(holes), doing="writing a call", within=_SLACK)
        except RefuteError:
            return ""
        return found


def _heard(events: Iterator[Event], first: int, count: int) -> Inputs:
    """What workers tell of inputs from an index on."""
    found: dict[int, Input] = {}
    told: dict[int, Text] = {}
    ended = False
    for event in events:
        match event:
            case Batch(messages=messages):
                for index, payload in messages:
                    (told[index],) = read(payload)
            case Settled():
                known = {index for mark in event.marks if mark.code == KNOWN for index in range(mark.first, mark.stop)}
                for index in range(event.first, event.stop):
                    found.setdefault(index, TRIED if index in known else told.get(index, Untold(_UNTOLD)))
            case Walled(index=index, denial=denial):
                found[index] = Untold(denial.told("making an input"))
            case Hung(index=index):
                found[index] = Untold("making an input takes too long")
            case OutOfMemory(index=index):
                found[index] = Untold("making an input takes too much memory")
            case Died(index=index, how=how) | Unmade(index=index, how=how):
                found[index] = Untold(f"making an input {how}")
            case Said(index=index, payload=payload):
                found[index] = Untold(f"making an input: {payload[:200]!r}")
            case Finished():
                ended = event.ended
    stop = next((place for place in range(count) if first + place not in found), count)
    return Inputs([found[first + place] for place in range(stop)], ended and stop < count)
