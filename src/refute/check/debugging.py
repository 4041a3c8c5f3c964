"""The call of a finding once more, under pdb: where it raised, or from the beginning of the function."""

from __future__ import annotations

import inspect
import pdb
import sys
from bdb import BdbQuit
from collections.abc import Callable
from traceback import walk_tb
from types import CodeType, FrameType, TracebackType
from typing import Any

from refute.check.client import Requests
from refute.check.data import Reference
from refute.judge.calls.completion import completing
from refute.judge.findings import Finding
from refute.ownership import is_users
from refute.types.signatures import LEFT_OUT, read_signature

_ENDS = ("crash", "violation", "misuse")  # kinds of findings whose calls come to an end


def debug(host: Requests, reference: Reference, finding: Finding) -> None:
    """Make the call again in this process, whose host is here, and let the user look into it."""
    if finding.kind == "vacuous":
        print(f"nothing to debug: {finding.call} {finding.outcome}")
        return
    print(*finding.definitions.splitlines(), f"debugging {finding.call}", sep="\n")
    call, code = _again(host, reference, finding)
    if finding.kind == "crash":
        _post_mortem(call, finding)
    else:
        _from_the_beginning(call, code, finding)


def _again(host: Requests, reference: Reference, finding: Finding) -> tuple[Callable[[], Any], CodeType | None]:
    """What makes the call again, and runs it to its end; and the code of the function."""
    function, bound_to, overload = host.call("subject", reference, doing="debugging")
    # those that were not given are left out
    signature = read_signature(function, bound_to=bound_to, untyped=True, overload=overload)
    given = finding.arguments
    values = [given.get(p.name, LEFT_OUT) for p in signature.parameters]
    positional, keywords = signature.passed(values)
    complete = completing(signature.function, signature.result)

    def call() -> Any:
        if hasattr(signature.function, "cache_clear"):  # it would answer without being run
            signature.function.cache_clear()
        made = signature.function(*positional, **keywords)
        return made if complete is None else complete(made)

    return call, getattr(inspect.unwrap(signature.function), "__code__", None)


def traceback_of(host: Requests, reference: Reference, finding: Finding) -> TracebackType | None:
    """Where the user's code raises when the call is made again in this process; if it does not, where the function
    returns. None if it is not got to."""
    if finding.kind not in _ENDS:
        return None
    call, code = _again(host, reference, finding)
    returned: FrameType | None = None

    def look(frame: FrameType, event: str, argument: object) -> None:
        nonlocal returned
        if event == "return" and frame.f_code is code:
            returned = frame

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        call()
    except BaseException as error:  # whatever the code under test raises
        places = list(walk_tb(error.__traceback__))
    else:
        places = [] if returned is None else [(returned, returned.f_lineno)]
    finally:
        sys.setprofile(before)
    trace = None
    for frame, line in reversed(places):
        if is_users(frame.f_code.co_filename):
            trace = TracebackType(trace, frame, frame.f_lasti, line)
    return trace


def _post_mortem(call: Callable[[], Any], finding: Finding) -> None:
    try:
        call()
    except BaseException as error:  # whatever the code under test raises
        trace = error.__traceback__
        users = [place for place, (frame, _) in enumerate(walk_tb(trace)) if is_users(frame.f_code.co_filename)]
        debugger = pdb.Pdb()
        if users:
            # libraries below the user's last line can still be looked into, by going down
            debugger.cmdqueue = ["up"] * (sum(1 for _ in walk_tb(trace)) - 1 - users[-1])
            for _ in range(users[0]):
                assert trace is not None
                trace = trace.tb_next
        debugger.reset()
        debugger.interaction(None, trace)
    else:
        print(f"nothing to debug: {finding.call} does not raise when it is called again")


def _from_the_beginning(call: Callable[[], Any], code: CodeType | None, finding: Finding) -> None:
    debugger = _Debugger(code)
    try:
        debugger.runcall(call)
    except BdbQuit:
        return
    except BaseException as error:  # whatever the code under test raises
        print(f"the call raised {type(error).__name__}")
    if not debugger.stopped:
        print(f"nothing to debug: {finding.call} did not get to the code of the function when it was called again")


class _Debugger(pdb.Pdb):
    """Stops first at the beginning of some code, wherever it is called from."""

    def __init__(self, code: CodeType | None) -> None:
        super().__init__()
        self.stopped = False
        self._code = code

    def stop_here(self, frame: FrameType) -> bool:
        if not self.stopped and frame.f_code is not self._code:
            return False
        return bool(super().stop_here(frame))

    def user_call(self, frame: FrameType, argument_list: None) -> None:
        if self.stopped:
            super().user_call(frame, argument_list)

    def user_line(self, frame: FrameType) -> None:
        self.stopped = True
        super().user_line(frame)
