"""Wide samples: palettes that are always new, steps that are climbed while calls are quick, what cannot be built."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from random import Random

import pytest
from made_up import Followed, Hand, MadeUpSpaces, followed

from refute.campaign.ledger import Ledger
from refute.campaign.runner import CampaignRunner
from refute.errors import RefinementError
from refute.run.limits import Limits
from refute.search.schedule.clock import Clock
from refute.search.schedule.domains import Domain, Drawn, SpaceInfo
from refute.search.schedule.ways.wide import STEPS, WideSamples
from refute.spaces.ground.palette import Palette
from refute.spaces.scope import Scope


class Turns:
    """Wide samples of made-up spaces, in turns, with inputs that take so many seconds by their palettes."""

    def __init__(
        self,
        seconds: Callable[[Palette, int], float],
        counts: tuple[int, ...] = (3,) * 300,
        scalars: bool = True,
    ) -> None:
        self.now = Hand()
        self.spaces = MadeUpSpaces(self.now, [count * (size + 1) for size, count in enumerate(counts)])
        self.ledger = Ledger()
        self.tests = 0
        self.unjudged_in: set[Domain] = set()
        self.drawn: list[Drawn] = []
        self.raises = False
        self._seconds = seconds
        self._wide = WideSamples(self._build, self, Clock(1_000.0, 0.5, self.now), seed=0, scalars=scalars)

    def _build(self, scope: Scope, previous: Scope | None, until: float | None) -> SpaceInfo:
        if self.raises:
            raise RefinementError("a refinement raised")
        return self.spaces(scope, previous, until)

    def unjudged(self, domain: Domain) -> int:
        return domain in self.unjudged_in

    def take(self, turns: int, hangs: Callable[[Palette], bool] = lambda palette: False, exhausted: int = 3) -> None:
        for _ in range(turns):
            for assignment in self._wide.drawn(exhausted):
                for segment in assignment.segments:
                    assert isinstance(segment.domain, Drawn)
                    palette = segment.domain.scope.palette
                    assert palette is not None
                    self.drawn.append(segment.domain)
                    self.tests += segment.stop
                    self.now.at += segment.stop * self._seconds(palette, segment.domain.scope.reach)
                    if hangs(palette):
                        self.unjudged_in.add(segment.domain)

    @property
    def went_far(self) -> bool:
        return self._wide.went_far

    @property
    def bits(self) -> list[int]:
        return [domain.scope.palette.bits for domain in self.drawn if domain.scope.palette is not None]


def quick(palette: Palette, size: int) -> float:
    return 1e-5


def test_no_palette_comes_twice() -> None:
    turns = Turns(quick)
    turns.take(3)
    assert len({domain.scope.palette for domain in turns.drawn}) == len(turns.drawn) > 20


def test_both_ways_of_drawing_have_their_share() -> None:
    turns = Turns(quick, counts=(10_000,) * 300)
    turns.take(5)
    by_skeleton = sum(domain.by_skeleton for domain in turns.drawn)
    assert len(turns.drawn) / 4 < by_skeleton < len(turns.drawn) * 3 / 4


def test_of_few_inputs_none_is_drawn_twice_from_a_palette() -> None:
    turns = Turns(quick)
    turns.take(2)
    for domain in turns.drawn:
        assert len(set(domain.places)) == domain.count == len(domain.sizes)


def test_inputs_that_another_palette_has_had_are_not_drawn_again() -> None:
    turns = Turns(quick)
    names = cycle([("a", "", "b"), ("b", "", "a"), ("c", "a", "b")])
    turns._wide._spaces = lambda scope, previous, until: SpaceInfo(scope, 3, {0: 1, 4: 2}, texts=next(names))
    turns.take(2)
    assert [(domain.places, domain.sizes) for domain in turns.drawn] == [((0, 2), (0, 4)), ((0,), (0,))]


def test_samples_are_the_same_for_the_same_seed() -> None:
    first, second = Turns(quick), Turns(quick)
    first.take(2)
    second.take(2)
    assert [domain.scope for domain in first.drawn[:6]] == [domain.scope for domain in second.drawn[:6]]


def test_sizes_and_magnitudes_grow_to_the_last_step_where_calls_are_quick() -> None:
    turns = Turns(quick)
    turns.take(3)
    assert turns.bits[0] == STEPS[0].bits
    assert max(turns.bits) == STEPS[-1].bits
    assert max(domain.scope.reach for domain in turns.drawn) == STEPS[-1].size


def test_the_first_turn_goes_to_the_last_step_where_batches_are_short() -> None:
    turns = Turns(quick)
    turns.take(1)
    assert turns.went_far
    assert [turns.bits.count(step.bits) for step in STEPS[:-1]] == [3, 3, 3]
    slow = Turns(lambda palette, size: 5e-2)
    slow.take(1)
    assert not slow.went_far
    assert set(slow.bits) == {STEPS[0].bits}


def test_where_calls_take_long_for_large_numbers_there_are_no_larger_ones() -> None:
    turns = Turns(lambda palette, size: 1e-5 if palette.bits < 20 else 1e-2)
    turns.take(20)
    assert max(turns.bits) == 20
    assert turns.bits.count(20) < len(turns.bits) / 4


def test_calls_that_are_slow_for_any_input_do_not_keep_it_from_larger_ones() -> None:
    turns = Turns(lambda palette, size: 1e-2)
    turns.take(10)
    assert max(turns.bits) == STEPS[-1].bits


@pytest.mark.slow
def test_after_a_call_that_did_not_end_inputs_are_smaller_for_good() -> None:
    turns = Turns(quick)
    turns.take(40, hangs=lambda palette: palette.bits > 16)
    assert turns.bits.count(20) == 3  # one batch
    assert max(turns.bits) == 20


def breadth(scope: Scope) -> int:
    assert scope.palette is not None
    return scope.reach * scope.palette.width


def test_what_takes_too_long_to_build_is_made_narrower_or_smaller() -> None:
    turns = Turns(quick)
    turns.spaces.seconds = lambda scope: 0.001 if breadth(scope) < 50 else 99.0
    turns.take(6)
    assert turns.drawn
    assert all(breadth(domain.scope) < 50 for domain in turns.drawn)


def test_where_refinements_raise_for_such_scalars_there_are_none() -> None:
    turns = Turns(quick)
    turns.raises = True
    turns.take(3)
    assert turns.drawn == []


def test_inputs_of_scalars_only_have_wide_palettes() -> None:
    turns = Turns(quick)
    turns.spaces.counts = [5]
    turns.take(3)
    assert all(set(domain.sizes) == {0} for domain in turns.drawn)
    assert all(domain.scope.palette is not None and domain.scope.palette.width >= 24 for domain in turns.drawn[1:])


def test_without_scalars_only_what_is_larger_than_all_that_was_tried_is_drawn() -> None:
    turns = Turns(quick, scalars=False)
    turns.take(3, exhausted=50)
    assert min(size for domain in turns.drawn for size in domain.sizes) > 50
    assert turns.went_far


def test_without_scalars_and_larger_inputs_there_is_nothing_wide() -> None:
    turns = Turns(quick, counts=(5,), scalars=False)
    turns.take(3, exhausted=0)
    assert turns.drawn == []
    assert turns.went_far


def test_of_few_values_no_more_are_drawn_than_there_are() -> None:
    turns = Turns(quick, counts=(5,))
    turns.take(3)
    assert {domain.count for domain in turns.drawn} == {5}
    assert turns.went_far


def through_scopes(found: Followed) -> list[bool]:
    """Whether assignments are wide samples, one after the other."""
    runner = CampaignRunner(found.host, found.ledger, Limits())
    are_wide = []
    for assignment in found.plan.growing():
        are_wide.append(any(isinstance(s.domain, Drawn) and s.domain.is_wide for s in assignment.segments))
        for _ in runner.run(assignment.segments, assignment.until, False):
            pass
    return are_wide


def test_scopes_and_wide_samples_take_turns_before_a_search_may_end() -> None:
    found = followed([2 * size + 1 for size in range(100)], budget=3.0, chance=Random(0))
    found.host.each = 1e-4
    assert not found.plan.has_tried_all_ways
    are_wide = through_scopes(found)
    assert found.plan.has_tried_all_ways
    assert any(are_wide[:5])
    assert not are_wide[0]


def test_there_are_no_wide_samples_where_all_inputs_have_been_tried() -> None:
    found = followed((1, 4, 9), ends=True, budget=3.0)
    assert not any(through_scopes(found))
    assert found.plan.everything
