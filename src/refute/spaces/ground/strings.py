"""Strings and bytes: a small alphabet, the characters that refinements mention, and landmarks.

A scope of n admits all texts of up to n characters over the alphabet, shortest first, and the landmarks: empty, a
space, a line break, quotes, NUL, a combining sequence, a character beyond the basic plane, and constants refinements
mention.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from refute.logic.regular.language import Language
from refute.logic.terms.term import Constant, Term, subterms

_LETTERS: dict[str, tuple[Any, ...]] = {"str": ("a", "b"), "bytes": (0x61, 0x00)}
_LANDMARKS: dict[str, tuple[Any, ...]] = {
    "str": ("", " ", "\n", '"', "'", "\0", "é", "e\u0301", "\U0001f600"),
    "bytes": (b"", b" ", b"\r\n", b"\x80", b"\xff"),
}
# Characters for which a predicate on the characters of a text holds.
_CLASSES = {
    "isdigit": "01",
    "isdecimal": "01",
    "isnumeric": "01",
    "isalnum": "a0",
    "isupper": "AB",
    "istitle": "Aa",
    "isspace": " ",
    "isascii": "a",
    "isprintable": "a",
    "isidentifier": "a_0",
}


def alphabet_and_landmarks(
    kind: str, length: int, marks: Iterable[Constant] | None, terms: Iterable[Term]
) -> tuple[list[Any], list[Any]]:
    """The alphabet of texts up to a length, and the landmarks that are not among these."""
    letters = list(_LETTERS[kind])
    for term in terms:
        for part in subterms(term):
            for char in _characters(part):
                letter = char if kind == "str" else ord(char)
                if letter not in letters and (kind == "str" or ord(char) < 256):
                    letters.append(letter)
    landmarks: list[Any] = []
    if marks is not None:
        landmarks += _LANDMARKS[kind]
        texts: list[Any] = [mark.value for mark in marks]
        for mark in sorted(texts, key=lambda text: (len(text), text)):
            landmarks += [mark[:-1], mark, mark + ("a" if kind == "str" else b"a")]
    landmarks = [text for text in dict.fromkeys(landmarks) if len(text) > length or not set(text) <= set(letters)]
    return letters, sorted(landmarks, key=len)


def _characters(term: Term) -> Iterable[str]:
    """Characters that a part of a refinement mentions."""
    if term.op in ("match", "found"):
        return cast(Language, term.data).alphabet()
    if term.op == "const" and isinstance(term.data, Constant):
        value = term.data.value
        return value if isinstance(value, str) else value.decode("latin-1") if isinstance(value, bytes) else ""
    if term.op == "method":
        return _CLASSES.get(str(term.data), "")
    return ""
