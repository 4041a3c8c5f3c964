"""What explorations find: each with the shortest program that shows it, as text that fails when it is run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import misbehaving_objects as objects
import pytest

from refute import Limits, explore
from refute.campaign.report import Report
from refute.judge.findings import Finding

HERE = Path(__file__).parent


def only(report: Report) -> Finding:
    (finding,) = report.findings
    return finding


def program(finding: Finding) -> list[str]:
    return [*finding.definitions.splitlines(), finding.call]


def run(source: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", source], cwd=HERE, capture_output=True, text=True, check=False)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("cls", "calls", "kind", "expected"),
    [
        (
            objects.Waiting,
            4,
            "hang",
            ["waiting = Waiting()", "waiting.put()", "waiting.put()", "waiting.drain()"],
        ),
        (
            objects.Engine,
            5,
            "death",
            ["engine = Engine()", "engine.faster()", "engine.faster()", "engine.faster()", "engine.stop()"],
        ),
        (objects.Blob, 5, "memory", ["blob = Blob()", "blob.grow()", "blob.grow()", "blob.grow()", "blob.fill()"]),
    ],
)
def test_a_call_that_breaks_the_worker_is_told_with_its_program(
    cls: type, calls: int, kind: str, expected: list[str]
) -> None:
    finding = only(explore(cls, calls=calls))
    assert finding.kind == kind
    assert program(finding) == expected


def test_what_broke_the_worker_is_not_gone_on_with_and_everything_else_is() -> None:
    report = explore(objects.Engine, calls=8)
    assert dict(report.sections)["classes"] == ["Engine  5 states"]


def test_an_object_and_what_it_has_given_away_are_used_together() -> None:
    finding = only(explore(objects.Pool, calls=4, in_process=True))
    assert program(finding) == [
        "pool = Pool()",
        "session = pool.acquire()",
        "pool.release(session)",
        "pool.count()",
    ]
    assert "AssertionError" in run(finding.source).stderr


def test_what_a_call_changes_may_be_seen_in_an_object_that_it_was_not_given() -> None:
    from refute import Interface

    finding = only(explore(Interface.of(objects.Part, objects.Bridge), calls=3, in_process=True))
    assert program(finding) == ["part = Part()", "bridge = Bridge(part)", "part.load()"]
    assert finding.outcome.startswith("left bridge = ")
    assert "ContractError" in run(finding.source).stderr


def test_random_numbers_are_part_of_a_program() -> None:
    finding = only(explore(objects.Deck, seconds=600, max_findings=1))
    assert [line.partition("(")[0] for line in program(finding)] == [
        "deck = Deck",
        "random.seed",
        "deck.shuffle",
        "deck.draw",
    ]
    assert "AssertionError" in run(finding.source).stderr


def test_what_does_not_fail_again_is_flaky_and_no_finding() -> None:
    report = explore(objects.Die, calls=2)
    assert report.findings == []
    assert report.status == "undecided"
    assert any(warning.startswith("flaky: die = Die(); die.roll(") for warning in report.warnings)


def test_all_calls_that_fail_in_the_same_way_are_one_finding_with_their_number() -> None:
    class Counter:
        def __init__(self) -> None:
            self.count = 0

        def add(self, two: bool) -> None:
            self.count += 1 + two
            assert self.count < 4

    report = explore(Counter, calls=4, in_process=True)
    assert [(finding.size, finding.times) for finding in report.findings] == [(3, 3)]


@pytest.mark.parametrize(
    ("strict", "expected"),
    [
        (False, ["IndexError: pop from empty list"]),
        (True, ["IndexError: empty", "IndexError: pop from empty list", "RuntimeError: closed"]),
    ],
)
def test_what_a_statement_raises_says_that_a_state_does_not_allow_a_call(strict: bool, expected: list[str]) -> None:
    report = explore(objects.Closing, calls=3, strict=strict)
    assert sorted(finding.outcome.removeprefix("raised ") for finding in report.findings) == expected
    assert bool(report.claims.refused) is not strict


def test_a_limit_of_time_is_for_each_call() -> None:
    report = explore(objects.Waiting, calls=3, limits=Limits(seconds=5.0))
    assert report.status == "exhausted"


@pytest.mark.parametrize("name", ["Pool", "Engine"])
def test_a_program_that_is_kept_is_tried_first(name: str, tmp_path: Path) -> None:
    target = getattr(objects, name)
    assert explore(target, calls=5, store=tmp_path).status == "refuted"
    again = only(explore(target, calls=1, store=tmp_path))
    assert again.kept
    (file,) = tmp_path.glob("*.py")
    assert file.name.startswith(f"misbehaving_objects.{name}.programs")
