"""A check that is interrupted says what was known by then, all of it and no more."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import refute
from refute import Rng, Scope, check
from refute.campaign.campaign import Progress
from refute.campaign.report import Report
from refute.check.client import LocalHost
from refute.check.data import Options, Reference
from refute.check.entry import checked
from refute.check.hosting.service import CheckService
from refute.run.inside import Inside
from refute.run.system.interrupts import Interrupts
from refute.search.schedule.domains import Exhaustive, Kept, Segment
from refute.spaces import runtime

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
    """What is reported for each look at the clock that is interrupted, from the first to the last."""
    clock = Interrupting(0)
    check_here(function, clock, scope=SCOPE)
    return [check_here(function, Interrupting(at), scope=SCOPE) for at in range(1, -clock.left + 1)]


def test_a_failure_is_told_wherever_the_clock_is_interrupted() -> None:
    reports = interrupted(fails_at_three)
    assert {report.status for report in reports} == {"undecided", "held", "refuted"}
    assert all(report.interrupted and is_lawful(report, 3) for report in reports)


def test_an_interrupt_at_the_first_look_at_the_clock_leaves_nothing_tried() -> None:
    first = interrupted(fails_at_three)[0]
    assert (first.status, first.tests, first.claims.tried) == ("undecided", 0, "nothing was tried")
    assert (first.target, first.seconds) == ("f", 0.0)


def test_an_interrupt_at_the_last_look_at_the_clock_changes_no_claim() -> None:
    last, whole = interrupted(fails_at_three)[-1], check_here(fails_at_three, Interrupting(0), scope=SCOPE)
    assert (last.claims, last.findings) == (whole.claims, whole.findings)
    assert last.seconds > 0


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


# -- signals, at any line ----------------------------------------------------------------------------------------------

PACKAGE = str(Path(refute.__file__).parent)


class AtLine:
    """Sends SIGINT at some lines of refute that are run inside `check`, by their numbers."""

    def __init__(self, *at: int) -> None:
        self.lines = 0
        self.uninterruptible: list[int] = []
        self._at = at

    def __enter__(self) -> AtLine:
        self._before = sys.gettrace()
        sys.settrace(self._trace)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self._before)

    def _trace(self, frame: FrameType, event: str, _: object) -> Any:
        if not frame.f_code.co_filename.startswith(PACKAGE) or frame.f_code in _OUTSIDE:
            return None
        if event == "line":
            self.lines += 1
            if frame.f_code in _UNINTERRUPTIBLE:
                self.uninterruptible.append(self.lines)
            if self.lines in self._at:
                signal.raise_signal(signal.SIGINT)
        return self._trace


# Before it is entered, and after it has been left, an interrupt is the caller's.
_OUTSIDE = {check.__code__, Interrupts.__init__.__code__, Interrupts.__enter__.__code__, Interrupts.__exit__.__code__}
_UNINTERRUPTIBLE = {function.__code__ for function in runtime.UNINTERRUPTIBLE}
SAMPLES = 90


def traced_check(tmp_path: Path, *at: int) -> tuple[AtLine, Report]:
    with AtLine(*at) as traced:
        report = check(fails_at_three, scope=SCOPE, in_process=True, store=tmp_path / "store", engine="classes")
    return traced, report


def lines_of_a_check(tmp_path: Path, *at: int) -> tuple[int, Report]:
    traced, report = traced_check(tmp_path, *at)
    return traced.lines, report


def assert_lawful_beside_a_store(report: Report) -> None:
    """The input that fails is 3 in its scope, and the only one that is kept."""
    fails = {account.domain: 0 if isinstance(account.domain, Kept) else 3 for account in report.ledger.accounts}
    assert not any(fails[account.domain] in account.held for account in report.ledger.accounts)
    has_failed = any(account.failed for account in report.ledger.accounts)
    assert report.status in (("refuted", "undecided") if has_failed else ("held", "exhausted", "undecided"))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("part", range(3))
def test_a_check_that_is_interrupted_at_any_line_returns_what_is_known(tmp_path: Path, part: int) -> None:
    lines_of_a_check(tmp_path)  # what is made once and kept
    lines, whole = lines_of_a_check(tmp_path)
    assert whole.status == "refuted"
    step = lines / SAMPLES
    for sample in range(part, SAMPLES, 3):
        _, report = lines_of_a_check(tmp_path, 1 + int(sample * step))
        assert_lawful_beside_a_store(report)


@pytest.mark.slow
def test_a_check_that_is_interrupted_at_its_first_or_last_lines_returns_what_is_known(tmp_path: Path) -> None:
    lines_of_a_check(tmp_path)
    lines, whole = lines_of_a_check(tmp_path)
    for at in range(1, 60):
        _, report = lines_of_a_check(tmp_path, at)
        assert (report.status, report.interrupted) == ("undecided", True), at
    for at in range(lines - 60, lines + 1):
        _, report = lines_of_a_check(tmp_path, at)
        assert (report.status, report.interrupted, report.findings) == ("refuted", True, whole.findings), at


@pytest.mark.slow
def test_an_interrupt_where_the_recursion_limit_is_changed_or_put_back_leaves_it_as_it_was(tmp_path: Path) -> None:
    lines_of_a_check(tmp_path)
    limit = sys.getrecursionlimit()
    lines = traced_check(tmp_path)[0].uninterruptible
    assert len(lines) > 20
    for at in lines[:: len(lines) // 60 or 1]:
        lines_of_a_check(tmp_path, at)
        assert sys.getrecursionlimit() == limit, at


def test_a_second_interrupt_just_after_the_first_loses_nothing_either(tmp_path: Path) -> None:
    lines_of_a_check(tmp_path)
    lines, _ = lines_of_a_check(tmp_path)
    for at in range(lines // 70, lines, lines // 70):
        _, report = lines_of_a_check(tmp_path, at, at + 1 + at % 12)
        assert_lawful_beside_a_store(report)


def test_a_run_in_this_process_that_was_left_half_way_raises_no_interrupt_where_it_is_to_be_kept() -> None:
    service = CheckService(lambda limits: Inside(), fails_at_once)
    service.open(Reference(), Options())
    before = signal.getsignal(signal.SIGINT)
    with Interrupts() as interrupts:
        service.space(SCOPE, None, None)
        events = service.run([Segment(Exhaustive(SCOPE), 0, 5, total=5)], None, False)
        next(events)  # what the first call says, before the others are made
        signal.raise_signal(signal.SIGINT)  # not raised here
        assert not interrupts.raised
        assert interrupts.pressed
    del events
    signal.signal(signal.SIGINT, before)
