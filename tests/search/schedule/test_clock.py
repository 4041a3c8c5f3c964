"""The clock of a search, moved by hand."""

from __future__ import annotations

import pytest

from refute.search.schedule.clock import Clock, Pace


class Hand:
    at = 100.0

    def __call__(self) -> float:
        return self.at


def test_a_clock_without_a_budget_is_never_over() -> None:
    now = Hand()
    clock = Clock(None, 0.5, now)
    clock.to_exhaust()
    now.at += 1e9
    assert not clock.is_over()
    assert not clock.turn_is_over()
    assert (clock.until, clock.until_then(), clock.until_built()) == (None, None, None)


def test_a_clock_is_over_at_its_deadline() -> None:
    now = Hand()
    clock = Clock(2.0, 0.5, now)
    assert not clock.is_over()
    now.at = 102.0
    assert clock.is_over()


def test_at_first_exhausting_has_its_share_of_all_the_time() -> None:
    now = Hand()
    clock = Clock(10.0, 0.7, now)
    now.at = 106.9
    assert not clock.turn_is_over()
    now.at = 107.0
    assert clock.turn_is_over()


def test_each_turn_is_longer_than_the_one_before() -> None:
    clock = Clock(1_000.0, 0.7, Hand())
    lengths = []
    for _ in range(3):
        clock.to_exhaust()
        lengths.append(clock.turn)
        clock.to_sample()
    assert lengths == sorted(set(lengths))


def test_no_turn_goes_beyond_the_deadline() -> None:
    now = Hand()
    clock = Clock(10.0, 0.5, now)
    for begin in (clock.to_exhaust, clock.to_sample):
        for _ in range(20):
            now.at = min(now.at + 0.9, 109.9)
            begin()
            assert clock.until is not None
            assert now.at < clock.until <= 110.0


def test_samples_have_enough_time_to_be_worth_their_building() -> None:
    now = Hand()
    clock = Clock(10.0, 0.9, now)
    clock.to_sample()
    now.at += 0.2
    assert not clock.turn_is_over()


def test_what_is_not_part_of_a_turn_makes_it_end_later_but_not_after_the_deadline() -> None:
    now = Hand()
    clock = Clock(10.0, 0.5, now)
    clock.to_exhaust()
    until = clock.until
    assert until is not None
    now.at += 3.0
    clock.go_on(100.0)
    assert clock.until == pytest.approx(until + 3.0)
    now.at = 109.99
    clock.go_on(100.0)
    assert clock.until == 110.0


def test_building_has_a_part_of_the_time_that_is_left() -> None:
    now = Hand()
    clock = Clock(10.0, 0.5, now)
    now.at = 104.0
    assert clock.until_then() == 107.0
    assert clock.until_built() == 105.0  # a quarter of the time so far
    now.at = 109.0
    assert clock.until_built() == 109.5  # half of what is left


def test_a_pace_is_that_of_the_inputs_that_were_seen() -> None:
    pace = Pace()
    quick = pace.inputs_in(1.0)
    pace.see(10, 0.01)
    assert pace.inputs_in(1.0) == quick  # which tells more of the process than of the inputs
    pace.see(1_000, 2.05)
    assert pace.inputs_in(1.0) == pytest.approx(500)
    pace.see(3_000, 2.05)
    assert pace.inputs_in(3.0) == pytest.approx(3_000)
