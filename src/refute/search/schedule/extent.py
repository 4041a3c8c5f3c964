"""Extents: how far the values of a type reach, where the type alone tells that they are finitely many.

A scope of that size, with integers that far from zero, has all values there are: nothing less proves that. Of a class
with a state it has all instances that are built, and there are others: those that methods lead to. So it is where a
mutable object may be in several places: two parameters are given one object, but no other places are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from refute.logic.reading.predicates import VALUE, Predicate
from refute.logic.terms.term import Term, constant_value
from refute.search.aliasing import may_share_more
from refute.spaces.narrowing.heaps.sharing import is_heap
from refute.types.model import (
    Anything,
    Atom,
    BaseClass,
    Data,
    Finite,
    Named,
    Open,
    Param,
    Refined,
    SetOf,
    TupleOf,
    Type,
    Union,
)
from refute.types.signatures import Signature

_DEEPEST = 50  # data inside data; beyond that, nothing is told


@dataclass(frozen=True)
class Extent:
    """A scope of this size, with integers to this, has all values that are built."""

    size: int = 0
    integers: int = 0
    complete: bool = True  # whether these are all there are, with those in which two parameters are one object

    @property
    def reach(self) -> int:
        """The size of a scope that is large enough."""
        return max(self.size, self.integers)

    def beside(self, other: Extent) -> Extent:
        return self._joined(self.size + other.size, other)

    def or_else(self, other: Extent) -> Extent:
        return self._joined(max(self.size, other.size), other)

    def _joined(self, size: int, other: Extent) -> Extent:
        return Extent(size, max(self.integers, other.integers), self.complete and other.complete)


def extent_of(signature: Signature, aliases: Sequence[tuple[str, str]]) -> Extent | None:
    """How far the argument lists of a function reach; None if they have no end, or it cannot be told.

    `aliases`: two parameters each that are also given one object.
    """
    if signature.cut:
        return None
    whole = Extent()
    known: dict[str, tuple[int, int]] = {}  # bounds of the parameters so far
    for parameter in signature.parameters:
        own = _extent(parameter.type, {}, known, 0)
        if own is None:
            return None
        whole = whole.beside(own)
        bounds = _bounds(parameter.type, known)
        if bounds is not None and not parameter.optional:
            known[parameter.name] = bounds
    return replace(whole, complete=whole.complete and not may_share_more(signature, aliases))


def _extent(tp: Type, given: Mapping[Any, Type], known: Mapping[str, tuple[int, int]], depth: int) -> Extent | None:
    """`given`: what type parameters stand for; `known`: bounds of siblings that are integers."""
    if depth > _DEEPEST:
        return None
    match tp:
        case Finite(sampled=sampled):
            return Extent(complete=not sampled)
        case Refined(base=Atom(kind="int")):
            bounds = _bounds(tp, known)
            return None if bounds is None else Extent(0, max(map(abs, bounds)))
        case Refined(base=base):
            return _extent(base, given, known, depth + 1)
        case Anything() | Open() | BaseClass(sampled=True):
            return None
        case Union(members=members):
            return _joined((_extent(member, given, known, depth + 1) for member in members), Extent.or_else)
        case TupleOf(elements=elements):
            return _joined((_extent(one, given, known, depth + 1) for one in elements), Extent.beside, len(elements))
        case SetOf(element=Finite(values=values, sampled=sampled)):
            return Extent(len(values), complete=not sampled)
        case Param(variable=variable) if variable in given:
            return _extent(given[variable], {}, {}, depth + 1)
        case Data(constructor=constructor) if is_heap(constructor):
            return None
        case Data(constructor=constructor, args=args) if not (constructor.recursive or constructor.sampled):
            inside = {**given, **dict(zip(constructor.params, args, strict=False))}
            parts = [_extent(own.type, inside, {}, depth + 1) for own in constructor.fields]
            return _joined([Extent(1, complete=not constructor.stateful), *parts], Extent.beside)
        case Named(alias=alias, args=args):
            inside = {**given, **dict(zip(alias.params, args, strict=False))}
            return _extent(alias.type, inside, known, depth + 1)
    return None


def _joined(extents: Iterable[Extent | None], join: Any, own: int = 0) -> Extent | None:
    whole = Extent(own)
    for extent in extents:
        if extent is None:
            return None
        whole = join(whole, extent)
    return whole


def _bounds(tp: Type, known: Mapping[str, tuple[int, int]]) -> tuple[int, int] | None:
    """The smallest and the largest that an integer can be, as far as its refinements say so plainly."""
    if not isinstance(tp, Refined) or not isinstance(tp.base, Atom) or tp.base.kind != "int":
        return None
    low, high = None, None
    for bound, is_upper in _plain_bounds(tp.predicates, known):
        if is_upper:
            high = bound if high is None else min(high, bound)
        else:
            low = bound if low is None else max(low, bound)
    return None if low is None or high is None else (low, high)


def _plain_bounds(predicates: Iterable[Predicate], known: Mapping[str, tuple[int, int]]) -> Iterator[tuple[int, bool]]:
    for predicate in predicates:
        for conjunct in predicate.conjuncts:
            if not conjunct.reason:
                yield from _bounds_in(conjunct.term, known)


def _bounds_in(term: Term, known: Mapping[str, tuple[int, int]]) -> Iterator[tuple[int, bool]]:
    """Upper and lower bounds of the value that have to hold if a condition does."""
    match term.op, term.args:
        case "and", parts:
            for part in parts:
                yield from _bounds_in(part, known)
        case "le" | "lt", (left, right) if _is_value(left):
            yield from ((number, True) for number in _numbers(right, known))
        case "le" | "lt", (left, right) if _is_value(right):
            yield from ((number, False) for number in _numbers(left, known, upper=False))
        case "eq" | "is" | "same", (left, right) if _is_value(left) or _is_value(right):
            other = right if _is_value(left) else left
            yield from ((number, True) for number in _numbers(other, known))
            yield from ((number, False) for number in _numbers(other, known, upper=False))
        case "in", (left, right) if _is_value(left):
            numbers = list(_members(right))
            if numbers:
                yield max(numbers), True
                yield min(numbers), False


def _is_value(term: Term) -> bool:
    return term.op == "var" and term.data == VALUE


def _numbers(term: Term, known: Mapping[str, tuple[int, int]], *, upper: bool = True) -> Iterator[int]:
    if term.op == "const":
        value = constant_value(term)
        if type(value) is int:
            yield value
    elif term.op == "var" and str(term.data) in known:
        yield known[str(term.data)][upper]


def _members(term: Term) -> Iterator[int]:
    """The members of a collection of constants; nothing if one of them is no integer."""
    if term.op == "const":
        value = constant_value(term)
        values = (
            list(value) if isinstance(value, range | tuple | list | frozenset | set) and len(value) <= 10**6 else []
        )
    elif term.op in ("seq", "set", "convert") and term.args:
        values = [constant_value(arg) if arg.op == "const" else None for arg in term.args]
    else:
        return
    if values and all(type(value) is int for value in values):
        yield from values
