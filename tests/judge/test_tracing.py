"""A tracer tells which places of the user's code were reached, and what was returned there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from traced_functions import asserting, guarded, inner, limited, looped, managed, one_line, straight, two_lines

from refute.campaign.interest import Reach
from refute.judge.calls.tracing import Tracing, kind_of
from refute.run.body import Body


class Calls(Body):
    def __init__(self, function: Callable[[int], object]) -> None:
        self._function = function

    def start(self, index: int) -> Iterator[Any]:
        return iter(range(index, 100))

    def step(self, item: Any) -> None:
        self._function(item)


def reach(function: Callable[[int], object], *inputs: int) -> Reach:
    body = Tracing(Calls(function))
    said = [json.loads(message) for one in inputs if (message := body.step(one)) is not None]
    return Reach.of({text for texts in said for text in texts}, new=0)


@pytest.mark.parametrize("function", [straight, one_line, two_lines, asserting, guarded, managed, looped, inner])
def test_all_code_is_reached_by_all_inputs(function: Callable[[int], object]) -> None:
    found = reach(function, *range(10))
    assert found.places
    assert not found.unreached


@pytest.mark.parametrize("function", [one_line, two_lines, guarded])
def test_a_branch_that_is_not_taken_is_not_reached(function: Callable[[int], object]) -> None:
    assert reach(function, 1, 2, 3).unreached


def test_integers_of_the_code_and_those_that_it_names_are_told() -> None:
    assert set(reach(limited, 1).constants) == {3, 77}


def test_an_input_that_does_what_others_did_says_nothing() -> None:
    body = Tracing(Calls(looped))
    assert body.step(3) is not None
    assert body.step(4) is None


def test_code_that_is_called_is_looked_into_as_well() -> None:
    assert reach(inner, 2).places > reach(straight, 2).places


@pytest.mark.parametrize(
    ("one", "other"), [(1, -1), (0, 1), (None, 0), (True, False), ("", "a"), ([], [1]), ([1], [1, 2]), (1, 1.0)]
)
def test_results_of_different_kinds_are_told_apart(one: object, other: object) -> None:
    assert kind_of(one) != kind_of(other)


@pytest.mark.parametrize(("one", "other"), [(1, 2), (-1.5, -2.5), ("ab", "xyz"), ({1: 2}, {3: 4})])
def test_results_of_one_kind_are_not(one: object, other: object) -> None:
    assert kind_of(one) == kind_of(other)
