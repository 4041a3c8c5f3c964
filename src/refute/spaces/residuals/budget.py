"""The error for spaces with too many classes: names the type that has them and the measure that distinguishes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sized
from typing import Protocol

from refute.errors import ExplosionError
from refute.logic.reading.predicates import Predicate
from refute.logic.terms.measure import Measure
from refute.logic.terms.term import Term, subterms
from refute.spaces.ground.types import Cells, Either, Ground, Made, Remaining, Scalars


class AnsweredQuery(Protocol):
    """A query and the classes that answer it."""

    @property
    def type(self) -> Ground: ...
    @property
    def required(self) -> tuple[Term, ...]: ...
    @property
    def observed(self) -> tuple[Term, ...]: ...
    @property
    def classes(self) -> Sized: ...


def explosion(states: Collection[AnsweredQuery], refinements: Collection[Predicate]) -> ExplosionError:
    """The error, from all queries of a space and the refinements they came from."""
    classes: Counter[str] = Counter()
    measures: Counter[str] = Counter()
    for state in states:
        if isinstance(state.type, Scalars):
            continue
        name = _name(state.type)
        classes[name] += 1 + len(state.classes)
        for measure in _measures((*state.required, *state.observed)):
            measures[measure] += 1 + len(state.classes)
    ((name, found),) = classes.most_common(1) or [("the type", len(states))]
    if measures:
        blame = f"the measure `{measures.most_common(1)[0][0]}` tells too many of its values apart"
    else:
        texts = list(dict.fromkeys(f"`{predicate.text}`" for predicate in refinements))
        blame = f"{' and '.join(texts[:3]) or 'what is asked of it'} tells too many of its values apart"
    return ExplosionError(
        f"{name} has too many different cases in this scope ({found:,} and more): {blame}",
        remedy="Use a smaller scope, or refinements that compare numbers or Booleans, not whole structures.",
    )


def _name(tp: Ground) -> str:
    """The name of a type, without the scalars in it."""
    match tp:
        case Made(constructor=constructor):
            return constructor.name
        case Either(members=members):
            return " | ".join(dict.fromkeys(_name(member) for member in members if not isinstance(member, Scalars)))
        case Cells(kind=kind):
            return f"a {kind}"
        case Remaining(of=of):
            return _name(of)
    return f"a {tp!r}".partition("[")[0]


def _measures(terms: Collection[Term]) -> dict[str, None]:
    parts = [part for term in terms for part in subterms(term) if part.op == "call"]
    return dict.fromkeys(part.data.function.__name__ for part in parts if isinstance(part.data, Measure))
