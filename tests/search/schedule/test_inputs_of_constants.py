"""Inputs made of constants of the code: each constant once, all small inputs of them, sizes that are named."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest
from made_up import Hand, MadeUpSpaces, followed

from refute.search.schedule.clock import Clock
from refute.search.schedule.domains import Drawn, Exhaustive, Marked
from refute.search.schedule.ways.landmarks import Landmarks, some_of
from refute.spaces.ground.palette import CONSTANTS, Palette
from refute.spaces.scope import Scope

NOW = Hand()


def landmarks(*constants: object, counts: tuple[int, ...] = (5, 20, 60, 200)) -> Landmarks:
    return Landmarks(constants, MadeUpSpaces(NOW, counts), Clock(now=NOW), seed=3)


def palettes(marks: Landmarks) -> list[Palette]:
    segments = [segment for assignment in marks.assignments() for segment in assignment.segments]
    found = [one.domain.scope.palette for one in segments if isinstance(one.domain, Marked)]
    return [one for one in found if one is not None]


def test_all_small_inputs_with_constants_are_tried() -> None:
    (assignment,) = landmarks(4711, "beta").assignments()
    (segment,) = assignment.segments
    assert isinstance(segment.domain, Marked)
    assert (segment.first, segment.stop, segment.domain.sizes) == (0, 200, ())
    assert segment.domain.scope.palette == Palette(3 << 10, 20, CONSTANTS, length=1, constants=(4711, "beta"))


def test_of_sizes_that_have_too_many_inputs_some_are_drawn() -> None:
    (assignment,) = landmarks(4711, counts=(5, 20, 10**6)).assignments()
    whole, drawn = (segment.domain for segment in assignment.segments)
    assert isinstance(whole, Marked)
    assert isinstance(drawn, Marked)
    assert (whole.count, whole.sizes) == (20, ())
    assert drawn.sizes == (2,)


def test_inputs_are_as_large_as_the_code_says_numbers() -> None:
    (assignment,) = landmarks(17, counts=tuple(range(1, 60))).assignments()
    sizes = assignment.segments[-1].domain
    assert isinstance(sizes, Marked)
    assert set(sizes.sizes) >= {16, 17, 18}


def test_many_constants_are_dealt_out_to_several_palettes_each_in_one() -> None:
    constants = [*range(1000, 1025), "a", "b", date(2024, 2, 29)]
    found = [one for palette in palettes(landmarks(*constants)) for one in palette.constants]
    assert sorted(map(repr, found)) == sorted(map(repr, constants))


def paired(*constants: object, counts: tuple[int, ...], pairs: bool = True) -> list[Marked]:
    marks = Landmarks(constants, MadeUpSpaces(NOW, counts), Clock(now=NOW), seed=3, pairs=pairs)
    domains = [segment.domain for assignment in marks.assignments() for segment in assignment.segments]
    return [domain for domain in domains if isinstance(domain, Marked) and domain.pairs]


def test_where_all_inputs_are_too_many_some_have_all_pairs_of_all_constants() -> None:
    (domain,) = paired(4711, 815, counts=(10**6,))
    assert domain.scope.palette is not None
    assert domain.scope.palette.constants == (4711, 815)
    many = tuple(range(1000, 1025))
    (domain,) = paired(*many, counts=(5, 20))
    assert domain.scope.palette is not None
    assert sorted(domain.scope.palette.constants) == list(many)


def test_where_all_inputs_are_tried_or_there_is_one_parameter_there_are_no_pairs() -> None:
    assert not paired(4711, 815, counts=(5, 20))
    assert not paired(4711, 815, counts=(10**6,), pairs=False)


def test_constants_are_tried_once_however_often_they_are_added() -> None:
    marks = landmarks(4711, 1, 1.0, True)
    assert len(palettes(marks)) == 1
    assert not marks.add([4711, 1])
    assert list(marks.assignments()) == []
    assert marks.add([4711, 815])
    assert [palette.constants for palette in palettes(marks)] == [(815,)]
    assert marks.tried == [4711, 1, 1.0, True, 815]


def test_without_constants_there_is_nothing_to_try() -> None:
    assert list(landmarks().assignments()) == []


@pytest.mark.parametrize("count", [0, 1, 7, 500])
def test_some_inputs_of_a_domain_are_in_it(count: int) -> None:
    segments = some_of(Exhaustive(Scope(size=2)), count)
    assert all(0 <= one.first < one.stop <= count for one in segments)
    assert bool(segments) == bool(count)


def test_constants_come_after_the_smallest_scopes_and_before_samples() -> None:
    found = followed((1, 4, 9, 16, 25, 400), budget=3.0, constants=(4711,), asks=[[], [815], []])
    for _ in zip(found.carry_out(found.plan.growing(), Random(0)), range(8), strict=False):
        pass
    domains = list(dict.fromkeys(domain for domain, _ in found.host.run_through))
    first = next(place for place, domain in enumerate(domains) if isinstance(domain, Marked))
    before = [domain.scope.reach for domain in domains[:first] if isinstance(domain, Exhaustive)]
    assert before[:3] == [0, 1, 2]
    assert not any(isinstance(domain, Drawn) for domain in domains[:first])
    assert list(found.plan.constants) == [4711]


def test_what_the_code_asks_is_tried_until_it_asks_nothing_new() -> None:
    found = followed((1, 4, 9, 16, 25, 400), budget=3.0, constants=(4711,), asks=[[815], [4711, 99], []])
    for _ in zip(found.carry_out(found.plan.growing(), Random(0)), range(8), strict=False):
        pass
    assert list(found.plan.constants) == [4711, 815, 99]
