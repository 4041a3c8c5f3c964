"""Sides: the two versions at work, each in a host of its own, given the same texts."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from refute.check.client import Requests
from refute.compare.behaviour.behaviours import DIED, HUNG, LOST, MEMORY, UNMADE, WALLED, Behaviour
from refute.compare.behaviour.performing import Site
from refute.compare.behaviour.texts import Text
from refute.run.events import Batch, Died, Event, Finished, Hung, OutOfMemory, Said, Settled, Unmade, Waiting, Walled
from refute.run.host.process import HostFailure
from refute.run.host.wire import read
from refute.run.limits import Limits
from refute.run.steps.phases import Phase

Did = bytes | Behaviour  # what a text does: a digest, or what is known of it
_SLACK = 60.0  # seconds over what calls may take


@dataclass(frozen=True)
class Side:
    """One version, and where what is compared is in it."""

    name: str  # "old" or "new", or what else it is called
    host: Requests
    site: Site
    limits: Limits

    def did(
        self, texts: Sequence[Text], seconds: float | None, *, described: bool = False
    ) -> Generator[tuple[int, Did], None, None]:
        """What texts do, by their places; some are missing where the time was over."""
        doing = f"running {self.site.path or self.site.part} of the {self.name} version"
        within = 4 * self.limits.seconds * self.limits.making + _SLACK
        request = (self.site, tuple(texts), self.limits, seconds, described)
        with closing(self.host.stream("perform", *request, doing=doing, within=within)) as events:
            yield from _heard(events, described)

    def behaviours(self, texts: Sequence[Text]) -> list[Behaviour | None]:
        """What texts do, in full."""
        if not texts:
            return []
        found: list[Behaviour | None] = [None] * len(texts)
        try:
            for place, did in self.did(texts, None, described=True):
                if isinstance(did, Behaviour):
                    found[place] = did
        except HostFailure as failure:
            lost = Behaviour(LOST, text=failure.problem)
            found = [one or lost for one in found]
        return found


def _heard(events: Generator[Event, None, None], described: bool) -> Iterator[tuple[int, Did]]:
    """What workers tell of texts, once it counts."""
    waiting: dict[int, Did] = {}
    spoiled: dict[int, Did] = {}  # whatever else they did, it counts for nothing
    for event in events:
        match event:
            case Batch(messages=messages):
                for index, payload in messages:
                    waiting[index] = _content(payload) if described else bytes(payload)
            case Walled(index=index, denial=denial):
                spoiled[index] = Behaviour(WALLED, text=denial.told("a call"))
            case Died(settled=True, index=index, how=how):
                spoiled[index] = Behaviour(LOST, text=how)
            case Settled(first=first, stop=stop):
                for index in range(first, stop):
                    did = waiting.pop(index, Behaviour(LOST))
                    yield index, spoiled.pop(index, did)
            case Hung(index=index) | Died(index=index) | OutOfMemory(index=index):
                yield index, _trouble(event)
            case Unmade(index=index, how=how):
                yield index, Behaviour(UNMADE, text=how)
            case Said(index=index, payload=payload):
                waiting[index] = Behaviour(LOST, text=str(_content(payload)))
            case Waiting() | Finished():
                pass


def _content(payload: bytes) -> Behaviour:
    (said,) = read(payload)
    return said if isinstance(said, Behaviour) else Behaviour(LOST, text=str(said))


def _trouble(event: Hung | Died | OutOfMemory) -> Behaviour:
    """What a call did that its process did not survive."""
    if event.phase is Phase.MAKING:
        return Behaviour(UNMADE, text="its arguments could not be made")
    if event.phase in (Phase.JUDGING, Phase.SPELLING):
        return Behaviour(LOST, text="what it returned could not be looked at")
    match event:
        case Hung(seconds=seconds):
            return Behaviour(HUNG, text=f"did not return within {seconds:g} s")
        case OutOfMemory():
            return Behaviour(MEMORY, text="took too much memory")
        case Died(how=how):
            return Behaviour(DIED, text=f"ended the process: {how}")


@dataclass(frozen=True)
class Sides:
    """Both versions."""

    old: Side
    new: Side

    def did(self, texts: Sequence[Text], seconds: float | None) -> dict[int, tuple[Did, Did]]:
        """What texts do in both, by their places, as far as both came."""
        streams = [one.did(texts, seconds) for one in (self.old, self.new)]
        known: tuple[dict[int, Did], dict[int, Did]] = ({}, {})
        running = [0, 1]
        try:
            while running:
                side = min(running, key=lambda one: len(known[one]))  # the other one goes on meanwhile
                told = next(streams[side], None)
                if told is None:
                    running.remove(side)
                else:
                    known[side][told[0]] = told[1]
        finally:
            for stream in streams:
                stream.close()
        return {place: (did, known[1][place]) for place, did in known[0].items() if place in known[1]}

    def behaviours(
        self, texts: Sequence[Text], did: Sequence[tuple[Did, Did]]
    ) -> list[tuple[Behaviour | None, Behaviour | None]]:
        """What texts do in both, in full, where a digest is known of it. What is more is not run again: it did not
        come to an end three times."""
        found = []
        for number, side in enumerate((self.old, self.new)):
            known = [one[number] for one in did]
            open_ends = [text for text, one in zip(texts, known, strict=True) if isinstance(one, bytes)]
            again = iter(side.behaviours(open_ends))
            found.append([next(again) if isinstance(one, bytes) else one for one in known])
        return list(zip(*found, strict=True))
