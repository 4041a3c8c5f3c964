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


@pytest.mark.parametrize(("other", "changed"), [("go", "_turns"), ("turn", "Turnstile.passed")])
def test_of_names_that_calls_bind_anew_no_program_stands_for_all(other: str, changed: str) -> None:
    report = explore(objects.Turnstile, calls=3, exclude=[other])
    assert (report.status, report.claims.tried) == ("held", "2 calls")
    (warning,) = report.warnings
    assert warning.startswith(f"calls change misbehaving_objects.{changed}, and it stays so")


def test_what_cannot_be_seen_is_told_and_is_no_part_of_a_state() -> None:
    report = explore(objects.Readers, calls=5, exclude=["feed"], in_process=True)
    assert dict(report.sections)["classes"] == ["Readers  4 states"]
    assert report.status == "held"
    assert report.warnings == [
        "nobody can look into a Decompress: instances are not told apart by it (key= says by what they are)"
    ]


def test_what_may_have_been_changed_unseen_is_made_anew_for_each_call() -> None:
    report = explore(objects.Readers, calls=4, in_process=True)
    assert report.ok
    assert [line.split()[1] for line in dict(report.sections)["operations"][1:]] == ["1", "3", "3"]


def test_what_nests_more_deeply_than_python_goes_is_told() -> None:
    report = explore(objects.Tower, calls=3)
    assert report.status == "held"
    assert report.warnings == [
        "nobody can look into a Tower: instances are not told apart by it (key= says by what they are)"
    ]


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


def test_a_stage_that_begins_with_a_blocked_call_is_told_as_that_stage() -> None:
    report = explore(objects.Diary, calls=2)
    assert report.claims.tried == (
        "all programs of up to 1 call: 1 call, 1 state; 2 calls of longer ones; of these calls, 1 blocked"
    )
    assert report.status == "held"


def test_all_choices_of_few_optional_arguments_are_tried() -> None:
    (finding,) = explore(objects.Window, calls=2, in_process=True).findings
    assert finding.call == "window.move(True, True, far=True)"


def test_of_many_optional_arguments_the_claim_says_how_many_are_given() -> None:
    report = explore(objects.Door, calls=2, strategy="deepening", in_process=True)
    assert report.ok
    assert "over bool False, True, with at most 2 optional arguments at a time: " in report.claims.tried
    assert not explore(objects.Door, seconds=600, max_findings=1, in_process=True).ok


def test_instances_in_a_long_container_that_are_passed_over_are_told() -> None:
    interface = Interface("seeds")
    interface.function(objects.scatter)
    interface.fresh(int, [20])
    report = explore(interface, calls=2, in_process=True)
    assert report.status == "held"
    assert "only the first 16 Seed of a container are called with" in report.warnings
