"""Replay: a program performed from nothing, its last call judged."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pickle import dumps  # bound here because the code under test may patch the name
from typing import Any

from refute.judge.findings import Failure
from refute.programs.calls.calling import Calls
from refute.programs.calls.performing import Performed, called
from refute.programs.calls.unknown import Unknown
from refute.programs.calls.variants import Variant
from refute.programs.engine.exploration import Exploration
from refute.programs.engine.messages import Broke
from refute.programs.interface.fields import resolved
from refute.programs.pools.constants import Verbatim
from refute.programs.pools.leaves import ConstantLeaf, Leaf
from refute.programs.program.program import Program, Value
from refute.programs.program.smaller import shrinking
from refute.programs.threads.judging import Linearity, Two
from refute.run.body import Body, Spoken
from refute.spaces.narrowing.holes import Demand, Demands


class Misfit(Exception):
    """A program that cannot be performed: a value is not there, or not what it is used as."""


Place = tuple[int, int]  # the number of a call of a program, and that of a leaf of it


def replayed(
    program: Program, variants: Sequence[Variant], calls: Calls, holes: Collection[Place] = ()
) -> Broke | None:
    """What is wrong with the last call of a program, or with its last two at a time. Raises Misfit, and Demand if code
    looks at a hole: some leaves may be given one."""
    if program.after is not None:
        return _at_a_time(program, variants, calls)
    return _judged(program, variants, calls, holes)


def _at_a_time(program: Program, variants: Sequence[Variant], calls: Calls) -> Broke | None:
    """The last two calls of a program, in two threads."""
    assert program.after is not None
    first, second = program.calls[-2:]
    (value,) = {*first.values(), *second.values()}
    leaf = variants[first.variant].leaves[0]
    raised: list[str] = []

    def make() -> Two:
        whole = replace(program, calls=program.calls[:-2], after=None, watched=())
        values = _values(whole, value, variants, calls, raised)
        kind = calls.kind_of_leaf(leaf, values[value])
        if kind is None:
            raise Misfit
        acts = []
        for call in (first, second):
            variant = variants[call.variant]
            leaves = [
                values[value] if isinstance(given, Value) else _fresh(own, given)
                for own, given in zip(variant.leaves, call.leaves, strict=True)
            ]
            acts.append(partial(variant.operation.act, *variant.assemble(leaves)))
        return Two(values[value], *acts)

    kind = calls.kind_of_leaf(leaf, make().value)
    assert kind is not None
    operations = variants[first.variant].operation, variants[second.variant].operation
    failure = Linearity(calls.fingerprints, kind, operations).failure(make, program.after)
    return None if failure is None else Broke(failure, program, (), tuple(raised))


def _values(
    program: Program, wanted: Value, variants: Sequence[Variant], calls: Calls, raised: list[str]
) -> dict[Value, Any]:
    """The values that a program leaves, among them one that is wanted."""
    watching = replace(program, watched=((wanted, ""),))
    values: dict[Value, Any] = {}
    del raised[:]
    for number, call in enumerate(watching.calls):
        variant = variants[call.variant]
        leaves = [
            _value(values, given) if isinstance(given, Value) else _fresh(leaf, given)
            for leaf, given in zip(variant.leaves, call.leaves, strict=True)
        ]
        performed = called(variant.operation, variant.assemble(leaves))
        raised.append("" if performed.error is None else _named(type(performed.error)))
        _note(values, watching.used.get(number, ()), performed)
    _value(values, wanted)
    return values


def _judged(program: Program, variants: Sequence[Variant], calls: Calls, holes: Collection[Place]) -> Broke | None:
    used = program.used
    demands = Demands()
    values: dict[Value, Any] = {}
    raised: list[str] = []
    seeds: list[int | None] = []
    for number, call in enumerate(program.calls):
        variant = variants[call.variant]
        leaves = [
            Unknown((number, place), demands)
            if (number, place) in holes
            else _value(values, given)
            if isinstance(given, Value)
            else _fresh(leaf, given)
            for place, (leaf, given) in enumerate(zip(variant.leaves, call.leaves, strict=True))
        ]
        arguments = variant.assemble(leaves)
        if number == len(program) - 1:
            watched = [(_kind(calls, kind), _value(values, value)) for value, kind in program.watched]
            done = calls.judged(variant, leaves, arguments, call.draw, watched)
            if demands.first is not None:
                raise Demand(demands.first)
            if not isinstance(done.verdict, Failure):
                return None
            return Broke(done.verdict, program, done.where, tuple(raised), (*seeds, calls.randomness.seed))
        calls.randomness.prepare(variant.operation, leaves, call.draw)
        performed = called(variant.operation, arguments)
        seeds.append(calls.randomness.seed)
        raised.append("" if performed.error is None else _named(type(performed.error)))
        _note(values, used.get(number, ()), performed)
    return None


def _note(values: dict[Value, Any], used: Sequence[Value], performed: Performed) -> None:
    """Keep the values of a call that later ones use."""
    for value in used:
        root = performed.result if value.of is None else _value(values, value.of)
        try:
            values[value] = resolved(root, value.path[value.of is None :])
        except Exception:
            raise Misfit from None


def _value(values: Mapping[Value, Any], given: Value) -> Any:
    if given not in values:
        raise Misfit
    return values[given]


def _kind(calls: Calls, name: str) -> type:
    return next(cls for cls, one in calls.kinds.items() if one.kind.name == name)


def _fresh(leaf: Leaf, place: int | Verbatim) -> Any:
    assert isinstance(leaf, ConstantLeaf)
    return leaf.fresh(place)


def _named(cls: type[BaseException]) -> str:
    return f"{cls.__module__}:{cls.__qualname__}"


class Replays(Body):
    """Performs programs, each from nothing, and says how they fail."""

    def __init__(self, make: Callable[[], Exploration], programs: Sequence[Program]) -> None:
        self._make = make
        self._programs = programs
        self._exploration: Exploration | None = None

    def start(self, index: int) -> Iterator[Any]:
        if self._exploration is None:
            self._exploration = self._make()
        return iter(self._programs[index:])

    def step(self, item: Program) -> Spoken:
        exploration = self._exploration
        assert exploration is not None
        try:
            broke = replayed(item, exploration.variants, exploration.calls)
        except Misfit:
            return None
        return None if broke is None else dumps((broke,))


class Shrinks(Body):
    """Makes a program smaller: each step performs one that was proposed, and says so if it fails as the first did."""

    def __init__(
        self, make: Callable[[], Exploration], program: Program, key: tuple[str, ...], *, thorough: bool = True
    ) -> None:
        self._make = make
        self._program = program
        self._key = key
        self._thorough = thorough
        self._exploration: Exploration | None = None
        self._fails = False

    def start(self, index: int) -> Iterator[Any]:
        if self._exploration is None:
            self._exploration = self._make()
        random = self._exploration.calls.randomness.known
        variants = self._exploration.variants
        yield self._program
        proposals = shrinking(self._program, variants, thorough=self._thorough, random=random)
        try:
            proposal = next(proposals)
            while True:
                yield proposal
                proposal = proposals.send(self._fails)
        except StopIteration:
            return

    def step(self, item: Program) -> Spoken:
        exploration = self._exploration
        assert exploration is not None
        self._fails = False
        try:
            broke = replayed(item, exploration.variants, exploration.calls)
        except Misfit:
            return None
        self._fails = broke is not None and broke.failure.key == self._key
        return dumps((broke,)) if self._fails else None


class Generalises(Body):
    """Puts holes into a program that fails, one after the other: what code does not look at does not matter.

    Each step gives a leaf a hole, or another constant where it was given one: `is` and `type` do not ask a hole. It
    says which leaves do not matter.
    """

    def __init__(self, make: Callable[[], Exploration], program: Program, key: tuple[str, ...]) -> None:
        self._make = make
        self._program = program
        self._key = key
        self._exploration: Exploration | None = None

    def start(self, index: int) -> Iterator[Any]:
        if self._exploration is None:
            self._exploration = self._make()
        places = [
            (number, place)
            for number, call in enumerate(self._program.calls)
            for place, given in enumerate(call.leaves)
            if not isinstance(given, Value)
        ]
        return iter(places[index:])

    def step(self, item: Place) -> Spoken:
        return dumps((item,)) if all(map(self._fails, self._others(item))) else None

    def _others(self, place: Place) -> Iterator[tuple[Program, Collection[Place]]]:
        """Programs with something else in a place: a hole, and some of the other constants."""
        yield self._program, [place]
        number, slot = place
        call = self._program.calls[number]
        assert self._exploration is not None
        leaf = self._exploration.variants[call.variant].leaves[slot]
        for other in dict.fromkeys((0, len(leaf) // 3, len(leaf) // 2, len(leaf) - 1)):
            if other != call.leaves[slot]:
                changed = replace(call, leaves=(*call.leaves[:slot], other, *call.leaves[slot + 1 :]))
                calls = (*self._program.calls[:number], changed, *self._program.calls[number + 1 :])
                yield replace(self._program, calls=calls), ()

    def _fails(self, candidate: tuple[Program, Collection[Place]]) -> bool:
        exploration = self._exploration
        assert exploration is not None
        program, holes = candidate
        try:
            broke = replayed(program, exploration.variants, exploration.calls, holes)
        except (Misfit, Demand):
            return False
        return broke is not None and broke.failure.key == self._key
