"""Functions of dates and times: leap days, ends of years, days and seconds, time zones."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

RELEASE = date(2024, 7, 1)


def anniversary(day: date) -> date:
    if day.year == 9999:
        return day
    if (day.month, day.day) == (2, 29):
        return date(day.year + 1, 3, 1)
    return day.replace(year=day.year + 1)


def tomorrow(day: date) -> date:
    return day + timedelta(days=1) if day < date.max else day


def quarter(day: date) -> int:
    found = (day.month - 1) // 3 + 1
    assert 1 <= found <= 4
    return found


def phase(day: date) -> str:
    told = "before" if day < RELEASE else "first" if day == RELEASE else "after"
    assert (told == "before") == (day < date(2024, 7, 1))
    assert len(told) <= 6
    return told


def week(day: date) -> str:
    year, number, weekday = day.isocalendar()
    assert date.fromisocalendar(year, number, weekday) == day
    return f"{year}-{number}"


def seconds(span: timedelta) -> float:
    whole = span.total_seconds()
    assert (span < timedelta(0)) == (whole < 0)
    assert span <= timedelta(days=1) or whole > 86_400
    return whole


def is_old(when: datetime) -> bool:
    return when.replace(tzinfo=None) < datetime(2000, 1, 1)


def is_night(moment: time) -> bool:
    hour = moment.hour
    night = hour >= 22 or hour < 6
    assert night or 6 <= hour <= 21
    return night


def age(born: date, today: date) -> int:
    if today < born:
        return 0
    years = today.year - born.year - ((today.month, today.day) < (born.month, born.day))
    assert years >= 0
    return years
