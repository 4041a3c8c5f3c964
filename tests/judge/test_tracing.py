"""A tracer tells which places of the user's code were reached, and what was returned there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pickle import dumps
from typing import Any

import pytest
from traced_functions import (
    FOREVER,
    asserting,
    guarded,
    inner,
    keeping,
    leaving,
    limited,
    looped,
    managed,
    one_line,
    placed,
    recursive,
    straight,
    threaded,
    two_lines,
    uncalled,
)

from refute.campaign.interest import Reach
from refute.judge.bodies.steps import TAMPERED
from refute.judge.calls.tracing import Tracing, heard, kind_of
from refute.judge.findings import Failure
from refute.run.body import Body, Spoken
from refute.run.events import Died
from refute.run.steps.marks import DISCARDED, RAISED, REFUSED, UNVARIED, WALLED
from refute.run.steps.phases import Phase

FAILED = dumps((Failure("crash", (), "raised ValueError: again", ()),))


class Calls(Body):
    def __init__(self, function: Callable[[int], object]) -> None:
        self._function = function

    def start(self, index: int) -> Iterator[Any]:
        return iter(range(index, 100))

    def step(self, item: Any) -> Spoken:
        self._function(item)
        return None


class Speaking(Calls):
    """Calls of which always the same is said."""

    def __init__(self, spoken: Spoken) -> None:
        super().__init__(straight)
        self._spoken = spoken

    def step(self, item: Any) -> Spoken:
        return self._spoken


def reach(function: Callable[[int], object], *inputs: int) -> Reach:
    return reach_of(Calls(function), *inputs)


def reach_of(calls: Body, *inputs: int) -> Reach:
    body = Tracing(calls)
    said = [json.loads(message) for one in inputs if (message := body.step(one)) is not None]
    return Reach.of({text for texts in said for text in texts}, new=0)


@pytest.mark.parametrize(
    "function", [straight, one_line, two_lines, asserting, guarded, managed, looped, inner, threaded, recursive]
)
def test_all_code_is_reached_by_all_inputs(function: Callable[[int], object]) -> None:
    found = reach(function, *range(10))
    assert found.places
    assert not found.unreached
    assert not found.otherwise


@pytest.mark.parametrize("function", [one_line, two_lines, guarded, threaded, uncalled, keeping])
def test_a_branch_that_is_not_taken_is_not_reached(function: Callable[[int], object]) -> None:
    assert reach(function, 1, 2, 3).unreached


def test_integers_of_the_code_and_those_that_it_names_are_told() -> None:
    assert set(reach(limited, 1).constants) == {3, 77}


def test_numbers_are_found_in_what_code_has_and_names() -> None:
    assert set(reach(placed, 2).constants) >= {1, 900, 800, 700, 600, 500, 55, 44}


def test_recursion_that_gets_deeper_is_new() -> None:
    body = Tracing(Calls(recursive))
    assert body.step(3) is not None
    assert body.step(3) is None
    assert body.step(2) is None
    assert body.step(4) is not None


def test_a_thread_that_is_left_running_may_do_more_than_is_seen() -> None:
    try:
        assert reach(leaving, 1).otherwise
    finally:
        FOREVER.set()


@pytest.mark.parametrize("spoken", [DISCARDED, WALLED, TAMPERED, FAILED])
def test_a_call_that_does_otherwise_than_when_it_was_judged_is_told(spoken: Spoken) -> None:
    assert reach_of(Speaking(spoken), 1).otherwise


@pytest.mark.parametrize("spoken", [None, RAISED, REFUSED, UNVARIED, dumps(("a remark",))])
def test_a_call_that_holds_again_is_not(spoken: Spoken) -> None:
    assert not reach_of(Speaking(spoken), 1).otherwise


def test_a_call_that_ends_its_process_when_it_is_looked_at_is_told() -> None:
    assert Reach.of(set(heard([Died(0, Phase.CALLING, "signal SIGSEGV", "")])), new=0).otherwise


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
