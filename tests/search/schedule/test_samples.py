"""Samples: from which spaces they are drawn, as there is time to build them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice, pairwise
from typing import Annotated, Any

import pytest
from made_up import Hand, MadeUpSpaces

from refute import where
from refute.search.schedule.clock import Clock
from refute.search.schedule.domains import Assignment, Drawn, SpaceInfo
from refute.search.schedule.stages import Sample
from refute.search.schedule.ways.samples import Samples
from refute.spaces.arguments import argument_lists
from refute.spaces.residuals import classes
from refute.spaces.scope import Scope
from refute.types.signatures import read_signature


def of_lists(xs: list[int]) -> None: ...
def of_rising_lists(xs: Annotated[list[int], where(lambda v: all(0 <= a < b for a, b in pairwise(v)))]) -> None: ...
def of_a_bool(b: bool) -> None: ...
def of_threes(xs: Annotated[list[int], where(lambda v: all(x in (1, 2, 3) for x in v) and len(v) < 6)]) -> None: ...


def join(
    xs: Annotated[list[int], where(lambda v: len(set(v)) == len(v))],
    ys: Annotated[list[int], where(lambda v, xs: len(set(xs + v)) == len(xs + v))],
) -> None: ...


def samples_of(function: Callable[..., None]) -> Samples:
    """Without a deadline, from spaces that are built."""
    signature = read_signature(function)

    def spaces(scope: Scope, previous: Scope | None, until: float | None) -> SpaceInfo:
        space = argument_lists(signature, scope)
        return SpaceInfo(scope, space.count, dict(space.tiers))

    return Samples(True, spaces, Clock(), 0)


class Slow:
    """Samples of made-up spaces, which take so many seconds to build. `sparse`: few integers have no large inputs;
    `stride`: sizes are multiples of it."""

    def __init__(
        self, seconds: Callable[[Scope], float], budget: float, *, sparse: bool = False, stride: int = 1
    ) -> None:
        self.now = Hand()
        self._made_up = MadeUpSpaces(self.now, [2 ** (size // stride) for size in range(61)], seconds=seconds)
        self._sparse = sparse
        self.samples = Samples(True, self._spaces, Clock(budget, 0.7, self.now), 0)

    def _spaces(self, scope: Scope, previous: Scope | None, until: float | None) -> SpaceInfo:
        info = self._made_up(scope, previous, until)
        few = scope.ints == (-2, 2)
        return SpaceInfo(scope, 0, {}) if few and self._sparse else info

    def first(self, from_size: int) -> Drawn | None:
        found = domains(islice(self.samples.drawn(from_size), 1))
        return found[0] if found else None


def domains(assignments: Any) -> list[Drawn]:
    found: list[Drawn] = []
    for assignment in assignments:
        assert isinstance(assignment, Assignment)
        for segment in assignment.segments:
            assert isinstance(segment.domain, Drawn)
            assert (segment.first, segment.stop, segment.total) == (0, segment.domain.count, segment.domain.count)
            found.append(segment.domain)
    return found


@pytest.mark.parametrize("size", [0, 3, 9, 20])
def test_samples_are_larger_than_what_is_exhausted(size: int) -> None:
    drawn = domains(islice(samples_of(of_lists).drawn(size), 4))
    assert len(drawn) >= 4
    assert all(min(sample.sizes) > size for sample in drawn)


def test_no_two_samples_are_drawn_alike() -> None:
    drawn = domains(islice(samples_of(of_lists).drawn(0), 4))
    assert len({(sample.scope, sample.seed) for sample in drawn}) == len(drawn) >= 4


def test_samples_have_half_the_integers_of_their_scope() -> None:
    sample, *_ = domains(islice(samples_of(of_lists).drawn(0), 1))
    assert (max(sample.sizes), sample.scope.ints) == (8, (-4, 4))


def test_samples_have_all_integers_where_large_inputs_need_them() -> None:
    sample, *_ = domains(islice(samples_of(of_rising_lists).drawn(0), 1))
    assert (max(sample.sizes), sample.scope.ints) == (8, None)


def test_there_are_no_samples_where_no_input_is_larger() -> None:
    found = samples_of(of_a_bool)
    assert list(found.drawn(0)) == []


def test_where_a_scope_cannot_be_built_what_is_drawn_has_fewer_integers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classes, "_MAX_ALTERNATIVES", 120_000)
    drawn, *_ = domains(islice(samples_of(join).drawn(0), 1))
    assert drawn.scope.ints == (-2, 2)
    space = argument_lists(read_signature(join), drawn.scope)
    inputs = islice(Sample(drawn, space).start(0), 20)
    assert all(len(set(xs + ys)) == len(xs + ys) for xs, ys in inputs)


def test_a_space_that_takes_long_to_build_is_given_up_for_a_smaller_one_later() -> None:
    slow = Slow(lambda scope: 0.05 if scope.reach < 8 else 1e9, budget=1_000.0)
    for _ in ("all integers", "few"):
        assert slow.first(3) is None
        assert slow.samples.may_grow(3)
    drawn = slow.first(3)
    assert drawn is not None
    assert 3 < max(drawn.sizes) < 8


def test_what_took_too_long_is_tried_again_when_there_is_more_time_for_it() -> None:
    slow = Slow(lambda scope: 1.0, budget=1_000.0)
    assert slow.first(3) is None
    slow.now.at += 500.0
    drawn = slow.first(3)
    assert drawn is not None
    assert drawn.scope.ints == (-drawn.scope.reach // 2, drawn.scope.reach // 2)


def test_few_integers_that_are_of_no_use_do_not_end_it() -> None:
    slow = Slow(lambda scope: 0.05 if scope.ints == (-2, 2) else 1.0, budget=1_000.0, sparse=True)
    assert slow.first(5) is None  # all integers
    assert slow.first(5) is None  # no input of size six among few
    assert slow.samples.may_grow(5)
    slow.now.at += 500.0
    drawn = slow.first(5)
    assert drawn is not None
    assert max(drawn.sizes) > 5


def test_larger_spaces_are_built_as_there_is_time_for_them() -> None:
    slow = Slow(lambda scope: 0.03, budget=1_000.0)
    reached = []
    for _ in range(20):
        for domain in domains(islice(slow.samples.drawn(3), 5)):
            slow.now.at += 0.1
            reached.append(max(domain.sizes))
    assert reached[0] == 8
    assert max(reached) == 30


def test_spaces_that_are_soon_built_are_as_large_as_they_get_at_once() -> None:
    drawn = Slow(lambda scope: 0.001, budget=1_000.0).first(3)
    assert drawn is not None
    assert max(drawn.sizes) == 30


def test_lists_of_records_are_as_long_as_lists_of_numbers() -> None:
    slow = Slow(lambda scope: 0.001, budget=1_000.0, stride=2)
    drawn = slow.first(3)
    assert drawn is not None
    assert max(drawn.sizes) == 60


def test_half_of_the_samples_are_drawn_by_skeletons_each_in_an_order_of_sizes_of_its_own() -> None:
    drawn = domains(islice(samples_of(of_lists).drawn(0), 1))
    assert [sample.by_skeleton for sample in drawn] == [False, True] * (len(drawn) // 2)
    assert len({sample.sizes for sample in drawn}) > len(drawn) / 2
    assert len({frozenset(sample.sizes) for sample in drawn}) == 1


def test_of_few_inputs_none_is_drawn_twice() -> None:
    drawn = domains(samples_of(of_threes).drawn(2))
    for scope in {domain.scope for domain in drawn}:
        places = [place for domain in drawn if domain.scope == scope for place in domain.places]
        assert len(places) == len(set(places)) > 0
    assert all(size > 2 for domain in drawn for size in domain.sizes)
