"""One interface in a host: its variants, the log of its exploration, and the bodies that carry it out."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from pickle import dumps

from refute.judge.bodies.steps import TAMPERED
from refute.judge.calls.audit import Audit
from refute.judge.calls.refusals import Refusal
from refute.judge.troubles import failure_of
from refute.programs.calls.leaf_sources import LeafSources
from refute.programs.calls.variants import Variant, variants_of
from refute.programs.contracts.law import LawOperation
from refute.programs.contracts.looking import Looking, NamingLooks
from refute.programs.contracts.looks import looks_of
from refute.programs.engine.body import Calling, Naming
from refute.programs.engine.coverage.branches import Arc
from refute.programs.engine.coverage.importing import Importing
from refute.programs.engine.coverage.lines import FunctionLines, functions_in, steps_in
from refute.programs.engine.exploration import PER_KIND, Exploration, Exploring
from refute.programs.engine.knowledge import Knowledge, Noted
from refute.programs.engine.log import Log
from refute.programs.engine.messages import Began, BeganAnew, Broke, Seen
from refute.programs.engine.picture import Picture, Picturing, State, Transition
from refute.programs.engine.replay import Generalises, Place, Replays, Shrinks
from refute.programs.engine.tally import PER_OPERATION
from refute.programs.hosting.material import Material
from refute.programs.hosting.together import together
from refute.programs.interface.declared import Declarations
from refute.programs.models.modelled import modelled
from refute.programs.pools.constants import Verbatim
from refute.programs.program.program import Call, Program, Value
from refute.programs.promises.promises import Promises
from refute.programs.schedule.finds import Finds
from refute.programs.schedule.seeds import seeds_of
from refute.programs.schedule.symmetry import Symmetry
from refute.programs.states.individuals import Globals
from refute.programs.threads.pairs import NamingPairs, Pairing
from refute.run.body import Body
from refute.run.events import Batch, Died, Event, Hung, OutOfMemory, Said, Settled
from refute.run.host.wire import may_cross, read
from refute.run.inside import Inside
from refute.run.limits import Limits
from refute.run.runner import Runner

_ENDLESS = 1 << 60
_LARGE = 1_000  # calls of a segment that may be left to several workers,
_LONG = 4.0  # if they would take one longer than this, in seconds
_FEW_OTHERS = 30_000  # random calls for another program that fails
_TO_NAME = 60.0  # seconds to come to a call and say which it is


@dataclass(frozen=True)
class Reached:
    """The lines and branches of a function, and those of them that no call has reached."""

    function: str
    file: str
    line: int  # of its `def`
    lines: tuple[int, ...]
    missed: tuple[int, ...]
    branches: tuple[Arc, ...] = ()
    untaken: tuple[Arc, ...] = ()


@dataclass(frozen=True)
class Counts:
    """How much there is, after the calls that are settled."""

    # Kind, instances in tiers, sampled ones, those without room, whether programs with some are not gone on with.
    states: tuple[tuple[str, int, int, int, bool], ...] = ()
    # Name, calls, those refused, those that failed, new instances, calls that changed an argument.
    operations: tuple[tuple[str, int, int, int, int, int], ...] = ()
    lines: tuple[Reached, ...] = ()
    knowledge: Knowledge = Knowledge()  # noqa: RUF009 - frozen
    noted: Noted = Noted()  # noqa: RUF009 - frozen


may_cross(
    *(
        Began,
        BeganAnew,
        Broke,
        Call,
        Knowledge,
        Noted,
        Picture,
        Program,
        Reached,
        Seen,
        State,
        Transition,
        Value,
        Verbatim,
    )
)  # what workers say


class Explored:
    """An interface that is being explored."""

    def __init__(
        self,
        interface: Declarations,
        module: str,
        how: Exploring,
        limits: Limits,
        runner: Runner,
        now: Callable[[], float] = time.monotonic,
        body: type[Calling] = Calling,
        jobs: int = 1,
        audit: Audit | None = None,
    ) -> None:
        """`module`: the name of that which is explored, whose code is looked at for constants; `body`: what makes
        calls; `jobs`: how many workers may do so at a time; `audit`: where all calls are written."""
        self._audit = audit
        self._body = body
        self._jobs = jobs
        self.interface = interface = modelled(interface)
        self.module = module
        self.limits = limits
        self.now = now
        self._how = how
        self._runner = runner
        material = Material(interface, module, [Path(test) for test in how.tests])
        self._sources = LeafSources(interface, material.constants(), how.seed, material.words, how.scalars)
        looks = looks_of(interface, how.exempt)
        self.variants: list[Variant] = list(variants_of([*interface.operations, *looks], self._sources))
        self.calls = [one for one in self.variants if one.operation.is_call]
        self._seeds = list(seeds_of(material.examples(), self.calls))
        self._promises = Promises(interface, how.tolerance, lenient=how.lenient, home=how.home)
        self._functions = functions_in(interface.files)
        self._held = Globals(interface.packages)
        self._log = Log()

    def __repr__(self) -> str:
        return f"<Explored {self.interface!r}>"

    def close(self) -> None:
        self._log.close()
        if self._audit is not None:
            self._audit.close()
        if isinstance(self._runner, Inside):
            gc.unfreeze()  # what was made in this process

    def others_like(self, program: Program, key: tuple[str, ...], seed: int, until: float) -> Program | None:
        """Another program that fails in the same way, found by random calls of its operations."""
        names = frozenset(self.variants[call.variant].operation.name for call in program.calls)
        how = replace(self._how, strategy="random", seed=seed, only=names, calls=None)
        with closing(Log()) as log:
            body = self._body(partial(self.exploration, how=how), log)
            with closing(self._runner.run(body, 0, _FEW_OTHERS, until)) as events:
                for event in events:
                    for said in read(event.payload) if isinstance(event, Said) and event.payload != TAMPERED else ():
                        if isinstance(said, Broke) and said.failure.key == key:
                            return said.program
        return None

    def exploration(
        self,
        tell: Callable[[Refusal], None] = lambda refusal: None,
        beginning: int = 0,
        knowledge: Knowledge = Knowledge(),  # noqa: B008 - frozen
        finds: Finds | None = None,
        how: Exploring | None = None,
    ) -> Exploration:
        """One that has done nothing yet; `how`, if not as it was asked for."""
        given = (self.interface, how or self._how, self._sources, self.variants, self._promises, self._held)
        return Exploration(*given, tell, beginning, knowledge, finds, seeds=self._seeds, audit=self._audit)

    def run(self, first: int, until: float | None, careful_until: int = 0, stop: int | None = None) -> Iterator[Event]:
        """Go on with a call, until a time or a call; a long stage by several workers, if there are to be."""
        end = _ENDLESS if stop is None else stop
        at = first
        while at < end:
            large, settled, began = None, at, self.now()
            with closing(self._runner.run(self.body(careful_until), at, end, until)) as events:
                for event in events:
                    yield event
                    large = self._large_among(event) or large
                    if isinstance(event, Settled):
                        settled = event.stop
                        yield Said(settled, dumps((self._seen(),)), "")
                        pace = (self.now() - began) / max(1, settled - at)
                        if large is not None and settled >= large.first and (large.stop - settled) * pace > _LONG:
                            break  # everything before it is done, and in the log
                else:
                    return
            assert large is not None
            self._log.cut(settled)
            kinds = PER_KIND * len(self.interface.kinds)
            part = partial(self._part, until, careful_until)
            beginning = self._log.beginning
            at = min(large.stop, end)
            yield from together(part, self._log, settled, at, self._jobs, kinds)
            if self._log.beginning > beginning:
                yield Said(at, dumps((BeganAnew(at),)), "")

    def _large_among(self, event: Event) -> Began | None:
        """A part of a stage that begins. Random calls beside stages go by what those before them have reached: they are
        left to one worker, so that every run makes the same."""
        if self._jobs == 1:
            return None
        is_shared = self._how.strategy in ("random", "coverage")
        payloads = [event.payload] if isinstance(event, Said) else []
        payloads += [payload for _, payload in event.messages] if isinstance(event, Batch) else []
        said = (one for payload in payloads if payload != TAMPERED for one in read(payload))
        began = (one for one in said if isinstance(one, Began) and one.count >= _LARGE)
        return next((one for one in began if is_shared or not one.is_random), None)

    def _part(self, until: float | None, careful_until: int, log: Log, first: int, stop: int) -> Iterator[Event]:
        return self._runner.run(self._body(self.exploration, log, careful_until, is_part=True), first, stop, until)

    def body(self, careful_until: int = 0) -> Calling:
        return self._body(self.exploration, self._log, careful_until)

    @property
    def is_by_size(self) -> bool:
        """Whether the size of programs counts their constants, too, so that there is no end of them."""
        return self._how.is_by_size

    @property
    def exchanged(self) -> Mapping[str, str]:
        """The types, as they are written, of constants of which programs are tried up to something."""
        leaf, ordered = self._sources.symmetric_leaf
        if leaf is None or not Symmetry(leaf, self.calls):
            return {}
        return {leaf.constants.written: "their order" if ordered else "renaming"}

    def counts(self) -> Counts:
        """What there is after the calls that are settled."""
        kinds, names = list(self.interface.kinds.values()), [one.name for one in self.interface.operations]
        numbers = iter(self._log.told(PER_KIND * len(kinds) + PER_OPERATION * len(names)))
        each_kind = ((kind.name, *islice(numbers, PER_KIND)) for kind in kinds)
        states = tuple((name, known, sampled, dropped, bool(cut)) for name, known, sampled, dropped, cut in each_kind)
        by_name: dict[str, list[int]] = {}
        for name in names:
            each = [next(numbers) for _ in range(PER_OPERATION)]
            by_name[name] = [a + b for a, b in zip(by_name.get(name, [0] * PER_OPERATION), each, strict=True)]
        operations = tuple((name, *each[:-1]) for name, each in by_name.items())
        lines = tuple(map(self._reached, self._functions))
        return Counts(states, operations, lines, self._log.knowledge, self._log.noted)  # type: ignore[arg-type]

    def _reached(self, function: FunctionLines) -> Reached:
        is_marked = self._log.is_marked
        pairs = zip(function.lines, function.places, strict=True)
        missed = tuple(line for line, place in pairs if not is_marked(place))
        ways = zip(function.branches, function.branch_places, strict=True)
        untaken = tuple(arc for arc, place in ways if not is_marked(place))
        return Reached(function.name, function.file, function.line, function.lines, missed, function.branches, untaken)

    def _seen(self) -> Seen:
        kinds = len(self.interface.kinds)
        states = sum(self._log.told(PER_KIND * kinds)[::PER_KIND])
        lines = sum(len(function.lines) for function in self._functions)
        return Seen(states, self._log.marked_before(lines), lines)

    @property
    def marked(self) -> int:
        """How many places the body has marked."""
        return self._log.marked

    def in_threads(self, until: float | None) -> Iterator[Event]:
        """Two calls at a time on each of the smallest objects that there are after the calls that are settled."""
        body = Pairing(self.exploration, self._log).after_call(self._last)
        return self._runner.run(body, 0, _ENDLESS, until)

    def pair_at(self, index: int) -> tuple[str, str] | None:
        """The names of the operations of such a pair."""
        body = NamingPairs(self.exploration, self._log).after_call(self._last)
        for event in self._runner.run(body, index, index + 1, self.now() + _TO_NAME):
            if isinstance(event, Said):
                (names,) = read(event.payload)
                return names  # type: ignore[no-any-return]
        return None

    @property
    def contracts(self) -> tuple[str, ...]:
        """The names of the contracts that objects have to keep."""
        laws = (one.operation.law for one in self.variants if isinstance(one.operation, LawOperation))
        return tuple(dict.fromkeys(law.contract for law in laws))

    def look(self, until: float | None) -> Iterator[Event]:
        """Look at the objects that there are after the calls that are settled, as their contracts say."""
        return self._runner.run(Looking(self.exploration, self._log).after_call(self._last), 0, _ENDLESS, until)

    @property
    def _last(self) -> int:
        """The index after the last call that left something."""
        entries = list(self._log.between(0, _ENDLESS))
        return entries[-1][0] + 1 if entries else self._log.beginning

    def picture(self, most: int, *, with_calls: bool) -> Picture | None:
        """What there is after the calls that are settled: so many states of each kind at most."""
        index = self._last
        body = Picturing(self.exploration, self._log).look_at(most, with_calls=with_calls)
        for event in self._runner.run(body, index, index + 1, self.now() + _TO_NAME):
            for said in read(event.payload) if isinstance(event, Said) else ():
                if isinstance(said, Picture):
                    return said
        return None

    def program_at(self, index: int, *, of_look: bool = False) -> Program | None:
        """The program that a call or a look is the end of, found without making it."""
        looking = NamingLooks(self.exploration, self._log).after_call(self._last) if of_look else None
        body = looking or Naming(self.exploration, self._log)
        for event in self._runner.run(body, index, index + 1, self.now() + _TO_NAME):
            if isinstance(event, Said):
                for said in read(event.payload):
                    if isinstance(said, Program):
                        return said
        return None

    @property
    def _replaying(self) -> partial[Exploration]:
        """What makes an exploration for programs by themselves, with the knowledge that there is."""
        return partial(self.exploration, knowledge=self._log.knowledge)

    def events_of(
        self, body: Callable[[Callable[[], Exploration]], Body], first: int, stop: int, until: float | None
    ) -> Iterator[Event]:
        """What a body tells that performs programs by themselves. It is given what makes an exploration for them."""
        return self._runner.run(body(self._replaying), first, stop, until)

    def imported(self) -> Iterator[tuple[str, tuple[Arc, ...]]]:
        """The ways between lines that are taken when the modules are imported, by their files."""
        names = sorted(self.interface.modules | {self.module})
        files = [(name, str(getattr(sys.modules.get(name), "__file__", "") or "")) for name in names]
        body = Importing([(name, file) for name, file in files if file.endswith(".py")])
        for event in self._runner.run(body, 0, len(files), self.now() + _TO_NAME):
            if isinstance(event, Said):
                yield from read(event.payload)

    def steps(self) -> Iterator[tuple[str, int, tuple[Arc, ...]]]:
        """The ways between lines that there are in each function, with its file and first line."""
        yield from steps_in(self.interface.files)

    @property
    def functions(self) -> list[FunctionLines]:
        """The functions of the code, with their lines and branches."""
        return self._functions

    def replayed(
        self, programs: Sequence[Program], until: float | None, *, random: bool = False
    ) -> Iterator[tuple[int, Broke]]:
        """Those of some programs that fail, each performed from nothing, and how. `random`: they may use random
        numbers, though that is not known yet."""
        knowledge = self._log.knowledge.with_more(random=random)
        body = Replays(partial(self.exploration, knowledge=knowledge), programs)
        for event in self._runner.run(body, 0, len(programs), until):
            match event:
                case Said(index=index, payload=payload):
                    yield from ((index, said) for said in read(payload) if isinstance(said, Broke))
                case Hung(index=index) | Died(index=index) | OutOfMemory(index=index):
                    failure = failure_of(event, self.limits)
                    if failure is not None:
                        yield index, Broke(failure, programs[index])

    def shrunk(self, program: Program, key: tuple[str, ...], until: float, *, thorough: bool = True) -> Iterator[Broke]:
        """Ever smaller programs that fail in the same way, found by a worker that performs one after the other.

        Where one of them does not come to an end, that is all.
        """
        body = Shrinks(self._replaying, program, key, thorough=thorough)
        with closing(self._runner.run(body, 0, _ENDLESS, until)) as events:
            for event in events:
                match event:
                    case Said(payload=payload):
                        yield from (said for said in read(payload) if isinstance(said, Broke))
                    case Hung() | Died(settled=False) | OutOfMemory():
                        return

    def unimportant(self, program: Program, key: tuple[str, ...], until: float) -> list[Place]:
        """The constants of a program that fails which do not matter: it fails alike with holes in their places."""
        found: list[Place] = []
        for event in self._runner.run(Generalises(self._replaying, program, key), 0, _ENDLESS, until):
            if isinstance(event, Said):
                found += read(event.payload)
        return found
