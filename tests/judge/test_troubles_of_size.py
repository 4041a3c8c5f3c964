"""What may happen to any code, if inputs are only large enough."""

from __future__ import annotations

import datetime

import pytest

from refute import check
from refute.judge.findings import Failure
from refute.judge.troubles import are_far_off, takes_too_much


def crash(error: Exception) -> Failure:
    name = type(error).__name__
    return Failure("crash", ("crash", name), f"raised {name}: {error}", ())


def raised(call: str) -> Exception:
    with pytest.raises(ArithmeticError) as caught:
        eval(call)
    return caught.value


@pytest.mark.parametrize("call", ["'' * 2**63", "[][2**70:].insert(2**70, 0)", "float(2**1024)", "2**2000 / 3"])
def test_an_integer_that_the_machine_cannot_take_is_too_much(call: str) -> None:
    assert takes_too_much(crash(raised(call)))


@pytest.mark.parametrize("call", ["__import__('math').exp(1e9)", "1.5.__floordiv__(0)", "(-1).to_bytes(2, 'big')"])
def test_what_happens_to_small_numbers_too_is_not(call: str) -> None:
    assert not takes_too_much(crash(raised(call)))


@pytest.mark.parametrize(
    ("value", "is_far"),
    [
        (datetime.date(2000, 2, 29), False),
        (datetime.date(2026, 1, 1), False),
        (datetime.date(9999, 12, 31), True),
        (datetime.datetime(1, 1, 1, 1), True),
        (datetime.datetime(1999, 12, 31, 23), False),
        (datetime.timedelta(0, 86_399, 999_999), False),
        (datetime.timedelta(-3), False),
        (datetime.timedelta.min, True),
        (datetime.timedelta.max, True),
        ([(1, {"key": datetime.date(1, 1, 1)})], True),
        (9_999, False),
        ("date(9999, 12, 31)", False),
    ],
)
def test_the_last_dates_and_the_longest_durations_are_far_off(value: object, is_far: bool) -> None:
    assert are_far_off(["0", repr(value)]) == is_far


def day_by_day(until: datetime.date) -> int:
    return 0 if until.year <= 2100 else 1 + day_by_day(until - datetime.timedelta(1))


def without_end(until: datetime.date) -> int:
    return without_end(until)


def test_code_that_goes_on_day_by_day_is_not_to_reach_the_last_date() -> None:
    report = check(day_by_day, in_process=True, tests=20)
    assert report.findings == []
    assert report.status == "held"
    assert any("far off raised RecursionError" in warning for warning in report.warnings)


def test_what_goes_on_for_a_date_close_by_is_found() -> None:
    (finding,) = check(without_end, in_process=True, tests=20).findings
    assert finding.call.endswith("without_end(until=datetime.date(2000, 1, 1))")
