"""Lines: which lines of the code that is explored calls have reached.

Python 3.12 and later tell of each line once, which takes next to no time. Before that, some calls are traced: the first
ones of each operation, then one of many.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from refute.judge.calls.code.called import with_inner
from refute.programs.calls.performing import Trace
from refute.programs.interface.operation import Operation
from refute.types.reading.guarded import names_of_class, names_of_module, unwrapped

_NAME = "refute"
_TOOL = 4  # one that no tool of the standard library claims
_FIRST, _EACH = 100, 32  # calls of an operation that are traced, and one of so many after these
_MONITORING: Any = getattr(sys, "monitoring", None)


@dataclass(frozen=True)
class FunctionLines:
    """The lines of one function, by their places among all."""

    name: str
    file: str
    first: int
    lines: tuple[int, ...]

    @property
    def places(self) -> range:
        return range(self.first, self.first + len(self.lines))


def functions_in(files: Collection[str]) -> list[FunctionLines]:
    """The functions of files that are imported, in an order that is the same in every process."""
    return [one for one, _ in _numbered(files)]


def _numbered(files: Collection[str]) -> Iterator[tuple[FunctionLines, CodeType]]:
    first = 0
    for code in sorted(_codes_in(files), key=lambda code: (code.co_filename, code.co_firstlineno, code.co_qualname)):
        lines = {line for _, _, line in code.co_lines() if line is not None and line != code.co_firstlineno}
        found = FunctionLines(code.co_qualname, code.co_filename, first, tuple(sorted(lines)))
        first += len(lines)
        yield found, code


def _codes_in(files: Collection[str]) -> set[CodeType]:
    found: set[CodeType] = set()
    for module in list(sys.modules.values()):
        if isinstance(module, ModuleType) and names_of_module(module).get("__file__") in files:
            for value in names_of_module(module).values():
                found.update(code for code in _codes_of(value) if code.co_filename in files)
    return found


def _codes_of(value: Any) -> Iterator[CodeType]:
    members = [value]
    if isinstance(value, type):
        members = [*names_of_class(value).values()]
    for member in members:
        parts = [getattr(member, name, None) for name in ("fget", "fset", "fdel", "func", "__func__", "__wrapped__")]
        for part in (member, *parts):
            if isinstance(part, FunctionType):
                plain = unwrapped(part)
                yield from with_inner(plain.__code__) if isinstance(plain, FunctionType) else ()


class Coverage:
    """Hears of the lines that calls of this process reach."""

    def __init__(self, files: Collection[str]) -> None:
        self._lines = {
            code: dict(zip(function.lines, function.places, strict=True)) for function, code in _numbered(files)
        }
        self._new: set[int] = set()
        self._left = {code: set(lines) for code, lines in self._lines.items()}  # lines that were not reached
        self._calls: dict[Operation, int] = {}
        self._is_listening = False

    def __repr__(self) -> str:
        return f"<Coverage of {len(self._lines)} functions>"

    def start(self) -> None:
        """Begin to listen, unless somebody else uses what that takes."""
        if _MONITORING is None or self._is_listening:
            return
        if _MONITORING.get_tool(_TOOL) == _NAME:  # an exploration in this process, before this one
            _MONITORING.free_tool_id(_TOOL)
        if _MONITORING.get_tool(_TOOL) is not None:
            return
        _MONITORING.use_tool_id(_TOOL, _NAME)
        _MONITORING.register_callback(_TOOL, _MONITORING.events.LINE, self._reached)
        for code in self._lines:
            _MONITORING.set_local_events(_TOOL, code, _MONITORING.events.LINE)
        _MONITORING.restart_events()
        self._is_listening = True

    def _reached(self, code: CodeType, line: int) -> Any:
        place = self._lines.get(code, {}).get(line)
        if place is not None:
            self._new.add(place)
        return _MONITORING.DISABLE

    def tracer_for(self, operation: Operation) -> Trace | None:
        """What traces the next call of an operation, if that is worth it, and nobody else does."""
        if self._is_listening:
            return None
        calls = self._calls[operation] = self._calls.get(operation, 0) + 1
        if (calls > _FIRST and calls % _EACH) or sys.gettrace() is not None or not any(self._left.values()):
            return None
        return self._called

    def _called(self, frame: FrameType, event: str, argument: Any) -> Any:
        return self._in_function if self._left.get(frame.f_code) else None

    def _in_function(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            left = self._left[frame.f_code]
            if frame.f_lineno in left:
                left.discard(frame.f_lineno)
                self._new.add(self._lines[frame.f_code][frame.f_lineno])
        return self._in_function

    def new(self) -> set[int]:
        """The places of lines that were reached since this was asked."""
        if not self._new:
            return self._new
        found, self._new = self._new, set()
        return found
