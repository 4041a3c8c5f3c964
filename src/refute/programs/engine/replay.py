"""Replay: a program performed from nothing, its last call judged."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pickle import dumps  # bound here because the code under test may patch the name
from typing import Any

from refute.judge.findings import Failure
from refute.programs.calls.calling import Calls
from refute.programs.calls.performing import called
from refute.programs.calls.variants import Variant
from refute.programs.engine.exploration import Exploration
from refute.programs.engine.messages import Broke
from refute.programs.engine.steps import Misfit, Steps, fresh
from refute.programs.pools.instances import RESULT
from refute.programs.pools.leaves import InstanceLeaf
from refute.programs.program.program import Call, Program, Value
from refute.programs.program.smaller import shrinking
from refute.programs.threads.judging import Linearity, Two
from refute.run.body import Body, Spoken
from refute.spaces.narrowing.holes import Demand, Demands
from refute.spaces.narrowing.unknown import Unknown

_MOST_DATA = 6  # objects that are put in the place of another

Place = tuple[int, int]  # the number of a call of a program, and that of a leaf of it


def replayed(
    program: Program,
    variants: Sequence[Variant],
    calls: Calls,
    holes: Collection[Place] = (),
    *,
    is_crash: bool = False,
) -> Broke | None:
    """What is wrong with the last call of a program, or with its last two at a time. Raises Misfit, and Demand if code
    looks at a hole: some leaves may be given one. `is_crash`: with holes, only what the call raises is looked at."""
    if program.after is not None:
        return _at_a_time(program, variants, calls)
    return _judged(program, variants, calls, holes, is_crash=is_crash)


def _at_a_time(program: Program, variants: Sequence[Variant], calls: Calls) -> Broke | None:
    """The last two calls of a program, in two threads."""
    assert program.after is not None
    first, second = program.calls[-2:]
    (value,) = {*first.values(), *second.values()}
    leaf = variants[first.variant].leaves[0]
    raised: list[str] = []

    def make() -> Two:
        whole = replace(program, calls=program.calls[:-2], after=None, watched=())
        made = _made(whole, value, variants, calls, raised)
        kind = calls.kind_of_leaf(leaf, made)
        if kind is None:
            raise Misfit
        acts = []
        for call in (first, second):
            variant = variants[call.variant]
            leaves = [
                made if isinstance(given, Value) else fresh(own, given)
                for own, given in zip(variant.leaves, call.leaves, strict=True)
            ]
            acts.append(partial(variant.operation.act, *variant.assemble(leaves)))
        return Two(made, *acts)

    kind = calls.kind_of_leaf(leaf, make().value)
    assert kind is not None
    operations = variants[first.variant].operation, variants[second.variant].operation
    failure = Linearity(calls.fingerprints, kind, operations).failure(make, program.after)
    return None if failure is None else Broke(failure, program, (), tuple(raised))


def _made(program: Program, wanted: Value, variants: Sequence[Variant], calls: Calls, raised: list[str]) -> Any:
    """A value that a program leaves."""
    program = replace(program, watched=((wanted, ""),))
    steps = Steps(program, variants)
    del raised[:]
    for step in steps:
        if calls.audit is not None:
            calls.audit.note_replay(program, step.number)
        performed = called(step.variant.operation, step.arguments)
        raised.append("" if performed.error is None else _named(type(performed.error)))
        steps.note(step, performed)
    return steps.value(wanted)


def _judged(
    program: Program, variants: Sequence[Variant], calls: Calls, holes: Collection[Place], *, is_crash: bool
) -> Broke | None:
    demands = Demands()
    steps = Steps(program, variants, lambda *place: Unknown(place, demands) if place in holes else None)
    raised: list[str] = []
    seeds: list[int | None] = []
    for step in steps:
        variant, leaves, arguments = step.variant, step.leaves, step.arguments
        if calls.audit is not None:
            calls.audit.note_replay(program, step.number)
        if step.number == len(program) - 1 and is_crash and holes:
            verdict = calls.raised(variant, leaves, arguments, step.draw).verdict
            if demands.first is not None:
                raise Demand(demands.first)
            return Broke(verdict, program) if isinstance(verdict, Failure) else None
        if step.number == len(program) - 1:
            watched = [(_kind(calls, kind), steps.value(value)) for value, kind in program.watched]
            done = calls.judged(variant, leaves, arguments, step.draw, watched)
            if demands.first is not None:
                raise Demand(demands.first)
            if not isinstance(done.verdict, Failure):
                return None
            return Broke(done.verdict, program, done.where, tuple(raised), (*seeds, calls.randomness.seed))
        calls.randomness.prepare(variant.operation, leaves, step.draw)
        performed = called(variant.operation, arguments)
        seeds.append(calls.randomness.seed)
        raised.append("" if performed.error is None else _named(type(performed.error)))
        steps.note(step, performed)
    return None


def _kind(calls: Calls, name: str) -> type:
    return next(cls for cls, one in calls.kinds.items() if one.kind.name == name)


def _named(cls: type[BaseException]) -> str:
    return f"{cls.__module__}:{cls.__qualname__}"


def _later(call: Call, number: int) -> Call:
    """A call of a program with one more before it, at a number."""
    leaves = (one.after(number) if isinstance(one, Value) else one for one in call.leaves)
    return replace(call, leaves=tuple(leaves))


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
            if not isinstance(given, Value) or self._is_data(given)
        ]
        return iter(places[index:])

    def _is_data(self, value: Value) -> bool:
        """Whether a value is an object that was only put together."""
        assert self._exploration is not None
        call = self._program.calls[value.call]
        return self._exploration.variants[call.variant].operation.makes_data and value.of is None

    def step(self, item: Place) -> Spoken:
        return dumps((item,)) if all(map(self._fails, self._others(item))) else None

    def _others(self, place: Place) -> Iterator[tuple[Program, Collection[Place]]]:
        """Programs with something else in a place: a hole, and some of the other constants."""
        yield self._program, [place]
        number, slot = place
        call = self._program.calls[number]
        assert self._exploration is not None
        leaf = self._exploration.variants[call.variant].leaves[slot]
        if isinstance(leaf, InstanceLeaf):
            yield from ((program, ()) for program in islice(self._with_other_data(number, slot, leaf), _MOST_DATA))
            return
        for other in dict.fromkeys((0, len(leaf) // 3, len(leaf) // 2, len(leaf) - 1)):
            if other != call.leaves[slot]:
                changed = replace(call, leaves=(*call.leaves[:slot], other, *call.leaves[slot + 1 :]))
                calls = (*self._program.calls[:number], changed, *self._program.calls[number + 1 :])
                yield replace(self._program, calls=calls), ()

    def _with_other_data(self, number: int, slot: int, leaf: InstanceLeaf) -> Iterator[Program]:
        """Programs with other objects in a place, which constructors make of constants."""
        assert self._exploration is not None
        for variant in self._exploration.variants:
            makes = variant.operation.makes
            if makes is None or not any(issubclass(makes, cls) for cls in leaf.classes):
                continue
            if any(isinstance(one, InstanceLeaf) or not len(one) for one in variant.leaves):
                continue
            for chosen in dict.fromkeys((0, -1)):
                made = Call(variant.number, tuple(range(len(one))[chosen] for one in variant.leaves))
                before, call = self._program.calls[:number], self._program.calls[number]
                value = Value(number, (RESULT,))
                later = [_later(one, number) for one in (call, *self._program.calls[number + 1 :])]
                given = (*later[0].leaves[:slot], value, *later[0].leaves[slot + 1 :])
                yield replace(self._program, calls=(*before, made, replace(later[0], leaves=given), *later[1:]))

    def _fails(self, candidate: tuple[Program, Collection[Place]]) -> bool:
        exploration = self._exploration
        assert exploration is not None
        program, holes = candidate
        try:
            made = exploration.variants, exploration.calls, holes
            broke = replayed(program, *made, is_crash=self._key[0] == "crash")
        except (Misfit, Demand):
            return False
        return broke is not None and broke.failure.key == self._key
