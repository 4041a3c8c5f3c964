"""Adding months to a date: the day is the last one of a month that is too short for it."""

from __future__ import annotations

from calendar import monthrange
from datetime import date
from typing import Annotated

from refute import Nat, where

Day = Annotated[date, where(lambda v: 1900 < v.year < 2100)]


def _months(d):
    return 12 * d.year + d.month - 1


def add_months(
    d: Day, n: Nat
) -> Annotated[date, where(lambda v, d, n: _months(v) == _months(d) + n and v.day <= d.day)]:
    year, month = divmod(_months(d) + n, 12)
    return date(year, month + 1, min(d.day, monthrange(year, month + 1)[1]))
