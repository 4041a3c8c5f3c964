"""Lines and branches: which of those of the code that is explored calls have reached.

Python 3.12 and later tell of each line, and of each way from a branch, once, which takes next to no time. Before that,
some calls are traced: the first ones of each operation, then one of many; and only functions of which something was not
reached yet.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from refute.judge.calls.code.called import with_inner
from refute.programs.calls.performing import Trace
from refute.programs.engine.coverage.branches import Arc, Flow, flow_of, returns
from refute.types.reading.guarded import names_of_class, names_of_module, unwrapped

_NAME = "refute"
_TOOL = 4  # one that no tool of the standard library claims
_FIRST, _EACH = 100, 32  # calls of an operation that are traced, and one of so many after these
_settrace = sys.settrace  # the code under test may patch the name
_MOST_STEPS = 20_000  # lines of a call that are traced
_MONITORING: Any = getattr(sys, "monitoring", None)
_EVENTS: Any = getattr(_MONITORING, "events", None)
_EACH_WAY = hasattr(_EVENTS, "BRANCH_LEFT")  # whether the ways from a branch are told, and switched off, one by one
_BRANCH_EVENTS = (
    *((_EVENTS.BRANCH_LEFT, _EVENTS.BRANCH_RIGHT) if _EACH_WAY else (_EVENTS.BRANCH,) if _EVENTS is not None else ()),
)


@dataclass(frozen=True)
class FunctionLines:
    """The lines and branches of one function, by their places among all: those of lines come first."""

    name: str
    file: str
    line: int  # of its `def`
    first: int
    lines: tuple[int, ...]
    first_branch: int
    branches: tuple[Arc, ...]

    @property
    def places(self) -> range:
        return range(self.first, self.first + len(self.lines))

    @property
    def branch_places(self) -> range:
        return range(self.first_branch, self.first_branch + len(self.branches))


def functions_in(files: Collection[str]) -> list[FunctionLines]:
    """The functions of files that are imported, in an order that is the same in every process."""
    return [one for one, _, _ in _numbered(files)]


def steps_in(files: Collection[str]) -> Iterator[tuple[str, int, tuple[Arc, ...]]]:
    """The ways between lines of each function, with its file and first line."""
    for one, _, flow in _numbered(files):
        yield one.file, one.line, tuple(flow.steps)


def _numbered(files: Collection[str]) -> list[tuple[FunctionLines, CodeType, Flow]]:
    codes = sorted(_codes_in(files), key=lambda code: (code.co_filename, code.co_firstlineno, code.co_qualname))
    flows = [flow_of(code) for code in codes]
    place, branch = 0, sum(len(flow.lines) for flow in flows)
    found = []
    for code, flow in zip(codes, flows, strict=True):
        lines, branches = tuple(flow.lines), tuple(flow.branches)
        name, file, line = code.co_qualname, code.co_filename, code.co_firstlineno
        found.append((FunctionLines(name, file, line, place, lines, branch, branches), code, flow))
        place, branch = place + len(lines), branch + len(branches)
    return found


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


@dataclass(eq=False)
class _Code:
    """One code object: the places of its lines and branches, and those of them that were not reached."""

    places: Mapping[int, int]  # by line
    arcs: Mapping[Arc, int]
    flow: Flow
    left: set[int]
    ways: dict[tuple[int, int], int | None]  # places of branches, by the offsets of an instruction and of the next one
    taken: dict[int, int]  # the way that was taken first from an instruction, by their offsets


class Coverage:
    """Hears of the lines and branches that calls of this process reach."""

    def __init__(self, files: Collection[str], *, every: bool = False) -> None:
        """`every`: each call is traced, and what it reached is known until the next one."""
        self._codes = {code: _code(function, flow) for function, code, flow in _numbered(files)}
        self._every = every
        self._new: set[int] = set()
        self._known: set[int] = set()  # before the last call, where each is traced
        self.of_call: set[int] = set()  # what the last call reached, where each is traced
        self.steps = 0  # of the last call that was traced
        self._is_listening = False

    def __repr__(self) -> str:
        return f"<Coverage of {len(self._codes)} functions>"

    # -- by events that are told once ----------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to listen, unless somebody else uses what that takes."""
        if _MONITORING is None or self._is_listening or self._every:
            return
        if _MONITORING.get_tool(_TOOL) == _NAME:  # an exploration in this process, before this one
            _MONITORING.free_tool_id(_TOOL)
        if _MONITORING.get_tool(_TOOL) is not None:
            return
        _MONITORING.use_tool_id(_TOOL, _NAME)
        events = _MONITORING.events
        _MONITORING.register_callback(_TOOL, events.LINE, self._reached)
        wanted = events.LINE
        for event in _BRANCH_EVENTS:
            _MONITORING.register_callback(_TOOL, event, self._branched)
            wanted |= event
        for code in self._codes:
            _MONITORING.set_local_events(_TOOL, code, wanted)
        _MONITORING.restart_events()
        self._is_listening = True

    def know(self, is_known: Callable[[int], bool]) -> None:
        """Say nothing of the places that earlier processes have reached."""
        for code in self._codes.values():
            code.left = {place for place in code.left if not is_known(place)}

    def _reached(self, code: CodeType, line: int) -> Any:
        own = self._codes.get(code)
        self._take(own, None if own is None else own.places.get(own.flow.first_of(line)))
        return _MONITORING.DISABLE

    def _take(self, code: _Code | None, place: int | None) -> None:
        if code is not None and place in code.left:
            code.left.discard(place)
            self._new.add(place)

    def _branched(self, code: CodeType, offset: int, destination: int) -> Any:
        own = self._codes.get(code)
        if own is None:
            return _MONITORING.DISABLE
        way = offset, destination
        if way not in own.ways:
            arc = own.flow.arc(offset, destination)
            own.ways[way] = None if arc is None else own.arcs.get(arc)
        self._take(own, own.ways[way])
        is_over = _EACH_WAY or own.taken.setdefault(offset, destination) != destination
        return _MONITORING.DISABLE if is_over else None

    # -- by tracing ----------------------------------------------------------------------------------------------------

    def tracer_for(self, earlier: int = 0, *, always: bool = False) -> Trace | None:
        """What traces a call of an operation that was called so often `earlier`, if that is worth it, and nobody else
        does. `always`: it is, unless everything has been reached."""
        if self._is_listening or sys.gettrace() is not None:
            return None
        self.steps = 0
        if self._every:
            self.of_call = set()
            return self._called
        is_seldom = earlier >= _FIRST and (earlier + 1) % _EACH and not always
        if is_seldom or not any(code.left for code in self._codes.values()):
            return None
        return self._called

    def _called(self, frame: FrameType, event: str, argument: Any) -> Any:
        code = self._codes.get(frame.f_code)
        return self._following(code, frame) if code is not None and (self._every or code.left) else None

    def _following(self, code: _Code, frame: FrameType) -> Trace:
        """What traces a frame, from its beginning or from where it had yielded."""
        first_of, places, arcs, see = code.flow.first_of, code.places, code.arcs, self._see
        last = first_of(frame.f_lineno)

        def follow(frame: FrameType, event: str, argument: Any) -> Any:
            nonlocal last
            if event == "line":
                line = first_of(frame.f_lineno)
                if line != last:
                    see(code, places.get(line), arcs.get((last, line)))
                    last = line
            elif event == "return" and returns(frame.f_code, frame.f_lasti):
                see(code, None, arcs.get((last, code.flow.exit)))
            return follow

        return follow

    def _see(self, code: _Code, line: int | None, branch: int | None) -> None:
        self.steps += 1
        if self.steps > _MOST_STEPS:
            _settrace(None)
        seen = self.of_call if self._every else self._new
        for place in (line, branch):
            if place is not None and (self._every or place in code.left):
                code.left.discard(place)
                seen.add(place)

    # -- what was reached ----------------------------------------------------------------------------------------------

    def new(self) -> set[int]:
        """The places that were reached since this was asked."""
        if self._every:
            found = self.of_call - self._known
            self._known |= found
            return found
        if not self._new:
            return self._new
        found, self._new = self._new, set()
        return found

    @property
    def codes(self) -> list[CodeType]:
        return list(self._codes)

    def codes_of(self, places: Collection[int]) -> list[CodeType]:
        """The code that some places are in."""
        known = frozenset(places)
        return [code for code, own in self._codes.items() if not known.isdisjoint(own.places.values())]


def _code(function: FunctionLines, flow: Flow) -> _Code:
    places = dict(zip(function.lines, function.places, strict=True))
    arcs = dict(zip(function.branches, function.branch_places, strict=True))
    return _Code(places, arcs, flow, {*function.places, *function.branch_places}, {}, {})
