"""Letters that code tells apart are those in its constants and of the classes that it asks for."""

from __future__ import annotations

import re
import string
from collections.abc import Callable
from typing import Any

import pytest

from refute.judge.calls.code.called import called_code
from refute.judge.calls.code.letters import MOST_LETTERS, telling_letters

HEX = re.compile(r"0x[0-9]")
MARKS = {"#": 1, "@": 2}


def asks_nothing(text: str) -> str:
    return text + text


def separates(text: str) -> list[str]:
    return text.split(",")


def looks_up(text: str) -> int:
    return MARKS.get(text, 0)


def asks_for_classes(text: str) -> bool:
    return text.isdigit() or text.isupper() or text.isspace()


def matches(text: str) -> bool:
    return re.match(r"[x-z]\d", text) is not None


def matches_elsewhere(text: str) -> bool:
    return HEX.match(text) is not None


def complains(text: str) -> str:
    if not text:
        raise ValueError("there has to be a text, Mister")
    return text


def counts_vowels(text: str) -> int:
    return sum(letter in "AEIOU" for letter in text)


def links(text: str) -> bool:
    return text.startswith("https://")


def of_a_library(text: str) -> bool:
    return all(letter in string.digits for letter in text)


def knows_many(text: str) -> bool:
    return text in ("!", "?", ";", ":", "+", "=", "*", "~", "^")


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (asks_nothing, ""),
        (complains, ""),
        (separates, "ab ,"),
        (looks_up, "ab#@"),
        (asks_for_classes, "ab0 A"),
        (matches, "abxz07"),
        (matches_elsewhere, "abx09"),
        (counts_vowels, "abAU"),
        (links, "ab/:"),
        (of_a_library, "ab09"),
        (knows_many, "ab!+:;=?"),
    ],
)
def test_the_simplest_of_each_kind_come_first(function: Callable[..., Any], expected: str) -> None:
    found = telling_letters(called_code([function], __name__), "ab")
    assert set(found) == set(expected)
    assert len(found) == len(set(found)) <= MOST_LETTERS
    assert found == expected
