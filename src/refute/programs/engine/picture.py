"""Pictures: the instances that there are after some calls, the programs that make them, and the calls between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from pickle import dumps  # bound here because the code under test may patch the name
from typing import Any

from refute.programs.calls.variants import given_to
from refute.programs.engine.exploration import Exploration
from refute.programs.engine.resuming import Resumed
from refute.programs.pools.instances import Instance
from refute.programs.program.program import Program, program_of
from refute.programs.promises.wording import by_attributes, shown
from refute.programs.schedule.stages import SUM, stage_of
from refute.run.body import Spoken

_MOST_CALLS = 20_000  # of stages that are made again


@dataclass(frozen=True)
class State:
    """An instance: its kind, how it shows itself, or its attributes where several look alike, and its program."""

    kind: str
    text: str
    size: int
    program: Program


@dataclass(frozen=True)
class Transition:
    """A call on states, by their numbers, and the states that it leaves; how often with other constants."""

    operation: str
    constants: tuple[str, ...]
    given: tuple[int, ...]
    left: tuple[int, ...]
    is_refused: bool


@dataclass(frozen=True)
class Picture:
    states: tuple[State, ...]
    transitions: tuple[Transition, ...]
    is_whole: bool  # whether there are no more states


class Picturing(Resumed):
    """Comes to an index by the calls that are in the log, and says what there is."""

    def look_at(self, most: int, *, with_calls: bool) -> Picturing:
        """Have it look at so many states of a kind, and at the calls between them."""
        self._most, self._with_calls = most, with_calls
        return self

    def start(self, index: int) -> Iterator[Any]:
        self._come_to(index)
        return iter((None,))

    def step(self, item: Any) -> Spoken:
        assert self._exploration is not None
        return dumps((_picture(self._exploration, self._most, with_calls=self._with_calls),))


def _picture(exploration: Exploration, most: int, *, with_calls: bool) -> Picture:
    instances = [one for instances in exploration.instances.values() for one in instances[:most]]
    numbers: dict[tuple[type, Hashable], int] = {
        (one.kind.cls, one.key): number for number, one in enumerate(instances)
    }
    texts = [shown(one.value) for one in instances]
    often = Counter(texts)
    alike = {one.kind for one, text in zip(instances, texts, strict=True) if often[text] > 1}
    states = tuple(
        State(
            one.kind.name,
            by_attributes(one.value) if one.kind in alike else text,
            one.size,
            program_of(one.origin, exploration.variants),
        )
        for one, text in zip(instances, texts, strict=True)
    )
    is_whole = len(instances) == sum(map(len, exploration.instances.values()))
    transitions = tuple(dict.fromkeys(_transitions(exploration, numbers))) if with_calls and is_whole else ()
    return Picture(states, transitions, is_whole)


def _transitions(exploration: Exploration, numbers: dict[tuple[type, Hashable], int]) -> Iterator[Transition]:
    """The calls of all complete stages, made again as if nothing were known."""
    for pool in exploration.pools.values():
        pool.known, pool.sampled_known = set(), set()
    made = 0
    last = exploration.complete + 1 if exploration.how.calls is None else exploration.how.calls
    for number in range(min(exploration.complete + 1, last) + 1):
        stage = stage_of(number, exploration.variants, SUM, by_size=exploration.how.is_by_size)
        for block, _ in stage.starting_at(0):
            for index in range(block.count):
                made += 1
                if made > _MOST_CALLS:
                    return
                places = block.places(index)
                given = given_to(block.variant, places)
                done = exploration.calls.perform(block.variant, places)
                left = [numbers.get((one.kind.cls, one.key)) for one in done.new]
                constants = [
                    shown(leaf.values[place])
                    for leaf, place in zip(block.variant.leaves, places, strict=True)
                    if leaf.is_constant
                ]
                yield Transition(
                    block.variant.operation.name,
                    tuple(constants),
                    tuple(numbers[one.kind.cls, one.key] for one in given if isinstance(one, Instance)),
                    tuple(one for one in left if one is not None),
                    done.verdict is not None,
                )
