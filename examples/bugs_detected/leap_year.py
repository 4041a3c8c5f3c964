"""Leap years: every fourth year, and no exception for the centuries."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from refute import where

Year = Annotated[int, where(lambda v: v in (1900, 1999, 2000, 2023, 2024))]


def days_in(year: Year) -> Annotated[int, where(lambda v, year: v == (date(year + 1, 1, 1) - date(year, 1, 1)).days)]:
    return 366 if year % 4 == 0 else 365
