"""A check that is interrupted says what was known by then, all of it and no more."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from refute import Rng, Scope
from refute.campaign.campaign import Progress
from refute.campaign.report import Report
from refute.check.client import LocalHost
from refute.check.data import Reference
from refute.check.entry import checked
from refute.check.service import CheckService
from refute.run.inside import Inside

SCOPE = Scope(size=4)


def fails_at_three(n: Rng(0, 5)) -> Rng(0, 5):  # type: ignore[valid-type]
    return 9 if n == 3 else n


def fails_at_once(n: Rng(0, 5)) -> Rng(0, 5):  # type: ignore[valid-type]
    return 9


class Interrupting:
    """Raises at one of its calls. As a clock, it goes on by a second each time: every call is settled by itself."""

    def __init__(self, at: int) -> None:
        self.left = at
        self.time = time.monotonic()

    def __call__(self, _: Progress | None = None) -> float:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt
        self.time += 1
        return self.time


def check_here(function: Callable[..., Any], now: Callable[[], float], **options: Any) -> Report:
    host = LocalHost(lambda: CheckService(lambda limits: Inside(now), function, None, now))
    return checked(host, Reference(), name="f", now=now, **options)


def is_lawful(report: Report, fails: int) -> bool:
    """Whether an input that failed is told if it is accounted for, and none is said to hold that did not."""
    assert not any(fails in account.held for account in report.ledger.accounts)
    return (report.status == "refuted") == any(fails in account.accounted for account in report.ledger.accounts)


def interrupted(function: Callable[..., Any]) -> list[Report]:
    """What is reported for each look at the clock that is interrupted.

    All but the first and the last: before the one, there is nothing to report; at the other, there is a report already.
    """
    clock = Interrupting(0)
    check_here(function, clock, scope=SCOPE)
    looks = -clock.left
    for at in (1, looks):
        with pytest.raises(KeyboardInterrupt):
            check_here(function, Interrupting(at), scope=SCOPE)
    return [check_here(function, Interrupting(at), scope=SCOPE) for at in range(2, looks)]


def test_a_failure_is_told_wherever_the_clock_is_interrupted() -> None:
    reports = interrupted(fails_at_three)
    assert {report.status for report in reports} == {"undecided", "held", "refuted"}
    assert all(report.interrupted and is_lawful(report, 3) for report in reports)


@pytest.mark.parametrize("at", range(1, 6))
def test_a_failure_is_told_wherever_progress_is_interrupted(at: int) -> None:
    report = check_here(fails_at_three, Interrupting(0), scope=SCOPE, progress=Interrupting(at))
    assert is_lawful(report, 3)


def test_a_failure_that_was_found_is_told_if_telling_it_is_interrupted() -> None:
    class Describing(LocalHost):
        times = 0

        def call(self, name: str, *arguments: Any, **options: Any) -> Any:
            if name == "describe":
                self.times += 1
                if self.times == 1:
                    raise KeyboardInterrupt
            return super().call(name, *arguments, **options)

    host = Describing(lambda: CheckService(lambda limits: Inside(), fails_at_once))
    report = checked(host, Reference(), name="f", scope=SCOPE)
    assert (report.status, report.interrupted, len(report.findings)) == ("refuted", True, 1)


def test_a_failure_that_cannot_be_told_leaves_the_verdict_open() -> None:
    class NeverDescribing(LocalHost):
        def call(self, name: str, *arguments: Any, **options: Any) -> Any:
            if name == "describe":
                raise KeyboardInterrupt
            return super().call(name, *arguments, **options)

    host = NeverDescribing(lambda: CheckService(lambda limits: Inside(), fails_at_three))
    report = checked(host, Reference(), name="f", scope=SCOPE)
    assert (report.status, report.interrupted, report.ok) == ("undecided", True, False)
    assert report.claims.tried == "4 inputs, 1 of them failed"


def test_a_search_ends_where_kept_failures_have_used_up_the_tests(tmp_path: Path) -> None:
    for _ in range(2):
        report = check_here(fails_at_once, time.monotonic, tests=1, store=tmp_path)
    assert (report.status, report.tests, report.claims.replayed) == ("refuted", 1, 1)


@dataclass(frozen=True)
class Box:
    inside: Rng(0, 3)  # type: ignore[valid-type]


def changes_its_boxes(first: Box, second: Box) -> Rng(0, 3):  # type: ignore[valid-type]
    object.__setattr__(first, "inside", 2)
    return 0


def test_inputs_that_a_call_may_have_changed_are_not_accounted_for_if_nobody_looks_any_more() -> None:
    for report in interrupted(changes_its_boxes):
        held = {i for account in report.ledger.accounts for first, stop in account.held for i in range(first, stop)}
        assert held <= {6, 7, 8}  # whose first box has what it gets
