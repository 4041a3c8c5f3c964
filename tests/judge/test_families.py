"""Calls that stand for several inputs: together they stand for all, and each comes to what its inputs come to."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Annotated, Any

import functions_that_look_at_little as functions
import pytest

from refute import Scope, check, where
from refute.errors import RefuteError
from refute.judge.bodies.families import FamilyCalls
from refute.judge.bodies.messages import At, GaveUp, StandsFor
from refute.judge.findings import Failure
from refute.judge.oracles import Verdict
from refute.judge.trials import Trial
from refute.run.limits import Limits
from refute.search.schedule.stages import Exhaust
from refute.spaces.arguments import argument_lists
from refute.types.signatures import read_signature

Told = tuple[Any, ...]


def body_of(function: Callable[..., Any], size: int) -> FamilyCalls:
    signature = read_signature(function)
    scope = Scope(size=size)
    classes = tuple(cls for cls in signature.reader.constructors if isinstance(cls, type))
    return FamilyCalls(Exhaust(scope, argument_lists(signature, scope)), Trial(signature), classes)


def told_by(body: FamilyCalls, first: int = 0) -> Iterator[Told]:
    for item in body.start(first):
        said = body.step(item)
        yield pickle.loads(said) if isinstance(said, bytes) else (said,)


def come_to(told: Told) -> tuple[object, int]:
    """What a call came to, and how many inputs it stands for."""
    count = next((one.count for one in told if isinstance(one, StandsFor)), 1)
    failure = next((one for one in told if isinstance(one, Failure)), None)
    return failure.key if failure else next((one for one in told if isinstance(one, int)), None), count


def outcome(verdict: Verdict) -> object:
    return verdict.key if isinstance(verdict, Failure) else verdict


@pytest.mark.parametrize("function", functions.ALL, ids=lambda function: function.__name__)
def test_each_call_comes_to_what_the_inputs_come_to_that_it_stands_for(function: Callable[..., Any]) -> None:
    size = 2
    body = body_of(function, size)
    by_families: Counter[object] = Counter()
    for told in told_by(body):
        came_to, count = come_to(told)
        by_families[came_to] += count
    trial, space = Trial(read_signature(function)), body.stage.space
    assert by_families == Counter(outcome(trial(values, space[place])) for place, values in enumerate(space))


@pytest.mark.parametrize(
    ("function", "size", "most"),
    [
        (functions.flagged, 5, 30),
        (functions.opened, 4, 60),
        (functions.priced, 4, 100),
        (functions.leftmost, 3, 30),
        (functions.refusing, 4, 30),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_few_calls_are_made_where_the_code_looks_at_little(function: Callable[..., Any], size: int, most: int) -> None:
    body = body_of(function, size)
    counts = [come_to(told)[1] for told in told_by(body)]
    assert len(counts) <= most
    assert sum(counts) == body.stage.space.count > 100 * most


@pytest.mark.parametrize("function", [functions.insert, functions.paired, functions.swallowing, functions.priced])
def test_calls_go_on_where_another_process_left_off(function: Callable[..., Any]) -> None:
    whole = [come_to(told) for told in told_by(body_of(function, 2))]
    for first in (1, len(whole) // 2, len(whole) - 1):
        body = body_of(function, 2)
        for _ in zip(range(first), told_by(body), strict=False):
            pass
        another = FamilyCalls(*body.__reduce__()[1])
        assert [come_to(told) for told in told_by(another, first)] == whole[first:]


def test_the_place_of_the_smallest_input_that_fails_is_told() -> None:
    body = body_of(functions.insert_once, 2)
    failing = next(told for told in told_by(body) if any(isinstance(one, Failure) for one in told))
    (place,) = (one.place for one in failing if isinstance(one, At))
    n, tree = body.stage.space[place]
    assert n == tree.key


def test_code_that_keeps_what_it_is_given_has_no_families() -> None:
    functions._KEPT.clear()
    assert any(GaveUp() in told for told in told_by(body_of(functions.keeping, 2)))


def test_a_refinement_of_the_result_that_raises_is_told() -> None:
    def broken(x: int, y: list[int]) -> Annotated[int, where(lambda v: v < 1 // 0)]:
        return x

    (told, *_) = told_by(body_of(broken, 1))
    assert any(isinstance(one, Failure | RefuteError) for one in told)


def test_a_scope_is_exhausted_by_fewer_calls_than_it_has_inputs() -> None:
    report = check(functions.flagged, scope=Scope(size=4))
    assert report.status == "exhausted"
    assert report.claims.tried == "all 5,181,462 inputs to size 4 over the letters ab by 14 calls"
    assert report.tests == 14


def test_what_fails_in_a_family_is_made_as_small_as_in_a_scope() -> None:
    def at_seven(kind: str, xs: list[int], ys: list[str]) -> int:
        assert not (kind == "b" and len(ys) == 3)
        return 0

    finding = check(at_seven, scope=Scope(size=5), max_findings=1).findings[0]
    assert finding.call.endswith("at_seven(kind='b', xs=[], ys=['', '', ''])")


def test_a_call_that_hangs_is_found_among_all_inputs() -> None:
    def waits(xs: list[int], ys: list[int], n: int) -> int:
        while n == 3 and xs == [1, 1]:
            pass
        return 0

    report = check(waits, scope=Scope(size=3), limits=Limits(seconds=0.3))
    assert [finding.kind for finding in report.findings] == ["hang"]
    assert report.findings[0].call.endswith("waits(xs=[1, 1], ys=[], n=3)")


def test_code_that_names_type_is_tried_on_every_input() -> None:
    def typed(xs: list[int], ys: list[int]) -> int:
        assert type(xs) is list
        return 0

    report = check(typed, scope=Scope(size=4), aliasing=False)
    assert report.claims.tried == "all 35,983 inputs to size 4"
    assert report.tests == 35983


def test_what_looks_at_calls_with_holes_is_no_trace_function_that_they_left() -> None:
    def looked_up(prices: dict[str, int], name: str) -> int:
        try:
            return prices[name]
        except KeyError:
            raise KeyError(f"no {name}") from None

    report = check(looked_up, scope=Scope(size=2), max_findings=1)
    assert report.claims.refused
    assert [warning for warning in report.warnings if "put right" in warning] == []
