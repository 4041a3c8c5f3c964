"""Callables of all kinds as arguments, used in all kinds of ways: right code is not accused, wrong code is shown."""

from __future__ import annotations

import inspect

import pytest

import given_callables
from checking import exception_when_pasted
from refute import Report, Scope, check
from refute.run.limits import Limits
from refute.run.wall.rules import OPEN

NAMES = [
    name
    for name, function in vars(given_callables).items()
    if inspect.isfunction(function) and function.__module__ == "given_callables"
]
WRONG = NAMES[NAMES.index("awaits_zero") :]
NOT_JUDGED = ("pickles_it", "sends_it_to_a_process")


def checked(name: str, size: int = 2) -> Report:
    return check(
        getattr(given_callables, name), scope=Scope(size=size), limits=Limits(seconds=5, wall=OPEN), max_findings=1
    )


@pytest.mark.parametrize("name", [name for name in NAMES if name not in WRONG])
@pytest.mark.sampled(4)
def test_right_code_is_not_accused(name: str) -> None:
    report = checked(name)
    # what a function is asked that is kept between calls depends on calls before: no scope of it is complete
    expected = "undecided" if name in NOT_JUDGED else "held" if name == "keeps_it_for_later" else "exhausted"
    assert report.status == expected
    assert bool(report.discarded) == (name in NOT_JUDGED) or name == "keeps_it_for_later"


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("name", "definition", "outcome", "exception"),
    [
        ("awaits_zero", "async def f(x): return 1", "returned 1", "ContractError"),
        (
            "awaits_twice",
            "async def f(x):\n    if x == 1: return 1\n    return 0",
            "returned 1",
            "ContractError",
        ),
        ("iterates_once", "def f(x): return iter([0, 0])", "returned [0, 0]", "ContractError"),
        ("by_place", 'def f(*, s): raise LookupError("f was not asked this")', "called f(0)", "TypeError"),
        ("by_a_name", "def f(x): return 0", "called f(x=0)", "TypeError"),
        ("of_another_type", "def f(x): return ''", "called f(1)", "ContractError"),
        ("too_small", "def f(x, y): return 0", "called f(0, 0)", "ContractError"),
        ("in_a_field_too_small", "def button_action(x): return 0", "called button.action(-1)", ""),
        ("no_function", "def f(x): return 0", "called f(3)", "ContractError"),
        (
            "with_default",
            "def f(x, y=0):\n    if (x, y) == (1, 0): return 1\n    return 0",
            "returned 1",
            "ContractError",
        ),
    ],
)
def test_wrong_code_is_shown_with_definitions_that_paste(
    name: str, definition: str, outcome: str, exception: str
) -> None:
    (found,) = checked(name, 3).findings
    assert found.definitions == definition
    assert found.outcome == outcome
    assert exception_when_pasted(found) == exception


def test_all_that_is_wrong_is_tested() -> None:
    assert len(WRONG) == 10
