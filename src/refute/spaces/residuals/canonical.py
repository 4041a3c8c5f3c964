"""Canonical forms of types and conditions, by which queries are compared. Each is computed once for a space."""

from __future__ import annotations

from typing import Any

from refute.spaces.ground.grounding import Grounder
from refute.spaces.ground.types import Called, Either, Ground, Limited, Scalars
from refute.spaces.residuals.elimination import Terms
from refute.spaces.residuals.queries import conjuncts, pushed_into_elements, tightened
from refute.spaces.residuals.renaming import renamed
from refute.spaces.scope import Bound, Rules

_NOT_YET: Any = object()  # where None is an answer


class CanonicalForms:
    """The canonical forms of one scope, memoised."""

    def __init__(self, grounder: Grounder, rules: Rules) -> None:
        self._grounder = grounder
        self._rules = rules
        self._tightened: dict[Terms, Terms | None] = {}
        self._renamed: dict[Ground, tuple[Ground, tuple[Any, ...]] | None] = {}
        self._cut: dict[tuple[Ground, int], Ground] = {}

    def over_ranks(self, tp: Ground) -> tuple[Ground, tuple[Any, ...]] | None:
        """A type over ranks, and the scalars that these stand for; None where it cannot be built over ranks."""
        over_ranks: tuple[Ground, tuple[Any, ...]] | None = self._renamed.get(tp, _NOT_YET)
        if over_ranks is _NOT_YET:
            over_ranks = self._renamed[tp] = renamed(tp)
        return over_ranks

    def of(self, tp: Ground, required: Terms) -> tuple[Ground, Terms | None]:
        """A type without refinements, and the conditions on its values; None if one of them is false."""
        while isinstance(tp, Limited | Called):
            if isinstance(tp, Limited):
                required = tp.terms + required
                tp = tp.base
            else:
                tp = self._grounder.expand(tp)
        now = self._tightened.get(required, _NOT_YET)
        if now is _NOT_YET:
            found = conjuncts(self._grounder.reducer, required)
            found = None if found is None else tightened(self._grounder.reducer, found)
            now = self._tightened[required] = None if found is None else tuple(found)
        return (tp, now) if not now else pushed_into_elements(self._grounder, tp, now)

    def within_reach(self, tp: Ground, bound: Bound) -> Ground:
        """A type without the integers that SmallCheck's rule excludes at this depth."""
        inside = bound if isinstance(tp, Scalars | Either) else self._rules.inside(bound)
        reach = self._rules.reach(inside)
        if (tp, reach) not in self._cut:
            self._cut[tp, reach] = self._grounder.cut(tp, reach)
        return self._cut[tp, reach]
