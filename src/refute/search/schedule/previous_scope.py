"""Whether an input of a scope was in the scope before, told by its integers alone where that is enough.

A scope that grows takes larger sizes and larger integers. So of inputs that are no larger, those are new that have an
integer beyond the reach of the scope before. Seeing that takes a look at each scalar; finding the place that an input
had in the earlier space takes a hundred times as long, and is left for inputs of which the look says nothing.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from operator import attrgetter
from typing import Any

from refute.logic.reading.predicates import Predicate
from refute.types.model import Atom, Data, Finite, Refined, Type, walk
from refute.types.signatures import LEFT_OUT, Signature

Parts = Callable[[Any], Sequence[Any]]
_PLAIN = (bool, type(None), type(LEFT_OUT))


class PreviousScope:
    """Whether inputs of a function were in a scope before, told by their scalars."""

    def __init__(self, signature: Signature) -> None:
        types = [part for parameter in signature.parameters for part in walk(parameter.type)]
        # what can only be run may ask how far the scope goes
        self._certain = all(predicate.symbolic for part in types for predicate in _predicates(part))
        # such integers are there however far a scope reaches
        self._marked = any(_has_integers_of_its_own(part) for part in types)
        self._parts = _PartsByClass()

    def has(self, values: Sequence[Any], reach: int) -> bool | None:
        """Whether an input has no scalar beyond a reach; None if that cannot be told."""
        if not self._certain:
            return None
        try:
            near = self._is_near(values, -reach, reach)
        except _UnknownError:
            return None
        return None if self._marked and not near else near

    def _is_near(self, values: Sequence[Any], low: int, high: int) -> bool:
        for value in values:
            kind = type(value)
            if kind is int:
                if not low <= value <= high:
                    return False
            else:
                parts = self._parts[kind]
                if parts is not None and not self._is_near(parts(value), low, high):
                    return False
        return True


class _UnknownError(Exception):
    """What a value consists of is not known."""


class _PartsByClass(dict[type, Parts | None]):
    """What gives the parts of an instance, by its class; None for scalars that every scope has."""

    def __missing__(self, kind: type) -> Parts | None:
        found: Parts | None
        if kind in _PLAIN or issubclass(kind, Enum):
            found = None
        elif kind is tuple or kind is list:
            found = _itself
        elif _is_what_it_was_given(kind):
            found = _fields(kind)
        else:
            raise _UnknownError
        self[kind] = found
        return found


def _itself(value: Any) -> Sequence[Any]:
    given: Sequence[Any] = value
    return given


def _is_what_it_was_given(kind: Any) -> bool:
    """Whether instances hold what their constructor was given, and nothing else."""
    generated = vars(kind).get("__dataclass_params__")
    return bool(
        generated
        and generated.init
        and not hasattr(kind, "__post_init__")
        and kind.__new__ is object.__new__
        and all(field.init for field in dataclasses.fields(kind))
    )


def _fields(kind: Any) -> Parts | None:
    names = [field.name for field in dataclasses.fields(kind)]
    if not names:
        return None
    get: Any = attrgetter(*names)
    return get if len(names) > 1 else lambda value: (get(value),)


def _predicates(tp: Type) -> Iterator[Predicate]:
    if isinstance(tp, Refined):
        yield from tp.predicates
    elif isinstance(tp, Data):
        yield from tp.constructor.invariants
        yield from tp.constructor.declared


def _has_integers_of_its_own(tp: Type) -> bool:
    constants = tp.marks if isinstance(tp, Atom) else tp.values if isinstance(tp, Finite) else ()
    return any(type(constant.value) is int for constant in constants)
