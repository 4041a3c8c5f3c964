"""The body of an exploration, for workers: one call a step."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from pickle import dumps  # bound here because the code under test may patch the name
from typing import Any

from refute.errors import RefuteError
from refute.judge.bodies.steps import TAMPERED
from refute.programs.calls.fast import Fast, Fresh, can_be_fast, fast_call
from refute.programs.calls.leaving import Done
from refute.programs.calls.performing import Performed
from refute.programs.calls.variants import Variant, given_to
from refute.programs.engine.exploration import Exploration
from refute.programs.engine.knowledge import Noted
from refute.programs.engine.log import Log
from refute.programs.engine.messages import Began, BeganAnew
from refute.programs.engine.resuming import Make, Resumed, draw_of
from refute.programs.interface.shapes import Of
from refute.programs.pools.constants import Place, Verbatim
from refute.programs.pools.instances import Instance
from refute.programs.pools.leaves import InstanceLeaf
from refute.programs.schedule.segments import Segment
from refute.programs.schedule.stages import Block, combinations
from refute.run.body import Progress, Spoken
from refute.run.steps.marks import NO_INPUT

_ENDLESS = 1 << 60


class Calling(Resumed):
    """Carries out an exploration. A worker that begins in the middle comes there by the calls that are in the log."""

    def __init__(self, make: Make, log: Log, careful_until: int = 0, *, is_part: bool = False) -> None:
        """Before `careful_until`, no operation is trusted to leave its arguments unchanged. Where it is one of several
        at a time, it ends with something that was not known and does not begin anew."""
        super().__init__(make, log)
        self._is_part = is_part
        self._careful_until = careful_until
        self._fast: Fast | None = None
        self._sample: tuple[Variant, Sequence[Place]] | None = None  # which a fast random call is
        self._block: tuple[Block, int] | None = None  # which fast calls are of, and the index of its first call
        self._variant: Variant | None = None
        self._noted = Noted()
        self._counted = 0
        self._settled = -1  # the index up to which all calls are settled
        self._fresh = 0  # new instances of fast calls that are not counted yet
        self._progress: Progress | None = None  # where steps are told that are taken without the worker
        self._base = 0  # the index of a step, less its number
        self._strode: tuple[Sequence[Any], Performed | None] | None = None  # the values and the outcome of such a step

    def start(self, index: int) -> Iterator[Any]:
        if self._exploration is None or self._at != index:
            self._come_to(index)
        return self._steps()

    def _come_to(self, index: int) -> None:
        """What was done from an index on is done again: the log forgets it."""
        self._log.cut(index)
        self._noted = Noted()
        super()._come_to(index)
        assert self._exploration is not None
        self._know_lines(self._exploration)
        self._note_what_was_lost(index)
        self._tell()

    def _note_what_was_lost(self, index: int) -> None:
        """A worker that ended in a random call: others like it have smaller arguments from now on."""
        exploration, last = self._exploration, index - 1
        if exploration is None or exploration.finds is None or not self._log.calling == index > 0:
            return
        chosen = exploration.random.choose(last)
        if chosen is not None:
            exploration.finds.lose(last, chosen[0].number)

    def _tell(self) -> None:
        """What there is counts from now on."""
        assert self._exploration is not None
        self._log.tell([*self._exploration.counts, *self._tally])
        self._exploration.new_lines()
        self._tell_lines(self._exploration)
        self._exploration.reached.clear()

    def _know_lines(self, exploration: Exploration) -> None:
        """What others have reached is nothing new."""
        exploration.coverage.know(self._log.is_marked)

    def _tell_lines(self, exploration: Exploration) -> None:
        self._log.mark(exploration.reached)

    def numbered(self, index: int, first: int, stop: int, progress: Progress) -> Iterator[tuple[int, Any]]:
        """Fast calls are made one after the other, and only those that lead to something are steps of the worker."""
        self._progress, self._base = progress, index - first
        try:
            for item in self.start(index):
                number = self._at - self._base
                if number > stop:
                    return
                yield number, item
        finally:
            self._progress = None

    def _steps(self) -> Iterator[Any]:
        """The places of arguments for each call; the variant is that of the moment."""
        segment = self._segment
        if segment is None or self._at >= segment.stop:
            segment = next(self._segments, None)
        while segment is not None:
            self._segment = segment
            self._announce(segment)
            if segment.stage is None and self._at == segment.first:
                self._begin_epoch(segment)
            yield from self._random(segment) if segment.stage is None else self._systematic(segment)
            if self._is_surprised:
                self._begin_anew()
                segment = None if self._is_part else self._segment
            else:
                segment = next(self._segments, None)
                if segment is None and self._settled == self._at:
                    self._tell()  # what the last stage has left counts, too

    @property
    def _is_surprised(self) -> bool:
        return self._exploration is not None and self._exploration.surprise is not None

    def _begin_anew(self) -> None:
        """Something was not known that would have had to be."""
        assert self._exploration is not None
        knowledge = self._exploration.surprise
        assert knowledge is not None
        news = [*self._news, BeganAnew(self._at)]
        self._log.begin_anew(self._at, knowledge)
        if not self._is_part:
            self._come_to(self._at)
            self._news = news

    def _begin_epoch(self, segment: Segment) -> None:
        """Which operations are idle is told at once: whoever goes on with the epoch has to choose alike."""
        exploration = self._exploration
        assert exploration is not None
        self._tally.ask_who_is_idle()
        self._tell()
        exploration.begin_epoch(segment.number, self._tally.idle)

    def _random(self, segment: Segment) -> Iterator[Any]:
        exploration = self._exploration
        assert exploration is not None
        while self._at < segment.stop:
            chosen = exploration.random.choose(self._at)
            variant, places = (None, ()) if chosen is None else chosen
            fast = None
            is_varied = any(isinstance(place, Verbatim) for place in places)
            is_careful = self._at < self._careful_until or is_varied
            self._log.calling = self._at + 1
            if variant is not None and not is_careful and not variant.is_twice(places):
                fast = exploration.fast_sample(variant, places)
            if fast is None or variant is None:
                self._variant = variant
                yield places
                if self._is_surprised:
                    return
                continue
            given = given_to(variant, places)
            for one in given:
                if isinstance(one, Instance):
                    exploration.trust.give(one)
            exploration.trust.count(1)
            self._fast, self._sample = fast, (variant, places)
            yield [
                one.value if isinstance(one, Instance) else leaf.values[place]
                for one, leaf, place in zip(given, variant.leaves, places, strict=True)
                if isinstance(place, int)
            ]
            self._fast = self._sample = None

    def _systematic(self, segment: Segment) -> Iterator[Any]:
        assert segment.stage is not None
        for block, inside in segment.stage.starting_at(segment.offset + self._at - segment.first):
            self._variant = block.variant
            first = self._at - inside
            last = min(segment.stop, first + block.count)
            for places in combinations(block.ranges, inside):
                if self._at >= last:
                    break
                yield places
                if self._is_surprised:
                    return
                if self._is_fast(block):
                    yield from self._quickly(block, first, last)
                    break
            if last == segment.stop or self._is_surprised:
                return

    def _is_fast(self, block: Block) -> bool:
        exploration = self._exploration
        assert exploration is not None
        if exploration.symmetry or exploration.calls.randomness.known or not exploration.may_be_fast:
            return False
        if self._at < self._careful_until or not exploration.trust.is_trusted(block.variant):
            return False
        return can_be_fast(block.variant, exploration.calls) and block.is_unshared

    def _quickly(self, block: Block, first: int, last: int) -> Iterator[Any]:
        """The rest of a block, by fast calls: arguments are values."""
        exploration = self._exploration
        assert exploration is not None
        fast = fast_call(block.variant, exploration.calls, exploration.pools, sampled=False)
        columns = [
            leaf.values[places.start : places.stop]
            for leaf, places in zip(block.variant.leaves, block.ranges, strict=True)
        ]
        rest = combinations(columns, self._at - first)
        self._fast, self._block, self._counted = fast, (block, first), self._at
        try:
            for leaf, each in zip(block.variant.leaves, block.ranges, strict=True):
                if isinstance(leaf, InstanceLeaf):
                    exploration.trust.give_all(leaf, each)
            rest = islice(rest, last - self._at)
            while fast is not None and self._fast is not None and self._at < last:
                if self._progress is not None:
                    self._stride(fast, block, first, rest)
                    if self._strode is None:
                        break
                    yield ()
                else:
                    yield next(rest)
        finally:
            self._count_fast()
            self._fast = self._block = None
        for places in combinations(block.ranges, self._at - first) if self._at < last else ():
            if self._at >= last:
                break
            yield places
            if self._is_surprised:
                return

    def _stride(self, fast: Fast, block: Block, first: int, rest: Iterator[Sequence[Any]]) -> None:
        """Make fast calls until one leads to something that has to be looked at, or to the end of them."""
        exploration, progress, base = self._exploration, self._progress, self._base
        assert exploration is not None
        assert progress is not None
        shape = block.variant.operation.result
        keep = (
            exploration.keeping(block, shape.cls, self._noted_new, base, first) if isinstance(shape, Of) else _nothing
        )
        number, values, performed = fast.stride(rest, self._at - base - 1, progress, keep)
        self._at = number + base + (values is None)
        self._strode = None if values is None else (values, performed)

    def _noted_new(self, index: int) -> None:
        """A fast call has left a new instance."""
        self._log.add(index)
        self._fresh += 1

    def _announce(self, segment: Segment) -> None:
        total = segment.count if segment.stage is None else segment.stage.count
        assert self._exploration is not None
        exploration = self._exploration
        is_cut = segment.stage is not None and exploration.is_cut
        self._news.append(
            Began(
                *(segment.first, segment.count, segment.number, segment.stage is None, segment.offset, total, is_cut),
                segment.after_all,
            )
        )

    def step(self, item: Any) -> Spoken:
        fast = self._fast
        if fast is None:
            return self._performed(item)
        strode = self._strode
        if strode is not None:
            self._strode = None
            self._at += 1
            values, outcome = strode
            return None if outcome is None else self._finished(values, outcome)
        performed = fast.call(item)
        self._at += 1
        if self._sample is not None:
            return self._sampled(*self._sample, item, performed)
        return None if performed is None else self._finished(item, performed)

    def _sampled(
        self, variant: Variant, places: Sequence[Place], values: Sequence[Any], performed: Performed | Fresh | None
    ) -> Spoken:
        """After a fast random call."""
        exploration = self._exploration
        assert exploration is not None
        if isinstance(performed, Performed):
            done = exploration.finish(variant, places, values, performed, sampled=True)
            if done.new:
                self._log.add(self._at - 1, done.productive)
            self._tally.count(variant.operation, done)
            return self._spoken(done, variant, places)
        self._tally.add(variant.operation, 1, performed is not None)
        productive = exploration.new_lines()
        if performed is not None:
            exploration.add_fresh_sample(performed, variant, places, productive)
            self._log.add(self._at - 1, productive)
        return None

    def _finished(self, values: Sequence[Any], performed: Performed | Fresh) -> Spoken:
        """After a fast call that led to something."""
        exploration = self._exploration
        assert exploration is not None
        assert self._block is not None
        block, first = self._block
        index = self._at - 1
        if isinstance(performed, Fresh):
            exploration.add_fresh(performed, block, index - first)
            self._log.add(index)
            self._fresh += 1
            return None
        places = block.places(index - first)
        done = exploration.finish(block.variant, places, values, performed, sampled=False)
        if done.new:
            self._log.add(index)
        self._at -= 1  # which is not one of the fast ones
        self._count_fast()
        self._at = self._counted = index + 1
        self._tally.count(block.variant.operation, done)
        if not exploration.trust.is_trusted(block.variant):  # it has changed something
            self._fast = None
        return self._spoken(done, block.variant, places)

    def _count_fast(self) -> None:
        if self._block is not None and self._exploration is not None:
            made = self._at - self._counted
            self._tally.add(self._block[0].variant.operation, made, self._fresh)
            self._fresh = 0
            self._exploration.trust.count(made)
        self._counted = self._at

    def _performed(self, item: Any) -> Spoken:
        exploration, variant, segment = self._exploration, self._variant, self._segment
        assert exploration is not None
        assert segment is not None
        if variant is None or self._is_another(segment, variant, item):
            done = Done(NO_INPUT)
        else:
            try:
                is_random = segment.stage is None
                draw, earlier = draw_of(self._at) if is_random else 0, self._tally.calls_of(variant.operation)
                done = exploration.perform(variant, item, sampled=is_random, draw=draw, earlier=earlier)
            except RefuteError as error:  # of a refinement that cannot be used
                return dumps((error,))
        if done.new or done.productive:
            self._log.add(self._at, done.productive)
        if done.productive and variant is not None:
            exploration.found(self._at, variant, item)
        self._at += 1
        if variant is not None:
            self._tally.count(variant.operation, done)
        return self._spoken(done, variant, item)

    def may_settle(self) -> bool:
        self._count_fast()
        return self._exploration is None or self._exploration.trust.is_due

    def objection(self) -> bytes | None:
        """Instances were changed by calls that were trusted. Otherwise what was done counts from now on."""
        if self._exploration is not None:
            self._count_fast()
            if self._exploration.trust.broken():
                return TAMPERED
            self._tell()
            self._settled = self._at
            noted = self._exploration.noted
            if noted != self._noted:
                self._log.note(noted)
                self._noted = noted
        return None

    def _is_another(self, segment: Segment, variant: Variant, places: tuple[Place, ...]) -> bool:
        """Whether a call is, but for its arguments' names, one that is made elsewhere."""
        if variant.doubles and self._is_double(variant, places):
            return True
        assert self._exploration is not None
        symmetry = self._exploration.symmetry
        return segment.stage is not None and bool(symmetry) and symmetry.is_image(variant, given_to(variant, places))

    def _is_double(self, variant: Variant, places: tuple[Place, ...]) -> bool:
        """Whether an instance that cannot change is given twice: another variant does that, with fewer calls."""
        for first, second in variant.doubles:
            leaf = variant.leaves[first]
            place = places[first]
            if place == places[second] and isinstance(leaf, InstanceLeaf) and isinstance(place, int):
                return not leaf.at(place).mutable
        return False


class Naming(Calling):
    """Says which programs calls are the ends of, and does not make them."""

    def __init__(self, make: Make, log: Log) -> None:
        super().__init__(make, log, careful_until=_ENDLESS)  # fast calls are not told by their places

    def step(self, item: Any) -> Spoken:
        self._at += 1
        return None if self._variant is None else dumps((self._program(self._variant, item),))


def _nothing(result: Any, key: Hashable, number: int) -> None:
    """Plain data is not kept."""
