"""Stages: the inputs of growing scopes without those of the scope before, and samples, entered at any index."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, replace
from itertools import islice
from typing import Annotated, Any

import pytest

from refute import ExplosionError, Scope, measure, where
from refute.search.schedule import stages
from refute.search.schedule.domains import Drawn
from refute.search.schedule.previous_scope import PreviousScope
from refute.search.schedule.stages import SKIPPED, Exhaust, Listed, Making, Sample
from refute.spaces.arguments import argument_lists
from refute.spaces.residuals.elimination import Eliminations
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


def of_pairs(pairs: list[tuple[int, bool]]) -> None: ...
def of_lists(xs: list[int]) -> None: ...
def of_texts(text: str, flags: list[bool]) -> None: ...


FUNCTIONS = [without_scalars, with_a_number, of_pairs]
every_function = pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)


def growing(signature: Signature, largest: int) -> list[Exhaust]:
    found: list[Exhaust] = []
    outlines, previous = Eliminations(signature.reader.constructors), PreviousScope(signature)
    for size in range(largest + 1):
        space = argument_lists(signature, Scope(size=size), outlines)
        found.append(Exhaust(Scope(size=size), space, found[-1] if found else None, previous))
    return found


def told(value: Any) -> str:
    return repr(value)  # lists are not hashed


@every_function
def test_spaces_that_share_their_logic_are_those_that_are_built_alone(function: Any) -> None:
    signature = read_signature(function)
    for stage in growing(signature, 3):
        assert list(stage.space) == list(argument_lists(signature, stage.scope))


@every_function
def test_all_scopes_together_try_each_input_once(function: Any) -> None:
    found = growing(read_signature(function), 3)
    tried = [told(value) for stage in found for value in stage.start(0) if value is not SKIPPED]
    assert len(set(tried)) == len(tried)
    assert set(tried) == set(map(told, found[-1].space))


@every_function
def test_a_scope_goes_on_in_the_middle_as_if_it_had_begun_there(function: Any) -> None:
    before, stage = growing(read_signature(function), 2)[-2:]
    everything = list(stage.start(0))
    assert len(everything) == stage.count
    assert everything.count(SKIPPED) == before.count
    assert everything[: stage.same] == [SKIPPED] * stage.same
    assert all(list(stage.start(index)) == everything[index:] for index in range(stage.count + 1))


@every_function
def test_an_input_that_is_made_by_itself_is_the_one_that_comes_in_its_turn(function: Any) -> None:
    stage = growing(read_signature(function), 2)[-1]
    assert [stage.make(index) for index in range(stage.count)] == list(stage.start(0))
    with pytest.raises(StopIteration):
        stage.make(stage.count)


def test_scopes_without_bounds_on_integers_begin_with_all_of_the_scope_before() -> None:
    small, large = growing(read_signature(without_scalars), 2)[-2:]
    assert large.same == small.count


def test_scopes_with_larger_integers_mix_new_inputs_with_those_of_the_scope_before() -> None:
    small, large = growing(read_signature(of_lists), 2)[-2:]
    assert large.same < small.count


def test_a_scope_over_other_letters_has_what_the_one_before_has_not() -> None:
    signature = read_signature(of_texts)
    over, plain = Scope(size=2, letters="ab0"), Scope(size=4)
    before = Exhaust(over, argument_lists(signature, over))
    stage = Exhaust(plain, argument_lists(signature, plain), before, PreviousScope(signature))
    assert stage.same == 0
    tried = {told(value) for value in before.space}
    assert [value for value in stage.start(0) if value is not SKIPPED] == [
        value for value in stage.space if told(value) not in tried
    ]
    assert [stage.make(index) for index in range(stage.count)] == list(stage.start(0))


@every_function
def test_an_order_has_the_same_inputs_wherever_it_is_entered(function: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stages, "_SMALLEST", 2)
    plain = growing(read_signature(function), 3)[-1]
    stage = replace(plain, order=7)
    everything = list(stage.start(0))
    assert everything != list(plain.start(0)) or stage.count < 10
    assert Counter(map(told, everything)) == Counter(map(told, plain.start(0)))
    assert everything[: stage.same + 2] == list(islice(plain.start(0), stage.same + 2))
    assert all(list(stage.start(index)) == everything[index:] for index in (0, 1, stage.same, stage.count // 2))
    assert [stage.make(index) for index in range(stage.same, stage.count)] == everything[stage.same :]
    for index in range(stage.same, stage.count):
        if everything[index] is not SKIPPED:
            assert stage.input(index) == everything[index]
            assert stage.size(index) == stage.space.size_of(stage.space.index(everything[index]))


def test_building_ends_when_time_is_up() -> None:
    with pytest.raises(ExplosionError, match="size 3 cannot be counted in the time there is"):
        argument_lists(read_signature(without_scalars), Scope(size=3), until=time.monotonic() - 1)


def sample() -> Sample:
    scope = Scope(size=8, ints=(-4, 4))
    return Sample(Drawn(scope, (8, 7, 6, 5, 4), 2_000, seed=3), argument_lists(read_signature(of_lists), scope))


def test_a_sample_goes_through_its_sizes_and_gives_the_same_wherever_it_is_entered() -> None:
    stage = sample()
    drawn = list(stage.start(0))
    assert len(drawn) == stage.count
    assert {stage.size(index) for index in range(stage.count)} == set(range(4, 9))
    assert all(len(xs) == stage.size(index) for index, (xs,) in enumerate(drawn))
    assert list(stage.start(777)) == drawn[777:]
    assert stage.input(777) == stage.make(777) == drawn[777]
    with pytest.raises(StopIteration):
        stage.make(stage.count)


def test_a_domain_knows_the_sizes_of_its_sample() -> None:
    stage = sample()
    domain = stage.domain
    sizes = {index: stage.space.size_of(stage.space.index(stage.input(index))) for index in range(0, stage.count, 17)}
    assert {index: domain.size(index) for index in sizes} == sizes
    assert [domain.size(index) for index in range(stage.count)] == [stage.size(index) for index in range(stage.count)]


def test_a_sample_with_another_seed_is_another() -> None:
    assert list(sample().start(0)) == list(sample().start(0))
    other = replace(sample(), domain=replace(sample().domain, seed=4))
    assert list(other.start(0)) != list(sample().start(0))


def test_a_sample_by_skeletons_is_the_same_wherever_it_is_entered() -> None:
    stage = replace(sample(), domain=replace(sample().domain, count=200, by_skeleton=True))
    whole = list(stage.start(0))
    assert whole != list(islice(sample().start(0), 200))
    assert [stage.input(index) for index in range(0, 200, 7)] == whole[::7]
    assert [stage.size(index) for index in range(200)] == [len(xs) for (xs,) in whole]


def test_calls_cannot_change_what_is_listed() -> None:
    stage = Listed([([1],), ([2],)])
    for (xs,) in stage.start(0):
        xs.clear()
    stage.make(0)[0].clear()
    assert list(stage.start(0)) == [([1],), ([2],)]


def test_of_inputs_that_are_made_anew_any_can_be_had_alone() -> None:
    stage = Making((lambda: ([1],), lambda: ([2, 2],)), (1, 2))
    alone = stage.only(1)
    assert (alone.count, alone.input(0), alone.size(0)) == (1, ([2, 2],), 2)
    assert list(stage.start(1)) == [([2, 2],)]
    with pytest.raises(StopIteration):
        stage.make(2)


def of_an_integer(n: int) -> None: ...
def of_a_float(x: float) -> None: ...


@pytest.mark.parametrize(("function", "same"), [(of_an_integer, 17), (of_a_float, 0), (of_lists, 1)])
def test_the_first_integers_are_known_to_be_those_of_the_scope_before(function: Any, same: int) -> None:
    signature = read_signature(function)
    before = Exhaust(Scope(size=8 if same > 1 else 2), argument_lists(signature, Scope(size=8 if same > 1 else 2)))
    after = Exhaust(
        Scope(size=16 if same > 1 else 3), argument_lists(signature, Scope(size=16 if same > 1 else 3)), before
    )
    assert after.same == same
    assert [after.input(index) for index in range(same)] == [before.input(index) for index in range(same)]
