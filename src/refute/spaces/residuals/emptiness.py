"""Types that provably have no value: their refinements contradict each other, or every value would contain another."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext

from refute.errors import EmptyTypeError, Place
from refute.logic.reading.predicates import VALUE, Conjunct, Predicate
from refute.logic.reduction.evaluate import KIND_TYPES
from refute.logic.terms.term import Constant, Sort, Term, var
from refute.spaces.deadline import Deadline, TimedReducer
from refute.spaces.narrowing.heaps.sharing import is_heap
from refute.spaces.residuals.queries import conjuncts, tightened
from refute.types.membership import holds
from refute.types.model import (
    Constructor,
    Data,
    DictOf,
    Finite,
    Named,
    Refined,
    SequenceOf,
    SetOf,
    TupleOf,
    Type,
    Union,
    walk,
)


def refuse_empty(root: Type, deadline: Deadline | None = None) -> None:
    """Raise if a type has no value in any scope; or if that is not decided by a deadline."""
    contradictions: dict[Type, EmptyTypeError] = {}
    types = list(walk(root))
    for part in types:
        if isinstance(part, Refined):
            error = _contradiction(part, deadline)
            if error is not None:
                contradictions[part] = error
    inhabited = _inhabited(types, set(contradictions))
    if not _has_value(root, inhabited, set(contradictions)):
        cause = next((error for part, error in contradictions.items() if part in types), None)
        raise cause or _endless(types, inhabited)


def _inhabited(types: list[Type], empty: set[Type]) -> set[object]:
    """Constructors and aliases that have a finite value: the least fixed point. Objects of heaps may close a cycle."""
    constructors = {part.constructor for part in types if isinstance(part, Data)}
    aliases = {part.alias for part in types if isinstance(part, Named)}
    found: set[object] = {constructor for constructor in constructors if is_heap(constructor)}
    changed = True
    while changed:
        changed = False
        for constructor in constructors - found:
            if all(field.optional or _has_value(field.type, found, empty) for field in constructor.fields):
                found.add(constructor)
                changed = True
        for alias in aliases - found:
            if _has_value(alias.type, found, empty):
                found.add(alias)
                changed = True
    return found


def _has_value(tp: Type, inhabited: set[object], empty: set[Type]) -> bool:
    match tp:
        case Data(constructor=constructor):
            return constructor in inhabited
        case Named(alias=alias):
            return alias in inhabited
        case Union(members=members):
            return any(_has_value(member, inhabited, empty) for member in members)
        case Refined(base=base, predicates=predicates):
            if tp in empty:
                return False
            element = element_of(base)
            if element is not None and not _has_value(element, inhabited, empty):
                return may_be_empty(base, predicates)
            return _has_value(base, inhabited, empty)
        case TupleOf(elements=elements):
            return all(_has_value(element, inhabited, empty) for element in elements)
    return True


def element_of(tp: Type) -> Type | None:
    """The type of the elements of a container; None for other types."""
    match tp:
        case SequenceOf(element=element) | SetOf(element=element):
            return element
        case DictOf(key=key, value=value):
            return TupleOf((key, value))
        case Refined(base=base):
            return element_of(base)
    return None


def may_be_empty(tp: Type, predicates: tuple[Predicate, ...]) -> bool:
    """Whether an empty container satisfies the refinements that do not depend on siblings."""
    kind = _kind(tp)
    return all(predicate.names or holds(predicate, KIND_TYPES[kind](), {}) for predicate in predicates)


def _kind(tp: Type) -> str:
    match tp:
        case SequenceOf(kind=kind) | SetOf(kind=kind):
            return kind
        case Refined(base=base):
            return _kind(base)
    return "dict"


def _endless(types: list[Type], inhabited: set[object]) -> EmptyTypeError:
    constructors = [part.constructor for part in types if isinstance(part, Data)]
    endless: Constructor | None = next((c for c in constructors if c not in inhabited), None)
    name = endless.name if endless else "the type"
    return EmptyTypeError(
        f"{name} has no finite value: every {name} contains another one",
        place=endless.place if endless else None,
        remedy="Give it a base case: a second class in a union, `None`, or a container that may be empty.",
    )


def _contradiction(tp: Refined, deadline: Deadline | None) -> EmptyTypeError | None:
    """Why no value can satisfy the refinements of a type; None if that is not known."""
    if isinstance(tp.base, Finite) and not tp.base.sampled:
        return _no_member(tp.base.values, tp.predicates, tp)
    parts = [(part, p.place) for p in tp.predicates if not p.names for part in p.conjuncts]
    sort = tp.base.sort
    if not _contradictory([part for part, _ in parts], sort, deadline):
        return None
    for part in list(parts):  # drop what the contradiction does not need
        fewer = [other for other in parts if other is not part]
        if _contradictory([conjunct for conjunct, _ in fewer], sort, deadline):
            parts = fewer
    return contradiction([part.text for part, _ in parts], parts[-1][1])


def _contradictory(parts: list[Conjunct], sort: Sort, deadline: Deadline | None) -> bool:
    r = TimedReducer()
    with r.until(deadline) if deadline is not None else nullcontext():
        value, typed = r.intern(var(VALUE)), r.intern(var(VALUE, sort))
        terms: list[Term] = [r.replace(r.load(part.term), value, typed) for part in parts]
        found = conjuncts(r, terms)
        return found is None or tightened(r, found) is None


def _no_member(values: tuple[Constant, ...], predicates: tuple[Predicate, ...], tp: Refined) -> EmptyTypeError | None:
    """The error for an enumeration of which no member satisfies the refinements; None if one does."""
    if any(predicate.names for predicate in predicates):
        return None
    for constant in values:
        if all(holds(predicate, constant.value, {}) for predicate in predicates):
            return None
    listed = ", ".join(repr(constant) for constant in values[:5])
    texts = [predicate.text for predicate in predicates]
    return contradiction([f"v in ({listed}{', …' if len(values) > 5 else ''})", *texts], predicates[0].place)


def contradiction(texts: list[str], place: Place | None, of: Sequence[str] = ()) -> EmptyTypeError:
    """The error for contradictory conditions. `of` names what each is a condition on, if that differs."""
    quoted = [f"`{text}`" for text in texts]
    if len(set(of)) > 1:
        quoted = [f"{text} of {name}" for text, name in zip(quoted, of, strict=True)]
    joined = " and ".join(quoted)
    return EmptyTypeError(
        f"no value can satisfy {joined}",
        place=place,
        remedy="Loosen one of them: as they stand, there is nothing to test.",
    )
