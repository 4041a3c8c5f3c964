"""The order in which inputs are tried, and what becomes of scopes that take too long to be built."""

from __future__ import annotations

import time
from itertools import islice
from typing import Annotated

import pytest

from refute.logic.predicates import where
from refute.search.planning import Clock, stages
from refute.search.stages import Exhaust, Sample, Solved
from refute.search.witnesses import Further
from refute.spaces import classes
from refute.spaces.arguments import argument_lists
from refute.spaces.explosion import OutOfTimeError
from refute.spaces.scope import Scope
from refute.types.signatures import read_signature


def lengths(xs: list[list[int]]) -> list[int]:
    return list(map(len, xs))


SIGNATURE = read_signature(lengths)


def planned(clock: Clock) -> list[Exhaust | Sample | Solved]:
    return list(islice(stages(SIGNATURE, None, 0, clock, Further(SIGNATURE, "classes", None, clock.deadline)), 6))


def test_a_scope_that_is_not_built_by_its_deadline_is_given_up() -> None:
    with pytest.raises(OutOfTimeError):
        argument_lists(SIGNATURE, Scope(size=6), deadline=time.monotonic() - 1)


def test_a_scope_without_a_deadline_takes_the_time_it_takes() -> None:
    assert argument_lists(SIGNATURE, Scope(size=6)).count > 1_000


def test_where_there_is_no_time_at_all_the_first_inputs_are_tried_all_the_same() -> None:
    over = time.monotonic() - 1
    (first,) = planned(Clock(deadline=over, until=over))
    assert isinstance(first, Exhaust)
    assert first.count == 1


def test_where_time_for_exhausting_is_over_larger_inputs_are_drawn() -> None:
    clock = Clock(deadline=time.monotonic() + 1_000, until=time.monotonic() - 1)
    first, *others = planned(clock)
    assert isinstance(first, Exhaust)
    assert all(isinstance(stage, Sample) and stage.of_size > 0 for stage in others)


def join(
    xs: Annotated[list[int], where(lambda v: len(set(v)) == len(v))],
    ys: Annotated[list[int], where(lambda v, xs: len(set(xs + v)) == len(xs + v))],
) -> list[int]:
    return xs + ys


def test_where_a_scope_cannot_be_built_what_is_drawn_has_fewer_integers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classes, "_MOST_ALTERNATIVES", 60_000)
    signature = read_signature(join)
    further = Further(signature, "classes", None, None)
    drawn = next(stage for stage in stages(signature, None, 0, Clock(), further) if isinstance(stage, Sample))
    assert drawn.scope.ints == (-2, 2)
    assert all(len(set(xs + ys)) == len(xs + ys) for xs, ys in drawn.space.sample(20, size=drawn.of_size))
