"""Pairs of calls on one object, in two threads: the body that carries them out, after an exploration."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice, product
from pickle import dumps  # bound here because the code under test may patch the name
from typing import Any, NamedTuple

from refute.programs.calls.auditing import THREADS
from refute.programs.calls.variants import Variant
from refute.programs.engine.messages import Broke
from refute.programs.engine.resuming import Resumed
from refute.programs.pools.instances import Given, Instance, Origin
from refute.programs.pools.leaves import ConstantLeaf, InstanceLeaf
from refute.programs.program.program import program_of_two
from refute.programs.threads.judging import Linearity, Two
from refute.run.body import Spoken

_MOST_STATES = 30  # of a kind, the smallest
_MOST_CALLS = 3  # of a variant, with different constants
_NO_EXPRESSIONS = ("in_place", "with")  # operations that cannot be written as what a thread does


class OnObject(NamedTuple):
    """A call on an object: a variant, and the places of constants for the other arguments."""

    variant: Variant
    constants: tuple[int, ...]

    def leaves(self, instance: Instance) -> tuple[Given, ...]:
        return (instance, *self.constants)


class Pairing(Resumed):
    """Each step is one object and two calls on it, the second of which begins after each line of the first."""

    def after_call(self, last: int) -> Pairing:
        """Have it take the objects that there are after a call."""
        self._last = last
        return self

    def start(self, index: int) -> Iterator[Any]:
        if self._exploration is None:
            self._come_to(self._last)
        return islice(self._pairs(), index, None)

    def _pairs(self) -> Iterator[tuple[Instance, OnObject, OnObject]]:
        exploration = self._exploration
        assert exploration is not None
        for cls, instances in exploration.instances.items():
            calls = list(_calls_on(cls, exploration.variants))
            for instance in instances[:_MOST_STATES]:
                if instance.mutable and not instance.companions:
                    taking = [call for call in calls if _takes(call, instance)]
                    yield from ((instance, first, second) for first, second in product(taking, repeat=2))

    def step(self, item: tuple[Instance, OnObject, OnObject]) -> Spoken:
        instance, first, second = item
        exploration = self._exploration
        assert exploration is not None
        make = partial(self._two, instance, first, second)
        if (audit := exploration.calls.audit) is not None:
            for call in (first, second):
                audit.note(call.variant, call.leaves(instance), THREADS)
        operations = first.variant.operation, second.variant.operation
        linearity = Linearity(exploration.fingerprints, instance.kind, operations)
        for after, failure in linearity.failures(make):
            one, other = (Origin(call.variant.number, call.leaves(instance)) for call in (first, second))
            program = program_of_two(one, other, exploration.variants, after)
            return dumps((Broke(failure, program),))
        return None

    def _two(self, instance: Instance, first: OnObject, second: OnObject) -> Two:
        exploration = self._exploration
        assert exploration is not None
        (value,) = exploration.calls.values.fresh(instance)
        return Two(value, _act(first, value), _act(second, value))


class NamingPairs(Pairing):
    """Says which operations a step is about, and does not carry it out."""

    def step(self, item: tuple[Instance, OnObject, OnObject]) -> Spoken:
        return dumps((tuple(call.variant.operation.name for call in item[1:]),))


def _calls_on(cls: type, variants: Sequence[Variant]) -> Iterator[OnObject]:
    """The calls on instances of a class, each with some constants."""
    for variant in variants:
        first, *others = variant.leaves or (None,)
        if not (isinstance(first, InstanceLeaf) and variant.operation.acts_on and variant.number == variant.alone):
            continue
        if variant.operation.form.kind in _NO_EXPRESSIONS:
            continue
        constants = [leaf for leaf in others if isinstance(leaf, ConstantLeaf)]
        if len(constants) == len(others) and any(issubclass(cls, one) for one in first.classes):
            places = product(*(range(leaf.constants.narrow) for leaf in constants))
            yield from (OnObject(variant, chosen) for chosen in islice(places, _MOST_CALLS))


def _takes(call: OnObject, instance: Instance) -> bool:
    first = call.variant.leaves[0]
    return isinstance(first, InstanceLeaf) and first.takes(instance.kind, instance.value)


def _act(call: OnObject, value: Any) -> Any:
    constants = [
        leaf.fresh(place)
        for leaf, place in zip(call.variant.leaves[1:], call.constants, strict=True)
        if isinstance(leaf, ConstantLeaf)
    ]
    return partial(call.variant.operation.act, *call.variant.assemble([value, *constants]))
