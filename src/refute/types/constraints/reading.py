"""What the reader of one dialect answers: predicates, or that a piece of metadata is no constraint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from refute.logic.reading.predicates import Predicate


@dataclass(frozen=True, slots=True)
class NotConstraint:
    what: str  # what it is instead
    text: str = ""  # the part of the metadata that is meant; empty: all of it


@dataclass(frozen=True, slots=True)
class Unread:
    """Metadata inside a piece of metadata, which may be of another dialect."""

    piece: Any


# A piece of metadata may say several things at once, constraints and others.
Reading = list[Predicate | NotConstraint | Unread] | NotConstraint
