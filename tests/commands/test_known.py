"""Verdicts seen against a baseline."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from refute import Report, Scope, check
from refute.check.data import Reference, SubjectInfo
from refute.commands.known import Known
from refute.errors import Fault, RefuteError, TargetError
from refute.report.verdicts import Unusable
from refute.store.baseline import FILE, Accepted, write_baseline


def twice(n: int) -> int:
    if n == 1:
        raise LookupError
    if n == 2:
        raise LookupError
    return n


SUBJECT = SubjectInfo(Reference("known.py", "twice"), "twice", None, "known")


def report() -> Report:
    return check(twice, scope=Scope(size=2), in_process=True)


def test_lines_of_the_same_text_each_count(tmp_path: Path) -> None:
    first, second = report().findings
    assert first.fingerprint == second.fingerprint
    write_baseline(tmp_path / FILE, [Accepted("known.twice", "crash", first.fingerprint, "")])
    seen = Known(tmp_path).seen(report(), SUBJECT)
    assert isinstance(seen, Report)
    assert (len(seen.known), len(seen.findings), seen.status) == (1, 1, "refuted")
    known = Known(tmp_path)
    known.seen(report(), SUBJECT)
    write_baseline(tmp_path / FILE, known.updated(everything=True))
    assert Known(tmp_path).seen(report(), SUBJECT).status == "known"
    assert Known(tmp_path).findings_of(SUBJECT).total == 2


def test_of_a_report_that_was_interrupted_nothing_is_gone_and_nothing_is_written_down(tmp_path: Path) -> None:
    accepted = [Accepted("known.twice", "crash", "other", "")]
    write_baseline(tmp_path / FILE, accepted)
    known, stopped = Known(tmp_path), report()
    stopped.interrupted = True
    known.seen(stopped, SUBJECT)
    assert known.gone(everything=False) == []
    assert known.updated(everything=False) == accepted
    known.seen(report(), SUBJECT)
    assert known.gone(everything=False) == accepted
    assert {one.fingerprint for one in known.updated(everything=False)} == {report().findings[0].fingerprint}


def test_what_is_known_keeps_its_message(tmp_path: Path) -> None:
    mark = report().findings[0].fingerprint
    write_baseline(tmp_path / FILE, [Accepted("known.twice", "crash", mark, "as it was")])
    known = Known(tmp_path)
    known.seen(report(), SUBJECT)
    assert {one.message for one in known.updated(everything=True)} == {"as it was"}


def unusable(error: RefuteError) -> Unusable:
    return Unusable("twice", None, error)


def test_what_cannot_be_checked_is_known_by_its_problem_whatever_its_numbers_and_paths(tmp_path: Path) -> None:
    known = Known(tmp_path)
    known.seen(unusable(TargetError("'u' cannot be imported: No module named 'a' (/home/x/u.py, line 3)")), SUBJECT)
    write_baseline(tmp_path / FILE, known.updated(everything=True))
    for problem, status in (
        ("'u' cannot be imported: No module named 'a' (/srv/y/u.py, line 12)", "known"),
        ("'u' cannot be imported: No module named 'b' (/home/x/u.py, line 3)", "unusable"),
        ("'u' cannot be imported: invalid syntax (/home/x/u.py, line 3)", "unusable"),
    ):
        assert Known(tmp_path).seen(unusable(TargetError(problem)), SUBJECT).status == status


def test_a_fault_of_refute_is_not_written_down(tmp_path: Path) -> None:
    known = Known(tmp_path)
    assert known.seen(unusable(Fault("refute failed")), SUBJECT).status == "unusable"
    assert known.updated(everything=True) == []


def test_undecided_functions_are_known_by_why(tmp_path: Path) -> None:
    def undecided(**fates: int) -> Report:
        found = report()
        found.findings = []
        found.claims = replace(found.claims, status="undecided", **fates)
        return found

    known = Known(tmp_path)
    known.seen(undecided(refused=3), SUBJECT)
    write_baseline(tmp_path / FILE, known.updated(everything=True))
    for fates, status in (({"refused": 5}, "known"), ({"walled": 5}, "undecided"), ({}, "undecided")):
        seen = Known(tmp_path).seen(undecided(**fates), SUBJECT)
        assert seen.status == status
