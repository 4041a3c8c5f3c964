"""What is said of the programs that were tried, in the cases where it is not all that one would think."""

from __future__ import annotations

import misbehaving_objects as objects
import pytest

from refute import Interface, explore


def test_where_nothing_new_comes_the_programs_of_any_length_were_tried() -> None:
    report = explore(objects.Lamp, strategy="deepening", in_process=True)
    assert report.status == "exhausted"
    assert report.claims.tried == "all programs of any length: 3 calls, 2 states"


def test_a_number_of_calls_that_was_reached_is_told_with_the_values() -> None:
    report = explore(objects.Session, calls=1, in_process=True)
    assert report.claims.tried == "all programs of up to 1 call over refined int 0, 1, 2: 3 calls, 3 states"


def test_programs_that_could_use_a_value_twice_are_counted_as_if_they_did_not() -> None:
    interface = Interface.of(objects.Pool)
    assert "of up to 3 calls that use each value once" in explore(interface, calls=3, in_process=True).claims.tried


def test_attributes_that_differ_from_run_to_run_do_not_tell_states_apart() -> None:
    report = explore(objects.Event, calls=6)
    assert dict(report.sections)["classes"] == ["Event  4 states"]
    assert report.status == "held"
    assert {warning.partition(":")[0] for warning in report.warnings} == {
        "Event.created differs from run to run",
        "Event.number differs from run to run",
    }


def test_objects_of_modules_that_calls_change_are_told() -> None:
    report = explore(objects.Stack, calls=2, in_process=True)
    assert report.status == "held"
    assert any("Stack.__init__(items=…)" in warning for warning in report.warnings)


def test_what_cannot_be_seen_is_told() -> None:
    report = explore(objects.Reader, calls=2, in_process=True)
    assert any("Compress" in warning for warning in report.warnings)


def test_random_numbers_make_no_program_stand_for_all() -> None:
    report = explore(objects.Deck, exclude=["draw"], calls=3)
    assert report.status == "held"
    assert "all programs" not in report.claims.tried


def test_nothing_that_could_be_called_is_undecided() -> None:
    interface = Interface("nothing")
    assert explore(interface, calls=2, in_process=True).status == "undecided"


def test_a_pool_that_is_full_is_told_and_nothing_is_exhausted() -> None:
    report = explore(objects.Waiting, calls=5, exclude=["drain"], bounds={"Waiting": 2}, in_process=True)
    assert report.status == "held"
    assert "there was no room for 1 instances of Waiting: --bound Waiting=N gives more" in report.warnings


@pytest.mark.parametrize("strategy", ["breadth", "deepening"])
def test_strategies_that_go_through_all_programs_come_to_the_same_states(strategy: str) -> None:
    report = explore(objects.Event, calls=8, strategy=strategy, in_process=True)
    assert dict(report.sections)["classes"] == ["Event  4 states"]


def test_two_workers_come_to_what_one_comes_to() -> None:
    one, two = (explore(objects.Pool, calls=5, exclude=["count"], jobs=jobs) for jobs in (1, 2))
    assert one.claims.tried == two.claims.tried
    assert dict(one.sections)["classes"] == dict(two.sections)["classes"]
