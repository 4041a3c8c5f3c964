"""Languages of the texts that are, begin with, end with or contain a given text."""

from __future__ import annotations

from refute.logic.regular.language import ALL, Language, characters, concat, sequence


def literal(text: str) -> Language:
    return sequence(characters((ord(char), ord(char) + 1)) for char in text)


def starting(text: str) -> Language:
    return concat(literal(text), ALL)


def ending(text: str) -> Language:
    return concat(ALL, literal(text))


def containing(text: str) -> Language:
    return concat(ALL, starting(text))
