"""A function that does nothing but raise what it declares holds, and that is warned of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Never

import pytest

from refute import Nat, Rng, Scope, assume, check, raises

SCOPE = Scope(size=3)


def always(n: Nat) -> Annotated[int, raises(ValueError)]:
    raise ValueError(n)


def either(n: Nat) -> Annotated[int, raises(LookupError), raises(ValueError)]:
    raise KeyError(n) if n % 2 else ValueError(n)


def once() -> Annotated[int, raises(ValueError)]:
    raise ValueError


def all_but_one(n: Nat) -> Annotated[int, raises(ValueError)]:
    if n < 3:
        raise ValueError(n)
    return n


def by_itself(n: Nat) -> Annotated[Never, raises(ValueError)]:
    raise ValueError(n)


def partly_discarded(n: Nat) -> Annotated[int, raises(ValueError)]:
    told = n
    assume(n > 1)
    raise ValueError(told)


def undeclared(n: Nat) -> Annotated[int, raises(ValueError)]:
    raise ValueError(n) if n < 2 else KeyError(n)


def with_a_function(f: Callable[[Rng(0, 2)], bool]) -> Annotated[int, raises(ValueError)]:  # type: ignore[valid-type]
    raise ValueError(f(0), f(1))


def said(function: Callable[..., Any], **options: Any) -> list[str]:
    options = {"scope": SCOPE, "in_process": True} | options
    return [warning for warning in check(function, **options).warnings if "as declared" in warning]


@pytest.mark.parametrize("in_process", [True, False])
def test_calls_that_all_raise_what_is_declared_are_warned_of(in_process: bool) -> None:
    report = check(always, scope=SCOPE, in_process=in_process)
    assert (report.status, report.tests, report.claims.raised) == ("exhausted", 4, 4)
    assert report.warnings == ["every one of the 4 calls raised ValueError, as declared"]


def test_the_exceptions_that_are_declared_are_named() -> None:
    assert said(either) == ["every one of the 4 calls raised LookupError or ValueError, as declared"]


def test_a_function_with_one_call_has_raised_in_it() -> None:
    assert said(once) == ["the only call raised ValueError, as declared"]


def test_inputs_that_were_discarded_are_not_among_these_calls() -> None:
    assert said(partly_discarded) == [
        "every one of the 2 calls that count raised ValueError, as declared",
    ]


def test_samples_and_scopes_count_together() -> None:
    report = check(always, tests=60, in_process=True)
    assert f"every one of the {report.tests} calls raised ValueError, as declared" in report.warnings


def test_functions_among_the_arguments_make_no_difference() -> None:
    assert said(with_a_function) == ["every one of the 4 calls raised ValueError, as declared"]


@pytest.mark.parametrize("function", [all_but_one, by_itself, undeclared])
def test_nothing_is_said_where_a_call_returns_or_need_not_or_is_a_finding(function: Callable[..., Any]) -> None:
    assert said(function) == []


def test_an_input_that_is_found_to_fail_later_does_not_count_as_raised() -> None:
    report = check(undeclared, scope=SCOPE, in_process=True)
    assert (report.status, report.claims.raised) == ("refuted", 2)
