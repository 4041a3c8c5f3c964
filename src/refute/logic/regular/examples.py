"""Texts that a regular expression matches, read off its parse tree.

Nothing is matched and no language is built: an example is a guess, made in microseconds. Assertions other than those of
the ends are passed over.

    >>> examples(r"(GET|PUT) /v[0-9]{2}/\\w+$")
    ['GET /v00/a', 'PUT /v99/00']
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

_BY_CATEGORY: dict[Any, str] = {
    op.CATEGORY_DIGIT: "07",
    op.CATEGORY_NOT_DIGIT: "a ",
    op.CATEGORY_SPACE: " \n",
    op.CATEGORY_NOT_SPACE: "a0",
    op.CATEGORY_WORD: "a0",
    op.CATEGORY_NOT_WORD: " -",
}
_OTHERS = "a0 -é"  # of which one is in a negated set
_LONGEST_PATTERN = 1_000  # characters
_LONGEST = 500  # of an example and of each part, which are cut off there: back references make parts longer and longer


def examples(pattern: str, flags: int = 0) -> list[str]:
    """Two texts, by the first and the last of what each part leaves open; none if it is no regular expression."""
    if len(pattern) > _LONGEST_PATTERN:
        return []
    try:
        parsed = _parser.parse(pattern, flags)
        return list(dict.fromkeys(_Example(last).sequence(parsed) for last in (False, True)))
    except (re.error, OverflowError, RecursionError, ValueError):
        return []


class _Example:
    """One text: with the first alternatives and fewest repetitions, or with the last ones and one more of each."""

    def __init__(self, last: bool) -> None:
        self._last = last
        self._groups: dict[int, str] = {}

    def sequence(self, items: Iterable[tuple[Any, Any]]) -> str:
        text = ""
        for operator, argument in items:
            if len(text) >= _LONGEST:
                break
            text += self._item(operator, argument)
        return text[:_LONGEST]

    def _item(self, operator: Any, argument: Any) -> str:
        match operator:
            case op.LITERAL:
                return chr(argument)
            case op.NOT_LITERAL:
                return self._other([(op.LITERAL, argument)])
            case op.ANY:
                return "0" if self._last else "a"
            case op.IN:
                return self._other(argument[1:]) if argument[0][0] is op.NEGATE else self._member(argument)
            case op.BRANCH:
                return self.sequence(argument[1][-1 if self._last else 0])
            case op.SUBPATTERN:
                number, _, _, inner = argument
                self._groups[number] = self.sequence(inner)
                return self._groups[number]
            case op.GROUPREF:
                return self._groups.get(argument, "")
            case op.MAX_REPEAT | op.MIN_REPEAT | op.POSSESSIVE_REPEAT:
                low, high, inner = argument
                part = self.sequence(inner)
                times: int = min(low + 1 if self._last else low, high)
                return part * min(times, _LONGEST // max(len(part), 1))
            case op.ATOMIC_GROUP:
                return self.sequence(argument)
        return ""

    def _member(self, items: list[tuple[Any, Any]]) -> str:
        operator, argument = items[-1 if self._last else 0]
        if operator is op.CATEGORY:
            return _BY_CATEGORY[argument][self._last]
        return chr(argument[self._last]) if operator is op.RANGE else chr(argument)

    def _other(self, items: list[tuple[Any, Any]]) -> str:
        """A character that is in none of some sets, as far as the usual ones are."""
        letters = reversed(_OTHERS) if self._last else iter(_OTHERS)
        return next((one for one in letters if not any(_has(item, one) for item in items)), "")


def _has(item: tuple[Any, Any], character: str) -> bool:
    operator, argument = item
    if operator is op.CATEGORY:
        return character in _BY_CATEGORY[argument]
    low, high = argument if operator is op.RANGE else (argument, argument)
    return bool(low <= ord(character) <= high)
