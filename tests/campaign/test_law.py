"""No claim without its calls, over random programs, settings, delays, interrupts, hangs and deaths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from law import breaches
from random_runs import Run, isolated, simulated

from refute.search.schedule import plan, stages
from refute.search.schedule.domains import Drawn, Exhaustive

AT_A_TIME = 25


def runs(first: int, directory: Path) -> Iterator[tuple[int, Run]]:
    for seed in range(first, first + AT_A_TIME):
        with simulated(seed, directory) as run:
            yield seed, run


def obeys(first: int, directory: Path) -> None:
    found = {seed: broken for seed, run in runs(first, directory) if (broken := breaches(run))}
    assert not found


@pytest.mark.sampled(7)
@pytest.mark.parametrize("first", range(0, 250, AT_A_TIME))
def test_no_simulated_run_claims_what_was_not_called(first: int, tmp_path: Path) -> None:
    obeys(first, tmp_path)


@pytest.mark.parametrize("first", range(0, 50, AT_A_TIME))
def test_no_run_in_any_order_claims_what_was_not_called(
    first: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plan, "_MANY", 2)
    monkeypatch.setattr(plan, "_TIMES_TOO_MANY", 0)
    monkeypatch.setattr(stages, "_SMALLEST", 1)
    orders = set()
    for seed, run in runs(first, tmp_path):
        assert not breaches(run), seed
        domains = [account.domain for account in run.report.ledger.accounts]
        orders |= {domain.order for domain in domains if isinstance(domain, Exhaustive)}
    assert orders > {None}


@pytest.mark.slow
@pytest.mark.parametrize("first", range(250, 2_250, AT_A_TIME))
def test_no_simulated_run_of_thousands_claims_what_was_not_called(first: int, tmp_path: Path) -> None:
    obeys(first, tmp_path)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("seed", range(20, 32))
def test_no_isolated_run_claims_what_was_not_called(seed: int, tmp_path: Path) -> None:
    with isolated(seed, tmp_path) as run:
        assert not breaches(run)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(32, 80))
def test_no_isolated_run_of_many_claims_what_was_not_called(seed: int, tmp_path: Path) -> None:
    with isolated(seed, tmp_path) as run:
        assert not breaches(run)


def test_the_runs_come_to_every_verdict_and_are_interrupted_in_each(tmp_path: Path) -> None:
    seen: Counter[str] = Counter()
    for first in range(0, 100, AT_A_TIME):
        for _, run in runs(first, tmp_path):
            claims = run.report.claims
            seen[run.report.status] += 1
            seen["interrupted"] += run.report.interrupted
            seen["everything"] += claims.everything
            seen["discarded"] += claims.discarded > 0
            seen["kept"] += claims.replayed > 0
            seen["drawn"] += any(isinstance(account.domain, Drawn) for account in run.report.ledger.accounts)
            seen["functions"] += run.program.with_functions
            seen["several scopes"] += len(claims.scopes) > 1
    expected = ("refuted", "held", "exhausted", "undecided", "interrupted", "everything", "discarded", "kept", "drawn")
    assert all(seen[what] for what in (*expected, "functions", "several scopes")), seen


def test_the_law_sees_a_call_that_is_missing(tmp_path: Path) -> None:
    looked = 0
    for _, run in runs(0, tmp_path):
        if run.report.tests and not run.program.with_functions and not run.stored:
            assert not breaches(run)
            del run.program.calls[0]
            assert breaches(replace(run, audit=None))
            looked += 1
    assert looked > 5


def test_the_law_sees_a_failure_that_is_not_told(tmp_path: Path) -> None:
    looked = 0
    for _, run in runs(0, tmp_path):
        if run.report.ok and not run.program.with_functions and not run.stored:
            run.program.fates = [("raise", 1.0)]
            assert breaches(run)
            looked += 1
    assert looked > 5
