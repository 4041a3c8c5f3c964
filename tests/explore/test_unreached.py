"""What calls did not reach is told with the reason."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from refute import explore

sys.path.insert(0, str(Path(__file__).parent.parent / "programs" / "engine"))

import branching_functions as functions


@pytest.fixture(scope="module")
def sections() -> dict[str, list[str]]:
    return dict(explore(functions, calls=1, in_process=True).sections)


def line(name: str, offset: int) -> int:
    return int(getattr(functions, name).__code__.co_firstlineno) + offset


def test_a_condition_that_was_never_true_is_why_lines_were_missed(sections: dict[str, list[str]]) -> None:
    told = f"sign: {line('sign', 4)}, the condition at line {line('sign', 3)} was never true"
    assert told in sections["not reached"]


def test_a_handler_whose_exception_was_not_raised_is_told(sections: dict[str, list[str]]) -> None:
    at = line("handled", 3)
    told = f"handled: {at + 1}, the exception at line {at} was never the one that was raised"
    assert told in sections["not reached"]


def test_a_loop_that_never_ran_is_told(sections: dict[str, list[str]]) -> None:
    assert (
        f"looping: {line('looping', 7)}, the condition at line {line('looping', 6)} was never true"
        in (sections["not reached"])
    )


def test_what_nothing_can_be_called_with_is_told(sections: dict[str, list[str]]) -> None:
    assert "Never.ask: never called: no Never was made" in sections["not reached"]


def test_an_operation_whose_calls_are_all_refused_is_told(sections: dict[str, list[str]]) -> None:
    (told,) = (one for one in sections["not reached"] if one.startswith("only_refuses: all"))
    assert told.endswith("calls were refused")


def test_the_table_has_lines_and_branches_of_each_function(sections: dict[str, list[str]]) -> None:
    rows = {row.split()[0]: row.split()[1:] for row in sections["lines and branches reached by calls"]}
    assert rows["several_lines"] == ["3", "of", "3", "2", "of", "2"]
    assert rows["sign"] == ["4", "of", "5", "3", "of", "4"]
