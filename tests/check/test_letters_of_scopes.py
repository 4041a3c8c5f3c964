"""Scopes with texts over the letters that code tells apart come first, and what is claimed names the letters."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import functions_of_texts as functions
import pytest

from refute import Scope, check
from refute.campaign.ledger import Ledger
from refute.run.events import Mark, Settled
from refute.run.steps import marks
from refute.search.schedule.domains import Exhaustive


def test_what_only_telling_letters_show_is_found_and_is_the_smallest() -> None:
    (finding,) = check(functions.tag, max_findings=1, tests=2_000).findings
    assert finding.call == "tag(text='#0A')"


def test_the_letters_are_said_and_all_texts_over_them_were_tried(tmp_path: Path) -> None:
    report = check(functions.classes, tests=1_600, audit=tmp_path / "calls")
    assert "over the letters ab, all 1,373 to size 5 over the letters 'ab0-'" in report.claims.tried
    calls = {json.loads(line)["call"] for line in (tmp_path / "calls").read_text().splitlines()}
    for scope, _ in report.claims.scopes:
        texts = ("".join(text) for n in range(scope.reach + 1) for text in product(scope.letters or "ab", repeat=n))
        assert all(f"classes(text={text!r})" in calls for text in texts)


def test_a_scope_that_was_asked_for_has_its_own_letters() -> None:
    report = check(functions.classes, scope=Scope(size=2))
    assert (report.status, report.claims.tried) == ("exhausted", "all 15 inputs to size 2 over the letters ab")
    report = check(functions.classes, scope=Scope(size=2, letters="x ", landmarks=False))
    assert report.status == "exhausted"
    assert report.claims.tried == "all 7 inputs to size 2 without landmarks over the letters 'x '"


@pytest.mark.slow
def test_code_that_tells_no_letters_apart_is_given_two() -> None:
    report = check(functions.twice, tests=40)
    assert {scope.letters for scope, _ in report.claims.scopes} == {None}


def test_inputs_without_texts_have_no_letters() -> None:
    report = check(functions.of_numbers, tests=40)
    assert {scope.letters for scope, _ in report.claims.scopes} == {None}
    assert "letters" not in report.claims.tried


def test_a_scope_is_not_complete_where_that_over_other_letters_is_not() -> None:
    over = Exhaustive(Scope(size=1, letters="ab0"))
    plain = Exhaustive(Scope(size=2), over.scope)
    ledger = Ledger()
    ledger.end(over, 4)
    ledger.end(plain, 7)
    ledger.settle(plain, Settled(0, 7, (Mark(marks.KNOWN, 0, 3),), 1))
    ledger.settle(over, Settled(0, 3, (), 1))
    assert not ledger.is_complete(plain)
    ledger.settle(over, Settled(3, 4, (), 1))
    assert ledger.is_complete(plain)
