"""Smaller scalars, and how small one is: numbers toward zero, letters toward `a`, dates toward the year 2000.

Leaps come first, and many at a time: each version that fails costs a process, each that does not only a call.
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Iterator
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from string import ascii_lowercase, ascii_uppercase, digits, punctuation
from typing import Any

from refute.logic.terms.numerals import represented

PLAIN = ("a", "0")  # letters that are as good as any
_GONE_THROUGH = {"a", "b"}
_SIMPLE = (*PLAIN, " ", "A", "-", "\n")  # that others become, if one of these is as good
_SMALL = 64  # up to which integers are halved
_LENGTHS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128)  # of integers in bits
_OTHER_STEPS = (100, 10, 9, 7, 6, 5, 3)  # by which a multiple of something is the one before
_PARTS = 16  # of an integer that are tried
_FAR = 10**310  # the weight of what is no number
_EPOCH = datetime.date(2000, 1, 1)
_POWERS = (0, 3, 7, 10, 16, 20, 32, 53, 64, 128, 512)  # of two, in place of infinity
_LETTERS = "".join((ascii_lowercase[1:], digits[1:], ascii_uppercase, punctuation, "\n"))
_RANKS = {"a": 0, "0": 0, " ": 1} | {letter: place for place, letter in enumerate(_LETTERS, 2)}


def rank(letter: str) -> int:
    """How far a letter is from being plain."""
    return _RANKS.get(letter, 256 + ord(letter) + (0 if letter.isprintable() else 1 << 21))


def weight(value: Any) -> tuple[int, int]:
    """How far a scalar is from the simplest one; then what makes it harder to read."""
    match value:
        case bool():
            return 1 + value, 0
        case int():
            return 1 + abs(value), value < 0
        case float() | Fraction() | Decimal():
            far = _far(value)
            # few digits are what makes such a number easy to read
            whole = int(far) if math.isfinite(far) else _FAR
            return 1 + whole, len(represented(value)) + (math.isfinite(far) and value < 0)
        case complex():
            parts = weight(value.real), weight(value.imag)
            return sum(part[0] for part in parts), sum(part[1] for part in parts)
        case str():
            return 1 + len(value), sum(map(rank, value))
        case bytes():
            return 1 + len(value), sum(rank(chr(code)) for code in value)
        case datetime.datetime():
            own, clock = weight(value.date()), weight(value.timetz())
            return own[0] + clock[0] - 1, clock[1]
        case datetime.date():
            return value.day + value.month + abs(value.year - _EPOCH.year), 0
        case datetime.time():
            return 1 + value.hour + value.minute + value.second + value.microsecond, value.fold + 2 * bool(value.tzinfo)
        case datetime.timedelta():
            return 1 + abs(value.days) + value.seconds + value.microseconds, value.days < 0
    return 1, 0


def is_landmark(value: Any, low: int, high: int) -> bool:
    """Whether a scalar is none of those that a scope with integers between these goes through, the simplest first."""
    match value:
        case bool():
            return False
        case int():
            return not low <= value <= high
        case float() | Decimal():
            return not (math.isfinite(value) and low <= value <= high) or represented(value).startswith("-0")
        case str():
            return not set(value) <= _GONE_THROUGH
        case bytes():
            return not set(value.decode("latin-1")) <= _GONE_THROUGH
        case datetime.date() | datetime.time() | datetime.timedelta():
            return True
    return False


def smaller_scalars(value: Any) -> Iterator[Any]:
    """Scalars of the same type that may be smaller, the greatest leaps first."""
    match value:
        case bool():
            if value:
                yield False
        case int():
            yield from smaller_integers(value)
        case float() | Fraction() | Decimal():
            yield from _numbers(value, type(value))
        case complex():
            yield from (complex(real, value.imag) for real in _numbers(value.real, float))
            yield from (complex(value.real, imag) for imag in _numbers(value.imag, float))
        case str():
            yield from _texts(value)
        case bytes():
            yield from (text.encode("latin-1") for text in _texts(value.decode("latin-1")) if _is_latin(text))
        case datetime.datetime():
            yield from _datetimes(value)
        case datetime.date():
            yield from _dates(value)
        case datetime.time():
            yield from _times(value)
        case datetime.timedelta():
            yield from _timedeltas(value)


def smaller_integers(value: int) -> Iterator[int]:
    """Nearer to zero, by steps that get smaller; of two that are as near, a negative one becomes positive."""
    if value:
        yield 0
        if value < 0:
            yield -value
        for nearer in _toward_zero(value):
            if nearer:
                yield from (nearer, -nearer)


def _toward_zero(value: int) -> Iterator[int]:
    """Numbers of fewer bits, shares of the number, then what is just below it: the smallest first."""
    far, sign = abs(value), 1 if value > 0 else -1
    if far < _SMALL:
        yield from (sign * (far - step) for step in steps(far))
        return
    length = far.bit_length()
    yield from (sign * (far >> length - bits) for bits in _LENGTHS if bits < length)
    yield from (sign * (far * part // _PARTS) for part in range(_PARTS // 2, _PARTS))
    yield from (sign * (far - far * part // _PARTS**2) for part in range(_PARTS - 1, 0, -1))
    yield from (sign * (far - step) for step in (*steps(far // _PARTS**2), *_OTHER_STEPS) if step < far)


def nearer_by(value: int, step: int) -> int:
    return value - step if value > 0 else value + step


def steps(most: int) -> Iterator[int]:
    """The way to zero, half of it, and so on down to 1."""
    step = abs(most)
    while step:
        yield step
        step //= 2


def _numbers(value: Any, kind: Any) -> Iterator[Any]:
    """Whole numbers before others, then fewer digits."""
    far = _far(value)
    if not value:
        if math.copysign(1, value) < 0:
            yield kind(0)
        return
    yield kind(0)
    if not math.isfinite(far):
        negative = value.is_signed() if isinstance(value, Decimal) else value < 0
        with suppress(ArithmeticError, ValueError):  # fractions have no infinity
            yield from (kind(-(2**power)) if negative else kind(2**power) for power in _POWERS)
        return
    if value < 0:
        yield -value
    whole = int(value)
    if whole != value:
        yield kind(whole)
        yield kind(whole + (1 if value > 0 else -1))
        for decimals in (1, 2, 3):
            with suppress(ArithmeticError):  # more digits than decimals have
                yield kind(round(value, decimals))
    else:
        yield from map(kind, smaller_integers(whole))


def _far(value: float | Fraction | Decimal) -> float:
    """How far it is from zero; infinitely, if it is no number or has no float."""
    try:
        far = abs(float(value))
    except (ValueError, OverflowError):
        return math.inf
    return far if far == far else math.inf


def without_parts(items: Any) -> Iterator[Any]:
    """A sequence without a half of it, a quarter, and so on down to each single item."""
    length = len(items)
    part = length // 2
    while part > 1:
        for start in range(0, length, part):
            yield items[:start] + items[start + part :]
        part //= 2
    for place in range(length):
        yield items[:place] + items[place + 1 :]


def _texts(text: str) -> Iterator[str]:
    """Shorter ones, then those of simpler letters: all alike, one letter wherever it stands, then each by itself."""
    if not text:
        return
    yield ""
    letters = dict.fromkeys(text)
    if len(text) > 1:
        yield from without_parts(text)
        yield from (plain * len(text) for plain in PLAIN)
        for letter in letters:
            if text.count(letter) > 1:
                yield from (text.replace(letter, simpler) for simpler in _simpler(letter))
    for place, letter in enumerate(text):
        yield from (text[:place] + simpler + text[place + 1 :] for simpler in _simpler(letter))


def _simpler(letter: str) -> Iterator[str]:
    own = rank(letter)
    yield from (plain for plain in _SIMPLE if rank(plain) < own)
    if letter.lower() != letter and len(letter.lower()) == 1:
        yield letter.lower()
    code = ord(letter)
    near = [chr(code - step) for step in steps(code) if not 0xD800 <= code - step < 0xE000]
    yield from (other for other in near if other not in _SIMPLE and rank(other) < own)


def _is_latin(text: str) -> bool:
    return all(ord(letter) < 256 for letter in text)


def _dates(value: datetime.date) -> Iterator[datetime.date]:
    if value != _EPOCH:
        yield _EPOCH
    away = value.year - _EPOCH.year
    for years in smaller_integers(away):
        with suppress(ValueError):  # a leap day
            yield value.replace(year=_EPOCH.year + years)
    yield from (value.replace(**part) for part in ({"month": 1, "day": 1}, {"day": 1}))
    for part in ("month", "day"):
        for number in smaller_integers(getattr(value, part) - 1):
            with suppress(ValueError):
                yield value.replace(**{part: 1 + number})


def _datetimes(value: datetime.datetime) -> Iterator[datetime.datetime]:
    if value.tzinfo is not None:
        yield value.replace(tzinfo=None)
        yield value.replace(tzinfo=datetime.UTC)
    clock = value.timetz()
    for date in _dates(value.date()):
        yield datetime.datetime.combine(date, datetime.time(tzinfo=clock.tzinfo))
        yield datetime.datetime.combine(date, clock)
    yield from (datetime.datetime.combine(value.date(), time) for time in _times(clock))


def _times(value: datetime.time) -> Iterator[datetime.time]:
    if value.replace(tzinfo=None, fold=0) != datetime.time():
        yield datetime.time(tzinfo=value.tzinfo)
    if value.fold:
        yield value.replace(fold=0)
    if value.tzinfo is not None:
        yield value.replace(tzinfo=None)
    for part in ("microsecond", "second", "minute", "hour"):
        for number in smaller_integers(getattr(value, part)):
            with suppress(ValueError):  # below zero
                yield value.replace(**{part: number})  # type: ignore[arg-type]


def _timedeltas(value: datetime.timedelta) -> Iterator[datetime.timedelta]:
    if value:
        yield datetime.timedelta()
        if value.days < 0 and value != datetime.timedelta.min:
            yield -value
        yield from (datetime.timedelta(days) for days in smaller_integers(value.days))
        yield datetime.timedelta(value.days)
        yield datetime.timedelta(value.days, value.seconds)
        for seconds in smaller_integers(value.seconds):
            yield from [datetime.timedelta(value.days, seconds)] if seconds >= 0 else []
        for microseconds in smaller_integers(value.microseconds):
            yield from [datetime.timedelta(0, 0, microseconds)] if microseconds >= 0 else []
