"""What a scope admits: sizes, depths, integers, landmarks, the rule of SmallCheck, and each scalar type's table."""

from __future__ import annotations

import datetime
import math
import sys
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, Literal, NewType

import pytest
from brute_force import fingerprint

from refute.errors import ScopeError
from refute.logic.reading.predicates import where
from refute.spaces.inhabitants import inhabitants
from refute.spaces.scope import Scope


def values(tp: Any, scope: Scope) -> list[Any]:
    return list(inhabitants(tp, scope))


def plain(tp: Any, n: int) -> list[Any]:
    """What there is in a scope of n, without landmarks."""
    return values(tp, Scope(size=n, landmarks=False))


def same(found: list[Any], expected: list[Any]) -> bool:
    """Equal, types and signs of zeros included; nan is itself."""
    return list(map(fingerprint, found)) == list(map(fingerprint, expected))


# Bounds


@dataclass(frozen=True)
class Chain:
    value: bool
    rest: Chain | None


def links(chain: Chain | None) -> int:
    return 0 if chain is None else 1 + links(chain.rest)


def test_size_bounds_the_whole_value() -> None:
    assert dict(inhabitants(tuple[list[None], list[None]], Scope(size=3)).tiers) == {1: 1, 2: 2, 3: 3}
    assert {links(chain) for chain in values(Chain, Scope(size=3))} == {1, 2, 3}


def test_depth_bounds_nesting_and_how_much_a_container_holds() -> None:
    assert {links(chain) for chain in values(Chain, Scope(depth=3))} == {1, 2, 3}
    assert [len(found) for found in values(list[None], Scope(depth=3))] == [0, 1, 2, 3]
    assert values(list[list[None]], Scope(depth=1)) == [[], [[]]]
    assert max(len(inner) for outer in values(list[list[None]], Scope(depth=3)) for inner in outer) == 2


def test_with_size_and_depth_both_bounds_hold() -> None:
    both = values(list[list[None]], Scope(size=3, depth=2))
    deep = {fingerprint(value) for value in values(list[list[None]], Scope(depth=2))}
    small = {fingerprint(value) for value in values(list[list[None]], Scope(size=3))}
    assert {fingerprint(value) for value in both} == deep & small
    assert values(int, Scope(size=5, depth=1)) == [0, 1, -1]


def test_nothing_fits_a_scope_of_nothing_but_scalars_and_what_is_empty() -> None:
    assert values(list[int], Scope(size=0)) == [[]]
    assert values(list[int], Scope(depth=0)) == [[]]
    assert values(Chain, Scope(size=0)) == []
    assert values(int, Scope(size=0)) == [0]
    assert values(Chain | None, Scope(depth=0)) == [None]


@pytest.mark.parametrize("n", range(4))
def test_each_scope_has_all_that_smaller_ones_have(n: int) -> None:
    for tp in (list[int], dict[bool, list[int]], Chain, tuple[str, float]):
        for scope in ("size", "depth"):
            smaller, larger = (inhabitants(tp, Scope(**{scope: bound})) for bound in (n, n + 1))
            assert all(value in larger for value in smaller)


def test_integers_lie_within_the_bound_or_the_range_given() -> None:
    assert values(int, Scope(size=2)) == values(int, Scope(depth=2)) == [0, 1, -1, 2, -2]
    assert values(int, Scope(size=9, ints=(-1, 3))) == [0, 1, -1, 2, 3]
    assert values(int, Scope(size=0, ints=(5, 6))) == [5, 6]
    assert values(list[int], Scope(size=1, ints=(7, 7))) == [[], [7]]


def test_by_the_rule_of_smallcheck_integers_shrink_on_the_way_down() -> None:
    assert values(int, Scope.smallcheck(2)) == [0, 1, -1, 2, -2]
    assert {found[0] for found in values(list[int], Scope.smallcheck(2)) if found} == {0, 1, -1}
    assert {found[1] for found in values(list[int], Scope.smallcheck(3)) if len(found) > 1} == {0, 1, -1}
    assert {links(chain) for chain in values(Chain | None, Scope.smallcheck(3))} == {0, 1, 2, 3}
    assert 100 not in values(Annotated[int, where(lambda v: v < 100)], Scope.smallcheck(2))


def test_by_the_rule_of_smallcheck_what_a_type_names_does_not_shrink() -> None:
    assert values(Literal[5], Scope.smallcheck(1)) == [5]
    assert values(list[Literal[5, 7]], Scope.smallcheck(1)) == [[], [5], [7]]
    assert values(tuple[int | Literal[7]], Scope.smallcheck(2)) == [(0,), (1,), (-1,), (7,)]
    assert b"a" in values(bytes, Scope.smallcheck(1))


# Landmarks


def test_constants_in_refinements_and_their_neighbours_are_landmarks() -> None:
    adult = Annotated[int, where(lambda v: v >= 18)]
    assert values(adult, Scope(size=2)) == [18, 19]
    assert values(adult, Scope(size=2, landmarks=False)) == []
    assert values(Annotated[int, where(lambda v: v != 18)], Scope(size=1)) == [0, 1, -1, 17, 19]


def test_landmarks_reach_the_elements_and_the_siblings_a_refinement_speaks_of() -> None:
    @dataclass(frozen=True)
    class Price:
        amount: int
        limit: Annotated[int, where(lambda v, amount: v >= amount and amount != 50)]

    assert {51, 49} <= {price.amount for price in values(Price, Scope(size=1))}
    assert [40] in values(Annotated[list[int], where(lambda v: 40 in v)], Scope(size=1))


def test_floats_near_a_constant_are_the_next_ones() -> None:
    found = values(Annotated[float, where(lambda v: v < 2.25)], Scope(size=0))
    assert math.nextafter(2.25, -math.inf) in found
    assert 2.25 not in found


def test_texts_of_refinements_are_landmarks_and_extend_the_alphabet() -> None:
    assert "yes" in values(Annotated[str, where(lambda s: s != "no" and s in ("yes", "no", ""))], Scope(size=1))
    assert values(Annotated[str, where(lambda s: s.isdigit())], Scope(size=1, landmarks=False)) == ["0", "1"]


# Scalars


class Light(Enum):
    RED = 1
    GREEN = 2


Id = NewType("Id", int)
EPOCH = datetime.date(2000, 1, 1)
NOON = datetime.datetime(2000, 1, 1)
DAY, SECOND, HOUR = datetime.timedelta(1), datetime.timedelta(seconds=1), datetime.timedelta(hours=1)


@pytest.mark.parametrize(
    ("tp", "expected"),
    [
        (int, [0, 1, -1, 2, -2]),
        (bool, [False, True]),
        (None, [None]),
        (Id, [0, 1, -1, 2, -2]),
        (Light, [Light.RED, Light.GREEN]),
        (Literal[3, "x", None, True], [3, "x", None, True]),
        (float, [0.0, 0.5, -0.5, 1.0, -1.0, 1.5, -1.5, 2.0, -2.0]),
        (Decimal, [Decimal(text) for text in ("0", "0.5", "-0.5", "1", "-1", "1.5", "-1.5", "2", "-2")]),
        (
            Fraction,
            [Fraction(0), Fraction(1), Fraction(-1), Fraction(2), Fraction(-2), Fraction(1, 2), Fraction(-1, 2)],
        ),
        (complex, [0j, 1 + 0j, 1j, -1 + 0j, complex(0, -1), 2 + 0j, 2j, -2 + 0j, complex(0, -2)]),
        (datetime.date, [EPOCH, EPOCH + DAY, EPOCH - DAY, EPOCH + 2 * DAY, EPOCH - 2 * DAY]),
        (datetime.time, [datetime.time(0), datetime.time(1), datetime.time(2)]),
        (str, ["", "a", "b", "aa", "ab", "ba", "bb"]),
        (bytes, [b"", b"a", b"\0", b"aa", b"a\0", b"\0a", b"\0\0"]),
    ],
)
def test_a_scalar_type_goes_from_small_to_large(tp: Any, expected: list[Any]) -> None:
    assert same(plain(tp, 2), expected)


def test_times_go_by_hours_and_days_durations_by_seconds_and_days() -> None:
    near = [NOON, NOON + HOUR, NOON - HOUR, NOON + DAY, NOON - DAY]
    assert plain(datetime.datetime, 1) == near
    zero = datetime.timedelta(0)
    assert plain(datetime.timedelta, 1) == [zero, SECOND, -SECOND, DAY, -DAY]


def test_each_scalar_is_of_its_own_type() -> None:
    for tp in (int, bool, float, Decimal, Fraction, datetime.date, datetime.datetime, str, bytes, complex):
        assert {type(value) for value in values(tp, Scope(size=2))} == {tp}


def test_the_awkward_floats_are_there_unless_refined_away() -> None:
    found = [fingerprint(value) for value in values(float, Scope(size=1))]
    awkward = [-0.0, math.inf, -math.inf, math.nan, 5e-324, sys.float_info.min, sys.float_info.max]
    assert all(fingerprint(value) in found for value in awkward)
    tame = values(Annotated[float, where(lambda v: v == v and abs(v) < 1e9)], Scope(size=1))
    assert all(math.isfinite(value) for value in tame)
    assert not any(math.isfinite(value) for value in values(float, Scope(size=1))[-3:])


@pytest.mark.parametrize(
    ("tp", "landmarks"),
    [
        (str, ["", "\n", '"', "'", "\0", "e\u0301", "\U0001f600"]),
        (bytes, [b"", b"\xff", b"\r\n"]),
        (datetime.date, [datetime.date.min, datetime.date.max, datetime.date(2024, 2, 29)]),
        (datetime.datetime, [datetime.datetime.min, datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)]),
        (datetime.timedelta, [datetime.timedelta.min, datetime.timedelta.max]),
        (Decimal, [Decimal("Infinity"), Decimal("0.10")]),
    ],
)
def test_a_scalar_type_has_landmarks_which_can_be_turned_off(tp: Any, landmarks: list[Any]) -> None:
    found = [fingerprint(value) for value in values(tp, Scope(size=1))]
    assert len(set(found)) == len(found)
    assert all(fingerprint(mark) in found for mark in landmarks)
    without = [fingerprint(value) for value in plain(tp, 1)]
    assert set(without) < set(found)
    assert all(fingerprint(mark) not in without for mark in landmarks if mark)


# Scopes that make no sense


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"size": -1},
        {"depth": -2},
        {"size": 1.5},
        {"size": True},
        {"depth": "3"},
        {"size": 2, "ints": (3, 1)},
        {"size": 2, "ints": (1,)},
        {"size": 2, "ints": 5},
        {"size": 2, "ints": (0.5, 2)},
        {"ints": (0, 1)},
    ],
)
def test_a_scope_that_makes_no_sense_is_refused_with_a_remedy(arguments: dict[str, Any]) -> None:
    with pytest.raises(ScopeError) as caught:
        Scope(**arguments)
    assert "Scope(" in caught.value.remedy or "ints=" in caught.value.remedy


def test_what_cannot_be_drawn_or_split_is_refused_with_a_remedy() -> None:
    space = inhabitants(bool, Scope(size=1))
    for ask in (lambda: space.sample(1, size=4), lambda: space.shards(0)):
        with pytest.raises(ScopeError) as caught:
            ask()
        assert caught.value.remedy


def test_a_scope_says_what_it_is() -> None:
    assert str(Scope(size=3, depth=2, ints=(0, 1))) == "size 3, depth 2, ints 0..1"
    assert str(Scope(size=3, ints=(0, 1), landmarks=False)) == "size 3, ints 0..1 without landmarks"
    assert str(Scope.smallcheck(4)) == "smallcheck depth 4"
