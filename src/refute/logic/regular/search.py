"""Searches, the payload of `found` terms: `re.match` and its like."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

from refute.logic.regular.pattern import How, language


class Search:
    """A search for a pattern: the language of the texts in which it succeeds, and the function that runs it."""

    __slots__ = ("_key", "language", "run")

    def __init__(self, how: How, pattern: str | bytes, flags: int) -> None:
        self.language = language(pattern, flags, how)
        self.run: Callable[[Any], Any] = getattr(re.compile(pattern, flags), how)
        self._key = (how, pattern, flags)

    def __call__(self, text: Any) -> Any:
        return self.run(text)

    def alphabet(self) -> tuple[str, ...]:
        return self.language.alphabet()

    def drawn_alphabet(self, random: Random, ready: str) -> tuple[str, ...]:
        return self.language.drawn_alphabet(random, ready)

    def shortest(self) -> int | None:
        return self.language.shortest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Search) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        how, pattern, _ = self._key
        return f"re.compile({pattern!r}).{how}"
