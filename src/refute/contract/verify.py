"""`verify`: whether a value is what its type says, asked on purpose."""

from __future__ import annotations

import sys
from typing import Any, TypeVar

from refute.conform.compiled import contract_of
from refute.conform.explain import explain
from refute.contract.enforce import ContractError
from refute.errors import RefuteError
from refute.types.landmarks import predicates_in
from refute.types.model import Data, Instance, Refined, Type
from refute.types.reading.annotations import Reader
from refute.types.reading.context import Context, context_of
from refute.types.reading.invariants import invariants_of

T = TypeVar("T")


def verify(value: T, annotation: Any = None) -> T:
    """Return a value; raise ContractError unless it is of a type: `verify(account)`, `verify(xs, Sorted)`.

    Without a type it is its class that counts, with the types and refinements of fields and the invariants that the
    class declares.
    """
    if annotation is None:
        tp = type_of_class(type(value))
    else:
        frame = sys._getframe(1)
        tp = _read(annotation, Context("the type", frame.f_globals, frame.f_locals))
    if tp is not None and not contract_of(tp).holds(value, {}):
        explanation = explain(tp, value, {}, "value")
        if explanation is not None:
            raise ContractError(explanation.message())
    return value


def type_of_class(cls: type) -> Type | None:
    """The type of a class, where it says anything of its instances."""
    try:
        tp = _read(cls, context_of(cls))
        if isinstance(tp, Refined):
            return tp
        if isinstance(tp, Data) and (predicates_in(tp) or tp.constructor.declares_fields):
            return tp
        predicates = invariants_of(cls)
    except (RefuteError, RecursionError):
        return None
    return Refined(Instance(cls), predicates) if predicates else None


def _read(annotation: Any, context: Context) -> Type:
    reader = Reader()
    reader.produced = True
    return reader.read_written(annotation, context)
