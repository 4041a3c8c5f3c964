"""Functions whose inputs only a solver finds: of every kind of scalar, by every operation it has words for.

Each is wrong for all of them, so that a check of it shows an input.
"""

from __future__ import annotations

import datetime
import enum
import math
import re
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any

from refute import where


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


Nothing = Annotated[object, where(lambda r: r is None)]


def booleans(a: bool, b: bool, n: Annotated[int, where(lambda v, a, b: a and not b and v == 70_000)]) -> Nothing:
    return n


def floor_division(x: int, y: Annotated[int, where(lambda v, x: x // v == -1234 and x % v == -7)]) -> Nothing:
    return x


def both_at_once(x: int, y: Annotated[int, where(lambda v, x: divmod(x, v) == (5000, 3))]) -> Nothing:
    return x


def extremes(x: int, y: Annotated[int, where(lambda v, x: min(x, v) == -5000 and max(x, abs(v)) == 8000)]) -> Nothing:
    return x


def cubes(v: Annotated[int, where(lambda v: pow(v, 3) == 1_728_000)]) -> Nothing:
    return v


def bits(v: Annotated[int, where(lambda v: v & 0xFF00 == 0x4200 and v | 1 == v and v < -70_000)]) -> Nothing:
    return v


def bits_of_both(x: int, y: Annotated[int, where(lambda v, x: x & v == 2**40 and x ^ v == 5)]) -> Nothing:
    return x


def more_than_64_bits(x: int, y: Annotated[int, where(lambda v, x: x & v == 2**80 and x != v)]) -> Nothing:
    return x


def negative_bits(x: int, y: Annotated[int, where(lambda v, x: x | v == -(10**6) and x ^ v == 64)]) -> Nothing:
    return x


def shifted(v: Annotated[int, where(lambda v: 1 << v == 2**40)]) -> Nothing:
    return v


def rounded_fraction(v: Annotated[Fraction, where(lambda v: round(v) == 5000 and v * 3 == 15_001)]) -> Nothing:
    return v


def divided_fraction(v: Annotated[Fraction, where(lambda v: v // Fraction(1, 3) == -1000 and v < -333)]) -> Nothing:
    return v


def divided_decimal(v: Annotated[Decimal, where(lambda v: v // 7 == -1000 and v % 7 == Decimal("-0.25"))]) -> Nothing:
    return v


def exact_decimal(
    v: Annotated[Decimal, where(lambda v: v == Decimal("1234.5678901234567890123456789012345"))],
) -> Nothing:
    return v


def not_a_number(v: Annotated[float, where(lambda v: v != v)]) -> Nothing:
    return v


def unmoved(v: Annotated[float, where(lambda v: v + 1 == v and math.isfinite(v))]) -> Nothing:
    return v


def off_by_a_bit(v: Annotated[float, where(lambda v: v * 0.1 == 0.30000000000000004)]) -> Nothing:
    return v


def tiny(v: Annotated[float, where(lambda v: 1e-310 < v < 1.0000001e-310)]) -> Nothing:
    return v


def past_all_floats(v: Annotated[float, where(lambda v: math.isinf(v) and v < 0)]) -> Nothing:
    return v


def signed_zero(v: Annotated[float, where(lambda v: v == 0 and math.copysign(1, v) == -1)]) -> Nothing:
    return v


def found(s: Annotated[str, where(lambda s: s.find("needle") == 7 and s.rfind("e") == 15)]) -> Nothing:
    return s


def cut(s: Annotated[str, where(lambda s: s[2:5] == "xyz" and s[-2:] == "!!" and len(s) == 9)]) -> Nothing:
    return s


def joined(s: str, t: Annotated[str, where(lambda v, s: s + v == "abcdef" and len(v) == 4)]) -> Nothing:
    return s


def stripped(
    s: Annotated[str, where(lambda s: s.strip() == "hello" and s.startswith("  ") and len(s) == 8)],
) -> Nothing:
    return s


def raised(s: Annotated[str, where(lambda s: s.upper() == "HELLO" and not s.isupper())]) -> Nothing:
    return s


def replaced(s: Annotated[str, where(lambda s: s.replace("-", "/") == "12/34" and "-" in s)]) -> Nothing:
    return s


def counted(s: Annotated[str, where(lambda s: s.count("z") == 4 and len(s) == 5 and s < "c")]) -> Nothing:
    return s


def in_digits(s: Annotated[str, where(lambda s: s.isdigit() and int(s) > 10**9)]) -> Nothing:
    return s


def matched(s: Annotated[str, where(lambda s: re.fullmatch(r"\w{12}", s) and not s.isascii())]) -> Nothing:
    return s


def unlike_a(s: Annotated[str, where(lambda s: re.fullmatch(r"[^a]{20}", s) and "é" in s)]) -> Nothing:
    return s


def seen_ahead(s: Annotated[str, where(lambda s: re.fullmatch(r"(?=.*\d)(?=.*[A-Z])[a-zA-Z0-9]{9}", s))]) -> Nothing:
    return s


def octets(b: Annotated[bytes, where(lambda v: v.startswith(b"\x89PN") and v[3] == 200 and len(v) == 6)]) -> Nothing:
    return b


def octets_cut(b: Annotated[bytes, where(lambda v: v[:2] == b"MZ" and 0xFE in v and v[-1] == 0)]) -> Nothing:
    return b


def octets_matched(b: Annotated[bytes, where(lambda v: re.fullmatch(rb"[\x80-\xff]{5}z", v))]) -> Nothing:
    return b


def date_apart(a: datetime.date, b: Annotated[datetime.date, where(lambda v, a: (v - a).days == 1000)]) -> Nothing:
    return a


def friday(
    d: Annotated[datetime.date, where(lambda d: d.weekday() == 4 and d.day == 13 and d.year == 2026)],
) -> Nothing:
    return d


def later(
    d: Annotated[datetime.date, where(lambda d: d + datetime.timedelta(100) == datetime.date(2028, 2, 29))],
) -> Nothing:
    return d


def moment(
    d: Annotated[datetime.datetime, where(lambda d: d.year == 2028 and d.hour == 23 and d.minute == 7)],
) -> Nothing:
    return d


def in_utc(
    d: Annotated[datetime.datetime, where(lambda d: d > datetime.datetime(2030, 1, 1, tzinfo=datetime.UTC))],
) -> Nothing:
    return d


def evening(t: Annotated[datetime.time, where(lambda t: t > datetime.time(22, 30) and t.minute == 17)]) -> Nothing:
    return t


def span(
    t: Annotated[datetime.timedelta, where(lambda t: t > datetime.timedelta(days=400) and t.seconds == 77)],
) -> Nothing:
    return t


def seconds(t: Annotated[datetime.timedelta, where(lambda t: t.total_seconds() == 12345.5)]) -> Nothing:
    return t


def at_a_place(
    i: int, xs: Annotated[list[int], where(lambda v, i: len(v) == 3 and v[i] == 5000 and i < -1)]
) -> Nothing:
    return xs


def concatenated(xs: list[int], ys: Annotated[list[int], where(lambda v, xs: xs + v == [1000, 2000])]) -> Nothing:
    return xs


def sliced(
    i: int, xs: Annotated[list[int], where(lambda v, i: len(v) == 3 and sum(v[:i]) == 5000 and i == 2)]
) -> Nothing:
    return xs


def sets(
    a: set[int], b: Annotated[set[int], where(lambda v, a: len(a | v) == 3 and len(a & v) == 1 and min(v) > 5000)]
) -> Nothing:
    return a


def subset(
    a: Annotated[frozenset[int], where(lambda v: v <= {5000, 6000, 7000} and len(v) == 2 and 6000 in v)],
) -> Nothing:
    return a


def enumerated(
    c: Colour, n: Annotated[int, where(lambda v, c: v == (70_000 if c is Colour.BLUE else -1) and v > 0)]
) -> Nothing:
    return n


def rows(r: Annotated[tuple[int, str], where(lambda r: r == (90_000, "abcdefg"))]) -> Nothing:
    return r


def looked_up(v: Annotated[int, where(lambda v: {1: 5000, 7: 8000}[v % 10] + v == 9007)]) -> Nothing:
    return v


ALL: list[Any] = [value for value in list(globals().values()) if getattr(value, "__module__", "") == __name__]
FUNCTIONS = [function for function in ALL if not isinstance(function, type)]
