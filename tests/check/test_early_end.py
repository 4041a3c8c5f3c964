"""A check for which nothing was said ends when going on shows nothing new, and says so."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from threading import Thread

import pytest

from refute import Scope, check

LIMITS = {"far": (900.0,)}


@pytest.fixture(autouse=True)
def _there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """What ends early does not take longer on a busy machine than it may."""
    monkeypatch.setattr(import_module("refute.check.entry"), "DEFAULT_BUDGET", 60.0)


def successor(n: int) -> int:
    return n + 1


def fails_far_out(n: int) -> int:
    return n if n != 900 else None  # type: ignore[return-value]


def divides(n: int) -> float:
    return 1 / (n - 900)


def test_it_ends_early_and_says_so() -> None:
    report = check(successor)
    assert report.status == "held"
    assert report.claims.tried.endswith("; stopped: all its code was run, nothing new")
    assert report.claims.stopped


def test_a_budget_is_spent() -> None:
    report = check(successor, budget=0.8)
    assert not report.claims.stopped
    assert "stopped" not in report.claims.tried


@pytest.mark.slow
def test_a_scope_and_a_number_of_tests_are_kept_to() -> None:
    assert check(successor, scope=Scope(size=2_000)).tests == 4_001
    assert check(successor, tests=5_000).tests == 5_000


def test_a_branch_that_was_not_taken_is_waited_for() -> None:
    (finding,) = check(fails_far_out).findings
    assert finding.call == "fails_far_out(n=900)"


def test_an_integer_of_the_code_is_waited_for() -> None:
    (finding,) = check(divides).findings
    assert finding.call == "divides(n=900)"


def in_a_thread(n: int) -> int:
    found: list[int] = []
    thread = Thread(target=lambda: found.append(n if n != 900 else "far"))  # type: ignore[arg-type]
    thread.start()
    thread.join()
    return found[0]


def recurses(n: int) -> int:
    return 0 if n <= 0 else 1 + recurses(n - 1)


def by_a_table(n: int) -> float:
    return 1 / (n - LIMITS["far"][0])


@pytest.mark.slow
def test_code_in_threads_is_looked_into() -> None:
    assert not check(in_a_thread).claims.stopped


@pytest.mark.slow
def test_recursion_that_gets_deeper_is_not_given_up() -> None:
    assert not check(recurses).claims.stopped


def test_numbers_in_containers_are_waited_for() -> None:
    assert not check(by_a_table).claims.stopped


@pytest.mark.slow
def test_calls_that_are_made_to_look_at_them_are_marked_in_the_audit(tmp_path: Path) -> None:
    audit = tmp_path / "audit.jsonl"
    report = check(successor, audit=audit)
    lines = [json.loads(line) for line in audit.read_text().splitlines()]
    looks = [line["call"] for line in lines if line.get("look")]
    calls = [line["call"] for line in lines if not line.get("look")]
    assert looks
    assert set(looks) <= set(calls)
    assert len(calls) >= report.tests


@pytest.mark.slow
def test_of_a_library_its_code_is_looked_at() -> None:
    from rich.color import Color

    report = check(Color.parse)
    assert report.claims.refused  # before most of its code is run
    assert not report.claims.stopped
