"""Memoised conformance of results that are immutable data.

Results share most of their parts with inputs and with each other. So a result is interned, each distinct value is
judged once, and each measure is evaluated once for it: at a new node it finds the answers for the children.

Only positive answers are used. What is not accepted here is judged again without memory, so that a stale answer cannot
cause a finding. Only what cannot change is memoised: see `interning` for values, `rebinding` for refinements.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from refute.conform.compiled import Accepts, accepting, siblings_in
from refute.conform.interning import MOST, Interning, NotInternable, is_internable
from refute.conform.rebinding import Impure, Rebinder
from refute.conform.typing_rules import class_of
from refute.logic.reading.predicates import Predicate
from refute.logic.terms.measure import Measure
from refute.logic.terms.term import subterms
from refute.types.landmarks import predicates_in
from refute.types.model import Anything, Atom, Data, Finite, Named, Param, Refined, Type, Union, walk
from refute.types.signatures import Signature


class Memory:
    """The compiled test of a contract, memoised: `keep` records inputs, `accepts` tests results.

    `alone` tests what depends on the value alone, `related` what depends on the inputs as well.
    """

    def __init__(self, interning: Interning, alone: Accepts, related: Accepts | None) -> None:
        self._forms = interning
        known, makers = interning.known, interning.makers

        def accepts(value: Any, siblings: Mapping[str, Any]) -> bool:
            interned = known.get(id(value))
            lasting = interned is not None
            if interned is None:
                interned = makers[type(value)](value)
            if interned.fine is None:
                interning.forget_if_many()
                interned.fine = alone(interned.value, {})
            if not interned.fine or related is None:
                return interned.fine
            if lasting or interned.value is value:
                return related(value, siblings)
            known[id(value)] = interned  # while measures are evaluated on it
            try:
                return related(value, siblings)
            finally:
                del known[id(value)]

        self.accepts: Accepts = accepts

    def keep(self, value: Any) -> None:
        """Record an input by identity: results may share its parts."""
        if id(value) not in self._forms.known:
            with suppress(NotInternable, RecursionError):
                self._forms.keep(value)

    def places(self, signature: Signature) -> list[int]:
        """The positions of parameters whose values can be interned, or have parts that can."""
        classes = self._forms.makers
        return [
            place
            for place, parameter in enumerate(signature.parameters)
            if any(isinstance(tp, Data) and class_of(tp.constructor) in classes for tp in walk(parameter.type))
        ]


def memory_for(tp: Type, most: int = MOST) -> Memory | None:
    """A memory for a type whose values are immutable, whose refinements are pure, and that uses measures; else None.

    Without measures, testing is as fast as looking up. `most` is the approximate number of objects kept.
    """
    constructors = {part.constructor: None for part in walk(tp) if isinstance(part, Data)}
    if not constructors or not all(map(_is_internable, walk(tp))) or not any(map(_measures, predicates_in(tp))):
        return None
    base, asked = _taken_apart(tp)
    if siblings_in(base):
        return None
    interning = Interning(constructors, most)
    rebinder = Rebinder(interning)

    def run(predicate: Predicate) -> Callable[..., Any]:
        if not predicate.symbolic:
            raise Impure
        return rebinder.memoised(predicate.run)

    closed = tuple(predicate for predicate in asked if not predicate.names)
    others = tuple(predicate for predicate in asked if predicate.names)
    try:
        alone = accepting(Refined(base, closed), run)
        related = accepting(Refined(Anything(()), others), run) if others else None
    except Impure:
        return None
    return Memory(interning, alone, related)


def _is_internable(tp: Type) -> bool:
    match tp:
        case Data(constructor=constructor):
            return is_internable(constructor) and not constructor.invariants
        case Atom(kind=kind):
            return kind in ("int", "str", "bytes")
    return isinstance(tp, Finite | Union | Refined | Param | Named)


def _measures(predicate: Predicate) -> bool:
    return any(isinstance(part.data, Measure) and part.data.marked for part in subterms(predicate.term))


def _taken_apart(tp: Type) -> tuple[Type, list[Predicate]]:
    """A type without its outermost refinements, and these."""
    if not isinstance(tp, Refined):
        return tp, []
    base, asked = _taken_apart(tp.base)
    return base, [*asked, *tp.predicates]
