"""Notes on how each piece of metadata was read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from refute.logic.reading.predicates import Predicate
from refute.logic.reading.repetition.loops import LoopMeasure
from refute.logic.reading.repetition.plain import plain_measures
from refute.logic.terms.numerals import represented

# Memory addresses differ from run to run.
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


@dataclass(frozen=True, slots=True)
class Note:
    """How a piece of metadata was read."""

    owner: str  # the field, parameter or type that it refines
    text: str  # as the user wrote it
    # "symbolic", "opaque", "not a constraint", "narrowed" with the cost of an opaque one, "in sight" with the
    # implementations of an open type, "selected" with the flags of many that are built, "as a measure" for a plain
    # function that is read as one, "discards" for what a function assumes and only running it decides, or "by its
    # default" for the type of a parameter without annotation
    status: str
    reason: str = ""
    unsettled: bool = False  # whether it did not end for some values, which are left out


def notes_on(predicate: Predicate, owner: str) -> Iterator[Note]:
    """How the conjuncts of a predicate were read, and the functions that it calls."""
    for conjunct in predicate.conjuncts:
        yield Note(owner, conjunct.text, "symbolic" if conjunct.symbolic else "opaque", conjunct.reason)
    for made in plain_measures(predicate.term):
        if not isinstance(made, LoopMeasure):
            yield Note(str(made.place), made.function.__qualname__, "as a measure")


def shown(piece: object) -> str:
    """The repr of a user's object, shortened. Never raises."""
    try:
        text = represented(piece)
    except Exception as error:
        return f"<{type(piece).__qualname__}, whose repr raises {type(error).__name__}>"
    text = _ADDRESS.sub("", text)
    return text if len(text) <= 80 else text[:77] + "..."
