"""Accounting of calls: what is found is what was settled, and its number is that of the calls made by then."""

from __future__ import annotations

from pickle import dumps

from refute.campaign.ledger import Ledger
from refute.explore import data  # noqa: F401 - what may cross
from refute.explore.accounting import Accounting, Found
from refute.judge.bodies.steps import TAMPERED
from refute.judge.findings import Failure
from refute.programs.engine.messages import Began, BeganAnew, Broke
from refute.programs.program.program import Call, Program
from refute.run.events import Event, Mark, Said, Settled
from refute.run.limits import Limits
from refute.run.steps.marks import NO_INPUT

BEGAN = Began(0, 100, 0, False, 0, 100)


def broke(key: str) -> Broke:
    return Broke(Failure("crash", (key,), "raised", ()), Program((Call(0, ()),)))


def said(index: int, *what: object) -> Said:
    return Said(index, dumps(what), "")


def settled(first: int, stop: int, *marks: Mark) -> Settled:
    return Settled(first, stop, marks, 1)


def found(*events: Event) -> list[tuple[int, int]]:
    """The indices and numbers of what is found."""
    accounting = Accounting(Ledger(), Limits())
    each = [one for event in events for one in accounting.read(event)]
    each += accounting.end()
    return [(one.index, one.number) for one in each if isinstance(one, Found)]


def test_the_number_of_a_call_does_not_depend_on_when_it_was_settled() -> None:
    together = found(said(0, BEGAN), said(6, broke("a")), settled(0, 9))
    assert together == [(6, 7)]
    assert found(said(0, BEGAN), settled(0, 3), said(6, broke("a")), settled(3, 7), settled(7, 9)) == together


def test_what_was_not_called_does_not_count() -> None:
    assert found(said(0, BEGAN), said(6, broke("a")), settled(0, 9, Mark(NO_INPUT, 2, 4))) == [(6, 5)]


def test_calls_from_before_everything_began_anew_count_whenever_they_are_settled() -> None:
    again = Began(4, 100, 0, False, 0, 100)
    late = found(said(0, BEGAN), said(4, BeganAnew(4), again), said(6, broke("a")), settled(0, 7))
    assert late == [(6, 7)]
    assert (
        found(said(0, BEGAN), settled(0, 4), said(4, BeganAnew(4), again), said(6, broke("a")), settled(4, 7)) == late
    )


def test_what_was_said_of_changed_objects_is_not_believed() -> None:
    assert found(said(0, BEGAN), said(6, broke("a")), Said(7, TAMPERED, ""), settled(0, 9)) == []


def test_what_failed_and_was_never_settled_is_found() -> None:
    assert found(said(0, BEGAN), settled(0, 3), said(6, broke("a"))) == [(6, 4)]
