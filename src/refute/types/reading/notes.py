"""How each piece of metadata was understood: nothing is ever ignored silently."""

from __future__ import annotations

import re
from dataclasses import dataclass

from refute.logic.terms.numerals import represented

# Where an object happens to be in memory says nothing, and differs from run to run.
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


@dataclass(frozen=True, slots=True)
class Note:
    owner: str  # what it refines: a field, a parameter, the type itself
    text: str  # as the user wrote it
    status: str  # "symbolic", "opaque" or "not a constraint"; "narrowed" tells what an opaque one took
    reason: str = ""


def shown(piece: object) -> str:
    """How an object of the user's is quoted, whatever it says of itself."""
    try:
        text = represented(piece)
    except Exception as error:
        return f"<{type(piece).__qualname__}, whose repr raises {type(error).__name__}>"
    text = _ADDRESS.sub("", text)
    return text if len(text) <= 80 else text[:77] + "..."
