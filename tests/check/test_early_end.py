"""A check for which nothing was said ends when going on shows nothing new, and says so."""

from __future__ import annotations

from refute import Scope, check


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


def test_a_scope_and_a_number_of_tests_are_kept_to() -> None:
    assert check(successor, scope=Scope(size=2_000)).tests == 4_001
    assert check(successor, tests=5_000).tests == 5_000


def test_a_branch_that_was_not_taken_is_waited_for() -> None:
    (finding,) = check(fails_far_out).findings
    assert finding.call == "fails_far_out(n=900)"


def test_an_integer_of_the_code_is_waited_for() -> None:
    (finding,) = check(divides).findings
    assert finding.call == "divides(n=900)"
