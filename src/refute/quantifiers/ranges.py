"""How far a type goes where it is quantified over: the scopes in which its values are tried, built when needed.

A quantifier is asked anew for every input of a test, and what it ranges over depends on its type alone: it gives the
same answer in a scope of any size, in a program that shows a finding again, and on real calls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from refute.errors import EmptyTypeError, ScopeError
from refute.logic.reading.predicates import Predicate
from refute.spaces.inhabitants import refuse_functions, space_of
from refute.spaces.residuals.emptiness import refuse_empty
from refute.spaces.scope import Scope
from refute.spaces.space import Space
from refute.types.membership import holds
from refute.types.model import Anything, Atom, Data, Finite, Named, Open, Refined, TupleOf, Type, Union, walk
from refute.types.reading.annotations import Reader
from refute.types.reading.context import Context

MOST_VALUES = 500_000  # of a range


@dataclass(frozen=True)
class Reach:
    """The largest of some sizes at which a type has no more than so many values."""

    sizes: tuple[int, ...]
    values: int


NARROW = Reach((0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20), 400)
WIDER = Reach((*NARROW.sizes, 30, 50, 100, 200, 500), 1_100)
WIDEST = Reach((*WIDER.sizes, 1_000), 2_500)
# Where a condition on a part of the type can only be run, each step takes many times as long as the one before.
_LARGEST_OPAQUE = 3


class Range:
    """The values of a type in one scope, in order."""

    def __init__(self, scope: Scope, space: Space[Any], conditions: Sequence[Predicate], complete: bool) -> None:
        """`conditions` are asked of each value of the space."""
        self.scope = scope
        self.space = space
        self.complete = complete  # the type has no other values
        self._conditions = conditions
        self._listed: list[tuple[int, Any]] | None = None

    @cached_property
    def count(self) -> int:
        return sum(1 for _ in self) if self._conditions else self.space.count

    def __iter__(self) -> Iterator[tuple[int, Any]]:
        """Values with their indices in the space; those that can be changed are built for each who asks."""
        if self._listed is not None:
            return iter(self._listed)
        return self._fitting() if self.space.mutable else self._remembering()

    def _remembering(self) -> Iterator[tuple[int, Any]]:
        listed = []
        for item in self._fitting():
            listed.append(item)
            yield item
        self._listed = listed

    def _fitting(self) -> Iterator[tuple[int, Any]]:
        for item in enumerate(self.space):
            if all(holds(condition, item[1], {}) for condition in self._conditions):
                yield item


class Domain:
    """A type that is quantified over."""

    def __init__(self, annotation: Any, context: Context) -> None:
        self._reader = Reader()
        whole = self._reader.read_whole(annotation, context)
        refuse_functions(whole, context)
        self._type, self._conditions = _without_opaque(whole)
        self._ranges: dict[Scope, Range] = {}
        self._reached: dict[Reach, Range] = {}
        parts = list(walk(self._type))
        self._bounded = all(_is_bounded(part) for part in parts)
        self._scalar = all(_is_scalar(part) for part in parts)
        self._opaque = any(not predicate.symbolic for part in parts for predicate in part.own_predicates)
        self._empty = _is_empty(whole)

    def reaching(self, reach: Reach) -> Range:
        """The values as far as they go."""
        if reach not in self._reached:
            self._reached[reach] = self._reaching(reach)
        return self._reached[reach]

    def within(self, scope: Scope) -> Range:
        """The values in a scope that was asked for."""
        if scope not in self._ranges:
            space = space_of(self._type, self._reader, scope)
            if space.count > MOST_VALUES:
                raise ScopeError(
                    f"there are {space.count:,} values in {scope}, too many for a quantifier to try",
                    remedy="Quantify over a smaller type, or give a smaller scope=Scope(...).",
                )
            self._ranges[scope] = Range(scope, space, self._conditions, self._is_all(scope, space))
        return self._ranges[scope]

    def _is_all(self, scope: Scope, space: Space[Any]) -> bool:
        if self._empty:
            return True
        if not self._bounded or scope.size is None or scope.depth is not None:
            return False
        return max(space.tiers, default=scope.size) < scope.size

    def _reaching(self, reach: Reach) -> Range:
        if self._empty:
            return self.within(Scope(size=0))
        if self._scalar:  # no more values than there are integers
            return self.within(Scope(size=reach.sizes[-1]))
        best: Range | None = None
        for size in reach.sizes:
            if self._opaque and size > _LARGEST_OPAQUE:
                break
            try:
                further = self.within(Scope(size=size))
            except ScopeError:
                if best is None or not best.space:
                    raise
                break
            if best is not None and best.space and further.space.count > reach.values:
                break
            best = further
        assert best is not None
        return best


def _without_opaque(tp: Type) -> tuple[Type, tuple[Predicate, ...]]:
    """A type without those of its conditions that can only be run: on values one by one that is cheaper."""
    if not isinstance(tp, Refined):
        return tp, ()
    symbolic = tuple(predicate for predicate in tp.predicates if predicate.symbolic)
    opaque = tuple(predicate for predicate in tp.predicates if not predicate.symbolic)
    return (Refined(tp.base, symbolic) if symbolic else tp.base), opaque


def _is_scalar(part: Type) -> bool:
    match part:
        case Anything() | Open():
            return False
        case Atom(kind="int") | Finite() | Union() | Refined():
            return True
    return False


def _is_bounded(part: Type) -> bool:
    match part:
        case Anything() | Open():
            return False
        case Finite(sampled=False) | Union() | Refined() | TupleOf():
            return True
        case Data(constructor=constructor):
            return not constructor.recursive
        case Named(alias=alias):
            return not any(isinstance(inner, Named) and inner.alias is alias for inner in walk(alias.type))
    return False


def _is_empty(tp: Type) -> bool:
    try:
        refuse_empty(tp)
    except EmptyTypeError:
        return True
    return False
