"""Dates in a solver's words: their parts, and a number in their order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from refute.logic.smt_text import Untranslatable
from refute.logic.terms import Term

if TYPE_CHECKING:
    from refute.logic.smt import Translator


@dataclass(frozen=True)
class Day:
    """A date: its parts, which is what refinements ask for."""

    year: Any
    month: Any
    day: Any

    @property
    def place(self) -> Any:
        """A number in the order of dates."""
        return (self.year * 12 + self.month) * 31 + self.day


def attribute(t: Translator, term: Term) -> Any:
    value = t.expression(term.args[0])
    if isinstance(value, Day) and term.data in ("year", "month", "day"):
        return getattr(value, str(term.data))
    raise Untranslatable(f"the attribute {term.data}")


DATES: dict[str, Callable[[Translator, Term], Any]] = {
    "attr": attribute,
}
