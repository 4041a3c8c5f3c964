"""Is a result of its type? Remembered: what was found of one value is known of all that are alike.

Trees that come from each other share most of their parts, so a result is given its form by looking at what is new in
it, a form is judged once, and a measure is asked once for each form: at a new node it finds answers for the children.

Only what holds is taken from here. All else is judged again as if nothing were remembered, so that nothing that is
remembered can accuse. And only what cannot change is remembered: see `forms` for values, `rebinding` for refinements.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from refute.conform.compiled import Accepts, accepting, siblings_in
from refute.conform.forms import MOST, Formless, Forms, has_forms
from refute.conform.rebinding import Changing, Rebinder
from refute.conform.typing_rules import class_of
from refute.logic.reading.predicates import Predicate
from refute.logic.terms.measure import Measure
from refute.logic.terms.term import subterms
from refute.types.landmarks import predicates_in
from refute.types.model import Anything, Atom, Data, Finite, Named, Param, Refined, Type, Union, walk
from refute.types.signatures import Signature


class Memory:
    """The fast test of a contract, with a memory: `keep` is told of inputs, `accepts` asked about results.

    `alone` is what can be said of a value without the inputs, `related` the rest.
    """

    def __init__(self, forms: Forms, alone: Accepts, related: Accepts | None) -> None:
        self._forms = forms
        known, makers = forms.known, forms.makers

        def accepts(value: Any, siblings: Mapping[str, Any]) -> bool:
            form = known.get(id(value))
            lasting = form is not None
            if form is None:
                form = makers[type(value)](value)
            if form.fine is None:
                forms.forget_if_many()
                form.fine = alone(form.value, {})
            if not form.fine or related is None:
                return form.fine
            if lasting or form.value is value:
                return related(value, siblings)
            known[id(value)] = form  # for as long as measures are asked about it
            try:
                return related(value, siblings)
            finally:
                del known[id(value)]

        self.accepts: Accepts = accepts

    def keep(self, value: Any) -> None:
        """Know an input by identity from now on: results may share its parts."""
        if id(value) not in self._forms.known:
            with suppress(Formless, RecursionError):
                self._forms.keep(value)

    def places(self, signature: Signature) -> list[int]:
        """The places of parameters that may be given what there is something to remember of."""
        classes = self._forms.makers
        return [
            place
            for place, parameter in enumerate(signature.parameters)
            if any(isinstance(tp, Data) and class_of(tp.constructor) in classes for tp in walk(parameter.type))
        ]


def memory_for(tp: Type, most: int = MOST) -> Memory | None:
    """A memory for a type, if its values cannot change, its refinements depend on nothing else, and there are measures
    among them: the rest is tested as fast as it is remembered. `most` is how many objects it keeps, about."""
    constructors = {part.constructor: None for part in walk(tp) if isinstance(part, Data)}
    if not constructors or not all(map(_has_forms, walk(tp))) or not any(map(_measures, predicates_in(tp))):
        return None
    base, asked = _taken_apart(tp)
    if siblings_in(base):
        return None
    forms = Forms(constructors, most)
    rebinder = Rebinder(forms)

    def run(predicate: Predicate) -> Callable[..., Any]:
        if not predicate.symbolic:
            raise Changing
        return rebinder.remembering(predicate.run)

    closed = tuple(predicate for predicate in asked if not predicate.names)
    others = tuple(predicate for predicate in asked if predicate.names)
    try:
        alone = accepting(Refined(base, closed), run)
        related = accepting(Refined(Anything(()), others), run) if others else None
    except Changing:
        return None
    return Memory(forms, alone, related)


def _has_forms(tp: Type) -> bool:
    match tp:
        case Data(constructor=constructor):
            return has_forms(constructor) and not constructor.invariants
        case Atom(kind=kind):
            return kind in ("int", "str", "bytes")
    return isinstance(tp, Finite | Union | Refined | Param | Named)


def _measures(predicate: Predicate) -> bool:
    return any(isinstance(part.data, Measure) for part in subterms(predicate.term))


def _taken_apart(tp: Type) -> tuple[Type, list[Predicate]]:
    """A type without the refinements of the whole, and those."""
    if not isinstance(tp, Refined):
        return tp, []
    base, asked = _taken_apart(tp.base)
    return base, [*asked, *tp.predicates]
