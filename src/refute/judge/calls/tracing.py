"""Reach: which places of the user's code some inputs get to, and what its calls return.

Calls are made once more for that, in a worker of its own, under a tracer: nothing of it is judged, and what was judged
was not traced. A place is what one expression or statement takes of the source, so that both branches of
`a if b else c` are told apart. Functions that are written inside of others count as soon as these are entered. Threads
are traced as well, if the module `threading` starts them.
"""

from __future__ import annotations

import dis
import json
import sys
import threading
from _thread import _count as count_threads
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from pickle import loads
from types import CodeType, FrameType
from typing import Any

from refute.judge.calls.audit import Audit
from refute.judge.calls.code.called import with_inner
from refute.judge.calls.code.constants import integers_of
from refute.judge.findings import Failure
from refute.ownership import is_tested
from refute.run.body import Body, Bulk, Spoken
from refute.run.events import Batch, Died, Event, Hung, OutOfMemory
from refute.run.steps.marks import KNOWN, KNOWN_UNVARIED, RAISED, RAISED_UNVARIED, REFUSED, UNVARIED
from refute.run.steps.phases import Phase

_SIZED = (str, bytes, list, tuple, dict, set, frozenset)
_MANY = 2  # elements; more are told from fewer
_HELD = (KNOWN, UNVARIED, KNOWN_UNVARIED, RAISED, RAISED_UNVARIED)  # marks of inputs that may be looked at
_Local = Callable[[FrameType, str, Any], Any]


class Tracing(Body):
    """Performs the steps of a body, and says what they did that none before them had done.

    A message is a JSON list of texts: `place`, for each place of a function that is entered, `reached`, `returned`,
    `constant` and `depth`, of a function that calls itself, each followed by what it is about; `otherwise`, where it
    cannot be told what a call does: an input that had held did not hold, or a thread was left running.
    """

    def __init__(self, body: Body, package: str = "") -> None:
        """`package` is that of the function: its code is looked at also where it is a library."""
        self._body = body
        self._package = package
        self._seen: set[str] = set()
        self._new: deque[str] = deque()  # threads may add to it at any time
        self._depths: Counter[tuple[int, CodeType]] = Counter()  # how many calls of a function a thread is in
        self._deepest: dict[CodeType, int] = {}
        self._tracers: dict[CodeType, _Local | None] = {}

    def __repr__(self) -> str:
        return f"<Tracing: {self._body!r}>"

    def start(self, index: int) -> Iterator[Any]:
        return self._body.start(index)

    def make(self, index: int) -> Any:
        return self._body.make(index)

    def seed(self, index: int) -> int:
        return self._body.seed(index)

    def observe(self, enter: Callable[[Phase], None]) -> None:
        self._body.observe(enter)

    def step(self, item: Any) -> Bulk | None:
        Audit.purpose = "look"
        before, before_in_threads, threads = sys.gettrace(), threading.gettrace(), count_threads()
        threading.settrace(self._called)
        sys.settrace(self._called)
        try:
            spoken = self._body.step(item)
        finally:
            sys.settrace(before)
            threading.settrace(before_in_threads)
        if not _has_held(spoken):
            self._note("otherwise failed")
        if count_threads() > threads:
            self._note("otherwise threads")
        said = [self._new.popleft() for _ in range(len(self._new))]
        return Bulk(json.dumps(said).encode()) if said else None

    def _note(self, text: str) -> None:
        if text not in self._seen:
            self._seen.add(text)
            self._new.append(text)

    def _called(self, frame: FrameType, event: str, argument: Any) -> _Local | None:
        code = frame.f_code
        if code not in self._tracers:
            self._tracers[code] = self._tracer(code, frame.f_globals) if self._is_own(frame) else None
        tracer = self._tracers[code]
        if tracer is not None:
            frame.f_trace_opcodes = True
            self._enter(code)
        return tracer

    def _is_own(self, frame: FrameType) -> bool:
        return is_tested(frame.f_code.co_filename, frame.f_globals.get("__name__"), self._package)

    def _enter(self, code: CodeType) -> None:
        key = threading.get_ident(), code
        self._depths[key] += 1
        if self._depths[key] > self._deepest.get(code, 1):
            self._deepest[code] = self._depths[key]
            self._note(f"depth {_name(code)}:{self._depths[key]}")

    def _tracer(self, code: CodeType, variables: dict[str, Any]) -> _Local:
        name, places = _name(code), _named_places(code)
        for one in with_inner(code):
            for place in _named_places(one).values():
                self._note(f"place {place}")
            for constant in integers_of(one, variables):
                self._note(f"constant {constant}")
        left = dict(places)

        def trace(frame: FrameType, event: str, argument: Any) -> _Local:
            if event == "opcode":
                place = left.pop(frame.f_lasti, None)
                if place is not None:
                    self._note(f"reached {place}")
            elif event == "return":
                self._depths[threading.get_ident(), code] -= 1
                self._note(f"returned {name}:{kind_of(argument)}")
            return trace

        return trace


def heard(events: Iterable[Event]) -> Iterator[str]:
    """What a run of a `Tracing` says."""
    for event in events:
        for _, message in event.messages if isinstance(event, Batch) else ():
            yield from json.loads(message)
        if isinstance(event, Died | Hung | OutOfMemory):
            yield "otherwise ended"


def _has_held(spoken: Spoken) -> bool:
    """Whether that is said of an input that held, or was refused."""
    if not isinstance(spoken, bytes):
        return spoken is None or spoken in _HELD or (isinstance(spoken, int) and spoken >= REFUSED)
    try:
        return not any(isinstance(one, Failure) for one in loads(spoken))  # remarks may be made of any
    except Exception:  # that inputs were tampered with
        return False


def _name(code: CodeType) -> str:
    return f"{code.co_filename}:{code.co_firstlineno}:{code.co_name}"


def _named_places(code: CodeType) -> dict[int, str]:
    return {offset: f"{_name(code)}:{span}" for offset, span in places_of(code).items()}


def places_of(code: CodeType) -> dict[int, tuple[int, int, int, int]]:
    """The places of the instructions that may be run by calls. What only a failing assertion runs is none of them."""
    found: dict[int, tuple[int, int, int, int]] = {}
    entered = asserting = False
    positions = list(code.co_positions())
    for instruction in dis.get_instructions(code):
        line, end_line, column, end_column = positions[instruction.offset // 2]
        asserting = asserting or instruction.opname == "LOAD_ASSERTION_ERROR" or instruction.argrepr == "AssertionError"
        known = line is not None and end_line is not None and column is not None and end_column is not None
        if entered and not asserting and known and (column, end_column) != (0, 0):
            found[instruction.offset] = (line, column, end_line, end_column)  # type: ignore[assignment]
        entered = entered or instruction.opname == "RESUME"
        asserting = asserting and instruction.opname != "RAISE_VARARGS"
    return found


def kind_of(value: Any) -> str:
    """What a result is like, coarsely, found without running any code of its class."""
    cls = type(value)
    if cls is bool or value is None:
        return str(value)
    if cls in (int, float):
        return f"{cls.__name__} {(value > 0) - (value < 0)}"
    if cls in _SIZED:
        return f"{cls.__name__} {min(len(value), _MANY)}"
    return f"{cls.__module__}.{cls.__qualname__}"
