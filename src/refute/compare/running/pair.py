"""Pairs: a function in two versions, asked about as if it were one that must not change.

A search asks a pair what it asks the client of a check: for spaces, runs and findings. Inputs are those of the types
of one version, the *lead*. They are told as text, in batches; both versions make and call them, and what differs has
failed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pickle import dumps
from typing import Any

from refute.campaign.interest import Reach
from refute.check.data import FunctionInfo, Improvement, KeptInfo
from refute.compare.behaviour.behaviours import DIED, HUNG, MEMORY
from refute.compare.behaviour.texts import Text
from refute.compare.running.comparing import CHANGED_TOO, GIVEN_UP, SAME, Changed, Compared, Comparing, Open
from refute.compare.running.leads import Input, Lead, Untold
from refute.compare.saying.telling import Teller
from refute.judge.bodies.messages import Unjudged
from refute.judge.findings import Failure, Finding
from refute.run.events import Event, Finished, Mark, Said, Settled
from refute.run.host.process import HostFailure
from refute.run.steps.marks import DISCARDED, FAILED_AGAIN, KNOWN
from refute.search.schedule.domains import Domain, Kept, Segment, Solved, SpaceInfo
from refute.spaces.scope import Scope
from refute.store.entries import Entry

_FIRST_BATCH = 64  # inputs,
_LARGEST_BATCH = 4_096  # and so many at most, as batches grow
_GROWTH = 3
_FOR_MAKING = 0.3  # of the time for a batch
_LEAST = 0.1  # seconds for trying one that was made
MOST_LARGEST = 40  # inputs that are kept to be timed
_FIRST_SMALLER, _MOST_SMALLER = 16, 512  # smaller versions that are tried at a time


class Pair:
    """Two versions of a function, in the place of the client of one."""

    def __init__(
        self, lead: Lead, other: Lead | None, comparing: Comparing, teller: Teller, now: Callable[[], float]
    ) -> None:
        """`other`: asks about the version that does not lead, where its types can be read as well."""
        self._lead = lead
        self._other = other
        self._comparing = comparing
        self._teller = teller
        self._now = now
        self._batch = _FIRST_BATCH
        self._changed: dict[tuple[Domain, int], Changed] = {}
        self.largest: list[Text] = []  # of the inputs that both do the same with
        self._told_open: set[tuple[str, ...]] = set()  # kinds of reasons why texts are open
        self.info = _joint(lead.info, None if other is None else other.info)

    def __repr__(self) -> str:
        return f"<Pair of {self._teller.name}>"

    @property
    def warnings(self) -> list[str]:
        return [*self._lead.warnings, *(() if self._other is None else self._other.warnings)]

    @property
    def unasked(self) -> str:
        return self._lead.unasked

    # -- as the lead says ----------------------------------------------------------------------------------------------

    def space(self, scope: Scope, previous: Scope | None, until: float | None) -> SpaceInfo:
        return self._lead.space(scope, previous, until)

    def past(self, scope: Scope, counts: Sequence[int]) -> tuple[Solved | None, tuple[str, ...]]:
        return self._lead.past(scope, counts)

    def solved(self, scope: Scope | None) -> Solved | bool:
        return self._lead.solved(scope)

    def kept(self, entries: Sequence[Entry]) -> tuple[Kept, tuple[KeptInfo, ...]]:
        return self._lead.kept(entries)

    def look(self, segments: Sequence[Segment], seconds: float) -> Reach | None:
        return self._lead.look(segments, seconds)

    def questions(self, segments: Sequence[Segment], seconds: float) -> tuple[Any, ...]:
        """What the code of either version compares inputs with."""
        own = self._lead.questions(segments, seconds)
        others = () if self._other is None else self._other.questions(segments, seconds)
        return _different((*own, *others))

    def emptiness(self, scope: Scope) -> str:
        return self._lead.emptiness(scope)

    def narrowness(self, scope: Scope, tests: int, seconds: float) -> list[str]:
        return []

    def impossible_result(self) -> str | None:
        return None

    def only_with_decorators(self, finding: Finding, key: tuple[str, ...]) -> str | None:
        return None

    def known(self, domain: Domain, indices: Sequence[int]) -> list[int]:
        return []

    def states(self) -> int:
        return 0

    def denied(self) -> list[str]:
        return [*self._lead.denied(), *(() if self._other is None else self._other.denied())]

    def close(self) -> None:
        self._lead.close()
        if self._other is not None:
            self._other.close()

    # -- runs ----------------------------------------------------------------------------------------------------------

    def run(self, segments: Sequence[Segment], until: float | None, careful: bool) -> Generator[Event, None, None]:
        """Have inputs run by both versions. Indices of events are those of the segment, or of all together."""
        place, total = 0, sum(one.stop - one.first for one in segments)
        by = segments[0].first if len(segments) == 1 else 0
        ended = False
        while place < total and not ended and not self._is_over(until):
            part = list(_between(segments, place, min(place + self._batch, total)))
            inputs = self._lead.inputs(part, self._until_made(until))
            yield from self._tell(inputs.found, segments, place, by, until)
            place += self._told
            ended = inputs.ended and self._told == len(inputs.found)
            if self._told < len(inputs.found) or not (inputs.found or ended):
                break
            self._batch = min(self._batch * _GROWTH, _LARGEST_BATCH)
        yield Finished(place + by, ended)

    def _is_over(self, until: float | None) -> bool:
        return until is not None and self._now() >= until

    def _until_made(self, until: float | None) -> float | None:
        """When to stop making inputs, so that there is time to try them."""
        return None if until is None else self._now() + (until - self._now()) * _FOR_MAKING

    def _tell(
        self, inputs: Sequence[Input], segments: Sequence[Segment], place: int, by: int, until: float | None
    ) -> Iterator[Event]:
        """What comes of some inputs. `_told` is how many of them are accounted for."""
        texts = [one for one in inputs if isinstance(one, Text)]
        left = None if until is None else max(_LEAST, until - self._now())
        compared = iter(self._comparing.compared(texts, left) if texts else [])
        marks: list[tuple[int, int]] = []
        self._told = 0
        for number, one in enumerate(inputs):
            index = place + number
            found: Compared | None = next(compared, None) if isinstance(one, Text) else None
            if isinstance(one, Text) and found is None:
                break  # there was no time for it
            said = self._said(one, found, *_own(segments, index))
            if isinstance(said, int):
                marks.append((index + by, said))
            elif said is not None:
                yield Said(index + by, dumps((said,)), "")
            self._told += 1
        if self._told:
            yield Settled(place + by, place + by + self._told, tuple(_ranges(marks)), worker=0)

    def _said(self, one: Input, found: Compared | None, domain: Domain, index: int) -> Failure | Unjudged | int | None:
        if found == SAME and isinstance(one, Text):
            self._note(one)
        match one, found:
            case Untold(why=why), _:
                return Unjudged(self._once(why, (why,)))
            case _, None:
                return KNOWN
            case _, Open(why=why, kind=kind):
                return Unjudged(self._once(why, kind))
            case _, Changed():
                self._changed[domain, index] = found
                return self._teller.failure(found)
        return {SAME: None, GIVEN_UP: DISCARDED, CHANGED_TOO: FAILED_AGAIN}[str(found)]

    def _note(self, text: Text) -> None:
        """Keep a text if it is among the longest: what both versions take for it can be compared."""
        self.largest.append(text)
        if len(self.largest) >= 2 * MOST_LARGEST:
            self.largest.sort(key=lambda one: len(one.call), reverse=True)
            del self.largest[MOST_LARGEST:]

    def _once(self, why: str, kind: tuple[str, ...]) -> str:
        """Why something is open, for the first that is so for one reason."""
        is_new = kind not in self._told_open
        self._told_open.add(kind)
        return why if is_new else ""

    # -- findings ------------------------------------------------------------------------------------------------------

    def describe(self, domain: Domain, index: int, failure: Failure, output: str, number: int) -> Finding | None:
        changed = self._changed.get((domain, index))
        return None if changed is None else self._teller.finding(changed, number)

    def improve(
        self, domain: Domain, index: int, failure: Failure, output: str, number: int, careful: bool, until: float
    ) -> Iterator[Improvement]:
        """The same, with ever smaller inputs that differ as well."""
        changed = self._changed.get((domain, index))
        if changed is None:
            return
        first = changed.text.size
        size: int | None = None
        for smaller in self._smaller(changed, until):
            changed, size = smaller, min(first, smaller.text.size) if smaller.text.size else first
            yield Improvement(self._teller.finding(smaller, number, found_size=first, size=size))
        general = self._generalised(changed, until)
        if general:
            found_size = None if size is None else first
            told = self._teller.finding(changed, number, found_size=found_size, size=size, generalised=general)
            yield Improvement(told)

    def _generalised(self, changed: Changed, until: float) -> str:
        """The call with a hole for each part that neither version looks at; empty if there is none."""
        text, left = changed.text, until - self._now()
        kinds = {changed.old.kind, changed.new.kind}
        if self._other is None or left <= 0 or kinds & {HUNG, DIED, MEMORY}:
            return ""
        holes = self._lead.unseen(text, left / 2)
        holes = holes & self._other.unseen(text, max(0.0, until - self._now())) if holes else holes
        return self._lead.with_holes(text, sorted(holes)) if holes else ""

    def _smaller(self, changed: Changed, until: float) -> Iterator[Changed]:
        place, count = 0, _FIRST_SMALLER
        while self._now() < until:
            try:
                texts, is_last = self._lead.smaller(changed.text, place, place + count)
            except HostFailure:
                return
            found = self._comparing.difference(texts)
            if found is not None:
                yield (changed := found)
                place, count = 0, _FIRST_SMALLER
            elif is_last:
                return
            else:
                place, count = place + count, min(count * 2, _MOST_SMALLER)


def _joint(lead: FunctionInfo, other: FunctionInfo | None) -> FunctionInfo:
    """What is known of a function in two versions: their constants and letters together. No promise is asked of it."""
    search = lead.search
    if other is not None:
        constants = _different((*search.constants, *other.search.constants))
        letters = "".join(dict.fromkeys(search.letters + other.search.letters)) if search.letters else ""
        search = replace(search, constants=constants, letters=letters, asks=search.asks or other.search.asks)
    return replace(
        lead,
        search=replace(search, states=False, narrows=False),
        unannotated=False,
        admits_everything=False,
        assumed=(),
        is_decorated=False,
        raises=(),
    )


def _different(constants: Iterable[Any]) -> tuple[Any, ...]:
    """Constants, each once: 1, True and 1.0 are three."""
    return tuple({(type(one), repr(one)): one for one in constants}.values())


def _between(segments: Sequence[Segment], first: int, stop: int) -> Iterator[Segment]:
    """The parts of segments from a place among all their inputs to before another."""
    begin = 0
    for segment in segments:
        end = begin + segment.stop - segment.first
        a, b = max(first, begin), min(stop, end)
        if a < b:
            yield replace(segment, first=segment.first + a - begin, stop=segment.first + b - begin)
        begin = end


def _own(segments: Sequence[Segment], place: int) -> tuple[Domain, int]:
    """The domain of an input, and its index there."""
    for segment in segments:
        if place < segment.stop - segment.first:
            return segment.domain, segment.first + place
        place -= segment.stop - segment.first
    raise LookupError(place)


def _ranges(marks: Iterable[tuple[int, int]]) -> Iterator[Mark]:
    """Marks of neighbours that are alike as one."""
    for (_, code), each in groupby(enumerate(marks), key=lambda item: (item[1][0] - item[0], item[1][1])):
        indices = [index for _, (index, _) in each]
        yield Mark(code, indices[0], indices[-1] + 1)
