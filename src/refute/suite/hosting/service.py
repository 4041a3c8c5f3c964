"""What a host does for `refute write`: beside what it does for `explore`, it observes programs, and makes mutants."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from types import FunctionType
from typing import Any

from refute.explore.hosting.interfaces import Target, named_in
from refute.explore.hosting.service import ExploreService
from refute.judge.findings import Finding
from refute.programs.hosting.telling import Told
from refute.programs.interface.interface import Interface
from refute.programs.interface.shapes import classes_in
from refute.programs.program.program import Program
from refute.run.body import Body
from refute.run.events import Batch, Died, Event, Finished, Hung, OutOfMemory, Said, Walled
from refute.run.host.wire import read
from refute.suite.data import Observed, Script, Smaller, TargetInfo, Tried
from refute.suite.mutants.trying import Judge, Trying
from refute.suite.running.facts import Facts
from refute.suite.running.homes import Homes
from refute.suite.running.observing import Observing
from refute.suite.running.performing import Unfit
from refute.suite.running.recording import Recording
from refute.suite.running.scripts import Scripts
from refute.suite.running.trimming import Trimming, Wanted
from refute.targets.parts import module_and_name
from refute.types.reading.guarded import attribute, names_of_module
from refute.types.reading.places import place_of

_ENDLESS = 1 << 60


class SuiteService(ExploreService):
    """Answers requests about one target at a time."""

    body = Recording
    _about: tuple[str, ...] = ()  # operations

    # -- targets -------------------------------------------------------------------------------------------------------

    def _found(self, part: str) -> list[Target]:
        if part not in self._targets and module_and_name(part) is not None:
            module, name, value = named_in(part)
            if isinstance(value, FunctionType):
                subject = _with_what_it_needs(Interface.of(module), name)
                self._targets[part] = [Target(name, subject, str(attribute(module, "__name__")), place_of(value))]
                self._about = (name,)
        return super()._found(part)

    def about(self) -> TargetInfo:
        """The target that is open."""
        explored = self.explored
        module = sys.modules.get(explored.module)
        file = "" if module is None else str(names_of_module(module).get("__file__") or "")
        return TargetInfo(explored.module, file, tuple(sys.path), tuple(explored.functions), self._about)

    # -- programs ------------------------------------------------------------------------------------------------------

    def scripts(self, programs: Sequence[Program]) -> list[Script | None]:
        """Programs as text; none of one in which a constant has no text."""
        homes = Homes(self.explored.module)
        scripts = Scripts(self.explored.variants, homes, Facts(homes))
        found: list[Script | None] = []
        for program in programs:
            try:
                found.append(scripts.of(program)[0])
            except Unfit:
                found.append(None)
        return found

    def failing(self, told: Told, seconds: float) -> tuple[Finding, Script | None]:
        """A failure, with the smallest program that was found to show it within some seconds."""
        broke, until = told.broke, self._now() + seconds
        for smaller in self.explored.shrunk(broke.program, broke.failure.key, until):
            broke = smaller
        return self.teller.describe(replace(told, broke=broke)), self.scripts([broke.program])[0]

    def observe(self, programs: Sequence[Program], seconds: float) -> Iterator[Observed]:
        """What programs do. Those that are too late have no answer."""
        module = self.explored.module
        until = self._now() + seconds
        body = partial(Observing, programs=tuple(programs), module=module)
        for event in self._events(body, 0, len(programs), until):
            match event:
                case Hung(index=index) | Died(index=index) | OutOfMemory(index=index):
                    yield Observed(index, None, "it does not come to an end, or ends its process")
                case Walled(index=index):
                    yield Observed(index, None, "it does what is not allowed")
                case _:
                    yield from (one for one in _said(event) if isinstance(one, Observed))

    def smaller(self, wanted: Sequence[Wanted], seconds: float) -> Iterator[Smaller]:
        """Ever smaller programs in the place of some."""
        until, left = self._now() + seconds, list(wanted)
        while left and self._now() < until:
            last = left[0].number
            for event in self._events(partial(Trimming, wanted=tuple(left)), 0, _ENDLESS, until):
                for one in _said(event):
                    if isinstance(one, Smaller):
                        last = one.number
                        yield one
                if isinstance(event, Hung | OutOfMemory) or (isinstance(event, Died) and not event.settled):
                    break
            else:
                return
            left = left[[one.number for one in left].index(last) + 1 :]

    def tried(self, judges: Sequence[Judge], chosen: Sequence[int], every: bool, seconds: float) -> Iterator[Tried]:
        """What becomes of mutants."""
        until, first, count = self._now() + seconds, 0, len(chosen)
        make = partial(Trying, judges=tuple(judges), module=self.explored.module, chosen=tuple(chosen), every=every)
        while first < count and self._now() < until:
            before = first
            for event in self._events(make, first, count, until):
                yield from (one for one in _said(event) if isinstance(one, Tried))
                if isinstance(event, Finished):
                    first = event.stop
            if first == before:
                return

    def _events(self, make: Callable[..., Body], first: int, stop: int, until: float) -> Iterator[Event]:
        return self.explored.events_of(make, first, stop, until)


def _said(event: Event) -> Iterator[Any]:
    match event:
        case Said(payload=payload):
            yield from read(payload)
        case Batch(messages=messages):
            for _, payload in messages:
                yield from read(payload)


def _with_what_it_needs(interface: Interface, name: str) -> Interface:
    """The operations by a name, and those that make what these take."""
    own = {one.name for one in interface.operations if one.name == name}
    chosen, needed = set(own), set[type]()
    while True:
        takes = [one for one in interface.operations if one.name in chosen]
        needed |= {cls for one in takes for taken in one.takes for cls in classes_in(taken.shape)}
        more = {
            one.name
            for one in interface.operations
            if one.result is not None
            and any(issubclass(made, cls) for made in classes_in(one.result) for cls in needed)
        }
        if more <= chosen:
            return interface.restricted(include=sorted(chosen))
        chosen |= more
