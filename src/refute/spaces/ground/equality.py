"""Elements of sets and keys: what can be one, and which are equal, by the equality of their classes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from refute.errors import AnnotationError, RefuteError
from refute.logic.terms.term import Constant
from refute.spaces.ground.types import (
    Called,
    Collected,
    Either,
    Ground,
    Limited,
    Made,
    Mapped,
    Scalars,
    Sequenced,
    Tupled,
)
from refute.spaces.ground.unions import Closing, disjoint
from refute.spaces.nodes.recipes import thaw
from refute.spaces.scope import Scope
from refute.types.model import FunctionOf


class Opening(Closing, Protocol):
    """The part of the grounder that tells elements apart."""

    @property
    def scope(self) -> Scope: ...

    def opened(self, tp: Ground, visited: set[object]) -> Sequence[Ground]: ...


def element_type(grounder: Opening, tp: Ground) -> Ground:
    """The type of elements or keys, without scalars that equal another one; raises if it is not hashable."""
    unhashable = _unhashable(tp)
    if unhashable:
        raise AnnotationError(
            f"values of {unhashable} cannot be elements of a set or keys of a dict: they are not hashable",
            remedy="Use a tuple for a list, a frozenset for a set, a frozen dataclass for a mutable one.",
        )
    # SmallCheck's rule cuts integers off further down: there, equal scalars are dropped
    return tp if grounder.scope.by_smallcheck else _told_apart(grounder, tp)


def _told_apart(grounder: Opening, tp: Ground) -> Ground:
    """The first of scalars that are equal but not the same (1, True, 1.0): a set holds one of them."""
    match tp:
        case Scalars(values=values):
            first: dict[Any, Constant] = {}
            for value in values:
                first.setdefault(value.value, value)
            return tp if len(first) == len(values) else grounder.intern(tp.with_values(tuple(first.values())))
        case Either(members=members):
            return disjoint(grounder, [_told_apart(grounder, member) for member in members])
        case Tupled(elements=elements):
            return grounder.intern(Tupled(tuple(_told_apart(grounder, element) for element in elements)))
        case Sequenced(kind=kind, element=element):
            return grounder.intern(Sequenced(kind, _told_apart(grounder, element)))
        case Limited(base=base, terms=terms):
            return grounder.limit(_told_apart(grounder, base), terms)
    return tp


def _unhashable(tp: Ground) -> str:
    match tp:
        case Sequenced(kind=("list" | "deque") as kind) | Collected(kind="set" as kind):
            return kind
        case Mapped():
            return "dict"
        case Scalars(values=values) if any(isinstance(constant.value, FunctionOf) for constant in values):
            return "a function type"
        case Made(constructor=constructor):
            return "" if getattr(constructor.cls, "__hash__", None) else constructor.name
        case Called():
            return ""
    return next((unhashable for part in tp.parts if (unhashable := _unhashable(part))), "")


def may_be_equal(grounder: Opening, tp: Ground) -> bool:
    """Whether different values of a type may be equal, as 1 and True are, or by the `__eq__` of a class."""
    return _may_be_equal(grounder, tp, set())


def _may_be_equal(grounder: Opening, tp: Ground, visited: set[object]) -> bool:
    match tp:
        case Scalars(values=values):
            return len({constant.value for constant in values}) < len(values)
        case Made(constructor=constructor):
            cls = constructor.cls
            if cls.__eq__ is object.__eq__ and cls.__hash__ is object.__hash__:
                return False
            if not constructor.structural:
                return True
        case Either(members=members) if sum(_is_tuple(member) for member in members) > 1:
            return True
    return any(_may_be_equal(grounder, part, visited) for part in grounder.opened(tp, visited))


def _is_tuple(tp: Ground) -> bool:
    return isinstance(tp, Tupled) or (isinstance(tp, Made) and tp.constructor.form == "tuple")


def first_of_equals(values: Iterable[Any], met: set[Any], tp: Ground, check_time: Callable[[], None]) -> list[int]:
    """The places of values (in frozen form) that equal none before them, and none in `met`, to which they are added.

    `check_time` is called before each: comparing may take long.
    """
    places = []
    try:
        for place, value in enumerate(values):
            check_time()
            element = thaw(value)
            if element not in met:
                met.add(element)
                places.append(place)
    except RefuteError:
        raise
    except Exception as error:
        raise AnnotationError(
            f"values of {tp!r} cannot be elements of a set or keys of a dict: "
            f"comparing them raised {type(error).__name__}: {error}",
            place=next((part.constructor.place for part in _parts(tp) if isinstance(part, Made)), None),
            remedy="Repair `__eq__` and `__hash__` of their class, or use a list.",
        ) from error
    return places


def _parts(tp: Ground) -> Iterable[Ground]:
    yield tp
    for part in tp.parts:
        yield from _parts(part)
