"""Exhausting and sampling take turns."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import islice, pairwise
from typing import Annotated

import pytest

from refute import where
from refute.errors import ExplosionError
from refute.logic.reduction.reducer import Reducer
from refute.search.schedule.clock import Clock
from refute.search.schedule.plan import stages
from refute.search.schedule.samples import Samples
from refute.search.schedule.solver_stage import Further
from refute.search.schedule.stages import Exhaust, Sample
from refute.spaces.arguments import argument_lists
from refute.spaces.residuals import classes
from refute.spaces.residuals.elimination import Outlines
from refute.spaces.scope import Scope
from refute.types.signatures import Signature, read_signature


def of_lists(xs: list[int]) -> None: ...
def of_rising_lists(xs: Annotated[list[int], where(lambda v: all(0 <= a < b for a, b in pairwise(v)))]) -> None: ...


def samples(function: Callable[..., None]) -> Samples:
    signature = read_signature(function)
    return Samples(signature, 0, Outlines(Reducer(signature.reader.constructors)))


def planned(signature: Signature, clock: Clock) -> list[Exhaust | Sample]:
    """The first stages, when every one is left off in the middle because its turn is over."""
    found: list[Exhaust | Sample] = []
    for stage in islice(
        stages(
            signature, None, 0, clock, Further(signature, "classes", None, None, lambda body, stop, deadline: set())
        ),
        80,
    ):
        assert isinstance(stage, Exhaust | Sample)
        found.append(stage)
        clock.until = time.monotonic()
        clock.reached = stage.first + (stage.count - stage.first + 1) // 2
    return found


def test_a_scope_that_is_not_done_when_its_turn_is_over_is_gone_on_with_after_samples() -> None:
    found = planned(read_signature(of_lists), Clock(time.monotonic() + 1_000, None, 0.7))
    assert any(isinstance(stage, Sample) for stage in found)
    pairs = [stage for stage in found if isinstance(stage, Exhaust)]
    assert any(later.scope == earlier.scope and later.first > earlier.first for earlier, later in pairwise(pairs))


def test_samples_wait_until_hundreds_of_small_inputs_have_been_tried() -> None:
    found = planned(read_signature(of_lists), Clock(time.monotonic() + 1_000, None, 0.7))
    before = found[: next(place for place, stage in enumerate(found) if isinstance(stage, Sample))]
    assert all(stage.count < 600 for stage in before[:-1])
    assert before[-1].count >= 300


def test_samples_are_larger_than_what_is_exhausted() -> None:
    clock = Clock(time.monotonic() + 1_000, None, 0.7)
    for size in (0, 3, 9, 20):
        drawn = list(islice(samples(of_lists).drawn(size, clock), 4))
        assert drawn
        assert all(min(sample.sizes) > size for sample in drawn)


def test_samples_have_half_the_integers_of_their_scope() -> None:
    (sample,) = islice(samples(of_lists).drawn(0, Clock()), 1)
    assert (max(sample.sizes), sample.scope.ints) == (8, (-4, 4))


def test_samples_have_all_integers_where_large_inputs_need_them() -> None:
    (sample,) = islice(samples(of_rising_lists).drawn(0, Clock()), 1)
    assert (max(sample.sizes), sample.scope.ints) == (8, None)


def test_there_are_no_samples_where_no_input_is_larger() -> None:
    def of_a_bool(b: bool) -> None: ...

    assert list(samples(of_a_bool).drawn(0, Clock())) == []


def test_each_turn_is_longer_than_the_one_before() -> None:
    clock = Clock(time.monotonic() + 1_000, None, 0.7)
    lengths = []
    for _ in range(3):
        clock.to_exhaust()
        lengths.append(clock.turn)
        clock.to_sample()
    assert lengths == sorted(set(lengths))


def test_a_sample_goes_through_its_sizes_and_gives_the_same_wherever_it_is_entered() -> None:
    (sample,) = islice(samples(of_lists).drawn(3, Clock()), 1)
    drawn = list(sample.start(0))
    assert len(drawn) == sample.count
    assert {sample.size(index) for index in range(sample.count)} == set(range(4, 9))
    assert all(len(xs) == sample.size(index) for index, (xs,) in enumerate(drawn))
    assert list(sample.start(777)) == drawn[777:]
    assert sample.input(777) == drawn[777]
    assert sum(sample.tried_by_size(777).values()) == 777


def test_a_scope_that_is_not_built_in_time_is_given_up() -> None:
    with pytest.raises(ExplosionError):
        argument_lists(read_signature(of_lists), Scope(size=6), until=time.monotonic() - 1)


def join(
    xs: Annotated[list[int], where(lambda v: len(set(v)) == len(v))],
    ys: Annotated[list[int], where(lambda v, xs: len(set(xs + v)) == len(xs + v))],
) -> list[int]:
    return xs + ys


def test_a_space_that_takes_long_to_build_is_given_up_for_a_smaller_one_later() -> None:
    found, now = samples(join), time.monotonic()
    for _ in ("all integers", "few"):
        assert list(found.drawn(3, Clock(time.monotonic() + 0.002))) == []
        assert found.may_grow(3)
    (drawn,) = islice(found.drawn(3, Clock(now + 1_000, None, 0.7, began=now - 1_000)), 1)
    assert 3 < max(drawn.sizes) < 8


def test_where_a_scope_cannot_be_built_what_is_drawn_has_fewer_integers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classes, "_MOST_ALTERNATIVES", 120_000)
    (drawn,) = islice(samples(join).drawn(0, Clock()), 1)
    assert drawn.scope.ints == (-2, 2)
    assert all(len(set(xs + ys)) == len(xs + ys) for xs, ys in islice(drawn.start(0), 20))


def test_what_took_too_long_is_tried_again_when_there_is_more_time_for_it() -> None:
    found, now = samples(of_lists), time.monotonic()
    assert list(found.drawn(3, Clock(time.monotonic() + 0.0002))) == []
    (drawn,) = islice(found.drawn(3, Clock(now + 1_000, None, 0.7, began=now - 1_000)), 1)
    assert (drawn.scope.size, drawn.scope.ints) == (8, (-4, 4))


def test_few_integers_that_are_of_no_use_do_not_end_it() -> None:
    found = samples(of_rising_lists)
    assert list(found.drawn(5, Clock(time.monotonic() + 0.0002))) == []  # all integers
    assert list(islice(found.drawn(5, Clock(time.monotonic() + 0.0003)), 1)) == []  # no list of six among five
    assert found.may_grow(5)
    (drawn,) = islice(found.drawn(5, Clock()), 1)
    assert max(drawn.sizes) > 5
