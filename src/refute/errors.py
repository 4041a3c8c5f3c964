"""What refute says when it cannot use something: one hierarchy, every message with a place and a remedy."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PACKAGE = str(Path(__file__).parent)  # the directory of refute's own code

# What an annotation in quotes is compiled as (see `source`), with what it annotates.
_QUOTED = re.compile(r"<annotation \w+ of (.*)>")


@dataclass(frozen=True, slots=True)
class Place:
    """A spot in the user's code. `line` is 0 where only the file, or only a name, is known."""

    file: str
    line: int = 0
    seen_from: str = ""  # the directory to which it is told; empty: the current one

    def __str__(self) -> str:
        shown = self.file
        quoted = _QUOTED.fullmatch(shown)
        if quoted is not None:
            return f"in the annotation of {quoted[1]}"
        if os.path.isabs(shown):
            relative = os.path.relpath(shown, self.seen_from or None)
            if not relative.startswith(".."):
                shown = relative
        return f"{shown}:{self.line}" if self.line else shown


class RefuteError(Exception):
    """Base of everything refute raises on purpose.

    `problem` says what is wrong and quotes the offending text, `remedy` says what to do about it,
    `place` says where. `str()` gives all three.
    """

    def __init__(self, problem: str, *, place: Place | None = None, remedy: str = "") -> None:
        super().__init__(problem, place, remedy)
        self.problem = problem
        self.place = place
        self.remedy = remedy

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (type(self), self.problem, self.place, self.remedy)

    def __str__(self) -> str:
        text = f"{self.place}: {self.problem}" if self.place else self.problem
        return f"{text}\n  {self.remedy}" if self.remedy else text


def _rebuilt(cls: type[RefuteError], problem: str, place: Place | None, remedy: str) -> RefuteError:
    return cls(problem, place=place, remedy=remedy)


class Fault(RefuteError):
    """Something that went wrong in refute, or with its processes, and says nothing of the code."""


class AnnotationError(RefuteError):
    """An annotation that cannot be read as a type."""


class ConstraintError(RefuteError):
    """Metadata that looks like a constraint and cannot be read as one."""


class RefinementError(RefuteError):
    """A refinement that cannot be used: it takes no argument, names something unknown, or raised."""


class ConstructorError(RefinementError):
    """A constructor that raised what is neither a ValueError nor a TypeError nor an AssertionError."""


class EmptyTypeError(RefuteError):
    """A type that provably has no value at all."""


class TargetError(RefuteError):
    """What was named on the command line cannot be found, or cannot be imported."""


class ScopeError(RefuteError):
    """A scope or a space that cannot be used as asked."""


class ExplosionError(ScopeError):
    """A space takes more memory, or more time, than there is; names the type and what explodes, if that is known."""


for _error in (
    RefuteError,
    AnnotationError,
    ConstraintError,
    RefinementError,
    ConstructorError,
    EmptyTypeError,
    TargetError,
    ScopeError,
    ExplosionError,
):
    _error.__module__ = "refute"  # the name under which users import it
