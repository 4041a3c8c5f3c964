"""In which order inputs are tried: growing scopes to their ends, and in between samples of larger ones."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from refute.errors import ExplosionError
from refute.search.schedule.clock import Clock
from refute.search.schedule.previous_scope import Familiar
from refute.search.schedule.samples import Samples
from refute.search.schedule.solver_stage import LOOKED_AT, Further
from refute.search.schedule.stages import Exhaust, Sample, Solved
from refute.spaces.arguments import argument_lists
from refute.spaces.residuals.elimination import Outlines
from refute.spaces.scope import Scope
from refute.types.model import has_functions, is_unbounded, walk
from refute.types.signatures import Signature

_SAME_IN_A_ROW = 4  # after so many scopes that add nothing, larger ones will not either
_FAR = 64  # the size at which that is believed where types have values without end
_ONE_BY_ONE = 8  # up to this size; above it, several sizes are taken together while they add little
_LITTLE = 1_000  # inputs
_FEW = 100  # inputs for which alone a process is not started, if there are more by then:
_AHEAD = 0.02  # seconds that inputs may wait for others to be built, about what a process takes to start and end
_TIMES_LONGER = 3  # as long as the last one may building the next scope take
_AT_LEAST = 300  # inputs of scopes are tried before samples are: what small ones show need not be made smaller
_PATIENCE = 1.0  # seconds, if they take that long


def stages(
    signature: Signature, scope: Scope | None, seed: int, clock: Clock, further: Further
) -> Iterator[Exhaust | Sample | Solved]:
    """A scope, or without one as far as the clock lets it go; and what lies further out, where that is little."""
    if scope is None:
        yield from _growing(signature, seed, clock, further)
        return
    before: Exhaust | None = None
    for before in _towards(signature, scope):
        further.look(before)
        yield before
    yield from further.after(before, last=True)


def _growing(signature: Signature, seed: int, clock: Clock, further: Further) -> Iterator[Exhaust | Sample | Solved]:
    outlines = Outlines(signature.reader.constructors)
    samples, scopes = Samples(signature, seed, outlines), _Scopes(signature, outlines, clock)
    in_turns = not any(has_functions(parameter.type) for parameter in signature.parameters)
    before: Exhaust | None = None
    largest = 0
    patient = time.monotonic() + _PATIENCE
    if in_turns:
        clock.to_exhaust()
    started = time.monotonic()
    for stage in scopes.some_at_a_time() if in_turns else scopes.one_by_one():
        clock.go_on(started)
        further.look(stage)
        yield stage
        size = stage.scope.reach
        while in_turns and clock.turn_is_over() and not clock.is_over():
            paused, reached = time.monotonic(), clock.reached
            if max(reached, stage.count - stage.new) >= _AT_LEAST or paused > patient:
                yield from samples.drawn(largest if reached < stage.count else size, clock)
            else:
                clock.lengthen()
            clock.to_exhaust()
            started += time.monotonic() - paused
            if reached >= stage.count:
                break
            yield replace(stage, first=reached, along=())
        before, largest = stage, size
        yield from further.after(stage)
        if not clock.has(time.monotonic() - started) or (not in_turns and clock.turn_is_over()):
            break
        started = time.monotonic()
    yield from further.after(scopes.last if scopes.all_there_is else before, last=True)
    more = not scopes.all_there_is
    while more and not clock.is_over():
        more = samples.may_grow(largest)
        for sample in samples.drawn(largest, clock):
            more = True
            yield sample


class _Scopes:
    """Scopes of growing sizes, until they explode, or add nothing any more."""

    def __init__(self, signature: Signature, outlines: Outlines, clock: Clock) -> None:
        self._signature = signature
        self._outlines = outlines
        self._clock = clock
        self._familiar = Familiar(signature)
        self._endless = is_endless(signature)
        self.last: Exhaust | None = None
        self.all_there_is = False

    def one_by_one(self) -> Iterator[Exhaust]:
        size, same = 0, 0
        while True:
            scope = Scope(size=size)
            # the first is built however little time there is
            until = self._clock.until_then() if self.last is not None else None
            try:
                space = argument_lists(self._signature, scope, self._outlines, until)
            except ExplosionError:
                return
            before, self.last = self.last, Exhaust(scope, space, self.last, self._familiar)
            same = same + 1 if before is not None and self.last.new == 0 else 0
            if same >= _SAME_IN_A_ROW and (size >= _FAR or not self._endless):
                self.all_there_is = True
                return
            yield self.last
            size += size // 4 if size >= _ONE_BY_ONE and self.last.new < _LITTLE else 1

    def some_at_a_time(self) -> Iterator[Exhaust]:
        """The same, to be run together while they have few inputs and are soon built."""
        ahead: list[Exhaust] = []
        began = before = time.monotonic()
        for stage in self.one_by_one():
            ahead.append(stage)
            now = time.monotonic()
            next_takes = _TIMES_LONGER * (now - before)
            few = sum(one.new for one in ahead) < _FEW
            before = now
            if not few or now - began + next_takes > _AHEAD or stage.scope.size == LOOKED_AT:
                yield from _along(ahead)
                ahead, began = [], time.monotonic()
                before = began
        yield from _along(ahead)


def _along(stages: list[Exhaust]) -> list[Exhaust]:
    """The first of them knows the others."""
    return [replace(stages[0], along=tuple(stages[1:])), *stages[1:]] if stages else []


def _towards(signature: Signature, scope: Scope) -> Iterator[Exhaust]:
    """A scope. Tables of functions grow with their size, and only then, so smaller sizes come before it."""
    before: Exhaust | None = None
    if scope.size is not None and any(has_functions(parameter.type) for parameter in signature.parameters):
        for size in range(scope.size):
            smaller = replace(scope, size=size)
            before = Exhaust(smaller, argument_lists(signature, smaller), before)
            yield before
    yield Exhaust(scope, argument_lists(signature, scope), before)


def is_endless(signature: Signature) -> bool:
    """Whether larger scopes may go on having more inputs, as far as the types alone say."""
    return any(is_unbounded(part) for parameter in signature.parameters for part in walk(parameter.type))
