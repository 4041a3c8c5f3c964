"""The call of a finding once more, under pdb: where it raised, or from the beginning of the function."""

from __future__ import annotations

import asyncio
import inspect
import pdb
from bdb import BdbQuit
from collections.abc import Callable
from traceback import walk_tb
from types import CodeType, FrameType
from typing import Any

from refute.check.client import Requests
from refute.check.data import Reference
from refute.judge.findings import Finding
from refute.ownership import is_users
from refute.types.signatures import LEFT_OUT, read_signature


def debug(host: Requests, reference: Reference, finding: Finding) -> None:
    """Make the call again in this process, whose host is here, and let the user look into it."""
    function, bound_to = host.call("subject", reference, doing="debugging")
    signature = read_signature(function, bound_to=bound_to, untyped=True)  # those that were not given are left out
    if finding.kind == "vacuous":
        print(f"nothing to debug: {finding.call} {finding.outcome}")
        return
    print(*finding.definitions.splitlines(), f"debugging {finding.call}", sep="\n")
    given = finding.arguments
    values = [given.get(p.name, LEFT_OUT) for p in signature.parameters]
    positional, keywords = signature.passed(values)

    def call() -> Any:
        made = signature.function(*positional, **keywords)
        return asyncio.run(made) if inspect.iscoroutine(made) else made

    if finding.kind == "crash":
        _post_mortem(call, finding)
    else:
        _from_the_beginning(call, signature.function, finding)


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


def _from_the_beginning(call: Callable[[], Any], function: Callable[..., Any], finding: Finding) -> None:
    plain: Any = inspect.unwrap(function)
    debugger = _Debugger(getattr(plain, "__code__", None))
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
