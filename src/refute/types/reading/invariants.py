"""Class invariants: conditions that hold of every instance after its construction and after each method.

A class declares one as a method under `@invariant`, or by `@where(lambda self: …)` above the class. It is part of the
type of the class: values that are built satisfy it, and results have to.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar

from refute.errors import RefinementError
from refute.logic.reading.predicates import CLASS_REFINEMENTS, Predicate, opaque, read_predicate
from refute.types.reading.context import own_annotations
from refute.types.reading.places import place_of

F = TypeVar("F", bound=Callable[..., Any])

_MARK = "__refute_invariant__"


def invariant(method: F) -> F:
    """Declare a method of no arguments to be an invariant: it returns whether the instance is right, or asserts it."""
    if not isinstance(method, FunctionType) or len(inspect.signature(method).parameters) != 1:
        raise RefinementError(
            f"@invariant stands above a method that takes nothing but self, not above {method!r}",
            place=place_of(method),
            remedy="Write `@invariant`, then `def name(self) -> bool: return …` in the class.",
        )
    setattr(method, _MARK, True)
    return method


def is_invariant(method: object) -> bool:
    return getattr(method, _MARK, False) is True


def invariants_of(cls: Any) -> tuple[Predicate, ...]:
    """The invariants of a class and its bases, those of bases first. Overridden methods count as in the class."""
    found: list[Predicate] = []
    methods: dict[str, None] = {}
    for base in reversed(getattr(cls, "__mro__", ())):
        for piece in vars(base).get(CLASS_REFINEMENTS, ()):
            found.append(read_predicate(piece.predicate, piece.namespace, piece.place))
        methods |= dict.fromkeys(name for name, value in vars(base).items() if is_invariant(value))
    for name in methods:
        method = inspect.getattr_static(cls, name)
        if isinstance(method, FunctionType):
            found.append(_asked(method))
    for predicate in found:
        if predicate.names:
            raise RefinementError(
                f"the invariant `{predicate.text}` of {cls.__name__} takes {predicate.names[0]!r} beside the instance",
                place=predicate.place,
                remedy="It can depend on nothing but the instance: use its attributes.",
            )
    return tuple(found)


def _asked(method: FunctionType) -> Predicate:
    if own_annotations(method).get("return", "") not in (None, "None"):
        return read_predicate(method, method.__globals__, place_of(method))

    def asserted(instance: Any) -> bool:
        try:
            method(instance)
        except AssertionError:
            return False
        return True

    return opaque(asserted, (), method.__name__, place_of(method), "it asserts")
