"""Fast calls: of an operation that was seen to change nothing, on values as they are.

Most calls lead to nothing new. A fast call is the call itself, one fingerprint, and a look whether it is known;
anything else is left to `Calls`. Arguments are not looked at after each call, but all together now and then: `Trust`
remembers which instances were given away.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

from refute.judge.calls.callers import calls_code_under_test
from refute.judge.calls.performing import NO_CALL
from refute.programs.calls.calling import Calls
from refute.programs.calls.performing import Performed
from refute.programs.calls.variants import Variant
from refute.programs.interface.operation import Operation
from refute.programs.interface.shapes import Of, Plain, is_abstract, is_open
from refute.programs.pools.instances import Instance, Pool
from refute.programs.pools.leaves import ConstantLeaf, InstanceLeaf
from refute.programs.states.tokens import OPEN
from refute.run.body import Progress
from refute.run.workers.essentials import put_right

_ANY, _MEMORY = BaseException, MemoryError  # the code under test may patch the names
_STEP = 0  # the cell of a worker that says which step it is in
_SURE = 30  # calls of an operation that are looked after before it is trusted
_TIMES = 4  # as many calls as there are instances to be looked at come between two looks
_IMMUTABLE = (int, str, bytes, bool, float, type(None))


class Fresh:
    """What a fast call has made, if that is a new instance with nothing in it that would have to be looked at."""

    __slots__ = ("key", "result")

    def __init__(self) -> None:
        self.result: Any = None
        self.key: Hashable = None


Values = Sequence[Any]  # a value for each leaf
# The number of the last step that was taken; the values of its call, and what has to be looked at, if anything has.
Strode = tuple[int, Values | None, Performed | None]
Keep = Callable[[Any, Hashable, int], None]  # takes a new instance, its fingerprint, and the number of its step


class Fast(NamedTuple):
    """Makes calls of a variant."""

    # Makes a call. Returns what has to be looked at, or where a new instance is; None if there is nothing new.
    call: Callable[[Values], Performed | Fresh | None]
    # Makes one call after the other, as steps after a number, until one has to be looked at or attention is wanted.
    stride: Callable[[Iterator[Values], int, Progress, Keep], Strode]


class Trust:
    """Which operations are trusted, and which instances were given to them since somebody looked."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._seen: dict[Operation, int] = {}
        self._given: dict[int, Instance] = {}
        self._ranges: dict[InstanceLeaf, tuple[int, int]] = {}
        self._since = 0  # fast calls

    def see(self, operation: Operation) -> None:
        """A call was made and looked after."""
        self._seen[operation] = self._seen.get(operation, 0) + 1

    def is_trusted(self, variant: Variant) -> bool:
        operation = variant.operation
        return operation not in self._calls.values.mutating and self._seen.get(operation, 0) >= _SURE

    def give(self, instance: Instance) -> None:
        """An instance is given to a fast call."""
        if instance.mutable:
            self._given[id(instance)] = instance

    def give_all(self, leaf: InstanceLeaf, places: range) -> None:
        """Some instances of a leaf are given to fast calls."""
        first, stop = self._ranges.get(leaf, (places.start, places.stop))
        self._ranges[leaf] = min(first, places.start), max(stop, places.stop)

    def count(self, calls: int) -> None:
        """So many fast calls were made."""
        self._since += calls

    @property
    def is_due(self) -> bool:
        return self._since >= _TIMES * (len(self._given) + sum(stop - first for first, stop in self._ranges.values()))

    def broken(self) -> bool:
        """Whether an instance that was given away has changed; if none has, all is forgotten."""
        key = self._calls.values.key
        ranges = (leaf.instances[first:stop] for leaf, (first, stop) in self._ranges.items())
        if any(one.mutable and key(one.root) != one.key for one in chain(self._given.values(), *ranges)):
            return True
        self._given.clear()
        self._ranges.clear()
        self._since = 0
        return False


def can_be_fast(variant: Variant, calls: Calls) -> bool:
    """Whether nothing has to be done for a call but to make it and to look at the result."""
    promises = calls.promises[variant.operation]
    if variant.order is None or promises.asks_of_arguments or variant.operation.require is not None:
        return False
    if not promises.only_asks_for_class:
        return False
    constants = [leaf for leaf in variant.leaves if isinstance(leaf, ConstantLeaf)]
    return all(type(value) in _IMMUTABLE for leaf in constants for value in leaf.values)


def fast_call(variant: Variant, calls: Calls, pools: dict[type, Pool], *, sampled: bool) -> Fast | None:
    """What makes calls of a variant; None if there cannot be any."""
    operation = variant.operation
    act = _in_order(operation.act, variant)
    shape = operation.result
    if isinstance(shape, Of) and shape.cls in pools:
        return _making(act, shape.cls, pools[shape.cls], calls, sampled)
    if is_open(shape) or not isinstance(shape, Plain):
        return None
    return _plain(act, calls.promises[operation].accepts)


def _in_order(act: Callable[..., Any], variant: Variant) -> Callable[..., Any]:
    """What acts on values for leaves, of which one may be for several arguments."""
    order = variant.order
    assert order is not None
    if order == tuple(range(len(order))):
        return act
    arguments = itemgetter(*order)
    if len(order) == 1:
        return lambda *values: act(arguments(values))
    return lambda *values: act(*arguments(values))


def _plain(act: Callable[..., Any], accepts: Callable[[Any, Any], bool]) -> Fast:
    """Calls that return plain data."""

    @calls_code_under_test
    def call(values: Values) -> Performed | Fresh | None:
        try:
            result = act(*values)
        except NO_CALL:
            return Performed(is_call=False)
        except _MEMORY:
            raise
        except _ANY as error:
            put_right()
            return Performed(error=error)
        return None if accepts(result, {}) else Performed(result)

    @calls_code_under_test
    def stride(rest: Iterator[Values], number: int, progress: Progress, keep: Keep) -> Strode:
        cells, attention = progress.cells, progress.attention
        for values in rest:
            number += 1
            cells[_STEP] = number
            try:
                result = act(*values)
            except NO_CALL:
                return number, values, Performed(is_call=False)
            except _MEMORY:
                raise
            except _ANY as error:
                put_right()
                return number, values, Performed(error=error)
            if not accepts(result, {}):
                return number, values, Performed(result)
            if attention[0]:
                return number, values, None
        return number, None, None

    return Fast(call, stride)


def _making(act: Callable[..., Any], cls: type, pool: Pool, calls: Calls, sampled: bool) -> Fast:
    """Calls that return instances of a class."""
    expected = None if is_abstract(cls) else cls
    holds, makes_simply = calls.kinds[cls].holds, calls.leaving.makes_simply
    identities, known, others = pool.identities, pool.known, pool.sampled_known if sampled else frozenset()
    of, key_of = calls.fingerprints.of, None if expected is None else calls.fingerprints.simple_key(expected)
    fresh = Fresh()

    def key_or_none(result: Any) -> Hashable:
        """The fingerprint of an instance that is not known; None if it is, or if it is none."""
        key = of(result) if key_of is None else key_of(result, {})
        if key is OPEN:
            key = of(result)
        return None if key in known or key in others else key

    @calls_code_under_test
    def call(values: Values) -> Performed | Fresh | None:
        try:
            result = act(*values)
        except NO_CALL:
            return Performed(is_call=False)
        except _MEMORY:
            raise
        except _ANY as error:
            put_right()
            return Performed(error=error)
        if id(result) in identities:
            return None
        if expected is None or result.__class__ is expected:
            key = key_or_none(result)
            if key is None:
                return None
            if makes_simply(cls) and holds(result):
                fresh.result, fresh.key = result, key
                return fresh
        return Performed(result)

    @calls_code_under_test
    def stride(rest: Iterator[Values], number: int, progress: Progress, keep: Keep) -> Strode:
        cells, attention = progress.cells, progress.attention
        for values in rest:
            number += 1
            cells[_STEP] = number
            try:
                result = act(*values)
            except NO_CALL:
                return number, values, Performed(is_call=False)
            except _MEMORY:
                raise
            except _ANY as error:
                put_right()
                return number, values, Performed(error=error)
            if id(result) not in identities:
                if result.__class__ is not expected and expected is not None:
                    return number, values, Performed(result)
                key = OPEN if key_of is None else key_of(result, {})
                if key is OPEN:
                    key = of(result)
                if key not in known:
                    if not (makes_simply(cls) and holds(result)):
                        return number, values, Performed(result)
                    keep(result, key, number)
            if attention[0]:
                return number, values, None
        return number, None, None

    return Fast(call, stride)
