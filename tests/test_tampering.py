"""A call that changes an immutable argument through a back door is told, and later inputs are what they should be."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tampering_functions as functions
from refute import Report, Scope, check
from refute.spaces.arguments import argument_lists
from refute.types.signatures import read_signature

HERE = Path(__file__).parent
both = pytest.mark.parametrize("in_process", [False, True])


def checked(name: str, **settings: Any) -> Report:
    settings.setdefault("scope", Scope(size=3))
    return check(getattr(functions, name), **settings)


@both
@pytest.mark.parametrize(
    ("name", "call", "explanation"),
    [
        ("always_changes", "always_changes(t=Node(0, Leaf(), Leaf()), x=0)", "Node.key was 0, is 1: Node is frozen"),
        ("changes_one", "changes_one(t=Node(1, Leaf(), Leaf()), x=1)", "Node.key was 1, is 7: Node is frozen"),
        ("changes_slots", "changes_slots(p=Pair(2, 1, 0), q=Pair(0, 0, 0))", "Pair.b was 1, is 0"),
        ("deletes", "deletes(t=Node(0, Leaf(), Leaf()), x=1)", "Node.right was Leaf(), is <absent>"),
        ("hides_a_fault", "hides_a_fault(t=Node(2, Leaf(), Leaf()), x=0)", "Node.key was 2, is 0"),
        ("changes_and_raises", "changes_and_raises(t=Node(0, Leaf(), Leaf()), x=0)", "Node.key was 0, is 5"),
        ("changes_in_lists", "changes_in_lists(ps=[Pair(0, 0, 0)])", "Pair.a was 0, is 1"),
        ("changes_later", "changes_later(t=Node(0, Leaf(), Leaf()))", "Node.key was 0, is 1"),
    ],
)
@pytest.mark.sampled(3)
def test_the_call_that_did_it_is_told_with_what_it_changed(
    name: str, call: str, explanation: str, in_process: bool
) -> None:
    finding = checked(name, in_process=in_process).findings[0]
    assert (finding.kind, finding.call, finding.outcome) == ("violation", call, "changed an immutable argument")
    assert finding.explanation.startswith(explanation)
    assert "depends on calls before" not in finding.explanation


@both
@pytest.mark.parametrize("name", ["caches", "hashes", "rounds", "replaces_by_equal"])
def test_what_an_object_keeps_for_itself_is_no_change(name: str, in_process: bool) -> None:
    report = checked(name, in_process=in_process)
    assert report.ok
    assert report.status == "exhausted"


@both
def test_no_later_input_seems_to_fail_because_of_it(in_process: bool) -> None:
    (finding,) = checked("changes_one", in_process=in_process).findings
    assert finding.outcome == "changed an immutable argument"


@both
def test_no_fault_is_missed_because_of_it(in_process: bool) -> None:
    calls = [finding.call for finding in checked("hides_a_fault", in_process=in_process).findings]
    assert calls == ["hides_a_fault(t=Node(2, Leaf(), Leaf()), x=0)", "hides_a_fault(t=Node(2, Leaf(), Leaf()), x=2)"]


@both
def test_a_call_that_changes_and_raises_is_told_for_both(in_process: bool) -> None:
    kinds = [finding.kind for finding in checked("changes_and_raises", in_process=in_process).findings]
    assert kinds == ["violation", "crash"]


@both
def test_all_inputs_are_tried_all_the_same(in_process: bool) -> None:
    count = argument_lists(read_signature(functions.changes_one), Scope(size=3)).count
    assert checked("changes_one", in_process=in_process).tests == count


def test_it_is_seen_while_a_budget_leads() -> None:
    report = checked("changes_one", scope=None, tests=2_000)
    assert report.findings[0].outcome == "changed an immutable argument"


def test_it_is_kept_and_shown_again(tmp_path: Path) -> None:
    checked("changes_one", store=tmp_path)
    (finding,) = checked("changes_one", scope=Scope(size=0), store=tmp_path).findings
    assert finding.kept
    assert finding.outcome == "changed an immutable argument"


@pytest.mark.parametrize("name", ["changes_one", "changes_later"])
def test_the_source_of_such_a_finding_fails_by_itself(name: str) -> None:
    source = checked(name).findings[0].source
    done = subprocess.run([sys.executable, "-c", source], cwd=HERE, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "AssertionError: Node.key was" in done.stderr


def test_a_space_can_be_made_to_build_its_parts_anew() -> None:
    space = argument_lists(read_signature(functions.always_changes), Scope(size=3))
    before = [repr(value) for value in space]
    for t, x in space:
        functions.always_changes(t, x)
    assert [repr(value) for value in space] != before
    space.forget_shared()
    assert [repr(value) for value in space] == before
