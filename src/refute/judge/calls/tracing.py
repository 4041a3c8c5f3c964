"""Reach: which places of the user's code some inputs get to, and what its calls return.

Calls are made once more for that, in a worker of its own, under a tracer: nothing of it is judged, and what was judged
was not traced. A place is what one expression or statement takes of the source, so that both branches of
`a if b else c` are told apart.
"""

from __future__ import annotations

import dis
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from types import CodeType, FrameType
from typing import Any

from refute.ownership import is_users
from refute.run.body import Body, Bulk
from refute.run.events import Batch, Event
from refute.run.steps.phases import Phase

_SIZED = (str, bytes, list, tuple, dict, set, frozenset)
_MANY = 2  # elements; more are told from fewer
_Local = Callable[[FrameType, str, Any], Any]


class Tracing(Body):
    """Performs the steps of a body, and says what they did that none before them had done.

    A message is a JSON list of texts: `place`, for each place of a function that is entered, `reached`, `returned` and
    `constant`, each followed by what it is about.
    """

    def __init__(self, body: Body) -> None:
        self._body = body
        self._seen: set[str] = set()
        self._new: list[str] = []
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
        before = sys.gettrace()
        sys.settrace(self._called)
        try:
            self._body.step(item)
        finally:
            sys.settrace(before)
        if not self._new:
            return None
        said = Bulk(json.dumps(self._new).encode())
        self._new.clear()
        return said

    def _note(self, text: str) -> None:
        if text not in self._seen:
            self._seen.add(text)
            self._new.append(text)

    def _called(self, frame: FrameType, event: str, argument: Any) -> _Local | None:
        code = frame.f_code
        if code not in self._tracers:
            self._tracers[code] = self._tracer(code, frame.f_globals) if is_users(code.co_filename) else None
        tracer = self._tracers[code]
        if tracer is not None:
            frame.f_trace_opcodes = True
        return tracer

    def _tracer(self, code: CodeType, variables: dict[str, Any]) -> _Local:
        name = f"{code.co_filename}:{code.co_firstlineno}:{code.co_name}"
        places = {offset: f"{name}:{span}" for offset, span in places_of(code).items()}
        for place in places.values():
            self._note(f"place {place}")
        for constant in (*code.co_consts, *(variables.get(name) for name in code.co_names)):
            if type(constant) is int:
                self._note(f"constant {abs(constant)}")
        left = dict(places)

        def trace(frame: FrameType, event: str, argument: Any) -> _Local:
            if event == "opcode":
                place = left.pop(frame.f_lasti, None)
                if place is not None:
                    self._note(f"reached {place}")
            elif event == "return":
                self._note(f"returned {name}:{kind_of(argument)}")
            return trace

        return trace


def heard(events: Iterable[Event]) -> Iterator[str]:
    """What a run of a `Tracing` says."""
    for event in events:
        for _, message in event.messages if isinstance(event, Batch) else ():
            yield from json.loads(message)


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
