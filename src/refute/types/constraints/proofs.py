"""Proofs by induction on structure that plain functions answer: that they never raise, and what they return.

A function that calls itself is read as a measure, marked as one or not. What is not marked is not trusted, and rules
that would drop or reorder calls of it do not apply. So it is unfolded for each constructor of the type that it is
applied to, with variables for the fields. If no case can raise, given that the calls in it do not, no value of the type
makes it raise; and if all cases are integers, given that the calls in it are, it returns integers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from refute.logic.reading.repetition.plain import calling, plain_measures, trusted
from refute.logic.reduction.reducer import Reducer
from refute.logic.reduction.totality import total
from refute.logic.terms.measure import Measure
from refute.logic.terms.term import ANY, BOOL, INT, NAT, NONE, Container, Maker, Sort, Term, var
from refute.types.model import Data, DictOf, Finite, Named, Refined, SequenceOf, SetOf, Type, Union, mapped
from refute.types.substitution import filled

_MOST_VALUES = 20  # of a type that lists them
_MOST_CASES = 200  # of one proof
_MOST_CLAIMS = 100
_SPLITS = 3  # fields of one constructor that are taken apart as well

AnyMeasure = Measure[..., Any]
Types = Mapping[str, Type]
Case = tuple[Term, Types]  # a term, and the types of the variables in it


class Proofs:
    """What has been proved of the plain functions in conditions. `makers` are the constructors of data by class."""

    def __init__(self, makers: Mapping[type, Maker]) -> None:
        self._makers = makers
        self._known: dict[tuple[Term, tuple[Type, ...]], Term] = {}

    def trusting(self, condition: Term, types: Types) -> Term:
        """A condition on variables of these types, with measures for the plain functions that surely answer."""
        key = (condition, tuple(types.values()))
        if key not in self._known:
            self._known[key] = self._trusting(condition, types)
        return self._known[key]

    def _trusting(self, condition: Term, types: Types) -> Term:
        sorts = {plain: _sorts(plain) for plain in plain_measures(condition)}
        while sorts:
            measures = trusted(frozenset((plain, tried[0]) for plain, tried in sorts.items()))
            found = calling(condition, measures)
            wrong = _Induction(Reducer(self._makers)).failing(found, types)
            if wrong is None:
                return found
            plain = next(plain for plain, made in measures.items() if made is wrong)
            sorts[plain].pop(0)
            if not sorts[plain]:
                del sorts[plain]
        return condition


def _sorts(plain: AnyMeasure) -> list[Sort]:
    """The sorts that the results of a function may be of, to be tried in this order."""
    return [*dict.fromkeys(sort for sort in (plain.sort, plain.declared, INT, BOOL) if sort != ANY), ANY]


class _Induction:
    """One proof: the measures, with the types of their arguments, for which it is assumed or shown."""

    def __init__(self, reducer: Reducer) -> None:
        self._reducer = reducer
        self._claims: dict[tuple[AnyMeasure, Type, tuple[Term, ...]], None] = {}
        self._cases = 0

    def failing(self, condition: Term, types: Types) -> AnyMeasure | None:
        """A measure in a condition for which there is no proof; None if all are proved."""
        shown = 0
        wrong = self._claim(condition, {name: _unrefined(tp) for name, tp in types.items()})
        while wrong is None and shown < len(self._claims):
            measure, structure, others = list(self._claims)[shown]
            shown += 1
            wrong = self._shown(measure, structure, others)
        return wrong

    def _claim(self, term: Term, types: Types) -> AnyMeasure | None:
        """Add what is to be shown of the calls in a term; returns a measure that is called on something unknown."""
        for call, inside in _calls(term, types):
            measure = cast(AnyMeasure, call.data)
            assert measure.body is not None
            place = measure.body.structure
            structure = _type_of(call.args[place], inside)
            if structure is None:
                return measure
            others = tuple(_abstracted(arg, at) for at, arg in enumerate(call.args) if at != place)
            self._claims[measure, structure, others] = None
            if len(self._claims) > _MOST_CLAIMS:
                return measure
        return None

    def _shown(self, measure: AnyMeasure, structure: Type, others: tuple[Term, ...]) -> AnyMeasure | None:
        r = self._reducer
        body = measure.body
        assert body is not None
        for made, types in _cases(r, structure, "·"):
            args = (*others[: body.structure], made, *others[body.structure :])
            unfolded = r.make("call", tuple(map(r.load, args)), measure, measure.sort)
            if made.op == "var" or (unfolded.op == "call" and unfolded.data is measure and unfolded.args == args):
                return measure
            wrong = self._answers(unfolded, types, measure, _SPLITS)
            if wrong is not None:
                return wrong
        return None

    def _answers(self, term: Term, types: Types, measure: AnyMeasure, splits: int) -> AnyMeasure | None:
        """None if a case answers, or the measure for which that cannot be shown."""
        self._cases += 1
        if total(term) and _is_of(term, measure.sort):
            return self._claim(term, types)
        split = next((name for name in types if name in term.free and len(_members(types[name])) > 1), None)
        if split is None or splits == 0 or self._cases > _MOST_CASES:
            return measure
        r = self._reducer
        known = r.intern(var(split, types[split].sort))
        for part, more in _cases(r, types[split], split):
            wrong = self._answers(r.replace(term, known, part), {**_without(types, split), **more}, measure, splits - 1)
            if wrong is not None:
                return wrong
        return None


def _without(types: Types, name: str) -> dict[str, Type]:
    return {other: tp for other, tp in types.items() if other != name}


def _calls(term: Term, types: Types) -> Iterator[tuple[Term, Types]]:
    """The calls of trusted measures in a term, with the types of the variables there."""
    if term.op == "call" and cast(AnyMeasure, term.data).marked and cast(AnyMeasure, term.data).body is not None:
        yield term, types
    inside = types
    if term.op == "comp":
        source = _type_of(term.args[0], types)
        element = None if source is None else _element(source)
        name = str(cast("tuple[str, Sort]", term.data)[0])
        inside = _without(types, name) if element is None else {**types, name: element}
        yield from _calls(term.args[0], types)
    for arg in term.args[term.op == "comp" :]:
        yield from _calls(arg, inside)


def _abstracted(arg: Term, place: int) -> Term:
    """An argument beside the structure: None, or anything of its sort."""
    return NONE if arg == NONE else var(f"·{place}", arg.sort)


def _type_of(term: Term, types: Types) -> Type | None:
    """The type of a part of a variable; None if it is not known."""
    match term.op:
        case "var":
            return types.get(str(term.data))
        case "attr":
            owner = _type_of(term.args[0], types)
            found = [] if owner is None else [_field(member, str(term.data)) for member in _members(owner)]
            return found[0] if len(found) == 1 else None
        case "index":
            owner = _type_of(term.args[0], types)
            return owner.element if isinstance(owner, SequenceOf) else None
        case "convert" if term.data == "list":
            source = _type_of(term.args[0], types)
            element = source and _element(source)
            return None if element is None else SequenceOf("list", element)
    return None


def _field(tp: Type, attribute: str) -> Type | None:
    if not isinstance(tp, Data):
        return None
    term = tp.constructor.attributes.get(attribute)
    return None if term is None or term.op != "var" else dict(_fields(tp)).get(str(term.data))


def _fields(tp: Data) -> list[tuple[str, Type]]:
    table = dict(zip(tp.constructor.params, tp.args, strict=False))
    return [(field.name, _unrefined(filled(field.type, table))) for field in tp.constructor.fields]


def _unrefined(tp: Type) -> Type:
    """A type without refinements. Those of type arguments would grow with each field of a recursive class."""
    return _unrefined(tp.base) if isinstance(tp, Refined) else mapped(tp, _unrefined)


def _element(tp: Type) -> Type | None:
    match tp:
        case SequenceOf(element=element) | SetOf(element=element):
            return element
        case DictOf(key=key):
            return key
    return None


def _members(tp: Type) -> list[Type]:
    """The members of a union, without refinements and aliases."""
    match tp:
        case Refined(base=base):
            return _members(base)
        case Named(alias=alias, args=args):
            return _members(_unrefined(filled(alias.type, dict(zip(alias.params, args, strict=True)))))
        case Union(members=members):
            return [part for member in members for part in _members(member)]
    return [tp]


def _cases(r: Reducer, tp: Type, name: str) -> Iterator[Case]:
    """What values of a type look like: a term for each constructor, with variables for the rest."""
    for number, member in enumerate(_members(tp)):
        match member:
            case Finite(values=values, sampled=False) if len(values) <= _MOST_VALUES:
                yield from ((r.const(constant.value), {}) for constant in values)
            case Data(constructor=constructor) if not any(field.optional for field in constructor.fields):
                parts = {f"{name}{number}.{field}": part for field, part in _fields(member)}
                yield r.make("make", tuple(_variable(r, *part) for part in parts.items()), constructor), parts
            case SequenceOf(kind=kind, element=element):
                yield r.make("seq", (), Container(kind)), {}
                parts = {f"{name}{number}.first": element, f"{name}{number}.rest": member}
                yield r.make("seq", tuple(_variable(r, *part) for part in parts.items()), Container(kind, True)), parts
            case _:
                yield _variable(r, f"{name}{number}", member), {f"{name}{number}": member}


def _variable(r: Reducer, name: str, tp: Type) -> Term:
    return r.intern(var(name, tp.sort))


def _is_of(term: Term, sort: Sort) -> bool:
    """Whether a term is surely of a sort."""
    if sort in (ANY, term.sort) or (sort == INT and term.sort == NAT):
        return True
    empty = term.value and isinstance(term.data, Container) and not term.args
    return empty and isinstance(sort, tuple) and isinstance(term.sort, tuple) and term.sort[0] == sort[0]
