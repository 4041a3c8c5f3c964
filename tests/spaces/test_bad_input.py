"""What has no space is said so by an error of ours: with a place, with a remedy, and without hanging."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, Union

import annotated_types as at
import pytest

from refute.errors import (
    AnnotationError,
    ConstraintError,
    EmptyTypeError,
    ExplosionError,
    RefinementError,
    RefuteError,
    ScopeError,
)
from refute.logic.reading.measures import measure
from refute.logic.reading.predicates import where
from refute.spaces.inhabitants import inhabitants
from refute.spaces.scope import Scope

SMALL = Scope(size=3)


def refused(tp: Any, kind: type[RefuteError], scope: Scope = SMALL) -> RefuteError:
    """The error that asking for a space raises: of ours, with a line of this file and a remedy."""
    with pytest.raises(RefuteError) as caught:
        inhabitants(tp, scope)
    error = caught.value
    assert type(error) is kind
    assert error.place is not None
    assert Path(error.place.file) == Path(__file__)
    assert error.place.line > 0
    assert error.remedy
    assert f"{Path(__file__).name}:{error.place.line}" in str(error)
    return error


# Refinements


def test_an_unknown_name_in_a_refinement_is_named() -> None:
    for refinement in (where(lambda v: v < nowhere), where("v < nowhere"), where(lambda v, nowhere: v < nowhere)):  # noqa: F821
        assert "'nowhere'" in refused(Annotated[int, refinement], RefinementError).problem
        assert "'nowhere'" in refused(list[Annotated[int, refinement]], RefinementError).problem


def test_a_refinement_needs_an_argument() -> None:
    assert "takes no argument" in refused(Annotated[int, where(lambda: True)], RefinementError).problem


@pytest.mark.parametrize(
    ("tp", "value"),
    [
        (Annotated[int, where(lambda v: 10 // v > 1)], "0"),
        (Annotated[int, where(lambda v: v > -2 and 10 // v > 1)], "0"),
        (list[Annotated[int, where(lambda v: 10 // v > 1)]], "0"),
        (Annotated[int, where(eval("lambda v: 10 // v > 1"))], "0"),
        (Annotated[tuple[int, int], where(lambda t: t[0] % t[1] == 0)], "(0, 0)"),
        (Annotated[list[int], where(lambda v: v[0] > 1)], "[]"),
        (Annotated[dict[int, int], where(lambda d: d[0] == 1)], "{}"),
        (Annotated[str, where(lambda s: int(s) > 3)], "''"),
        (Annotated[int | None, where(lambda v: v > 0)], "None"),
    ],
)
def test_a_refinement_that_raises_is_reported_with_the_value_not_taken_for_false(tp: Any, value: str) -> None:
    error = refused(tp, RefinementError)
    assert "raised" in error.problem
    assert f"for the value {value}" in error.problem


def test_a_refinement_that_rules_out_what_it_would_raise_on_is_fine() -> None:
    assert list(inhabitants(Annotated[int, where(lambda v: v != 0 and 10 // v > 3)], Scope(size=2))) == [1, 2]
    assert [1] in inhabitants(Annotated[list[int], where(lambda v: len(v) > 0 and v[0] > 0)], SMALL)


# Types without values


@dataclass
class Impossible:
    fine: bool
    never: Annotated[int, where(lambda v: v > 3 and v < 2)]


@pytest.mark.parametrize(
    "tp",
    [
        Annotated[int, where(lambda v: v > 3 and v < 2)],
        Annotated[int, where(lambda v: v > 3), where(lambda v: v < 2)],
        Annotated[int, at.Gt(3), at.Lt(2)],
        Annotated[Literal[1, 2], where(lambda v: v > 3)],
        Annotated[list[int], where(lambda v: len(v) > 2 and len(v) < 1)],
        tuple[bool, Annotated[int, where(lambda v: v > 3 and v < 2)]],
        Impossible,
        tuple[Impossible, ...].__args__[0] | Impossible,
    ],
)
def test_a_contradiction_is_said_to_be_one(tp: Any) -> None:
    assert "no value can satisfy" in refused(tp, EmptyTypeError).problem


def test_what_may_do_without_the_impossible_has_values() -> None:
    assert list(inhabitants(list[Impossible], SMALL)) == [[]]
    assert list(inhabitants(Impossible | None, SMALL)) == [None]
    assert list(inhabitants(dict[bool, Impossible], SMALL)) == [{}]


@dataclass
class Endless:
    more: Endless


@dataclass
class Chicken:
    egg: Egg


@dataclass
class Egg:
    chicken: tuple[Chicken, int]


@pytest.mark.parametrize("scope", [SMALL, Scope(depth=4), Scope.smallcheck(4)], ids=str)
@pytest.mark.parametrize("tp", [Endless, Chicken, Egg])
def test_an_infinite_type_without_a_base_case_is_refused(tp: Any, scope: Scope) -> None:
    error = refused(tp, EmptyTypeError, scope)
    assert "has no finite value" in error.problem
    assert "base case" in error.remedy


@dataclass
class NeverEmpty:
    more: Annotated[list[NeverEmpty], where(lambda v: len(v) > 0)]


# Annotations


Circle = Union[int, "Circle"]


@dataclass
class Lost:
    to: Nowhere  # type: ignore[name-defined]  # noqa: F821


def test_a_forward_reference_that_leads_nowhere_is_named() -> None:
    assert "'Nowhere'" in refused(list["Nowhere"], AnnotationError).problem  # noqa: F821
    assert "Lost.to" in refused(Lost, AnnotationError).problem


def test_an_alias_of_itself_is_refused() -> None:
    assert "Circle" in refused(Circle, AnnotationError).problem


def test_unhashable_metadata_is_refused() -> None:
    assert "[1, 2]" in refused(Annotated[int, [1, 2]], ConstraintError).problem


def test_elements_of_sets_and_keys_have_to_be_hashable() -> None:
    for tp in (set[list[int]], dict[list[int], int], frozenset[tuple[set[int], ...]]):
        assert "not hashable" in refused(tp, AnnotationError).problem


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(ScopeError, match="no engine 'nonsense'") as caught:
        inhabitants(int, SMALL, engine="nonsense")
    assert caught.value.place is not None
    assert "'auto'" in caught.value.remedy


# Classes that do not want to be compared


class Prickly:
    """A plain class whose comparison raises."""

    def __init__(self, x: bool = False) -> None:
        self.x = x

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("not to be compared")

    __hash__ = None  # type: ignore[assignment]


@dataclass
class Holder:
    prickly: Prickly = field(default_factory=Prickly)
    other: Prickly | None = None


@pytest.mark.parametrize("tp", [Prickly, Holder, list[Prickly], tuple[Prickly, bool], Prickly | None | bool])
def test_values_that_cannot_be_compared_are_built_drawn_and_found(tp: Any) -> None:
    space = inhabitants(tp, SMALL)
    assert space.count > 1
    assert [space.index(value) for value in space] == list(range(space.count))
    assert all(value in space for value in space.sample(5, seed=1))


def test_a_refinement_that_compares_them_is_reported() -> None:
    error = refused(Annotated[tuple[Prickly, Prickly], where(lambda t: t[0] == t[1])], RefinementError)
    assert "not to be compared" in error.problem


class PricklyKey(Prickly):
    def __hash__(self) -> int:
        return 0


class Unhashed(Prickly):
    def __hash__(self) -> int:
        raise RuntimeError("not to be hashed")


@pytest.mark.parametrize(
    "tp", [set[PricklyKey], dict[PricklyKey, bool], frozenset[Unhashed], set[tuple[Unhashed, bool]]]
)
def test_sets_of_them_are_refused(tp: Any) -> None:
    assert "RuntimeError: not to be" in refused(tp, AnnotationError).problem


# Depth


@dataclass(frozen=True)
class Chain:
    rest: Chain | None


def countdown(n: int) -> int:
    return 0 if n == 0 else 1 + countdown(n - 1)


def endless(n: int) -> int:
    return endless(n + 1)


def nested(wrap: Callable[[Any], Any], times: int) -> Any:
    tp: Any = int
    for _ in range(times):
        tp = wrap(tp)
    return tp


def test_a_type_nested_ten_thousand_deep_is_refused() -> None:
    for wrap in (lambda tp: list[tp], lambda tp: tuple[tp, ...], lambda tp: dict[bool, tp]):
        assert "too deeply" in refused(nested(wrap, 10_000), AnnotationError).problem


def test_a_scope_ten_thousand_deep_is_built_or_refused() -> None:
    for tp in (Chain, list[bool]):
        for scope in (Scope(depth=10_000), Scope.smallcheck(10_000)):
            assert "too deeply" in refused(tp, ScopeError, scope).problem


def test_a_predicate_that_recurs_ten_thousand_deep_is_run_or_reported() -> None:
    assert inhabitants(Annotated[int, where(lambda v: countdown(10_000) > v)], SMALL).count == 8
    error = refused(Annotated[int, where(lambda v: endless(v) > 0)], RefinementError)
    assert "RecursionError" in error.problem


@pytest.mark.slow
def test_values_deeper_than_the_stack_of_the_caller_are_reached() -> None:
    before = sys.getrecursionlimit()
    space = inhabitants(Chain, Scope(depth=300))
    assert space.count == 300
    deepest = space[-1]
    assert space.index(deepest) == 299
    assert len(list(space)) == len(space.sample(300)) == 300
    assert sys.getrecursionlimit() == before


# Explosion


@measure
def elements(chain: Numbers | None) -> frozenset[int]:
    return frozenset() if chain is None else elements(chain.rest) | {chain.number}


@dataclass(frozen=True)
class Numbers:
    number: int
    rest: Numbers | None


@pytest.mark.slow
def test_an_explosion_of_classes_names_the_type_and_what_explodes() -> None:
    exploding = Annotated[tuple[Numbers, Numbers], where(lambda t: elements(t[0]) == elements(t[1]))]
    error = refused(exploding, ExplosionError, Scope(size=40))
    assert "Numbers" in error.problem
    assert "elements" in error.problem


@dataclass(frozen=True)
class Crowd:
    members: Annotated[tuple[Crowd, ...], where(lambda v: len(v) > 0)]


@dataclass(frozen=True)
class Family:
    members: Annotated[dict[str, Family], where(lambda v: "a" in v)]


@dataclass(frozen=True)
class Team:
    size: int
    members: Annotated[tuple[Team, ...], where(lambda v, size: len(v) == size)]


@pytest.mark.slow
def test_a_container_that_must_not_be_empty_is_no_base_case() -> None:
    for endless in (Crowd, Family):
        assert "no finite value" in refused(endless, EmptyTypeError).problem
    assert inhabitants(Team, Scope(size=3, ints=(0, 1), landmarks=False)).tiers == {1: 1, 3: 1}
