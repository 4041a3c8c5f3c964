"""What happens to calls is accounted for by the number of the call it happened to."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from refute import Rng, Scope, check, where
from refute.run.limits import Limits

ENDLESS: list[int] = []  # what judging does not come to an end with
WRONG: list[int] = []
CALLS: list[int] = []


def stays_where_it_is(n: Rng(0, 6)) -> Rng(0, 6):  # type: ignore[valid-type]
    if n in (3, 4):
        os.chdir("/")
    return n


def asks(g: Callable[[bool], bool]) -> Rng(0, 3):  # type: ignore[valid-type]
    CALLS.append(1)
    return 9 if g(True) else 0


def is_right(v: int) -> bool:
    while v in ENDLESS:
        time.sleep(1)
    return v not in WRONG


def judged_at_length(n: Rng(0, 3)) -> Annotated[int, where(is_right)]:  # type: ignore[valid-type]
    return n


def test_a_finding_about_leftovers_has_the_number_of_its_call() -> None:
    report = check(stays_where_it_is, scope=Scope(size=6), leftovers="fail", max_findings=1)
    (finding,) = report.findings
    assert (finding.kind, finding.arguments["n"], finding.number) == ("misuse", 3, 4)
    assert repr(report.ledger) == "size 6: of 6, held 0..2, failed 3; gaps 4..5"


def test_leftovers_that_are_a_finding_leave_each_input_one_fate() -> None:
    report = check(stays_where_it_is, scope=Scope(size=6), leftovers="fail", max_findings=3)
    (account,) = report.ledger.accounts
    assert not any(index in account.held for index in (3,))
    assert account.held.count + account.failed.count == account.accounted.count == 6


def test_the_audit_has_every_call_also_those_that_make_a_counterexample_simpler(tmp_path: Path) -> None:
    CALLS.clear()
    check(asks, scope=Scope(size=2), in_process=True, audit=tmp_path / "audit")
    assert len((tmp_path / "audit").read_text().splitlines()) == len(CALLS)


def test_a_kept_failure_that_could_not_be_judged_has_not_passed(tmp_path: Path) -> None:
    def run() -> str:
        check(judged_at_length, tests=1, store=tmp_path, limits=Limits(seconds=0.2))
        (file,) = tmp_path.glob("*.py")
        return file.read_text()

    WRONG.append(0)
    before = run()
    WRONG.clear()
    ENDLESS.append(0)
    try:
        assert run() == before
        assert run() == before
    finally:
        ENDLESS.clear()


def test_what_was_kept_is_what_was_tried_where_nothing_else_was(tmp_path: Path) -> None:
    WRONG.append(0)
    check(judged_at_length, tests=1, store=tmp_path)
    WRONG.clear()
    report = check(judged_at_length, tests=1, store=tmp_path)
    assert (report.status, report.claims.tried) == ("held", "1 input kept from earlier runs")
