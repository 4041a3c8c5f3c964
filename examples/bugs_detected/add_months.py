"""Adding months to a date: not every month has thirty days."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated

from refute import Nat, where

Day = Annotated[date, where(lambda v: 1900 < v.year < 2100)]


def _months(d):
    return 12 * d.year + d.month - 1


def add_months(
    d: Day, n: Nat
) -> Annotated[date, where(lambda v, d, n: _months(v) == _months(d) + n and v.day <= d.day)]:
    return d + timedelta(days=30 * n)
