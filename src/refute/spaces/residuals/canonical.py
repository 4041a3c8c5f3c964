"""Canonical forms of types and conditions, by which queries are compared. Each is computed once for a space."""

from __future__ import annotations

from typing import Any

from refute.spaces.ground.grounding import Closer
from refute.spaces.ground.types import Called, Closed, Either, Limited, Scalars
from refute.spaces.residuals.elimination import Terms
from refute.spaces.residuals.queries import conjuncts, pushed_into_elements, tightened
from refute.spaces.residuals.renaming import renamed
from refute.spaces.scope import Bound, Rules

_NOT_YET: Any = object()  # where None is an answer


class CanonicalForms:
    """The canonical forms of one scope, memoised."""

    def __init__(self, closer: Closer, rules: Rules) -> None:
        self._closer = closer
        self._rules = rules
        self._tightened: dict[Terms, Terms | None] = {}
        self._renamed: dict[Closed, tuple[Closed, tuple[Any, ...]] | None] = {}
        self._cut: dict[tuple[Closed, int], Closed] = {}

    def over_ranks(self, tp: Closed) -> tuple[Closed, tuple[Any, ...]] | None:
        """A type over ranks, and the scalars that these stand for; None where it cannot be built over ranks."""
        over_ranks: tuple[Closed, tuple[Any, ...]] | None = self._renamed.get(tp, _NOT_YET)
        if over_ranks is _NOT_YET:
            over_ranks = self._renamed[tp] = renamed(tp)
        return over_ranks

    def of(self, tp: Closed, required: Terms) -> tuple[Closed, Terms | None]:
        """A type without refinements, and the conditions on its values; None if one of them is false."""
        while isinstance(tp, Limited | Called):
            if isinstance(tp, Limited):
                required = tp.terms + required
                tp = tp.base
            else:
                tp = self._closer.expand(tp)
        now = self._tightened.get(required, _NOT_YET)
        if now is _NOT_YET:
            found = conjuncts(self._closer.reducer, required)
            found = None if found is None else tightened(self._closer.reducer, found)
            now = self._tightened[required] = None if found is None else tuple(found)
        return (tp, now) if not now else pushed_into_elements(self._closer, tp, now)

    def within_reach(self, tp: Closed, bound: Bound) -> Closed:
        """A type without the integers that SmallCheck's rule excludes at this depth."""
        inside = bound if isinstance(tp, Scalars | Either) else self._rules.inside(bound)
        reach = self._rules.reach(inside)
        if (tp, reach) not in self._cut:
            self._cut[tp, reach] = self._closer.cut(tp, reach)
        return self._cut[tp, reach]
