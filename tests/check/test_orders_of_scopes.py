"""A scope that cannot be finished is gone through in an order that varies all parts of inputs; claims stay exact."""

from __future__ import annotations

import json
from pathlib import Path

import functions_of_records as functions

from refute import Scope, check


def test_what_the_first_of_three_records_shows_is_found_and_made_smaller() -> None:
    (finding,) = check(functions.of_three, scope=Scope(size=3), tests=3_000, max_findings=1).findings
    assert finding.arguments["one"] == functions.Person(2, "", False)
    assert finding.arguments["two"] == functions.Person(-1, "", False)
    assert finding.arguments["three"] == functions.Person(0, "", True)
    assert finding.size == 3


def test_no_landmark_stands_where_a_smaller_number_fails() -> None:
    (finding,) = check(functions.of_six, scope=Scope(size=3), tests=3_000, max_findings=1).findings
    assert abs(finding.arguments["first"]) < 499


def test_a_record_that_is_changed_is_seen_there_as_well() -> None:
    (finding,) = check(functions.changing, scope=Scope(size=3), tests=3_000, max_findings=1).findings
    assert finding.kind == "violation"


def test_what_is_claimed_is_what_was_called(tmp_path: Path) -> None:
    report = check(functions.of_accounts, scope=Scope(size=3), tests=3_000, audit=tmp_path / "calls")
    assert (report.status, report.claims.tried) == ("held", "3,000 inputs")
    calls = [json.loads(line)["call"] for line in (tmp_path / "calls").read_text().splitlines()]
    assert len(set(calls)) == 3_000
    for field in ("first", "second", "third"):
        seen = {call.partition(f"{field}=")[2].partition(")")[0] for call in calls[:700]}
        assert len(seen) == 7 * 7
