"""Observing: what programs do when they are performed from nothing, each twice."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pickle import dumps  # bound here because the code under test may patch the name
from typing import Any

from refute.conform.wording import safe_str
from refute.judge.calls.raising import raising
from refute.judge.findings import Failure
from refute.programs.engine.exploration import Exploration
from refute.programs.program.program import Program
from refute.run.body import Body, Bulk, Spoken
from refute.run.steps.marks import RAISED
from refute.suite.data import Fact, Observation, Observed, Raised, Seen
from refute.suite.running.facts import Facts
from refute.suite.running.homes import Homes
from refute.suite.running.outside import listening, unsteady_names
from refute.suite.running.performing import Performance, Performer, Unfit, is_refused
from refute.suite.running.scripts import Scripts

_LONGEST = 2_000  # characters that are printed
_IMMUTABLE = (int, str, bytes, bool, float, complex, type(None), type, tuple)


class Observer:
    """Observes programs in the process that it is in."""

    def __init__(self, exploration: Exploration, module: str) -> None:
        self._performer = Performer(exploration)
        self._facts = Facts(Homes(module))
        self._homes = Homes(module)
        self._scripts = Scripts(exploration.variants, self._homes, self._facts)
        self._coverage = exploration.coverage
        self._files = exploration.interface.files

    def twice(self, program: Program) -> Observation:
        """What a program does, whatever random numbers there are. Raises Unfit."""
        with listening() as heard:
            random.seed(1)
            first = self.once(program)
            random.seed(2)
            again = self.once(program)
        if heard:
            raise Unfit(f"it looks at {sorted(heard)[0]}")
        if first.digest != again.digest:
            raise Unfit("it does not do the same twice")
        unsteady = unsteady_names(self._coverage.codes_of(first.places))
        if unsteady:
            raise Unfit(f"it asks for {sorted(unsteady)[0]}, which is not the same everywhere")
        return first

    def once(self, program: Program) -> Observation:
        """What a program does. Raises Unfit."""
        before: list[Seen] = []
        seen: dict[str, Any] = {}

        def look(performance: Performance) -> None:
            if isinstance(performance.verdict, Failure):
                return
            script, names = self._scripts.of(program, is_consumed=performance.is_consumed)
            leaves = performance.step.leaves
            at_hand = {
                id(value): name for name, value in zip(names, leaves, strict=True) if type(value) not in _IMMUTABLE
            }
            if performance.performed.error is None and not script.is_statement:
                seen["result"] = self._facts.of(performance.performed.result, at_hand)
            seen["left"] = {place: self._facts.of(leaves[place]) for place in performance.changed}
            seen["script"], seen["names"] = script, names

        performance = self._performer.perform(program, look)
        if isinstance(performance.verdict, Failure):
            raise Unfit("it is a finding")
        if performance.changed:
            step = self._performer.setup(program)
            before = [self._facts.of(value) for value in step.leaves]
        names = seen["names"]
        left = [(names[place], _new(seen["left"][place], before[place])) for place in performance.changed]
        return Observation(
            script=seen["script"],
            places=tuple(sorted(performance.places)),
            result=seen.get("result"),
            raised=self._raised(performance),
            left=tuple((name, one) for name, one in left if one.facts),
            output=performance.output[:_LONGEST],
            steps=performance.lines,
            is_property=seen["script"].operation.rpartition(".")[2].startswith("prop_"),
        )

    def _raised(self, performance: Performance) -> Raised | None:
        error = performance.performed.error
        if error is None:
            return None
        cls = type(error)
        module, _ = self._homes.of(cls.__module__, cls.__qualname__)
        entry = error.__traceback__
        while entry is not None and entry.tb_next is not None:
            entry = entry.tb_next
        is_meant = entry is not None and raising(entry) is not None
        is_own = entry is not None and entry.tb_frame.f_code.co_filename in self._files
        documented = performance.verdict == RAISED or is_refused(performance)
        return Raised(module, cls.__qualname__, safe_str(error), is_meant and is_own, documented)


def _new(after: Seen, before: Seen) -> Seen:
    """What is known of a value that was changed, without what was so before."""
    old = {fact.whole for fact in before.facts}
    facts: tuple[Fact, ...] = tuple(fact for fact in after.facts if fact.whole not in old)
    return Seen(facts, after.words, after.is_whole)


class Observing(Body):
    """Observes one program after the other."""

    def __init__(self, make: Callable[[], Exploration], programs: Sequence[Program], module: str) -> None:
        self._make = make
        self._programs = programs
        self._module = module
        self._observer: Observer | None = None

    def start(self, index: int) -> Iterator[Any]:
        if self._observer is None:
            self._observer = Observer(self._make(), self._module)
        return iter(range(index, len(self._programs)))

    def step(self, item: int) -> Spoken:
        assert self._observer is not None
        try:
            observed = Observed(item, self._observer.twice(self._programs[item]))
        except Unfit as why:
            observed = Observed(item, None, str(why))
        return Bulk(dumps((observed,)))
