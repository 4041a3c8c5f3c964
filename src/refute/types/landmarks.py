"""Landmarks: the constants that refinements compare a scalar with are values worth trying."""

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
from refute.types.model import Atom, Data, DictOf, FunctionOf, Named, Refined, SequenceOf, SetOf, TupleOf, Type, Union

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
# What is written as a calculation is one constant: `10**9`, `2**31 - 1`, `date(2024, 2, 29)`.
_ARITHMETIC = frozenset({"neg", "pow", "add", "sub", "mul", "div", "floordiv", "shift_left", "invert"})
_MOST_BITS = 100_000
_SCALARS = frozenset({Decimal, Fraction, datetime.date, datetime.datetime, datetime.time, datetime.timedelta})


def refined(base: Type, predicates: Sequence[Predicate]) -> Type:
    """A type with predicates on it, and what they compare its values with as landmarks."""
    if not predicates:
        return base
    marked = with_marks(base, marks_of(predicates))
    if isinstance(marked, Refined):
        return Refined(marked.base, (*marked.predicates, *predicates))
    return Refined(marked, tuple(predicates))


def marks_of(predicates: Iterable[Predicate]) -> frozenset[Constant]:
    return frozenset(mark for predicate in predicates for mark in _compared_with(predicate.term))


def _compared_with(term: Term) -> Iterator[Constant]:
    """Constants in a term, except positions in a sequence and bounds of a length: those are no values of it."""
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
    """Whether a term is a count or a measure of something, so that what it is compared with is one, too."""
    if term.op in ("len", "call", "attr"):
        return True
    return term.op in ("add", "sub", "mul", "floordiv", "mod") and any(map(_counts, term.args))


def with_marks(tp: Type, marks: frozenset[Constant]) -> Type:
    """The type with these landmarks on all scalars written in it (not on the fields of data it names)."""
    if not marks:
        return tp
    match tp:
        case Atom(kind=kind):
            wanted = _KINDS.get(kind, ())
            fitting = {m for m in marks if isinstance(m.value, wanted) and not _is_odd(m.value)}
            return replace(tp, marks=tp.marks | fitting)
        case SequenceOf() | SetOf():
            return replace(tp, element=with_marks(tp.element, marks))
        case TupleOf():
            return TupleOf(tuple(with_marks(part, marks) for part in tp.elements))
        case DictOf():
            return replace(tp, key=with_marks(tp.key, marks), value=with_marks(tp.value, marks))
        case Union():
            return replace(tp, members=tuple(with_marks(part, marks) for part in tp.members))
        case Refined():
            return replace(tp, base=with_marks(tp.base, marks))
        case FunctionOf():
            return replace(tp, result=with_marks(tp.result, marks))
        case Data() | Named():
            return replace(tp, args=tuple(with_marks(part, marks) for part in tp.args))
    return tp


def _is_odd(value: object) -> bool:
    """A Boolean is no number here, and an integer of very many digits would keep everything else waiting."""
    return isinstance(value, bool) or (isinstance(value, int) and value.bit_length() > _MOST_BITS)


def predicates_in(tp: Type) -> list[Predicate]:
    """The refinements of a type and its parts, without those inside data classes, which have siblings of their own."""
    found = list(tp.predicates) if isinstance(tp, Refined) else []
    for part in tp.parts():
        found += predicates_in(part)
    return found


def names_in(tp: Type) -> set[str]:
    """What the refinements of a type depend on. What a function takes is known to those on what it returns."""
    found = {name for predicate in tp.predicates for name in predicate.names} if isinstance(tp, Refined) else set()
    for part in tp.parts():
        found |= names_in(part)
    return found - {name for name, _ in tp.parameters or ()} if isinstance(tp, FunctionOf) else found


class _Typed(Protocol):
    """A field or a parameter: a data class with these."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def name(self) -> str: ...
    @property
    def type(self) -> Type: ...


F = TypeVar("F", bound=_Typed)


def marked_by_each_other(siblings: list[F]) -> list[F]:
    """Constants that a field or parameter is compared with in another's refinement are its landmarks, too."""
    for sibling in list(siblings):
        for predicate in predicates_in(sibling.type):
            for place, other in enumerate(siblings):
                if other.name in predicate.names:
                    siblings[place] = replace(other, type=with_marks(other.type, marks_of([predicate])))
    return siblings
