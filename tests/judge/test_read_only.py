"""Arguments that are annotated so that they cannot be changed, and are changed, are warned of."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from typing import Any

import pytest

from refute import Report, Scope, check


def adds(prices: Mapping[str, int]) -> int:
    prices["tax"] = 2  # type: ignore[index]
    return len(prices)


def sets(prices: Mapping[str, int] | None) -> None:
    for key in prices or {}:
        prices[key] = 1_000  # type: ignore[index]


def copies(prices: Mapping[str, int]) -> int:
    prices = dict(prices) | {"tax": 2}
    return len(prices)


def changes_inside(prices: Mapping[str, list[int]]) -> None:
    for numbers in prices.values():
        numbers.append(0)


def changes_what_it_may(prices: MutableMapping[str, int], others: dict[str, int], seen: Mapping[str, int]) -> None:
    prices["tax"] = others["tax"] = 2


def checked(function: Any) -> Report:
    return check(function, scope=Scope(size=1))


@pytest.mark.parametrize("function", [adds, sets])
def test_a_mapping_that_is_changed_is_warned_of(function: Any) -> None:
    report = checked(function)
    assert report.status == "exhausted"
    (warning,) = report.warnings
    assert warning.startswith("prices is annotated Mapping, by which it cannot be changed, and is changed")


@pytest.mark.parametrize("function", [copies, changes_inside, changes_what_it_may])
def test_nothing_is_said_where_nothing_is_changed_that_may_not_be(function: Any) -> None:
    assert checked(function).warnings == []
