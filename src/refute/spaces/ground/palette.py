"""Palettes: a few scalars of each type, drawn from all that there are.

A scope has the scalars around zero. With a palette it has others in their place, as many of each type as the palette is
wide: integers by how many bits they have, floats by their exponents, dates around leap days and ends of years. Values
are built from them as from any others, under all refinements, so that samples of the whole type are samples
of a space. A palette is plain data: the same one gives the same scalars in any process.

>>> Palette(seed=1, width=4).scalars("int", ())
[763568, -31705516644121838811, -8037506799048034, 5130559615572380]
>>> Palette(seed=1, width=4, manner="edges", bits=16).scalars("int", ())
[-1000, -8191, 11, -10000]
"""

from __future__ import annotations

import datetime
import math
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

from refute.errors import ScopeError
from refute.logic.terms.term import identity_key

MANNERS = ("magnitudes", "edges", "neighbours")
CONSTANTS = "constants"  # a manner in which nothing is drawn
BITS = 70  # of the largest integers
_TRIES = 30  # for each scalar that is to satisfy refinements
_SECONDS = 86_400
Keep = Callable[[Any], bool]


@dataclass(frozen=True)
class Palette:
    """`width` scalars of each type, drawn with a seed.

    By `manner` they are of all magnitudes, at edges, or close to each other; or there are only constants and ordinary
    ones, those of a scope of size `ordinary`. `bits` bounds the integers, `length` texts over an alphabet. `constants`
    are scalars that are to be among them, with what is near them.
    """

    seed: int
    width: int = 8
    manner: str = "magnitudes"
    bits: int = BITS
    length: int = 8
    constants: tuple[Any, ...] = ()
    ordinary: int = 1

    def __post_init__(self) -> None:
        if self.manner not in (*MANNERS, CONSTANTS):
            known = ", ".join(map(repr, (*MANNERS, CONSTANTS)))
            raise ScopeError(f"a palette has no manner {self.manner!r}", remedy=f"Write one of {known}.")
        for name, least in (("width", 1), ("bits", 1), ("length", 0), ("ordinary", 0)):
            number = getattr(self, name)
            if type(number) is not int or number < least:
                raise ScopeError(
                    f"the {name} of a palette has to be a number from {least} on, not {number!r}",
                    remedy=f"Write Palette(seed=0, {name}=8), say.",
                )

    def __str__(self) -> str:
        return f"palette {self.seed}"

    def random(self, purpose: str) -> Random:
        """Random numbers for one purpose, the same each time."""
        return Random(f"{self.seed} {self.manner} {purpose}")

    def scalars(self, kind: str, marks: Iterable[Any], keep: Keep = lambda value: True) -> list[Any]:
        """Different scalars of a type, as many as the palette is wide if so many are found that are to be kept.

        `marks` are those that refinements speak of: some are drawn between them.
        """
        random = self.random(kind)
        draw = Draws(random, self.manner, self.bits, [mark for mark in marks if type(mark) is int])
        found: dict[Any, Any] = {}
        for _ in range(_TRIES * self.width):
            value = draw.scalar(kind)
            if keep(value):
                found[identity_key(value)] = value
                if len(found) == self.width:
                    break
        return list(found.values())

    def chosen_constants(self, kinds: tuple[type, ...]) -> list[Any]:
        """The constants of some types, or some of them if there are more than the palette is wide."""
        own = [constant for constant in self.constants if type(constant) in kinds]
        return own if len(own) <= self.width else self.random("constants").sample(own, self.width)


class Draws:
    """Draws scalars in a manner."""

    def __init__(self, random: Random, manner: str, bits: int, marks: list[int]) -> None:
        self._random = random
        self._manner = manner
        self._bits = bits
        self._marks = sorted({*marks, 0}) if marks else []
        self._near = self._magnitude() if manner == "neighbours" else 0

    def scalar(self, kind: str) -> Any:
        return getattr(self, f"_{kind}")()

    def _int(self) -> int:
        random = self._random
        if self._marks and random.random() < 0.5:
            low, high = random.choice(self._marks), random.choice(self._marks)
            return random.randint(min(low, high), max(low, high))
        match self._manner:
            case "edges":
                power = 1 << random.randint(0, self._bits)
                if random.random() < 0.3:
                    power = 10 ** int(math.log10(power))
                edge = power + random.choice((-1, 0, 0, 1))
                return edge if random.random() < 0.6 else -edge
            case "neighbours" if random.random() < 0.7:
                near = self._near + random.randint(-3, 3)
                return near if random.random() < 0.9 else -near
        return self._magnitude()

    def _magnitude(self) -> int:
        random = self._random
        bits = random.randint(0, self._bits)
        number = random.getrandbits(bits) | (1 << bits >> 1)
        return number if random.random() < 0.6 else -number

    def _float(self) -> float:
        random = self._random
        if self._manner == "edges" and random.random() < 0.7:
            return random.choice(_FLOATS)
        whole = float(self._int())
        match random.randrange(4):
            case 0:
                return whole
            case 1:
                return whole / float(10 ** random.randint(1, 6))
            case 2:
                return math.nextafter(whole, random.choice((-math.inf, math.inf)))
        sign = random.choice((1, -1))
        return sign * math.ldexp(random.uniform(0.5, 1), random.randint(-1074, 1023) * self._bits // BITS)

    def _complex(self) -> complex:
        return complex(self._float(), self._float())

    def _decimal(self) -> Decimal:
        if self._manner == "edges" and self._random.random() < 0.5:
            return self._random.choice(_DECIMALS)
        return Decimal(self._int()).scaleb(-self._random.choice((0, 1, 2, 2, 5, 12)))

    def _fraction(self) -> Fraction:
        return Fraction(self._int(), abs(self._int()) or 1)

    def _date(self) -> datetime.date:
        return self._moment().date()

    def _datetime(self) -> datetime.datetime:
        moment = self._moment()
        match self._random.randrange(6):
            case 0:
                return moment.replace(tzinfo=datetime.UTC)
            case 1:
                hours = datetime.timedelta(hours=self._random.randint(-12, 14))
                return moment.replace(tzinfo=datetime.timezone(hours))
            case 2:
                return moment.replace(fold=1)
        return moment

    def _time(self) -> datetime.time:
        moment = self._moment().time()
        return moment if self._manner != "edges" else self._random.choice((*_TIMES, moment))

    def _timedelta(self) -> datetime.timedelta:
        unit = datetime.timedelta(**{self._random.choice(("microseconds", "seconds", "hours", "days")): 1})
        most = -(datetime.timedelta.min // unit)
        return unit * max(-most, min(self._int(), most))

    def _moment(self) -> datetime.datetime:
        """A leap day, the end of a month or a year, a night in which clocks are changed, or any day."""
        random = self._random
        year = random.choice((1, 4, 1582, 1900, 1970, 1999, 2000, 2023, 2024, 2100, 9999, random.randint(1, 9999)))
        match random.randrange(5):
            case 0:
                day = (2, 28 + (year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)))
            case 1:
                day = random.choice(((1, 1), (12, 31), (12, 30)))
            case 2:
                day = random.choice(((3, 31), (10, 31), (3, 29), (10, 25)))
            case _:
                day = (random.randint(1, 12), random.randint(1, 28))
        seconds = random.choice((0, 1, _SECONDS - 1, _SECONDS // 2, 9_000, random.randrange(_SECONDS)))
        microseconds = random.choice((0, 0, 1, 999_999))
        return datetime.datetime(year, *day) + datetime.timedelta(seconds=seconds, microseconds=microseconds)


_FLOATS = (
    *(0.0, -0.0, 1.0, -1.0, 0.1, 0.3, 1 / 3, 0.5, 1.5, 2.5, 1e-9, 1e16, 2.0**53, 2.0**53 - 1, 2.0**63, 1e22, 1e308),
    *(sys.float_info.epsilon, 1 + sys.float_info.epsilon, sys.float_info.min, 5e-324, sys.float_info.max),
    *(-sys.float_info.max, math.inf, -math.inf, math.nan),
)
_DECIMALS = tuple(
    Decimal(text)
    for text in ("0", "-0", "0.1", "0.005", "1.005", "-0.01", "1E-28", "1E+28", "99.995", "Infinity", "NaN")
)
_TIMES = (
    datetime.time(0),
    datetime.time(12),
    datetime.time(23, 59, 59, 999_999),
    datetime.time(2, 30, fold=1),
    datetime.time(0, 0, 0, 1),
)
