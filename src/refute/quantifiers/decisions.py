"""How quantifiers were decided, recorded for those who report it."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from refute.errors import RefuteError
from refute.logic.reading.source import find_source
from refute.logic.terms.wording import worded
from refute.quantifiers.ranges import Range
from refute.spaces.runtime import PerThread

ENOUGH = {"forall": 1, "exists": 1, "exists_unique": 2}  # values that settle it
_MOST_RECORDED = 50


@dataclass(frozen=True)
class Decision:
    """How a quantifier was decided."""

    quantifier: str
    type: str  # as the one who asked calls it
    predicate: Callable[[Any], object]
    range: Range
    found: tuple[int, ...]  # the values that settle it, by their indices
    inner: tuple[Decision, ...] = ()  # what was asked for the last of these
    raised: bool = False  # instead of being decided, for the last of these
    told: bool = False  # how far to go was said by the one who asked

    @property
    def holds(self) -> bool:
        return not self.found if self.quantifier == "forall" else len(self.found) == 1

    @property
    def open(self) -> bool:
        """Whether values that were not tried might change it."""
        return not self.settled and not self.range.complete

    @property
    def settled(self) -> bool:
        return self.raised or len(self.found) == ENOUGH[self.quantifier]

    @property
    def text(self) -> str:
        return f"{self.quantifier}({self.type}, {_shown_predicate(self.predicate)})"

    def values(self) -> list[Any]:
        """Those that settle it, as they were before the predicate saw them."""
        return [self.range.space[index] for index in self.found]


def _no_decisions() -> deque[Decision | RefuteError]:
    return deque(maxlen=_MOST_RECORDED)


# How quantifiers were decided in this thread, or why they could not be, since someone last cleared it; not those inside
# others.
recorded = PerThread(_no_decisions)


def _shown_predicate(predicate: Callable[[Any], object]) -> str:
    name = getattr(predicate, "__name__", type(predicate).__name__)
    if name != "<lambda>":
        return str(name)
    source = find_source(predicate)
    return "…" if source is None or not isinstance(source.node, ast.Lambda) else worded(source.node)
