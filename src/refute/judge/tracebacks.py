"""An exception from the code under test, told by the user's own lines: where it happened, and what led there."""

from __future__ import annotations

import builtins
import inspect
import linecache
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import groupby
from pathlib import Path
from traceback import walk_tb
from typing import Any

from refute.conform.wording import safe_str
from refute.errors import PACKAGE, Place
from refute.ownership import is_in, is_library
from refute.types.reading.guarded import attribute
from refute.words import grouped

# Of more frames than these only the first and the last are told.
_FIRST, _LAST = 4, 8
# Of a group of exceptions, and of those that led to one another.
_MOST_PARTS = 5
_LONGEST = 2_000  # characters of a message


@dataclass(frozen=True)
class StackFrame:
    """One line of the user's that was being run."""

    file: str
    line: int
    function: str
    text: str  # the line itself

    def __str__(self) -> str:
        return f"{Place(self.file, self.line)}, in {self.function}{self.text and f': {self.text}'}"


@dataclass(frozen=True)
class Told:
    """An exception, its frames from the outermost to the one it came from."""

    type: str
    message: str
    frames: tuple[StackFrame, ...]
    omitted: int = 0  # frames between the first and the last ones
    ended: str = ""  # where it was raised, if that is not in the user's own code
    at: StackFrame | None = None  # the user's last line: equal for crashes that are the same
    cause: Told | None = None  # the exception that led to this one
    parts: tuple[Told, ...] = ()  # of a group

    @property
    def place(self) -> Place | None:
        return None if self.at is None else Place(self.at.file, self.at.line)

    def lines(self) -> Iterator[str]:
        """The exception as text, a line each."""
        yield f"{self.type}: {self.message}" if self.message else self.type
        for position, frame in enumerate(self.frames):
            if self.omitted and position == _FIRST:
                yield f"  … {self.omitted} more …"
            yield f"  {frame}"
        if self.ended:
            yield f"  {self.ended}"
        for part in self.parts:
            yield from (f"  | {line}" for line in part.lines())
        if self.cause is not None:
            yield "caused by"
            yield from self.cause.lines()


def told(error: BaseException, skip: Collection[str] = ()) -> Told:
    """An exception without the frames of refute, of libraries, and of the files and directories to skip."""
    seen = {id(error)}
    story = _told(error, skip, seen)
    causes: list[Told] = []
    cause = _led_to(error)
    while cause is not None and id(cause) not in seen and len(causes) < _MOST_PARTS:
        seen.add(id(cause))
        causes.append(_told(cause, skip, seen))
        cause = _led_to(cause)
    inner: Told | None = None
    for part in reversed(causes):
        inner = replace(part, cause=inner)
    return replace(story, cause=inner)


def _led_to(error: BaseException) -> BaseException | None:
    if error.__cause__ is not None:
        return error.__cause__
    return None if error.__suppress_context__ else error.__context__


def _told(error: BaseException, skip: Collection[str], seen: set[int]) -> Told:
    frames = [frame for frame in _frames(error) if not is_in(frame.file, (PACKAGE, *skip))]
    places = [position for position, frame in enumerate(frames) if not is_library(frame.file)]
    if not places:  # a library is what is being tested
        places = list(range(len(frames)))
    users = [frames[position] for position in places]
    last = frames[-1] if frames and places[-1] != len(frames) - 1 else None
    ended = f"raised in {Path(last.file).name}:{last.line}, in {last.function}" if last else ""
    shown = list(_without_repeats(users))
    omitted = max(0, len(shown) - _FIRST - _LAST)
    kept = (*shown[:_FIRST], *shown[-_LAST:]) if omitted else tuple(shown)
    inside = error.exceptions[:_MOST_PARTS] if isinstance(error, BaseExceptionGroup) else ()
    parts = []
    for part in inside:
        if id(part) not in seen:
            seen.add(id(part))
            parts.append(_told(part, skip, seen))
    name = type(error).__qualname__.rpartition("<locals>.")[2]
    return Told(name, _cut(safe_str(error)), kept, omitted, ended, _at(error, users), parts=tuple(parts))


def _without_repeats(frames: Sequence[StackFrame]) -> Iterator[StackFrame]:
    """A line that called itself once, with how often it did."""
    for _, repeated in groupby(frames, lambda frame: (frame.file, frame.line)):
        same = list(repeated)
        again = sum(frame.function == same[0].function for frame in same)  # comprehensions have frames of their own
        yield same[0] if again == 1 else replace(same[0], text=f"{same[0].text}  ({again} times)")


def _cut(message: str) -> str:
    if len(message) <= _LONGEST:
        return message
    return f"{message[:_LONGEST]} … ({grouped(len(message))} characters)"


def _frames(error: BaseException) -> Iterator[StackFrame]:
    for frame, line in walk_tb(error.__traceback__):
        code = frame.f_code
        text = linecache.getline(code.co_filename, line or 0, frame.f_globals).strip()
        yield StackFrame(code.co_filename, line or 0, code.co_qualname.rpartition("<locals>.")[2], text)


def _at(error: BaseException, users: list[StackFrame]) -> StackFrame | None:
    """The user's last line. Where a recursion happens to run out of stack says nothing: the first of its lines does."""
    if not users:
        return None
    if isinstance(error, RecursionError):
        counts = Counter((frame.file, frame.line) for frame in users)
        first = min(place for place, count in counts.items() if 2 * count > max(counts.values()))
        return next(frame for frame in users if (frame.file, frame.line) == first)
    return users[-1]


def named_beside(error: type[BaseException], function: Any) -> tuple[str, str]:
    """How the class of an exception can be written above a function, and the module that has to be imported for it:
    `re.error`, `re`. None has to be where its name is known already, or leads nowhere."""
    name, module = error.__qualname__, str(error.__module__)
    beside = sys.modules.get(attribute(inspect.unwrap(function), "__module__") or "")
    if any(_leads_to(error, place, name) for place in (builtins, beside)):
        return name, ""
    if module in sys.modules and _leads_to(error, sys.modules[module], name):
        return f"{module}.{name}", module
    return error.__name__, ""


def _leads_to(error: type, place: Any, name: str) -> bool:
    return reduce(attribute, name.split("."), place) is error
