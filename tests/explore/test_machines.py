"""Rule-based machines: rules are operations, bundles parts of the machine, and the shortest program is found."""

from __future__ import annotations

import subprocess
import sys
import unittest
from pathlib import Path

import pytest
import rule_based_machines as machines

from refute import AnnotationError, explore
from refute.campaign.report import Report
from refute.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

HERE = Path(__file__).parent


def explored(machine: type, calls: int) -> Report:
    return explore(machine, calls=calls, in_process=True)


def program(report: Report) -> list[str]:
    (finding,) = report.findings
    return [*finding.definitions.splitlines(), finding.call]


def test_an_invariant_that_a_rule_breaks_is_told() -> None:
    report = explored(machines.Accounts, 4)
    assert program(report) == [
        "accounts = Accounts()",
        "accounts.open()",
        "accounts.deposit(accounts.accounts[0], 1)",
        "accounts.withdraw(accounts.accounts[0], 2)",
    ]
    assert report.findings[0].explanation.startswith("`none_is_overdrawn(v)` is false")


def test_a_rule_that_raises_is_told() -> None:
    report = explored(machines.Set, 5)
    first, *rules = program(report)
    assert first.endswith(" = Set()")
    assert [line.partition(".")[2] for line in rules] == ["add(1)", "add(1)", "remove(1)", "compare()"]
    assert explored(machines.Set, 4).ok


def test_rules_that_come_first_do_so_and_once_and_invariants_are_asked_after_them() -> None:
    assert explored(machines.Begun, 5).ok
    lines = program(explored(machines.Begun, 6))
    assert sorted(lines[1:3]) == ["begun.first()", "begun.second(3)"]
    assert lines[3:] == ["begun.use(begun.names[0])"] * 3


def test_values_are_consumed_and_made_several_at_a_time() -> None:
    lines = program(explored(machines.Tickets, 5))
    assert lines[1:2] == ["tickets.issue(True)"]
    assert lines[2:4] in (
        ["tickets.use(tickets.tickets[0])", "tickets.use(tickets.tickets[0])"],
        ["tickets.use(tickets.tickets[1])", "tickets.use(tickets.tickets[0])"],
    )
    assert lines[4].startswith("tickets.compare(tickets.used[")


@pytest.mark.parametrize(
    ("machine", "calls"),
    [(machines.Accounts, 4), (machines.Set, 5), (machines.Begun, 6), (machines.Tickets, 5)],
)
def test_the_program_that_is_shown_fails_when_it_is_run(machine: type, calls: int) -> None:
    (finding,) = explored(machine, calls).findings
    ran = subprocess.run([sys.executable, "-c", finding.source], cwd=HERE, capture_output=True, text=True, check=False)
    assert "Error" in ran.stderr.splitlines()[-1]


def test_a_program_with_values_of_bundles_is_kept_and_tried_again(tmp_path: Path) -> None:
    assert explore(machines.Accounts, calls=4, in_process=True, store=tmp_path).status == "refuted"
    (again,) = explore(machines.Accounts, calls=1, in_process=True, store=tmp_path).findings
    assert again.kept


def test_a_machine_is_a_test_for_unittest() -> None:
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(machines.Accounts.TestCase)
    machines.Accounts.TestCase("runTest").run(result)
    (_, told), *others = result.failures
    assert not others
    assert "accounts.withdraw(accounts.accounts[0], 2)" in told


def test_a_machine_is_run_from_python() -> None:
    run_state_machine_as_test(machines.Accounts, calls=3)
    with pytest.raises(AssertionError, match=r"accounts\.withdraw"):
        run_state_machine_as_test(machines.Accounts, calls=4)


def test_machines_of_a_file_are_interfaces_of_their_own() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "refute", "explore", "rule_based_machines.py", "--calls", "3", "--no-store"],
        cwd=HERE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "4 interfaces: 4 exhausted" in ran.stdout


def test_a_rule_of_which_something_is_missing_is_an_error() -> None:
    with pytest.raises(AnnotationError, match="the rule add has no parameter 'k'"):
        rule(k=int)(machines.Set.add)

    class Silent(RuleBasedStateMachine):
        @rule()
        def add(self, key) -> None:  # type: ignore[no-untyped-def]
            """Whatever that is."""

    with pytest.raises(AnnotationError, match="nothing says what the rule add takes as key"):
        explored(Silent, 2)
