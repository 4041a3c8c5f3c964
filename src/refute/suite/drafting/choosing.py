"""Choosing: few small programs that reach as many lines and branches, and notice as many mutants, as all of them do."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from refute.programs.program.program import Program
from refute.suite.data import Observation

# What makes one program dearer than another of the same size.
_RAISES = 6  # an exception that the code means to raise
_HAPPENS = 60  # one that happens to it
_SAYS_PART = 6  # a value of which only parts are told
_SAYS_NOTHING = 12
_PRINTS = 4
_SLOW = 2_000  # lines that are run


@dataclass
class Choice:
    """A program of which a test may be made."""

    number: int
    program: Program
    observation: Observation
    size: int
    places: frozenset[int] = field(init=False)
    wanted: frozenset[int] = frozenset()  # the places that it was chosen for
    is_known: bool = False  # whether there is a test of it already

    def __post_init__(self) -> None:
        self.places = frozenset(self.observation.places)

    @property
    def cost(self) -> float:
        one = self.observation
        cost = self.size + one.steps / _SLOW
        if one.raised is not None:
            cost += _RAISES if one.raised.is_meant else _HAPPENS
        elif not one.is_property:
            told = [*(() if one.result is None else (one.result,)), *(seen for _, seen in one.left)]
            says_none = one.result is not None and one.result.words == "none"
            if not any(seen.facts for seen in told) or (says_none and len(told) == 1):
                cost += _PRINTS if one.output else _SAYS_NOTHING
            elif not all(seen.is_whole for seen in told):
                cost += _SAYS_PART
        return cost / 2 if self.is_known else cost

    @property
    def is_weak(self) -> bool:
        """Whether it ends with an exception that nobody has meant: only what nothing else reaches is worth it."""
        raised = self.observation.raised
        return raised is not None and not raised.is_meant


def covering(choices: Iterable[Choice], reached: Collection[int] = ()) -> list[Choice]:
    """The cheapest ones first, each that reaches a place which none before it has; then without those that have become
    superfluous."""
    seen = set(reached)
    found = []
    for one in sorted(choices, key=lambda choice: (choice.is_weak, choice.cost, choice.number)):
        new = one.places - seen
        if new:
            one.wanted = frozenset(new)
            seen |= new
            found.append(one)
    return found


def needed(choices: Sequence[Choice], kills: Mapping[int, Collection[int]]) -> list[Choice]:
    """Those without which a place would not be reached any more, or a mutant not noticed; the dearest go first.
    `kills`: the mutants that programs notice, by their numbers."""
    left = list(choices)
    times: dict[tuple[str, int], int] = {}
    each = {
        one.number: [*(("place", place) for place in one.places), *(("mutant", it) for it in kills.get(one.number, ()))]
        for one in choices
    }
    for features in each.values():
        for feature in features:
            times[feature] = times.get(feature, 0) + 1
    for one in sorted(choices, key=lambda choice: (-choice.cost, -choice.number)):
        features = each[one.number]
        if all(times[feature] > 1 for feature in features):
            left.remove(one)
            for feature in features:
                times[feature] -= 1
    return left
