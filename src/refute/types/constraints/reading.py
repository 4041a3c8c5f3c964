"""What the reader of one dialect answers: predicates, or that a piece of metadata is no constraint."""

from __future__ import annotations

from dataclasses import dataclass

from refute.logic.predicates import Predicate


@dataclass(frozen=True, slots=True)
class NotConstraint:
    what: str  # what it is instead


Reading = list[Predicate] | NotConstraint
