"""Types with more values than anyone tries, or with few that are large: `check` goes through those that spaces list."""

from __future__ import annotations

import re
from dataclasses import field, make_dataclass
from itertools import islice
from typing import Annotated, Any, TypedDict

import pytest

from refute import Scope, check, inhabitants, where


def record(name: str, fields: int, tp: Any, **default: Any) -> Any:
    """A dataclass of many fields of one type."""
    own = [(f"f{place}", tp, field(**default)) for place in range(fields)]
    return make_dataclass(name, own, namespace={"__module__": __name__})


Flags = record("Flags", 64, bool, default=False)
Defaults = record("Defaults", 5, str, default="")
Texts = record("Texts", 17, str)
Optional30 = TypedDict("Optional30", {f"key{place}": int for place in range(30)}, total=False)  # type: ignore[misc]
Date = Annotated[str, where(lambda v: re.fullmatch(r"\d{4}-\d{2}-\d{2}", v))]
ONE = Scope(size=1)
TESTS = 50


@pytest.mark.parametrize("tp", [Flags, Defaults, Texts, Optional30], ids=lambda tp: tp.__name__)
def test_records_of_many_fields_are_tried_from_the_smallest_on(tp: Any) -> None:
    tried: list[Any] = []

    def function(value: Any) -> None:
        tried.append(value)

    function.__annotations__ = {"value": tp, "return": None}
    report = check(function, scope=ONE, tests=TESTS, in_process=True)
    assert report.tests == TESTS
    assert report.ok
    assert tried[:TESTS] == list(islice(inhabitants(tp, ONE), TESTS))


@pytest.mark.parametrize("size", [10, 12])
def test_texts_by_a_regular_expression_are_tried_at_the_sizes_at_which_they_are_listed(size: int) -> None:
    def function(day: Date) -> None: ...

    scope = Scope(size=size)
    assert inhabitants(Date, scope).count == 256
    assert inhabitants(Date, Scope(size=9)).count == 0
    report = check(function, scope=scope)
    assert report.exhausted == [scope]
    assert report.tests == 256


def test_a_union_whose_members_depend_on_a_sibling_is_exhausted() -> None:
    def function(n: int, xs: list[Annotated[int, where(lambda v, n: v <= n)]] | list[int]) -> None: ...

    scope = Scope(size=2, landmarks=False)
    lists = sum(5**length for length in range(3))
    report = check(function, scope=scope)
    assert report.status == "exhausted"
    assert report.tests == 5 * lists
