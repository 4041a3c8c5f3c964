"""Scopes that grow: what they share, what they pass over, and where the time for them ends."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Annotated, Any

import pytest

from refute import ExplosionError, Scope, measure, where
from refute.search.schedule.plan import Clock, stages
from refute.search.schedule.solver_stage import Further
from refute.search.schedule.stages import SKIPPED, Exhaust
from refute.spaces.arguments import argument_lists
from refute.spaces.residuals.elimination import Outlines
from refute.types.signatures import Signature, read_signature


@dataclass(frozen=True)
class Tip: ...


@dataclass(frozen=True)
class Fork:
    left: Tip | Fork
    right: Tip | Fork


@measure
def height(t: Tip | Fork) -> int:
    match t:
        case Tip():
            return 0
        case Fork(left, right):
            return 1 + max(height(left), height(right))


def without_scalars(t: Annotated[Tip | Fork, where(lambda t: height(t) != 2)]) -> None: ...
def with_a_number(t: Tip | Fork, n: Annotated[int, where(lambda n, t: n != height(t))]) -> None: ...


FUNCTIONS = [without_scalars, with_a_number]
every_function = pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)


def growing(signature: Signature, largest: int) -> list[Exhaust]:
    found: list[Exhaust] = []
    outlines = Outlines(signature.reader.constructors)
    for size in range(largest + 1):
        space = argument_lists(signature, Scope(size=size), outlines)
        found.append(Exhaust(Scope(size=size), space, found[-1] if found else None))
    return found


@every_function
def test_spaces_that_share_their_logic_are_those_that_are_built_alone(function: Any) -> None:
    signature = read_signature(function)
    for stage in growing(signature, 4):
        assert list(stage.space) == list(argument_lists(signature, stage.scope))


@every_function
def test_all_scopes_together_try_each_input_once(function: Any) -> None:
    found = growing(read_signature(function), 4)
    tried = [value for stage in found for value in stage.start(0) if value is not SKIPPED]
    assert len(set(tried)) == len(tried)
    assert set(tried) == set(found[-1].space)


@every_function
def test_a_stage_goes_on_in_the_middle_as_if_it_had_begun_there(function: Any) -> None:
    stage = growing(read_signature(function), 3)[-1]
    everything = list(stage.start(0))
    assert len(everything) == stage.count
    assert everything.count(SKIPPED) == stage.count - stage.new
    assert all(list(stage.start(index)) == everything[index:] for index in range(stage.count + 1))


def test_building_ends_when_time_is_up() -> None:
    with pytest.raises(ExplosionError, match="size 3 cannot be counted in the time there is"):
        argument_lists(read_signature(without_scalars), Scope(size=3), until=time.monotonic() - 1)


def test_the_first_scope_is_built_however_little_time_there_is() -> None:
    signature, now = read_signature(without_scalars), time.monotonic()
    further = Further(signature, "classes", None, now, lambda body, stop, deadline: set())
    found = list(stages(signature, None, 0, Clock(now, now), further))
    assert [stage.scope for stage in found] == [Scope(size=0)]
