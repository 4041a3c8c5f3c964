"""Steps that did not come to an end, as failures: what hung, died or took all memory, by the phase it was in."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from refute.judge.findings import Failure
from refute.run.events import Died, Hung, OutOfMemory
from refute.run.limits import Limits
from refute.run.steps.phases import Phase
from refute.run.system.stack_dump import users_frame

Trouble = Hung | Died | OutOfMemory

_SUBJECTS = {
    Phase.MAKING: "making the input",
    Phase.CALLING: "",
    Phase.JUDGING: "checking the result",
    Phase.SPELLING: "it broke a promise, and telling how",
    Phase.FREEING: "freeing the input",
    Phase.AFTER: "something that it left running",
}
_INPUT = "input"
_TOO_LARGE = (("crash", "RecursionError"), ("crash", "MemoryError"))  # how the keys of such failures begin
# What Python says of an integer that it cannot pass to the machine.
_TOO_LONG = re.compile(r"raised OverflowError: .*(too large to convert to|too large for a float|index-sized integer)")
# Dates as far as this from those of scopes, and durations as long as this, are large.
_NEAR_YEAR = 2000
_FAR_YEARS = 100
_FAR_DAYS = 100
KINDS = ("hang", "death", "memory")  # of failures that are told by those who watch the code, not by the code


def failure_of(event: Trouble, limits: Limits) -> Failure | None:
    """What is wrong with an input; None if it is not the code under test that did not come to an end.

    That is so where judging does not end, or raises what no call can raise, and where making an input does not end and
    none of the user's code is at work.
    """
    if isinstance(event, Died) and event.settled:
        return None
    if event.phase is Phase.JUDGING or (event.phase is Phase.MAKING and not is_users_making(event)):
        return None
    match event:
        case Hung():
            kind, how = "hang", f"did not return within {limits.seconds:g} s"
            if event.phase is not Phase.CALLING:
                how = f"did not end within {_seconds(event, limits):g} s"
        case OutOfMemory():
            kind, how = "memory", f"took more than {limits.memory / 2**20:,.0f} MiB of memory"
        case Died(how=manner):
            kind, how = "death", f"ended the process: {manner}"
    # one that dies when it is freed may be freed where it is made, as one that was tried before
    phase = _INPUT if event.phase in (Phase.MAKING, Phase.FREEING) else event.phase.name
    key = (kind, phase, *([event.how] if isinstance(event, Died) else []))
    frame = users_frame(event.stack) if isinstance(event, Hung) else None
    where = (f"{frame[1]}: it was in `{frame[0]}`",) if frame else ()
    # which line of a loop it is in is chance
    identity = (*key, frame[0]) if frame else ()
    return Failure(kind, key, f"{_SUBJECTS[event.phase]} {how}".strip(), where, identity=identity)


def is_of_the_input(failure: Failure) -> bool:
    """Whether it is the input itself that does harm, to any process that has it: when it is made, or freed."""
    return failure.kind in KINDS and failure.key[1] == _INPUT


def goes_on_too_long(failure: Failure) -> bool:
    """Whether it is time, memory or depth that was not enough."""
    return failure.kind in ("hang", "memory") or failure.key[:2] in _TOO_LARGE


def takes_too_much(failure: Failure) -> bool:
    """Whether it is time, memory, depth or bits that were not enough, as may be so for any code if inputs are large."""
    if goes_on_too_long(failure):
        return True
    return failure.kind == "crash" and _TOO_LONG.match(failure.outcome) is not None


def are_large(texts: Iterable[str], number: int, length: int) -> bool:
    """Whether there is a larger number, or something longer, in arguments that are written as Python; or in what cannot
    be read."""
    try:
        trees = [ast.parse(text, mode="eval") for text in texts]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True
    return any(_is_large(node, number, length) for tree in trees for node in ast.walk(tree))


def _is_large(node: ast.AST, number: int, length: int) -> bool:
    match node:
        case ast.Constant(value=int() | float() as value):
            return not abs(value) <= number
        case ast.Constant(value=str() | bytes() as value):
            return len(value) > length
        case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
            return len(elements) > length
        case ast.Dict(keys=keys):
            return len(keys) > length
        case ast.BinOp() | ast.Lambda():
            return True  # a long text or a large number, in short
    return False


def are_far_off(texts: Iterable[str]) -> bool:
    """Whether there is a date or a duration, in arguments that are written as Python, that scopes have for being the
    last of its type: code that goes on day by day is not to be blamed for these."""
    try:
        trees = [ast.parse(text, mode="eval") for text in texts]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return any(_is_far_off(node) for tree in trees for node in ast.walk(tree))


def _is_far_off(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr="date" | "datetime"), args=[ast.Constant(value=int() as year), *_]):
            return abs(year - _NEAR_YEAR) > _FAR_YEARS
        case ast.Call(func=ast.Attribute(attr="timedelta"), keywords=[ast.keyword(arg="days", value=days), *_]):
            return any(_is_large(one, _FAR_DAYS, 0) for one in ast.walk(days))
    return False


def is_left_running(failure: Failure) -> bool:
    """Whether it is something that the call had left running."""
    return failure.kind in KINDS and failure.key[1] == Phase.AFTER.name


def is_users_making(event: Trouble) -> bool:
    """Whether it is the user's code that does not let an input be made."""
    return isinstance(event, Died) or (isinstance(event, Hung) and users_frame(event.stack) is not None)


def remark(event: Trouble, limits: Limits) -> str:
    """What to say of an input that could not be made or judged."""
    if isinstance(event, Died) and event.settled:
        return f"the result of a call could not be checked: {event.how}"
    what = _SUBJECTS[event.phase]
    found = users_frame(event.stack) if isinstance(event, Hung) else None
    where = f" in `{found[0]}` ({found[1]})" if found else ""
    match event:
        case Hung():
            return f"{what} took longer than {_seconds(event, limits):g} s{where}"
        case OutOfMemory():
            return f"{what} took more than {limits.memory / 2**20:,.0f} MiB of memory"
    return f"{what} ended the process: {event.how}"


def _seconds(event: Hung, limits: Limits) -> float:
    return limits.seconds * (limits.making if event.phase is Phase.MAKING else 1)
