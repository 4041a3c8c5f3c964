"""Random conditions on two scalars of a kind, and random values for these, to ask both Python and a solver about."""

from __future__ import annotations

import datetime
import math
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

NAMESPACE: dict[str, Any] = {"datetime": datetime, "math": math, "Fraction": Fraction, "Decimal": Decimal}


@dataclass(frozen=True)
class Grammar:
    """`{a}`, `{b}` stand for expressions of the kind, `{k}` for a small number, `{c}` for a condition."""

    kind: str
    constants: tuple[str, ...]
    expressions: tuple[str, ...]  # of the kind
    conditions: tuple[str, ...]
    value: Callable[[random.Random], Any]

    def expression(self, rng: random.Random, depth: int) -> str:
        if depth <= 0 or rng.random() < 0.2:
            return rng.choice(("x", "y", *(f"({constant})" for constant in self.constants)))
        return f"({self._filled(rng, rng.choice(self.expressions), depth)})"

    def condition(self, rng: random.Random, depth: int) -> str:
        if depth > 1 and rng.random() < 0.3:
            form = rng.choice(("({c} and {c})", "({c} or {c})", "(not {c})"))
            return self._filled(rng, form, depth)
        return self._filled(rng, rng.choice((*self.conditions, *_COMPARED)), depth)

    def _filled(self, rng: random.Random, form: str, depth: int) -> str:
        written: dict[str, Callable[[], str]] = {
            "a": lambda: self.expression(rng, depth - 1),
            "b": lambda: self.expression(rng, 0),
            "c": lambda: self.condition(rng, depth - 1),
            "k": lambda: str(rng.randint(0, 3)),
            "i": lambda: str(rng.randint(-3, 4)),
        }
        return re.sub(r"\{([abcki])\}", lambda mark: written[mark[1]](), form)


_COMPARED = (
    "{a} == {a}",
    "{a} != {a}",
    "{a} < {a}",
    "{a} <= {a}",
    "{a} in ({b}, {b})",
    "min({a}, {b}) < max({b}, {a})",
)
_WHOLE = ("({a} + {a})", "({a} - {a})", "({a} * {b})", "({a} // {a})", "({a} % {a})", "abs({a})", "-{a}")
_CHOSEN = ("({a} if {c} else {a})", "min({a}, {a})", "max({a}, {a})")
_BITS = ("({a} & {a})", "({a} | {a})", "({a} ^ {a})", "~{a}", "({a} << {k})", "({a} >> {k})")
_SEARCHED = ("{a}.find({b}) == {i}", "{a}.find({b}, {k}) == {i}", "{a}.rfind({b}) == {i}", "{a}.index({b}) < {k}")
_OF_TEXTS = ("{b} in {a}", "{a}.startswith({b})", "{a}.endswith({b})", "len({a}) == {k}", "len({a}) > {k}", "not {a}")


def _integer(rng: random.Random) -> int:
    return rng.choice((rng.randint(-9, 9), rng.randint(-200, 200)))


def _float(rng: random.Random) -> float:
    odd = (math.inf, -math.inf, math.nan, -0.0, 5e-324, 1.7e308, 0.1, 0.2, 1e16, 2.5, -3.5)
    return rng.choice((rng.choice(odd), rng.randint(-8, 8) / 4, rng.uniform(-10, 10)))


def _moment(rng: random.Random) -> datetime.datetime:
    start = rng.choice(
        (datetime.datetime(2000, 2, 27), datetime.datetime(1900, 2, 27), datetime.datetime(2023, 12, 30))
    )
    return start + datetime.timedelta(rng.randint(0, 4), rng.randint(0, 86399), rng.choice((0, 1, 999_999)))


def _span(rng: random.Random) -> datetime.timedelta:
    return datetime.timedelta(rng.randint(-3, 3), rng.choice((0, 1, 86399)), rng.choice((0, 0, 1, 500_000)))


INTEGERS = Grammar(
    "int",
    ("0", "1", "-1", "7", "-12", "64"),
    (*_WHOLE, *_CHOSEN, *_BITS, "{a} ** {k}", "divmod({a}, {b})[0]", "divmod({a}, {b})[1]", "pow({a}, {k})"),
    ("{a} in range({i}, 20, 3)", "{a} in {1, 5, 7}", "bool({a})"),
    _integer,
)
MORE_OF_INTEGERS = Grammar(
    "int",
    INTEGERS.constants,
    (
        "({a} + {b})",
        "round({a})",
        "int({a})",
        "math.floor({a})",
        "{a}.bit_length()",
        "math.isqrt(abs({a}))",
        "2 ** {a}",
    ),
    (
        "str({a}) == str({b})",
        "len(str({a})) == {k}",
        "(1 << {a}) > {b}",
        "({a} << {b}) == {b}",
        "pow({a}, 2, 7) == {k}",
    ),
    _integer,
)
FRACTIONS = Grammar(
    "fraction",
    ("Fraction(1, 3)", "Fraction(-7, 2)", "2", "-1"),
    (*_WHOLE, *_CHOSEN, "math.floor({a})", "math.ceil({a})", "round({a})", "int({a})", "math.trunc({a})", "{a} ** 2"),
    ("{a} / {b} < {b}",),
    lambda rng: Fraction(rng.randint(-20, 20), rng.randint(1, 6)),
)
DECIMALS = Grammar(
    "decimal",
    ("Decimal('0.5')", "Decimal('-2.25')", "3"),
    (*_WHOLE, *_CHOSEN, "{a} ** 2", "round({a})", "int({a})"),
    (),
    lambda rng: Decimal(rng.randint(-300, 300)) / 100,
)
FLOATS = Grammar(
    "float",
    ("0.1", "2.0", "-0.0", "1e16", "3"),
    (
        "({a} + {a})",
        "({a} - {a})",
        "({a} * {b})",
        "({a} / {b})",
        "abs({a})",
        "-{a}",
        *_CHOSEN,
        "math.copysign({b}, {a})",
    ),
    (
        "math.isnan({a})",
        "math.isinf({a})",
        "math.isfinite({a})",
        "{a}.is_integer()",
        "math.floor({a}) < {b}",
        "math.ceil({a}) == {b}",
        "round({a}) == {b}",
        "int({a}) == {b}",
        "math.sqrt({a}) < {b}",
        "bool({a})",
    ),
    _float,
)
TEXTS = Grammar(
    "str",
    ("''", "'a'", "'ab'", "' b'"),
    ("({a} + {b})", "{a}[{i}:]", "{a}[:{i}]", "{a}[{i}:{i}]", "{a}[{i}]", "({a} if {c} else {b})", "{a} * {k}"),
    (*_OF_TEXTS, *_SEARCHED, "'a' < {a}", "{a}[0] == 'a'", "ord({a}[0]) > 97"),
    lambda rng: "".join(rng.choices("ab ", k=rng.randint(0, 5))),
)
MORE_OF_TEXTS = Grammar(
    "str",
    TEXTS.constants,
    (
        "({a} + {b})",
        "{a}.strip()",
        "{a}.lstrip()",
        "{a}.rstrip('b ')",
        "{a}.upper()",
        "{a}.replace('a', 'b')",
        "{a}[1:]",
    ),
    (
        "{a}.isdigit()",
        "{a}.count('a') == {k}",
        "all(c in 'ab' for c in {a})",
        "any(c == 'b' for c in {a})",
        "{a} == {b}",
    ),
    TEXTS.value,
)
BYTES = Grammar(
    "bytes",
    ("b''", "b'a'", "b'ab'", r"b'\xff\x00'"),
    ("({a} + {b})", "{a}[{i}:]", "{a}[:{i}]", "{a}.strip()", "({a} if {c} else {b})"),
    (*_OF_TEXTS, *_SEARCHED, "{a}[{i}] == 97", "255 in {a}", "all(n < 128 for n in {a})", "sum(n for n in {b}) > 200"),
    lambda rng: bytes(rng.choices(b"ab \xff\0", k=rng.randint(0, 5))),
)
DATES = Grammar(
    "date",
    ("datetime.date(2000, 2, 29)", "datetime.date(2024, 1, 1)"),
    ("({a} + datetime.timedelta(days={i}))", "({a} - datetime.timedelta(days={i}))", *_CHOSEN),
    (
        "{a}.year == 2000",
        "{a}.month > 2",
        "{a}.day == 29",
        "{a}.weekday() == {k}",
        "{a}.isoweekday() == {k}",
        "{a}.toordinal() % 3 == {k}",
        "{a} - {b} > datetime.timedelta({i})",
        "({a} - {b}).days == {i}",
    ),
    lambda rng: _moment(rng).date(),
)
MOMENTS = Grammar(
    "datetime",
    ("datetime.datetime(2000, 2, 29, 12)", "datetime.datetime(2024, 1, 1)"),
    ("({a} + datetime.timedelta(hours={i}))", "({a} - datetime.timedelta(days={i}, seconds=1))", *_CHOSEN),
    (
        "{a}.year == 2000",
        "{a}.day == 29",
        "{a}.hour > 11",
        "{a}.minute % 2 == 1",
        "{a}.second == 59",
        "{a}.microsecond > 0",
        "{a}.date() == datetime.date(2000, 2, 28)",
        "{a}.time() > datetime.time(12, 30)",
        "{a} - {b} > datetime.timedelta(hours={i})",
        "{a}.weekday() == {k}",
        "{a}.tzinfo is None",
    ),
    _moment,
)
TIMES = Grammar(
    "time",
    ("datetime.time(12)", "datetime.time(23, 59, 59, 999999)"),
    _CHOSEN,
    ("{a}.hour == 12", "{a}.minute > 30", "{a}.second < {k}", "{a}.microsecond == 1", "{a}.tzinfo is not None"),
    lambda rng: _moment(rng).time(),
)
SPANS = Grammar(
    "timedelta",
    ("datetime.timedelta(1)", "datetime.timedelta(seconds=-1)", "datetime.timedelta(0)"),
    ("({a} + {a})", "({a} - {a})", "({a} * {i})", "({a} // 2)", "({a} % {b})", "-{a}", "abs({a})", *_CHOSEN),
    ("{a}.days == {i}", "{a}.seconds > {k}", "{a}.microseconds == 1", "{a} // {b} == {i}", "bool({a})"),
    _span,
)
