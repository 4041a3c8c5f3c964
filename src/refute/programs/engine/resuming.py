"""Bodies that begin in the middle of an exploration: the calls in the log are made again, and no others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pickle import dumps  # bound here because the code under test may patch the name
from typing import Any

from refute.judge.calls.refusals import Refusal
from refute.judge.findings import Failure
from refute.programs.calls.leaving import Done
from refute.programs.calls.variants import Variant, given_to
from refute.programs.engine.exploration import PER_KIND, Exploration
from refute.programs.engine.knowledge import Knowledge
from refute.programs.engine.log import Log
from refute.programs.engine.messages import Broke, mark_of
from refute.programs.engine.tally import PER_OPERATION, Tally
from refute.programs.interface.shapes import Path
from refute.programs.pools.constants import Place
from refute.programs.pools.instances import COMPANION, WATCHED, Instance, Origin
from refute.programs.program.program import Program, program_of
from refute.programs.schedule.finds import Finds
from refute.programs.schedule.segments import Segment
from refute.run.body import Body, Spoken

_DRAWS = 64  # choices of random numbers
_MUCH_SMALLER = 1.2  # times as large is a program at least in whose place another is told

Make = Callable[[Callable[[Refusal], None], int, Knowledge, Finds], Exploration]


class Resumed(Body):
    """Base of bodies that need an exploration as it was at a call."""

    def __init__(self, make: Make, log: Log) -> None:
        """`make` makes an exploration that has done nothing yet."""
        self._make = make
        self._log = log
        self._exploration: Exploration | None = None
        self._at = 0
        self._segments: Iterator[Segment] = iter(())
        self._segment: Segment | None = None
        self._news: list[Any] = []  # what is to be said with the next settlement
        self._told: set[Refusal] = set()
        self._sizes: dict[tuple[str, ...], int] = {}  # of the smallest programs that were told, by how they fail
        self._tally = Tally((), ())

    def _come_to(self, index: int) -> None:
        """Begin anew, and make the calls before an index that left something. The log stays as it is."""
        self._told.clear()
        self._sizes.clear()
        self._news.clear()
        made = (self._hear, self._log.beginning, self._log.knowledge, Finds(self._log))
        self._exploration = exploration = self._make(*made)
        kinds, operations = len(exploration.pools), exploration.interface.operations
        told = self._log.told(PER_KIND * kinds + PER_OPERATION * len(operations))[PER_KIND * kinds :]
        self._tally = Tally(operations, told)
        exploration.calls.values.mutating.update(self._tally.changing)
        exploration.coverage.start()
        self._segments = exploration.segments()
        with exploration.calls.resuming():
            for segment in self._segments:
                if segment.stop > index or segment.stage is not None:
                    self._make_again(segment, min(index, segment.stop))
                if segment.stop > index or self._has_enough:
                    self._segment = segment
                    break
        self._at = index

    @property
    def _has_enough(self) -> bool:
        """Whether the other calls in the log need not be made."""
        return False

    def _make_again(self, segment: Segment, stop: int) -> None:
        exploration = self._exploration
        assert exploration is not None
        if segment.stage is None:
            exploration.begin_epoch(segment.number, self._tally.idle)
        for index, productive in self._log.between(segment.first, stop):
            if self._has_enough:
                return
            if segment.stage is not None:
                exploration.make_again(*segment.stage.at(segment.offset + index - segment.first), productive)
            else:
                chosen = exploration.random.choose(index)
                if chosen is not None:
                    exploration.perform(*chosen, sampled=True, draw=draw_of(index), productive=productive)

    def _spoken(self, done: Done, variant: Variant | None, places: Any) -> Spoken:
        verdict = done.verdict
        if isinstance(verdict, Failure):
            assert variant is not None
            size = variant.size_with(given_to(variant, places))
            if size * _MUCH_SMALLER >= self._sizes.get(verdict.key, size * _MUCH_SMALLER + 1):
                return mark_of(verdict.key)
            self._sizes[verdict.key] = size
            return dumps((self._broke(verdict, variant, places, done.where),))
        return verdict

    def _broke(self, failure: Failure, variant: Variant, places: Sequence[Place], where: Path) -> Broke:
        """A failure, with the program that ends in the call."""
        if not where or where[0] != COMPANION:
            return Broke(failure, self._program(variant, places), where)
        leaf = given_to(variant, places)[where[1]]
        assert isinstance(leaf, Instance)
        program = self._program(variant, places, (where, leaf.companions[where[2]].kind.name))
        return Broke(failure, program, (WATCHED, 0))

    def _program(self, variant: Variant, places: Sequence[Place], broken: tuple[Path, str] | None = None) -> Program:
        """That which ends in the last call. What this changes is not known; it may have been made for it."""
        assert self._exploration is not None
        given, every = tuple(given_to(variant, places)), tuple(range(len(places)))
        is_random = self._segment is not None and self._segment.stage is None
        draw = draw_of(self._at - 1) if is_random and self._exploration.calls.randomness.known else 0
        return program_of(Origin(variant.number, given, every, draw), self._exploration.variants, broken)

    def news(self) -> bytes | None:
        if not self._news:
            return None
        said = dumps(tuple(self._news))
        self._news.clear()
        return said

    def _hear(self, refusal: Refusal) -> None:
        if refusal not in self._told:
            self._told.add(refusal)
            self._news.append(refusal)


def draw_of(index: int) -> int:
    """The random numbers of a random call."""
    return 1 + index % _DRAWS
