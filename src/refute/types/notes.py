"""How each piece of metadata was understood: nothing is ever ignored silently."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Note:
    owner: str  # what it refines: a field, a parameter, the type itself
    text: str  # as the user wrote it
    status: str  # "symbolic", "opaque" or "not a constraint"
    reason: str = ""
