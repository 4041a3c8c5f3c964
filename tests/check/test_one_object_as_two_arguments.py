"""Two parameters may be one mutable object: such inputs are tried, counted and told as what they are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import aliased_functions as those
import pytest

from command_line import refute
from refute import ContractError, Finding, Report, Scope, check
from refute.run.limits import Limits

TWO = Scope(size=2)


def checked(function: Any, **how: Any) -> Report:
    return check(function, **{"scope": TWO} | how)


def found(function: Any, **how: Any) -> Finding:
    (finding,) = checked(function, **how).findings
    return finding


def test_one_object_is_shown_by_a_name_and_said_to_be_one() -> None:
    finding = found(those.moved)
    assert finding.definitions == "source = [0]"
    assert finding.call == "moved(source=source, target=source)"
    assert finding.summary.startswith("source = [0]; moved(source=source, target=source) returned 0")
    assert "source and target are one object (--no-aliasing leaves out such inputs)" in finding.explanation
    assert finding.size == 1
    with pytest.raises(ContractError):
        exec(finding.source, {})
    given = finding.arguments
    assert given["source"] is given["target"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("function", "call"),
    [
        (those.renamed, "new = {'': 0}; renamed(new=new, old=new)"),
        (those.emptied, "xs = [0]; emptied(xs=xs, more=xs)"),
        (those.both_refined, "xs = [1, 2]; both_refined(xs=xs, ys=xs)"),
        (those.optional, "xs = []; optional(xs=xs, ys=xs)"),
        (those.of_three, "xs = set(); of_three(xs=xs, n=1, ys=xs, zs=frozenset())"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_the_smallest_object_that_satisfies_what_is_said_of_both_is_given(function: Any, call: str) -> None:
    assert found(function).named_call == call


def test_an_instance_is_the_argument_of_its_own_method() -> None:
    finding = found(those.Account.pay, bound_to=those.Account)
    assert finding.named_call == "self = Account(0); Account.pay(self=self, other=self, amount=1)"


def test_a_call_that_does_not_end_is_found() -> None:
    finding = found(those.extend, limits=Limits(seconds=0.2))
    assert (finding.kind, finding.named_call) == ("hang", "xs = [0]; extend(xs=xs, ys=xs)")


def test_an_object_that_breaks_a_relation_of_the_two_is_no_input() -> None:
    report = checked(those.shorter)
    assert report.status == "exhausted"
    assert report.claims.aliased == 0


def test_what_fails_with_equal_objects_as_well_is_shown_with_these() -> None:
    finding = found(those.equal)
    assert finding.named_call == "equal(xs=[0, 0], ys=[0, 0])"
    assert "one object" not in finding.explanation
    assert finding.size == 4


def test_what_was_found_by_one_object_becomes_the_smallest_of_two() -> None:
    finding = found(those.long_together)
    assert finding.size == 3
    assert not finding.definitions


def test_such_inputs_are_counted_by_themselves(tmp_path: Path) -> None:
    log = tmp_path / "log"
    report = checked(those.harmless, audit=log)
    calls = [json.loads(line)["call"] for line in log.read_text().splitlines()]
    aliased = [call for call in calls if call.endswith("; harmless(xs=xs, ys=xs)")]
    assert report.claims.tried == f"all 86 inputs to size 2, {len(aliased)} with one object as two arguments"
    assert len(set(calls)) == len(calls) == report.claims.tests
    assert aliased[:2] == ["xs = []; harmless(xs=xs, ys=xs)", "xs = [0]; harmless(xs=xs, ys=xs)"]


@pytest.mark.parametrize("function", [those.nothing_in_common, those.calls, those.frozen])
def test_there_are_none_where_no_mutable_object_is_of_both_types(function: Any) -> None:
    assert checked(function, scope=Scope(size=1)).claims.aliased == 0


def test_aliasing_can_be_turned_off() -> None:
    report = checked(those.moved, aliasing=False)
    assert report.status == "exhausted"
    assert "one object" not in report.claims.tried


def unbounded(function: Any, **how: Any) -> Report:
    return checked(function, **{"scope": None, "tests": 2_000} | how)


@pytest.mark.parametrize("function", [those.two_sets, those.different], ids=lambda function: function.__name__)
def test_all_inputs_there_are_include_those_with_one_object(function: Any) -> None:
    report = unbounded(function)
    assert (report.status, report.claims.everything) == ("exhausted", True)


@pytest.mark.parametrize(
    "function",
    [
        *(those.three_sets, those.sets_in_a_tuple, those.one_in_a_tuple),
        *(those.itself_or_in_a_tuple, those.of_two_classes),
    ],
    ids=lambda function: function.__name__,
)
def test_nothing_is_said_of_all_inputs_where_objects_could_be_shared_in_other_ways(function: Any) -> None:
    report = unbounded(function)
    assert report.status == "refuted" or not report.claims.everything


def test_nothing_is_said_of_all_inputs_where_aliasing_is_turned_off() -> None:
    report = unbounded(those.two_sets, aliasing=False)
    assert (report.status, report.claims.everything) == ("held", False)
    assert report.claims.tried.startswith("all 16 inputs to size 4")


def test_a_search_without_a_scope_tries_them_after_the_smallest_inputs() -> None:
    assert found(those.moved, scope=None, tests=2_000).definitions == "source = [0]"


def test_a_kept_failure_is_one_object_again_unless_aliasing_is_off(tmp_path: Path) -> None:
    checked(those.moved, store=tmp_path)
    (file,) = tmp_path.iterdir()
    assert file.read_text().endswith(
        "from aliased_functions import moved\nsource = [0]\nmoved(source=source, target=source)\n"
    )
    (again,) = checked(those.moved, store=tmp_path, scope=Scope(size=0)).findings
    assert (again.kept, again.definitions) == (True, "source = [0]")
    off = checked(those.moved, store=tmp_path, aliasing=False)
    assert not off.findings
    assert any("is ignored: it has one object as two arguments" in warning for warning in off.warnings)


@pytest.mark.slow
def test_fresh_interpreters_build_the_same_objects() -> None:
    assert found(those.both_refined, workers="spawn").definitions == "xs = [1, 2]"


def test_the_option_turns_it_off(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def extend(xs: list[int], ys: list[int]) -> None:\n    assert xs is not ys\n")
    assert "xs and ys are one object" in refute("check", "mine.py", "--size", "1", cwd=tmp_path).stdout
    done = refute("check", "mine.py", "--size", "1", "--no-aliasing", cwd=tmp_path)
    assert "exhausted   all 7 inputs to size 1\n" in done.stdout
    assert "is ignored: it has one object as two arguments" in done.stdout
