"""Base classes whose subclasses fix their type parameters: counted against brute force over all terms."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Annotated, Any, Generic, TypeVar

import pytest

from refute import AnnotationError, Scope, check, inhabitants, raises, where
from refute.search.schedule.extent import extent_of
from refute.types.membership import inhabits
from refute.types.reading.annotations import Reader
from refute.types.reading.context import Context
from refute.types.signatures import read_signature

T = TypeVar("T")
A = TypeVar("A")
B = TypeVar("B")


class Expr(Generic[T]):
    pass


@dataclass(frozen=True)
class Number(Expr[int]):
    value: int


@dataclass(frozen=True)
class Flag(Expr[bool]):
    value: bool


@dataclass(frozen=True)
class IsZero(Expr[bool]):
    of: Expr[int]


@dataclass(frozen=True)
class If(Expr[T]):
    test: Expr[bool]
    then: Expr[T]
    other: Expr[T]


@dataclass(frozen=True)
class Name(Expr[T]):
    """Of any type."""

    first: bool


@dataclass(frozen=True)
class Pair(Expr[tuple[A, B]]):
    """Its parameters are parts of that of its base."""

    left: Expr[A]
    right: Expr[B]


@dataclass(frozen=True)
class Holder(Generic[T]):
    held: Expr[T]


class Growing(Generic[T]):
    pass


@dataclass(frozen=True)
class End(Growing[int]):
    pass


@dataclass(frozen=True)
class First(Growing[A], Generic[A, B]):
    of: Growing[tuple[A, B]]


class Atom(Generic[T]):
    """Its subclasses fix it to four types, and combine any two of them."""


@dataclass(frozen=True)
class Whole(Atom[int]):
    pass


@dataclass(frozen=True)
class Text(Atom[str]):
    pass


@dataclass(frozen=True)
class Real(Atom[float]):
    pass


@dataclass(frozen=True)
class Truth(Atom[bool]):
    pass


@dataclass(frozen=True)
class Either(Atom[bool], Generic[A, B]):
    left: Atom[A]
    right: Atom[B]


class Row(Generic[T, A]):
    pass


@dataclass(frozen=True)
class Titles(Row[int, str]):
    pass


@dataclass(frozen=True)
class Marks(Row[int, bool]):
    pass


@dataclass(frozen=True)
class Couples(Row[int, tuple[bytes, int]]):
    pass


@dataclass(frozen=True)
class Shown(Row[int, float], Generic[B]):
    """Its parameter is the second of the base."""

    row: Row[int, B]


@dataclass(frozen=True)
class Untied(Row[int, complex], Generic[B]):
    """Its parameter is a part of the second."""

    row: Row[int, tuple[B, int]]


@dataclass(frozen=True)
class Priced(Row[str, float], Generic[B]):
    """Its parameter is one of another base class."""

    atom: Atom[B]
    limit: Annotated[int, where(lambda v, atom: atom == Text() and v == 0)]


class Weight(Generic[T]):
    """Its subclasses fix it to pairs of pairs, too, without end."""


@dataclass(frozen=True)
class Light(Weight[bool]):
    pass


@dataclass(frozen=True)
class Both(Weight[tuple[A, B]]):
    left: Weight[A]
    right: Weight[B]


class Scale(Generic[T]):
    pass


@dataclass(frozen=True)
class Weighed(Scale[bool], Generic[A]):
    weight: Weight[A]


class Wide(Generic[T]):
    pass


@dataclass(frozen=True)
class Three(Wide[bool], Generic[T, A, B]):
    first: Atom[T]
    second: Atom[A]
    third: Atom[B]
    fourth: Row[int, T]


# -- brute force -------------------------------------------------------------------------------------------------------


def terms(size: int) -> list[Any]:
    """All terms of exactly a size, well-typed or not, with the numbers 0 and 1."""
    if size <= 0:
        return []
    found: list[Any] = []
    if size == 1:
        found += [Number(0), Number(1), Flag(False), Flag(True), Name(False), Name(True)]
    found += [IsZero(of) for of in terms(size - 1)]
    for first in range(1, size - 1):
        found += [Pair(left, right) for left, right in product(terms(first), terms(size - 1 - first))]
        for second in range(1, size - 1 - first):
            parts = product(terms(first), terms(second), terms(size - 1 - first - second))
            found += [If(*three) for three in parts]
    return found


def has_type(term: Any, wanted: Any) -> bool:
    match term:
        case Number():
            return wanted is int
        case Flag():
            return wanted is bool
        case IsZero(of):
            return wanted is bool and has_type(of, int)
        case If(test, then, other):
            return has_type(test, bool) and has_type(then, wanted) and has_type(other, wanted)
        case Pair(left, right):
            return isinstance(wanted, tuple) and has_type(left, wanted[0]) and has_type(right, wanted[1])
    return isinstance(term, Name)


TYPES = {
    Expr[int]: [int],
    Expr[bool]: [bool],
    Expr[tuple[int, bool]]: [(int, bool)],
    Expr[str]: [str],
    Expr[int] | Expr[bool]: [int, bool],
    Expr: [int, bool],
    Expr[T]: [int, bool],  # type: ignore[valid-type]
}


@pytest.mark.parametrize("annotation", TYPES, ids=str)
def test_only_the_subclasses_that_fit_the_argument_are_built(annotation: Any) -> None:
    for size in (1, 3, 4):
        brute = {t for n in range(size + 1) for t in terms(n) if any(has_type(t, w) for w in TYPES[annotation])}
        space = inhabitants(annotation, Scope(size=size, ints=(0, 1), landmarks=False))
        assert set(space) == brute
        assert space.count == len(brute)
        assert [space.index(value) for value in space] == list(range(space.count))


@pytest.mark.parametrize("annotation", [Expr[int], Expr[bool], Expr[tuple[int, bool]]], ids=str)
def test_members_are_those_of_the_type(annotation: Any) -> None:
    tp = Reader().read_whole(annotation, Context())
    (wanted,) = TYPES[annotation]
    for term in (term for size in (1, 2, 3) for term in terms(size)):
        assert inhabits(tp, term) == has_type(term, wanted)


def test_parameters_that_a_base_does_not_have_stand_for_each_of_the_types() -> None:
    simple = [Whole(), Text(), Real(), Truth()]
    expected = {Truth(), *(Either(left, right) for left, right in product(simple, simple))}
    assert set(inhabitants(Atom[bool], Scope(size=1))) == expected


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        (Row[int, float], {Shown(Titles()), Shown(Marks()), Shown(Couples())}),
        (Row[int, complex], {Untied(Couples())}),
        (Row[str, float], {Priced(Text(), 0)}),
    ],
    ids=["second", "part", "another"],
)
def test_parameters_that_a_base_does_not_have_are_what_they_can_be_in_the_fields(
    annotation: Any, expected: set[Any]
) -> None:
    assert {value for value in inhabitants(annotation, Scope(size=2)) if value in expected} == expected


def weighs(scale: Scale[bool]) -> None: ...


def weighs_one(scale: Weight[bool]) -> None: ...


def test_where_a_parameter_stands_for_types_without_end_no_inputs_are_all_there_are() -> None:
    assert extent_of(read_signature(weighs), ()) is None
    assert extent_of(read_signature(weighs_one), ()) is not None


@raises(LookupError)
def evaluated(e: Expr[T]) -> T:
    match e:
        case Number(value) | Flag(value):
            return value  # type: ignore[return-value]
        case IsZero(of):
            return evaluated(of) == 0  # type: ignore[return-value]
        case If(test, then, other):
            return evaluated(then) if evaluated(test) else evaluated(other)
    raise LookupError


@raises(LookupError)
def evaluated_wrongly(e: Expr[T]) -> T:
    return int(evaluated(e)) if isinstance(e, IsZero) else evaluated(e)  # type: ignore[return-value,call-overload]


def makes(flag: bool) -> Expr[T]:  # type: ignore[type-var]
    return Flag(flag) if flag else Number(0)  # type: ignore[return-value]


def doubts(e: Expr[int]) -> Expr[bool]:
    return IsZero(e)


def doubts_wrongly(e: Expr[int]) -> Expr[bool]:
    return Number(0) if e == Number(1) else IsZero(e)  # type: ignore[return-value]


def test_a_function_of_such_terms_is_checked_for_each_type() -> None:
    scope = Scope(size=4, ints=(0, 1))
    assert not check(evaluated, scope=scope, in_process=True).findings
    (finding,) = check(evaluated_wrongly, scope=scope, in_process=True).findings
    assert f"{finding.call} {finding.outcome}" == "evaluated_wrongly(e=IsZero(Number(0))) returned 1"


def test_a_result_with_another_argument_is_found() -> None:
    scope = Scope(size=2)
    assert not check(makes, scope=scope, in_process=True).findings
    assert not check(doubts, scope=scope, in_process=True).findings
    (finding,) = check(doubts_wrongly, scope=scope, in_process=True).findings
    assert f"{finding.call} {finding.outcome}" == "doubts_wrongly(e=Number(1)) returned Number(0)"


@pytest.mark.parametrize(
    ("annotation", "said"),
    [
        (Holder[int], "Expr stands in a generic class"),
        (Wide[bool], "Three has type parameters that Wide does not have"),
        (Growing[int], "First occurs with larger and larger type arguments"),
    ],
)
def test_what_cannot_be_told_is_refused(annotation: Any, said: str) -> None:
    with pytest.raises(AnnotationError, match=said) as caught:
        inhabitants(annotation, Scope(size=2))
    assert caught.value.place is not None
    assert caught.value.remedy
