"""Counterexamples with holes: which parts of an input that fails do not matter, shown by calls with holes in them."""

from __future__ import annotations

from contextlib import closing, suppress
from itertools import islice
from typing import Any

from refute.check.hosting.function import Function
from refute.errors import RefuteError
from refute.judge.troubles import KINDS
from refute.minimise.general import General, Generalising, general_call
from refute.minimise.smallest import Counterexample
from refute.run.events import Said
from refute.run.host.wire import may_cross, read
from refute.run.runner import Unmovable
from refute.spaces.narrowing.introspection import sees_more
from refute.spaces.scope import Scope
from refute.words import plural

_LARGEST = 4  # size of the inputs whose parts are put in the places of holes
_MOST_OF_SCOPE = 1_000  # inputs of a scope that are gone through one by one
_OF_EACH = 16  # size: those at its beginning, and as many that are drawn

may_cross(General)  # what workers say


def generalised(function: Function, example: Counterexample, seed: int, until: float) -> tuple[str, str]:
    """The call that fails, with `?1` for what does not matter, and the inputs in which that was seen, if not whatever
    it is; empty if everything matters, or there is no time."""
    signature, nothing = function.signature, ("", "")
    if example.failure.kind in KINDS or function.now() >= until or signature.aliases(example.values):
        return nothing
    if not function.runner.fresh:
        return nothing  # calls in this process are those that are asked for
    others, size = others_of(function, until)
    scope = list(function.inputs(Scope(size=size))) if size is not None else []
    how = (function.trial, example.values, example.failure, others, scope, seed)
    body = Generalising(*how, with_holes=function.options.holes and not sees_more(signature.function))
    found: General | None = None
    with suppress(Unmovable), closing(function.runner.run(body, 0, 1 << 20, until)) as events:
        for event in events:
            if isinstance(event, Said):
                found = next((one for one in read(event.payload) if isinstance(one, General)), found)
    if found is None:
        return nothing
    call = general_call(function.trial, example.values, found.holes)
    return call, f"all {plural(found.inputs, 'input')} to size {size}" if call and found.inputs else ""


def others_of(function: Function, until: float) -> tuple[list[tuple[Any, ...]], int | None]:
    """Small inputs of the function, of all sizes and shapes; and the largest size to which there are few enough that
    all can be tried."""
    found: list[tuple[Any, ...]] = []
    largest: int | None = None
    with suppress(RefuteError):
        for size in range(_LARGEST + 1):
            space = function.inputs(Scope(size=size), until)
            if not space.count:
                continue
            found += islice(space, _OF_EACH)
            of_size = max(space.tiers)
            found += space.sample(_OF_EACH, seed=size, size=of_size)
            found += space.sample_skeletons(_OF_EACH, seed=size, size=of_size)
            if space.count > _MOST_OF_SCOPE:
                break
            largest = size
    return found, largest
