"""Scopes that share a process are reported as if each had had its own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import pytest

from refute import check, where
from refute.campaign.bodies import TAMPERED, Steps
from refute.campaign.report import Report
from refute.campaign.together import Together
from refute.judge.trials import Trial
from refute.run.events import Event, Finished, Progress, Said
from refute.search.schedule.stages import Exhaust
from refute.spaces.arguments import argument_lists
from refute.spaces.scope import Scope
from refute.types.signatures import read_signature


def summed(xs: list[int], limit: int) -> int:
    return sum(xs) + limit


def stages() -> tuple[Exhaust, ...]:
    signature = read_signature(summed)
    found: list[Exhaust] = []
    for size in range(3):
        scope = Scope(size=size)
        found.append(Exhaust(scope, argument_lists(signature, scope), found[-1] if found else None))
    return tuple(found)


def given(events: list[Event]) -> list[list[Event]]:
    """What each scope is told of the events of a run."""
    parts = stages()

    def run(body: object, last: int) -> Iterator[Event]:
        assert last == sum(part.count for part in parts) + 1
        return iter(events)

    trial = Trial(read_signature(summed), lambda: None)
    together = Together(parts, lambda stage: Steps(stage, trial), run)
    return [[*together.events()] for part in parts if together.has(part)]


FIRST, SECOND, THIRD = (stage.count for stage in stages())
ALL = FIRST + SECOND + THIRD


def test_a_run_without_messages_finishes_every_scope() -> None:
    assert given([Finished(ALL)]) == [[Finished(FIRST)], [Finished(SECOND)], [Finished(THIRD)]]


def test_a_message_is_given_to_its_scope_with_the_index_it_has_there() -> None:
    told = given([Said(FIRST + 2, b"said", "printed"), Finished(ALL)])
    assert told == [[Finished(FIRST)], [Said(2, b"said", "printed"), Finished(SECOND)], [Finished(THIRD)]]


def test_progress_ends_no_scope_because_messages_may_come_after_it() -> None:
    told = given([Progress(ALL), Said(0, b"said", ""), Finished(ALL)])
    assert told[0] == [Progress(FIRST), Said(0, b"said", ""), Finished(FIRST)]


def test_scopes_after_one_that_was_not_finished_are_not_there() -> None:
    assert given([Finished(FIRST + 1)]) == [[Finished(FIRST)], [Finished(1)]]


def test_what_a_watch_saw_at_the_end_of_a_scope_is_told_of_that_scope() -> None:
    assert given([Said(FIRST, TAMPERED, "")]) == [[Said(FIRST, TAMPERED, "")]]


@dataclass(frozen=True)
class Box:
    number: int


def changes_boxes(boxes: tuple[Box, ...]) -> int:
    if len(boxes) == 1:
        object.__setattr__(boxes[0], "number", boxes[0].number + 1)
    return len(boxes)


def fails_on_two(xs: list[int]) -> int:
    assert len(xs) < 2
    return 0


def fails_twice(xs: list[int], flag: bool) -> int:
    assert not (flag and xs)
    if len(xs) == 1:
        raise ValueError
    return 0


def exits_on_one(xs: list[int]) -> int:
    if len(xs) == 1:
        os._exit(3)
    return 0


def told(report: Report) -> tuple[object, ...]:
    findings = [(f.kind, f.call, f.outcome, f.number, f.size) for f in report.findings]
    return findings, report.exhausted, report.added, report.tests


@pytest.mark.parametrize("function", [fails_on_two, fails_twice])
def test_scopes_in_one_process_are_reported_as_those_in_none(function: object) -> None:
    together, alone = (check(function, isolation=isolation) for isolation in ("process", "none"))  # type: ignore[arg-type]
    assert told(together) == told(alone)
    assert together.findings


def test_a_call_that_ends_its_process_is_found_in_its_scope() -> None:
    (finding,) = check(exits_on_one).findings
    assert (finding.call, finding.size) == ("exits_on_one(xs=[0])", 1)


def test_a_frozen_argument_that_is_changed_in_a_small_scope_is_found_there() -> None:
    (finding,) = check(changes_boxes).findings
    assert finding.call == "changes_boxes(boxes=(Box(0),))"
    assert finding.outcome == "changed an immutable argument"


def fails_first_and_last(xs: list[int]) -> int:
    sum(range(20_000))  # so that the scope takes longer than a turn
    if xs == [0, 0, 0]:
        raise ValueError
    if xs == [-3, -3, -3]:
        raise KeyError
    return 0


CALLS: list[list[int]] = []


def counts_its_calls(xs: list[int]) -> int:
    sum(range(20_000))
    CALLS.append(xs)
    return 0


def test_a_turn_that_ends_before_the_number_asked_for_claims_no_more_than_was_called() -> None:
    CALLS.clear()
    report = check(counts_its_calls, budget=0.5, tests=100_000, isolation="none")
    assert 0 < report.tests <= len(CALLS)


def every_third(xs: Annotated[list[bool], where(lambda v: len(v) % 3 == 0)]) -> int:
    assert len(xs) < 6
    return 0


def test_a_scope_that_adds_nothing_does_not_part_those_around_it() -> None:
    together, alone = (check(every_third, isolation=isolation) for isolation in ("process", "none"))
    assert told(together) == told(alone)
    assert [finding.size for finding in together.findings] == [6]


def test_a_scope_with_a_failure_is_gone_on_with_for_failures_of_other_kinds() -> None:
    assert [finding.outcome for finding in check(fails_first_and_last).findings] == [
        "raised ValueError",
        "raised KeyError",
    ]
