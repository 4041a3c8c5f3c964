"""What the lambda calculus promises: a term keeps its type as it is reduced. Terms are well-typed and closed."""

from __future__ import annotations

from typing import Annotated

from program import Term, reduced, reduced_by, type_of

from refute import measure, where

Holds = Annotated[bool, where(lambda r: r)]

inferred = measure(type_of)
WellTyped = Annotated[Term, where(lambda t: inferred(t, ()) is not None)]


def one_step_keeps_type(t: WellTyped) -> Holds:
    return type_of(reduced(t), ()) == type_of(t, ())


def forty_steps_keep_type(t: WellTyped) -> Holds:
    return type_of(reduced_by(40, t), ()) == type_of(t, ())
