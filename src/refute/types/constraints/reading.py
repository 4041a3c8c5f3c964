"""The results of readers of constraints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from refute.logic.reading.predicates import Predicate


@dataclass(frozen=True, slots=True)
class NotConstraint:
    """Metadata that is no constraint."""

    what: str  # what it is instead
    text: str = ""  # the part of the metadata; empty: all of it


@dataclass(frozen=True, slots=True)
class Unread:
    """Metadata inside a piece of metadata, to be read by any reader."""

    piece: Any


# The result of a reader: one piece of metadata may hold several constraints.
Reading = list[Predicate | NotConstraint | Unread] | NotConstraint
