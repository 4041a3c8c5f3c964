"""The payload of a `found` term: a search for a pattern in a text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from refute.logic.regular.pattern import How, language


class Search:
    """The payload of `found`: a pattern looked for in a text, as a language and as what to run."""

    __slots__ = ("_key", "language", "run")

    def __init__(self, how: How, pattern: str | bytes, flags: int) -> None:
        self.language = language(pattern, flags, how)
        self.run: Callable[[Any], Any] = getattr(re.compile(pattern, flags), how)
        self._key = (how, pattern, flags)

    def __call__(self, text: Any) -> Any:
        return self.run(text)

    def alphabet(self) -> tuple[str, ...]:
        return self.language.alphabet()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Search) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        how, pattern, _ = self._key
        return f"re.{how} {pattern!r}"
