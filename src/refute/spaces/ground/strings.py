"""Strings and bytes: a small alphabet, the characters that refinements mention, and landmarks.

A scope of n admits all texts of up to n characters over the alphabet, shortest first, and the landmarks: empty, a
space, a line break, quotes, NUL, a combining sequence, a character beyond the basic plane, and constants refinements
mention. With a palette, letters and words are its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, cast

from refute.logic.regular.language import Language
from refute.logic.terms.term import Constant, Term, subterms
from refute.spaces.ground.letters import KNOWN_LETTERS, letters_and_words
from refute.spaces.ground.palette import Palette

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

_LONGER = 3  # than the shortest that a regular expression matches, texts of palettes are at least
_LONGEST = 60  # of these, to which texts are made longer


def alphabet_and_landmarks(
    kind: str, length: int, marks: Iterable[Constant] | None, terms: Iterable[Term], own: str | None = None
) -> tuple[list[Any], list[Any]]:
    """The alphabet of texts up to a length, and the landmarks that are not among these. `own` are the letters of the
    scope, of which bytes have those of Latin-1."""
    letters = [] if own else list(_LETTERS[kind])
    for char in (*(own or ()), *_mentioned(terms)):
        letter = char if kind == "str" else ord(char)
        if letter not in letters and (kind == "str" or ord(char) < 256):
            letters.append(letter)
    landmarks: list[Any] = []
    if marks is not None:
        landmarks += [*_LANDMARKS[kind], *_near(kind, marks)]
    return letters, _beside(landmarks, letters, length)


def text_of_palette(
    kind: str, palette: Palette, marks: Iterable[Constant], terms: Sequence[Term]
) -> tuple[list[Any], list[Any], int]:
    """The alphabet that a palette has for texts, its words that are not over that, and how long texts over it are."""
    random = palette.random(f"letters of {kind}")
    mentioned = [char for term in terms for part in subterms(term) for char in _drawn_characters(part, random)]
    known = [*_mentioned(terms), *mentioned]
    letters, words = letters_and_words(palette, kind, known)
    length = max([palette.length, *(shortest + _LONGER for shortest in _shortest(terms))])
    if kind == "str":
        return letters, _beside(["", *words, *_near(kind, marks)], letters, length), length
    codes = [ord(letter) for letter in letters if ord(letter) < 256]
    texts = [word.encode("latin-1") for word in words]
    return codes, _beside([b"", *texts, *_near(kind, marks)], codes, length), length


def _beside(texts: Iterable[Any], letters: Sequence[Any], length: int) -> list[Any]:
    """Those that are no texts up to a length over an alphabet."""
    return sorted([one for one in dict.fromkeys(texts) if len(one) > length or not set(one) <= set(letters)], key=len)


def _near(kind: str, marks: Iterable[Constant]) -> list[Any]:
    """Texts that refinements mention, and what is nearly one."""
    texts: list[Any] = [mark.value for mark in marks]
    more = "a" if kind == "str" else b"a"
    marked = sorted(texts, key=lambda text: (len(text), text))
    return [near for mark in marked for near in (mark[:-1], mark, mark + more)]


def _mentioned(terms: Iterable[Term]) -> list[str]:
    return list(dict.fromkeys(char for term in terms for part in subterms(term) for char in _characters(part)))


def _shortest(terms: Sequence[Term]) -> Iterator[int]:
    """How long texts are at least that regular expressions match."""
    for term in terms:
        for part in subterms(term):
            if part.op in ("match", "found"):
                yield min(cast(Language, part.data).shortest() or 0, _LONGEST)


def _drawn_characters(term: Term, random: Random) -> Iterable[str]:
    """Characters from all over what a part of a refinement speaks of."""
    if term.op in ("match", "found"):
        return cast(Language, term.data).drawn_alphabet(random, KNOWN_LETTERS)
    if term.op == "method" and str(term.data) in _CLASSES:
        known = [char for char in KNOWN_LETTERS if getattr(char, str(term.data))()]
        return random.sample(known, min(3, len(known)))
    return ""


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
