"""In which order inputs are tried: growing scopes to their ends, then samples of larger ones."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from refute.logic.errors import ExplosionError, ScopeError
from refute.search.stages import Exhaust, Inputs, Sample, Solved
from refute.search.witnesses import Further
from refute.spaces.arguments import argument_lists
from refute.spaces.explosion import OutOfTimeError
from refute.spaces.scope import Scope
from refute.types.model import has_functions, is_unbounded, walk
from refute.types.signatures import Signature

LARGEST = 30  # size of which inputs are sampled
_SAMPLES = 500  # at a time, of one size
_FEW = (-2, 2)  # integers, where more are too many
_SAME_IN_A_ROW = 4  # after so many scopes that add nothing, larger ones will not either
_FAR = 64  # the size at which that is believed where types have values without end
_ONE_BY_ONE = 8  # up to this size; above it, several sizes are taken together while they add little
_LITTLE = 1_000  # inputs


@dataclass
class Clock:
    """When to stop, by `time.monotonic`; never, where it is not said."""

    deadline: float | None = None
    until: float | None = None  # when to leave off exhausting

    def is_over(self) -> bool:
        return self.deadline is not None and time.monotonic() >= self.deadline

    def for_building(self) -> float | None:
        """When to give up building what is to be sampled: half of the time that is left is for running."""
        now = time.monotonic()
        return None if self.deadline is None else now + (self.deadline - now) / 2

    def has(self, seconds: float) -> bool:
        """Whether there is still time for exhausting what takes so long."""
        return self.until is None or time.monotonic() + seconds <= self.until


def stages(
    signature: Signature, scope: Scope | None, seed: int, clock: Clock, further: Further
) -> Iterator[Exhaust | Sample | Solved]:
    """A scope, or without one as far as the clock lets it go; and what lies further out, where that is little."""
    before: Exhaust | None = None
    if scope is not None:
        for before in _towards(signature, scope):
            yield before
        yield from further.after(before, last=True)
        return
    endless = is_endless(signature)
    same, size = 0, 0
    late = False  # whether there was no time to build the next scope
    while True:
        started = time.monotonic()
        try:
            stage = Exhaust(Scope(size=size), _built(signature, size, before, clock), before)
        except OutOfTimeError:
            late = True
            break
        except ExplosionError:
            break
        same = same + 1 if before is not None and stage.new == 0 else 0
        if same >= _SAME_IN_A_ROW and (size >= _FAR or not endless):
            yield from further.after(stage, last=True)
            return
        yield stage
        before = stage
        yield from further.after(stage)
        if not clock.has(time.monotonic() - started):
            break
        size += size // 4 if size >= _ONE_BY_ONE and stage.new < _LITTLE else 1
    yield from further.after(before, last=True)
    yield from _samples(signature, before, late, seed, clock)


def _built(signature: Signature, size: int, before: Exhaust | None, clock: Clock) -> Inputs:
    """All inputs of a size. Where there was something to try already, that is not worth more time than there is."""
    limited = before is not None and before.count > 0
    return argument_lists(signature, Scope(size=size), clock.until if limited else None)


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


def _samples(
    signature: Signature, last: Exhaust | None, few: bool, seed: int, clock: Clock
) -> Iterator[Exhaust | Sample]:
    """Uniform samples of larger and larger sizes, round after round, while there is time.

    Where a scope has too many classes to be built, or takes too long, there are but `few` integers in it. If no larger
    scope can be built at all, samples are of the last one, where there was no time to try all of it.
    """
    from_size = last.scope.size or 0 if last else 0
    left_off = not few and not clock.has(0) and not clock.is_over()
    spaces = []
    for size in (from_size + 2, from_size + 5, 2 * from_size + 8, LARGEST):
        started = time.monotonic()
        if size > LARGEST or clock.is_over():
            break
        found = None if few else _space(signature, Scope(size=size), clock)
        if found is None:
            few = True
            found = _space(signature, Scope(size=size, ints=_FEW), clock)
        if found is None:
            break
        sizes = [own for own in found.space.tiers if own > from_size]
        if sizes:
            spaces.append((found, sizes))
        if clock.deadline is not None and time.monotonic() + 4 * (time.monotonic() - started) > clock.deadline:
            break
    if not spaces and left_off and last is not None and last.count > 0:
        spaces.append((last, list(last.space.tiers)))
    for round_ in itertools.count():
        if not spaces:
            return
        for stage, sizes in spaces:
            own = sizes[-1 - round_ % len(sizes)]
            yield Sample(stage.scope, stage.space, own, _SAMPLES, seed + round_)


def _space(signature: Signature, scope: Scope, clock: Clock) -> Exhaust | None:
    """A scope to be sampled, if it can be built in the time there is."""
    try:
        return Exhaust(scope, argument_lists(signature, scope, clock.for_building()))
    except (ExplosionError, ScopeError):
        return None
