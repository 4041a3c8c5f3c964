"""In which order inputs are tried: growing scopes to their ends, and in between samples of larger ones."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from refute.logic.errors import ExplosionError
from refute.logic.reducer import Reducer
from refute.search.clock import Clock
from refute.search.familiar import Familiar
from refute.search.samples import Samples
from refute.search.stages import Exhaust, Sample, Solved
from refute.search.witnesses import Further
from refute.spaces.arguments import argument_lists
from refute.spaces.outlines import Outlines
from refute.spaces.scope import Scope
from refute.types.model import has_functions, is_unbounded, walk
from refute.types.signatures import Signature

_SAME_IN_A_ROW = 4  # after so many scopes that add nothing, larger ones will not either
_FAR = 64  # the size at which that is believed where types have values without end
_ONE_BY_ONE = 8  # up to this size; above it, several sizes are taken together while they add little
_LITTLE = 1_000  # inputs
_AT_LEAST = 1_000  # inputs of a scope are tried before samples are: what small ones show need not be made smaller
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
    before: Exhaust | None = None
    outlines = Outlines(Reducer(signature.reader.constructors))
    endless, familiar, samples = is_endless(signature), Familiar(signature), Samples(signature, seed, outlines)
    in_turns = not any(has_functions(parameter.type) for parameter in signature.parameters)
    same, size, largest = 0, 0, 0
    patient = time.monotonic() + _PATIENCE
    if in_turns:
        clock.to_exhaust()
    while True:
        started = time.monotonic()
        scope = Scope(size=size)
        until = clock.until_then() if before is not None else None  # the first is built however little time there is
        try:
            stage = Exhaust(scope, argument_lists(signature, scope, outlines, until), before, familiar)
        except ExplosionError:
            break
        same = same + 1 if before is not None and stage.new == 0 else 0
        if same >= _SAME_IN_A_ROW and (size >= _FAR or not endless):
            yield from further.after(stage, last=True)
            return
        further.look(stage)
        yield stage
        while in_turns and clock.turn_is_over() and not clock.is_over():
            paused, reached = time.monotonic(), clock.reached
            if reached >= _AT_LEAST or paused > patient:
                yield from samples.drawn(largest if reached < stage.count else size, clock)
            clock.to_exhaust()
            started += time.monotonic() - paused
            if reached >= stage.count:
                break
            yield replace(stage, first=reached)
        before, largest = stage, size
        yield from further.after(stage)
        if not clock.has(time.monotonic() - started) or (not in_turns and clock.turn_is_over()):
            break
        size += size // 4 if size >= _ONE_BY_ONE and stage.new < _LITTLE else 1
    yield from further.after(before, last=True)
    more = True
    while more and not clock.is_over():
        more = False
        for sample in samples.drawn(largest, clock):
            more = True
            yield sample


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
