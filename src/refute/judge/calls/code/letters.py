"""Letters that code can tell apart: those in its constants, and one of each class of characters that it asks for.

A scope with texts over these has more to show than one with longer texts over two letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from string import ascii_lowercase, ascii_uppercase, digits, punctuation

from refute.judge.calls.code.called import Called
from refute.judge.calls.code.constants import uses, values_of
from refute.logic.regular.examples import examples

MOST_LETTERS = 8
_SIMPLEST = ascii_lowercase + digits + " " + ascii_uppercase + punctuation + "\n\t"
_SHORT = 3  # characters of a text that is not there to be read
_LONGEST_SET = 36  # characters: all letters and digits
_CASES = ("isupper", "islower", "istitle", "upper", "lower", "swapcase", "casefold", "title", "capitalize")
_NUMBERS = ("float", "complex", "Decimal", "Fraction")
# What names in code ask for, or tell from other characters.
_ASKED = {
    **dict.fromkeys(("isdigit", "isdecimal", "isnumeric", "isalpha"), "0"),
    **dict.fromkeys(_CASES, "A"),
    **dict.fromkeys(("isspace", "strip", "lstrip", "rstrip", "split", "rsplit"), " "),
    **dict.fromkeys(_NUMBERS, "0.-"),
    **dict.fromkeys(("isascii", "encode", "normalize"), "é"),
    **dict.fromkeys(("fromisoformat", "strptime", "int"), "0-"),
    "isalnum": "0-",
    "isidentifier": "0_",
    "isprintable": "\n",
    "splitlines": "\n",
    "expandtabs": "\t",
    "zfill": "0-",
}


def telling_letters(code: Iterable[Called], plain: str) -> str:
    """Some plain letters and those that code can tell from them, the simplest first; none where it tells none.

    Single characters come first, then classes that are asked for, then what is in short texts and patterns.
    """
    called = list(code)
    found = dict.fromkeys(plain)
    for letter in (*_single(called), *_asked(called), *_in_patterns(called), *_in_texts(called)):
        if len(found) < MOST_LETTERS and not "\ud800" <= letter <= "\udfff":
            found[letter] = None
    telling = "".join(sorted(list(found)[len(plain) :], key=_rank))
    return plain + telling if telling else ""


def _rank(letter: str) -> tuple[int, str]:
    place = _SIMPLEST.find(letter)
    return (place if place >= 0 else len(_SIMPLEST)), letter


def _single(code: Iterable[Called]) -> Iterator[str]:
    return (text for _, text in _texts(code) if len(text) == 1)


def _asked(code: Iterable[Called]) -> Iterator[str]:
    return (letter for called in code for name in called.code.co_names for letter in _ASKED.get(name, ""))


def _in_patterns(code: Iterable[Called]) -> Iterator[str]:
    for called, text in _texts(code):
        if _is_pattern(called, text):
            yield from (letter for example in examples(text) for letter in example)


def _in_texts(code: Iterable[Called]) -> Iterator[str]:
    """What is in short texts; the first and the last of a set of characters; punctuation of words such as `https://`."""
    for called, text in _texts(code):
        if _is_pattern(called, text) or " " in text.strip():
            continue
        if len(text) <= _SHORT:
            yield from text
        elif len(set(text)) == len(text) <= _LONGEST_SET and not text.islower():
            yield from (text[0], text[-1])
        else:
            yield from (letter for letter in text if letter in punctuation)


def _texts(code: Iterable[Called]) -> Iterator[tuple[Called, str]]:
    for called in code:
        for value in values_of(called):
            if type(value) is str:
                yield called, value
            elif type(value) is bytes:
                yield called, value.decode("latin-1")


def _is_pattern(called: Called, text: str) -> bool:
    return uses(called, re) and re.escape(text) != text and bool(examples(text))
