"""Encoding of texts and regular languages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import z3

from refute.logic.regular.character_sets import END, Bounds, all_of, any_of
from refute.logic.regular.language import Characters, Complement, Concat, Intersection, Language, Repeat, Union

_BEYOND = 0x30000  # the first code point that texts of Z3 cannot hold
_COMMON: Bounds = (32, 127)
_MOST_BOUNDS = 24  # a set of more intervals is not solved in any reasonable time
_RARE = 0x20000  # conditions that distinguish characters from here on have no exact encoding


class Untranslatable(Exception):
    """A term without an encoding."""


@dataclass(frozen=True)
class Octets:
    """Bytes, as a text of the characters with these codes."""

    text: Any


def any_octets() -> z3.ReRef:
    return z3.Star(_characters((0, 256)))


def is_rare(text: str) -> bool:
    """Whether a text contains characters that have no exact encoding."""
    return any(ord(char) >= _RARE for char in text)


def letters() -> list[str]:
    """The printable ASCII characters."""
    return [chr(code) for code in range(*_COMMON)]


def text_value(text: str) -> z3.SeqRef:
    if any(ord(char) >= _BEYOND for char in text):
        raise Untranslatable("a character that the solver does not have")
    return z3.StringVal(text.replace("\\", "\\u{5c}"))  # Z3 interprets escapes


def text_of(value: z3.SeqRef) -> str:
    """The value of a string literal, which Z3 writes with escapes."""
    return re.sub(r"\\u\{([0-9a-fA-F]+)\}", lambda found: chr(int(found[1], 16)), value.as_string())


@lru_cache(maxsize=256)
def language_of(language: Language, narrow: bool = False) -> tuple[z3.ReRef, bool]:
    """A regular expression of Z3 for a language, and whether it is exact.

    With `narrow`, sets of characters are restricted to the common ones, if they have any: `\\d` has hundreds.
    """
    return _expression(language, narrow), not narrow and _is_exact(language)


def _expression(language: Language, narrow: bool) -> Any:
    match language:
        case Characters(bounds=bounds):
            common = all_of([bounds, _COMMON]) if narrow else ()
            if not common and len(bounds) > _MOST_BOUNDS:
                raise Untranslatable("a set of characters in very many stretches")
            return _characters(common or bounds)
        case Concat(left=left, right=right):
            parts = [left]
            while isinstance(right, Concat):
                parts.append(right.left)
                right = right.right
            return z3.Concat(*[_expression(part, narrow) for part in (*parts, right)])
        case Repeat(body=body, low=low, high=high):
            return _repeated(body, low, high, narrow)
        case Union(parts=parts):
            return z3.Union(*[_expression(part, narrow) for part in parts])
        case Intersection(parts=parts):
            return z3.Intersect(*[_expression(part, narrow) for part in parts])
        case Complement(parts=(body,)):
            return z3.Complement(_expression(body, False))
    raise Untranslatable("a pattern that looks around")


def one_of(chars: Iterable[str]) -> Any:
    """The texts of one of these characters."""
    codes = sorted({ord(char) for char in chars})
    return _characters(any_of([(code, code + 1) for code in codes]) if codes else ())


def anything() -> z3.ReRef:
    return z3.Full(z3.ReSort(z3.StringSort()))


def _characters(bounds: Bounds) -> Any:
    ranges = [
        z3.Range(_letter(low), _letter(min(high, _BEYOND) - 1))
        for low, high in zip(bounds[::2], bounds[1::2], strict=True)
        if low < _BEYOND
    ]
    if not ranges:
        return z3.Empty(z3.ReSort(z3.StringSort()))
    return ranges[0] if len(ranges) == 1 else z3.Union(*ranges)


def _letter(code: int) -> Any:
    return z3.Unit(z3.CharVal(code))


def _repeated(body: Language, low: int, high: int | None, narrow: bool) -> Any:
    if high == 0:
        return z3.Re("")
    inner = _expression(body, narrow)
    if high is not None:
        return z3.Loop(inner, low, high)
    star = z3.Star(inner)
    if low == 0:
        return star
    return z3.Plus(inner) if low == 1 else z3.Concat(z3.Loop(inner, low, low), star)


def _is_exact(language: Language) -> bool:
    if isinstance(language, Characters):
        return all(flip <= _RARE or flip == END for flip in language.bounds)
    return all(map(_is_exact, language.parts))
