"""Landmarks: constants in refinements, which are tried as values of the scalars they are compared with."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, ClassVar, Protocol, TypeVar

from refute.logic.reading.predicates import Predicate
from refute.logic.reduction.reducer import Reducer
from refute.logic.terms.term import Constant, Term
from refute.types.model import Atom, DictOf, FunctionOf, Refined, SequenceOf, SetOf, Type, mapped

_KINDS: dict[str, tuple[type, ...]] = {
    "int": (int,),
    "float": (int, float),
    "decimal": (int, Decimal),
    "fraction": (int, Fraction),
    "str": (str,),
    "bytes": (bytes,),
    "date": (datetime.date,),
    "datetime": (datetime.datetime,),
    "time": (datetime.time,),
    "timedelta": (datetime.timedelta,),
}
# Operations whose results count as constants: `10**9`, `2**31 - 1`, `date(2024, 2, 29)`.
_ARITHMETIC = frozenset({"neg", "pow", "add", "sub", "mul", "div", "floordiv", "shift_left", "invert"})
_MOST_BITS = 100_000
_SCALARS = frozenset({Decimal, Fraction, datetime.date, datetime.datetime, datetime.time, datetime.timedelta})


def refined(base: Type, predicates: Sequence[Predicate]) -> Type:
    """A type with predicates added, and with their constants as landmarks."""
    if not predicates:
        return base
    marked = with_marks(base, marks_of(predicates))
    if isinstance(marked, Refined):
        return Refined(marked.base, (*marked.predicates, *predicates))
    return Refined(marked, tuple(predicates))


def marks_of(predicates: Iterable[Predicate]) -> frozenset[Constant]:
    return frozenset(mark for predicate in predicates for mark in _compared_with(predicate.term))


def _compared_with(term: Term) -> Iterator[Constant]:
    """Constants in a term, except indices and bounds of lengths."""
    if not term.free and (term.op in _ARITHMETIC or (term.op == "apply" and term.data in _SCALARS)):
        term = Reducer().load(term)
    if isinstance(term.data, Constant) and term.op == "const":
        yield term.data
        return
    if term.op in ("index", "slice", "call", "range"):
        for arg in term.args[:1]:
            yield from _compared_with(arg)
        return
    if term.op in ("eq", "lt", "le") and any(_counts(arg) for arg in term.args):
        return
    for arg in term.args:
        yield from _compared_with(arg)


def _counts(term: Term) -> bool:
    """Whether a term is a length or a measure: what it is compared with is no value of the scalar."""
    if term.op in ("len", "call", "attr"):
        return True
    return term.op in ("add", "sub", "mul", "floordiv", "mod") and any(map(_counts, term.args))


def with_marks(tp: Type, marks: frozenset[Constant]) -> Type:
    """A type with landmarks added to its scalars, except those in fields of data."""
    if not marks:
        return tp
    match tp:
        case Atom(kind=kind):
            classes = _KINDS.get(kind, ())
            fitting = {m for m in marks if isinstance(m.value, classes) and not _is_odd(m.value)}
            return replace(tp, marks=tp.marks | fitting)
        case FunctionOf():
            return replace(tp, result=with_marks(tp.result, marks))
    return mapped(tp, lambda part: with_marks(part, marks))


def landmark_classes(types: Iterable[Type]) -> set[type]:
    """The classes of constants that are of use for values of some types: as scalars, or as sizes."""
    found: set[type] = set()
    for tp in types:
        match tp:
            case Atom(kind=kind):
                found.update(_KINDS.get(kind, ()))
                found |= {int} if kind in ("str", "bytes") else set()
            case SequenceOf() | SetOf() | DictOf():
                found.add(int)
    return found


def _is_odd(value: object) -> bool:
    """Whether a constant is no landmark: a Boolean, or an integer too long to calculate with quickly."""
    return isinstance(value, bool) or (isinstance(value, int) and value.bit_length() > _MOST_BITS)


def predicates_in(tp: Type) -> list[Predicate]:
    """The predicates in a type and its parts, except those in fields of data."""
    found = list(tp.predicates) if isinstance(tp, Refined) else []
    for part in tp.parts():
        found += predicates_in(part)
    return found


def names_in(tp: Type) -> set[str]:
    """The siblings that the predicates of a type depend on. Parameters of a function type are known inside it."""
    found = {name for predicate in tp.predicates for name in predicate.names} if isinstance(tp, Refined) else set()
    for part in tp.parts():
        found |= names_in(part)
    return found - {name for name, _ in tp.parameters or ()} if isinstance(tp, FunctionOf) else found


class _Typed(Protocol):
    """A field or a parameter."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def name(self) -> str: ...
    @property
    def type(self) -> Type: ...


F = TypeVar("F", bound=_Typed)


def marked_by_each_other(siblings: list[F]) -> list[F]:
    """Siblings with landmarks from each other's refinements added."""
    for sibling in list(siblings):
        for predicate in predicates_in(sibling.type):
            for place, other in enumerate(siblings):
                if other.name in predicate.names:
                    siblings[place] = replace(other, type=with_marks(other.type, marks_of([predicate])))
    return siblings
