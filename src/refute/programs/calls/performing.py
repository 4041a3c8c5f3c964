"""Performing an operation: what it returned or raised."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any, NamedTuple

from refute.judge.calls.callers import calls_code_under_test
from refute.judge.calls.performing import NO_CALL
from refute.programs.interface.operation import Operation
from refute.run.workers.essentials import put_right

_ANY, _MEMORY, _settrace = BaseException, MemoryError, sys.settrace  # the code under test may patch the names


class Performed(NamedTuple):
    result: Any = None
    error: BaseException | None = None
    is_call: bool = True  # whether there is anything to judge: not what `assume` has given up


Trace = Callable[[FrameType, str, Any], Any]


@calls_code_under_test
def called(operation: Operation, values: Sequence[Any], trace: Trace | None = None) -> Performed:
    """Carry out an operation, traced if there is something to trace it. A lack of memory is the process's."""
    try:
        return Performed(operation.act(*values) if trace is None else _traced(operation, values, trace))
    except NO_CALL:
        return Performed(is_call=False)
    except _MEMORY:
        raise
    except _ANY as error:  # whatever the code under test raises is an outcome
        put_right()
        return Performed(error=error)


@calls_code_under_test
def _traced(operation: Operation, values: Sequence[Any], trace: Trace) -> Any:
    _settrace(trace)
    try:
        return operation.act(*values)
    finally:
        _settrace(None)
