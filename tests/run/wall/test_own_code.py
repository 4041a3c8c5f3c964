"""Calls that replace functions and classes of refute are told and not judged; those after them are judged as ever."""

from __future__ import annotations

from typing import Annotated

import pytest

import refute.judge.oracles
import refute.judge.trials
import refute.run.wall.guard
import refute.run.workers.worker
from refute import Scope, check, where
from refute.run.wall import own_code
from refute.run.wall.own_code import OwnCode

Positive = Annotated[int, where(lambda v: v > 0)]
FEW = Scope(size=3)


def nothing(*_: object, **__: object) -> None:
    pass


def replaces_a_method(n: int) -> Positive:
    refute.run.workers.worker.Worker._settle = nothing  # type: ignore[assignment]
    return n


def replaces_many(n: int) -> Positive:
    for module in (refute.judge.trials, refute.judge.oracles, refute.run.wall.guard):
        for name, value in list(vars(module).items()):
            if callable(value):
                setattr(module, name, nothing)
    return n


def removes_a_function(n: int) -> Positive:
    del refute.judge.oracles.oracles_of
    return n


@pytest.mark.parametrize("function", [replaces_a_method, replaces_many, removes_a_function])
def test_a_call_that_replaces_code_of_refute_is_not_judged(function: object) -> None:
    report = check(function, scope=FEW)  # type: ignore[arg-type]
    assert (report.status, report.claims.walled, report.claims.tests) == ("undecided", 7, 7)
    (warning,) = (one for one in report.warnings if "replaced refute." in one)
    assert warning.startswith(f"{function.__name__}(n=0) replaced refute.")  # type: ignore[attr-defined]


def replaces_once(n: int) -> Positive:
    if n == 1:
        refute.judge.trials.Trial._tried = nothing  # type: ignore[assignment,method-assign]
        return n
    return abs(n) + (n != 2)


def test_the_others_are_judged() -> None:
    report = check(replaces_once, scope=FEW)
    assert (report.status, report.claims.walled, report.claims.tests) == ("held", 1, 7)


def replaces_and_fails(n: int) -> Positive:
    if n == 1:
        refute.judge.trials.Trial._tried = nothing  # type: ignore[assignment,method-assign]
    return n + 2


def test_what_fails_later_is_found() -> None:
    report = check(replaces_and_fails, scope=FEW)
    assert report.findings[0].call == "replaces_and_fails(n=-2)"


@pytest.mark.parametrize("numbered", [True, False])
def test_what_is_replaced_is_told_by_its_name_and_put_back(numbered: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_code, "STATES_ARE_NUMBERED", numbered and own_code.STATES_ARE_NUMBERED)
    own = OwnCode()
    assert own.look() is None
    before = refute.judge.trials.Trial._tried
    refute.judge.trials.Trial._tried = nothing  # type: ignore[assignment,method-assign]
    denial = own.look()
    assert denial is not None
    assert denial.subject == "refute.judge.trials.Trial._tried"
    assert refute.judge.trials.Trial._tried is before
    assert own.look() is None
    assert own.changed()
    assert not own.changed()
