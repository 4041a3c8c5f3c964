"""Signatures of standard classes for which `inspect.signature` has none."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any


def _date(year: int, month: int, day: int) -> None: ...


def _time(
    hour: int = 0, minute: int = 0, second: int = 0, microsecond: int = 0, tzinfo: datetime.tzinfo | None = None
) -> None: ...


def _datetime(
    year: int,
    month: int,
    day: int,
    hour: int = 0,
    minute: int = 0,
    second: int = 0,
    microsecond: int = 0,
    tzinfo: datetime.tzinfo | None = None,
) -> None: ...


def _timedelta(
    days: float = 0,
    seconds: float = 0,
    microseconds: float = 0,
    milliseconds: float = 0,
    minutes: float = 0,
    hours: float = 0,
    weeks: float = 0,
) -> None: ...


SPELLED_OUT: dict[object, Callable[..., Any]] = {
    datetime.date: _date,
    datetime.time: _time,
    datetime.datetime: _datetime,
    datetime.timedelta: _timedelta,
}
