"""Notes on how each piece of metadata was read."""

from __future__ import annotations

import re
from dataclasses import dataclass

from refute.logic.terms.numerals import represented

# Memory addresses differ from run to run.
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


@dataclass(frozen=True, slots=True)
class Note:
    """How a piece of metadata was read."""

    owner: str  # the field, parameter or type that it refines
    text: str  # as the user wrote it
    status: str  # "symbolic", "opaque", "not a constraint", or "narrowed" with the cost of an opaque one
    reason: str = ""


def shown(piece: object) -> str:
    """The repr of a user's object, shortened. Never raises."""
    try:
        text = represented(piece)
    except Exception as error:
        return f"<{type(piece).__qualname__}, whose repr raises {type(error).__name__}>"
    text = _ADDRESS.sub("", text)
    return text if len(text) <= 80 else text[:77] + "..."
