"""Arguments that take notes are asked what code asks of plain ones, and answer the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from refute.judge.calls.code.comparisons import Comparing, Notes, noted
from refute.run.events import Batch
from refute.search.schedule.stages import Making
from refute.types.signatures import read_signature


@dataclass
class Order:
    code: str
    quantity: int


def notes(function: Callable[..., Any], *values: Any) -> set[Any]:
    """What is noted in a call, which does what it does with plain values."""
    taken = Notes()
    assert function(*map(taken.taking, values)) == function(*values)
    return {float(text) if kind == "float" else int(text) if kind == "int" else text for kind, text in taken.told}


@pytest.mark.parametrize(
    ("function", "values", "expected"),
    [
        (lambda x, y: x * 3 == y + 1000, (0, 2), {334, -1000}),
        (lambda x, y: x + y == 365, (1, 2), {363, 364}),
        (lambda x: 5 - x * 2 > 1001, (1,), {-498}),
        (lambda x: x // 7 == 100, (1,), {700}),
        (lambda x: x % 97 == 13, (1,), {13}),
        (lambda x: (x << 4) - 8 == 1, (3,), {0, 1}),
        (lambda x: x == 4711, (0,), {4711}),
        (lambda x: x in (4711, 815), (0,), {4711, 815}),
        (lambda x: -x < 77, (0,), {-77}),
        (lambda x: 60 // (3 * x - 999), (0,), {333}),
        (lambda x, y: x / (y - 8), (1.0, 2.0), {8.0}),
        (lambda x: 1 if x - 365 else 0, (0,), {365}),
        (lambda x: x - 2.5 == 0, (1.0,), {2.5}),
        (lambda text: text.startswith(("select ", "with ")), ("",), {"select ", "with "}),
        (lambda text: text[:2] == "42", ("abc",), {"42c"}),
        (lambda text: text[0] == "-", ("abc",), {"-bc"}),
        (lambda text: "see " + text.strip() == "see you", ("me",), {"you"}),
        (lambda text: text.split(":")[0] == "http", ("a:b",), {":", "http"}),
        (lambda one, other: one == other, ("a", "b"), {"a", "b"}),
        (lambda config: config.get("timeout"), ({},), {"timeout"}),
        (lambda config: "x" in config and config["x"] == 99, ({"x": 1},), {"x", 99}),
        (lambda values: 42 in values, ([1],), {42, 1}),
        (lambda values: values == {7}, ({1},), {7}),
        (lambda order: order.code == "B2B" and order.quantity > 500, (Order("B2B", 1),), {"B2B", 500}),
    ],
)
def test_what_code_compares_with_is_noted(function: Callable[..., Any], values: tuple[Any, ...], expected: Any) -> None:
    assert notes(function, *values) >= expected - set(values[0] if isinstance(values[0], list) else ())


def test_numbers_that_take_notes_are_numbers() -> None:
    taken = Notes()
    x, f = taken.taking(7), taken.taking(2.5)
    assert [x + 1, x / 2, 2**x, x % 4, -x, abs(-x), x & 3, round(f), f * 2, divmod(x, 2), hash(x)] == [
        *(8, 3.5, 128, 3, -7, 7, 3, 2, 5.0, (3, 1), hash(7))
    ]
    assert {7: "seven"}[x] == "seven"
    assert [*range(20)][x] == 7


def test_numbers_that_lead_nowhere_are_not_noted() -> None:
    assert notes(lambda x: x * 0 == 5, 1) == set()
    assert notes(lambda x: x == float("inf"), 1) == set()
    assert notes(lambda x: x < 1 << 5000, 1) == set()


def asking(x: int) -> int:
    assert x - 1 != 4000
    raise SystemExit


def test_what_a_call_raises_is_ignored() -> None:
    body = Comparing(Making(((lambda: (3,)),), (0,)), read_signature(asking))
    message = body.step((3,))
    assert message is not None
    assert list(noted([Batch(((0, message),))])) == [4001]
