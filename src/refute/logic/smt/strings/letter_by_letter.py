"""Texts encoded character by character: their length is fixed, and the code of every character is an integer.

A text that depends on others has several possible spellings, each under a condition. A language is unrolled as an
automaton of derivatives, one step for each character. Queries are answered much quicker than those on Z3's strings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import z3

from refute.logic.regular.language import Language
from refute.logic.smt.strings.any_length import Texts
from refute.logic.smt.strings.encoding import Untranslatable

Codes = tuple[Any, ...]
_MOST_SPELLINGS = 300
_MOST_STATES = 200  # derivatives of a language after one character


@dataclass(frozen=True)
class Spelled:
    """The possible spellings of a text, each with its condition, exactly one of which holds."""

    options: tuple[tuple[Any, Codes], ...]

    @property
    def codes(self) -> Codes:
        """The codes of a text with one spelling, such as an unknown."""
        ((_, codes),) = self.options
        return codes


def unknown_text(name: str, length: int) -> Spelled:
    return _plain(tuple(z3.Int(f"{name}.{place}") for place in range(length)))


def _plain(codes: Codes) -> Spelled:
    return Spelled(((z3.BoolVal(True), codes),))


def _merged(options: list[tuple[Any, Codes]]) -> Spelled:
    """Options that may hold, those with equal spellings joined."""
    found: dict[Codes, list[Any]] = defaultdict(list)
    for condition, codes in options:
        if not z3.is_false(condition):
            found[codes].append(condition)
    if not 0 < len(found) <= _MOST_SPELLINGS:
        raise Untranslatable("a text with very many spellings")
    return Spelled(tuple((z3.Or(*conditions), codes) for codes, conditions in found.items()))


class LetterByLetter(Texts):
    """Operations on texts over an alphabet."""

    def __init__(self, alphabet: Sequence[str]) -> None:
        super().__init__()
        self._alphabet = alphabet
        self._ranks = {char: rank for rank, char in enumerate(sorted(alphabet))}
        self._bounds: dict[frozenset[str], list[tuple[int, int]]] = {}

    def value(self, text: str) -> Spelled:
        return _plain(tuple(z3.IntVal(ord(char)) for char in text))

    def is_text(self, value: Any) -> bool:
        return isinstance(value, Spelled)

    def spelling(self, text: Spelled) -> Codes:
        if len(text.options) != 1:
            raise Untranslatable("the characters of a text that has several spellings")
        return text.codes

    def letters(self) -> Sequence[str]:
        return self._alphabet

    def length(self, text: Spelled) -> Any:
        return self._by_spelling(text, lambda codes: z3.IntVal(len(codes)))

    def equal(self, a: Spelled, b: Spelled) -> Any:
        return self._when(a, b, _same)

    def before(self, a: Spelled, b: Spelled) -> Any:
        return self._when(a, b, _before)

    def chosen(self, condition: Any, a: Spelled, b: Spelled) -> Spelled:
        first = [(z3.And(condition, given), codes) for given, codes in a.options]
        second = [(z3.And(z3.Not(condition), given), codes) for given, codes in b.options]
        return _merged(first + second)

    def joined(self, parts: Sequence[Spelled]) -> Spelled:
        found = parts[0]
        for part in parts[1:]:
            found = _merged([(z3.And(x, y), (*a, *b)) for x, a in found.options for y, b in part.options])
        return found

    def part(self, text: Spelled, start: Any, stop: Any) -> Spelled:
        options = []
        for given, codes in text.options:
            places = range(len(codes) + 1)
            begins = [place for place in places if not z3.is_false(z3.simplify(start == place))]
            ends = [place for place in places if not z3.is_false(z3.simplify(stop == place))]
            if len(begins) * len(ends) > _MOST_SPELLINGS:
                raise Untranslatable("a text with very many spellings")
            options += [
                (z3.simplify(z3.And(given, start == begin, stop == end)), codes[begin:end])
                for begin in begins
                for end in ends
            ]
            outside = z3.Or(start < 0, start > len(codes), stop < 0, stop > len(codes))
            options.append((z3.simplify(z3.And(given, outside)), ()))
        return _merged(options)

    def code(self, text: Spelled) -> Any:
        return self._by_spelling(text, lambda codes: codes[0] if len(codes) == 1 else z3.IntVal(-1))

    def letter(self, code: Any) -> Spelled:
        return _plain((code,))

    def contains(self, whole: Spelled, part: Spelled) -> Any:
        return self._when(whole, part, lambda codes, sought: z3.Or(*_met(codes, sought)))

    def begins(self, whole: Spelled, part: Spelled) -> Any:
        return self._when(whole, part, lambda codes, sought: _same(codes[: len(sought)], sought))

    def ends(self, whole: Spelled, part: Spelled) -> Any:
        return self._when(whole, part, lambda codes, sought: _same(codes[max(len(codes) - len(sought), 0) :], sought))

    def found(self, whole: Spelled, part: Spelled, start: Any) -> Any:
        def place(codes: Codes, sought: Codes) -> Any:
            found = z3.IntVal(-1)
            for at, here in reversed(list(enumerate(_met(codes, sought)))):
                found = z3.If(z3.And(start <= at, here), z3.IntVal(at), found)
            return found

        return self._chain(whole, part, place)

    def found_last(self, whole: Spelled, part: Spelled) -> Any:
        def place(codes: Codes, sought: Codes) -> Any:
            found = z3.IntVal(-1)
            for at, here in enumerate(_met(codes, sought)):
                found = z3.If(here, z3.IntVal(at), found)
            return found

        return self._chain(whole, part, place)

    def member(self, text: Spelled, language: Language) -> tuple[Any, bool]:
        walked = [z3.And(given, self._walked(codes, language)) for given, codes in text.options]
        return z3.Or(*walked), False

    def _walked(self, codes: Codes, language: Language) -> Any:
        """Whether the derivative of a language by all characters is nullable."""
        states: dict[Language, Any] = {language: z3.BoolVal(True)}
        for place, code in enumerate(codes, start=1):
            after: dict[Language, list[Any]] = defaultdict(list)
            for state, here in states.items():
                leads: dict[Language, list[str]] = defaultdict(list)
                for char in self._alphabet:
                    leads[state.derivative(char)].append(char)
                for state_after, chars in leads.items():
                    if not state_after.empty and (state_after.shortest() or 0) <= len(codes) - place:
                        after[state_after].append(z3.And(here, self._one_of(code, chars)))
            if len(after) > _MOST_STATES:
                raise Untranslatable("a language of very many states")
            states = {state: z3.simplify(z3.Or(*ways)) for state, ways in after.items()}
        return z3.Or(*[here for state, here in states.items() if state.nullable])

    def all_of(self, text: Spelled, chars: Sequence[str]) -> Any:
        return self._by_spelling(text, lambda codes: z3.And(*[self._one_of(code, chars) for code in codes]))

    def some_of(self, text: Spelled, chars: Sequence[str]) -> Any:
        return self._by_spelling(text, lambda codes: z3.Or(*[self._one_of(code, chars) for code in codes]))

    def stripped(self, text: Spelled, chars: str, *, left: bool, right: bool) -> tuple[Spelled, list[Any]]:
        options: list[tuple[Any, Codes]] = []
        for given, codes in text.options:
            goes = [self._one_of(code, chars, anywhere=True) for code in codes]
            for begin in range(len(codes) + 1) if left else (0,):
                for end in range(begin, len(codes) + 1) if right else (len(codes),):
                    if begin == end and begin < len(codes) and left:
                        continue  # a text that is stripped entirely has one option, not one for each position
                    gone = z3.And(*goes[:begin], *goes[end:])
                    stays = [z3.Not(goes[begin])] if left and begin < end else []
                    stays += [z3.Not(goes[end - 1])] if right and begin < end else []
                    options.append((z3.And(given, gone, *stays), codes[begin:end]))
        return _merged(options), []

    def number(self, text: Spelled) -> Any:
        def value(codes: Codes) -> Any:
            return z3.Sum(*[(code - 48) * 10**place for place, code in enumerate(reversed(codes))], z3.IntVal(0))

        return self._by_spelling(text, value)

    def digits(self, number: Any) -> Spelled:
        raise Untranslatable("a number spelled out letter by letter")

    def mapped(self, text: Spelled, table: dict[str, str]) -> Spelled:
        options: list[tuple[Any, Codes]] = []
        for given, codes in text.options:
            options.append((given, tuple(_exchanged(code, table) for code in codes)))
        return _merged(options)

    def possible(self, text: Spelled, *, octets: bool) -> list[Any]:
        """The conditions that a text consists of characters of the alphabet, of bytes below 256."""
        chars = [char for char in self._alphabet if not octets or ord(char) < 256]
        return [self._one_of(code, chars, anywhere=True) for code in text.codes]

    # -- spellings ---------------------------------------------------------------------------------------------------

    def _one_of(self, code: Any, chars: Sequence[str], *, anywhere: bool = False) -> Any:
        """Whether a character is one of these. It is known to be in the alphabet, unless it may be `anywhere`."""
        if z3.is_int_value(code):
            return z3.BoolVal(chr(code.as_long()) in chars)
        if not anywhere and len(chars) == len(self._alphabet):
            return z3.BoolVal(True)
        bounds = _stretches(sorted(map(ord, chars))) if anywhere else self._stretches(frozenset(chars))
        return z3.Or(*[code == low if low == high else z3.And(low <= code, code <= high) for low, high in bounds])

    def _stretches(self, chars: frozenset[str]) -> list[tuple[int, int]]:
        """Intervals of codes that contain these characters of the alphabet and no others."""
        found = self._bounds.get(chars)
        if found is None:
            letters = sorted(char for char in chars if char in self._ranks)
            ranks = _stretches([self._ranks[char] for char in letters])
            first = {self._ranks[char]: ord(char) for char in letters}
            found = self._bounds[chars] = [(first[low], first[high]) for low, high in ranks]
        return found

    def _by_spelling(self, text: Spelled, value: Callable[[Codes], Any]) -> Any:
        *others, (_, codes) = text.options
        found = value(codes)
        for given, spelling in others:
            found = z3.If(given, value(spelling), found)
        return found

    def _when(self, a: Spelled, b: Spelled, holds: Callable[[Codes, Codes], Any]) -> Any:
        pairs = [z3.And(x, y, holds(first, second)) for x, first in a.options for y, second in b.options]
        return z3.Or(*pairs)

    def _chain(self, a: Spelled, b: Spelled, value: Callable[[Codes, Codes], Any]) -> Any:
        return self._by_spelling(a, lambda codes: self._by_spelling(b, lambda others: value(codes, others)))


def _exchanged(code: Any, table: dict[str, str]) -> Any:
    found = code
    for old, new in table.items():
        if old != new:
            found = z3.If(code == ord(old), z3.IntVal(ord(new)), found)
    return found


def _stretches(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Ascending numbers as intervals, by their first and last number."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and found[-1][1] == number - 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found


def _same(a: Codes, b: Codes) -> Any:
    if len(a) != len(b):
        return z3.BoolVal(False)
    return z3.And(*[x == y for x, y in zip(a, b, strict=True)])


def _before(a: Codes, b: Codes) -> Any:
    """Lexicographic order."""
    found = z3.BoolVal(len(a) < len(b))
    for x, y in reversed(list(zip(a, b, strict=False))):
        found = z3.Or(x < y, z3.And(x == y, found))
    return found


def _met(codes: Codes, sought: Codes) -> list[Any]:
    """For each position where a part may occur, the condition that it does."""
    return [_same(codes[at : at + len(sought)], sought) for at in range(len(codes) - len(sought) + 1)]
