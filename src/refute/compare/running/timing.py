"""Timing: how long both versions take for the same inputs, and how much memory, where that differs by much.

The time of a call is the least of several; those of both versions are taken by turns, so that a machine that is busy
with something else is so for both.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

from refute.compare.behaviour.texts import Text
from refute.compare.running.sides import Side, Sides
from refute.run.events import Batch
from refute.run.host.process import HostFailure
from refute.run.host.wire import read

TIMES = 3  # as long, or as much memory: what is less is chance
_ROUNDS = 3
_LEAST_SECONDS = 2e-6  # of a call: what is less cannot be measured
_LEAST_BYTES = 4_096
_TO_TIME = 60.0  # seconds for a round


@dataclass(frozen=True)
class Cost:
    """What a call takes, at least."""

    seconds: float
    memory: int  # bytes, at its peak


@dataclass(frozen=True)
class Slower:
    """That one version takes so many times what the other takes."""

    what: str  # "time" or "memory"
    text: Text  # the input that shows it most
    old: float
    new: float

    @property
    def times(self) -> float:
        return max(self.old, self.new) / min(self.old, self.new)


def timed(sides: Sides, texts: Sequence[Text]) -> list[Slower]:
    """In what the versions differ by much, on inputs that they do the same with."""
    costs: tuple[dict[int, Cost], dict[int, Cost]] = ({}, {})
    for _ in range(_ROUNDS):
        for side, known in zip((sides.old, sides.new), costs, strict=True):
            for place, cost in _costs(side, texts).items():
                before = known.get(place, cost)
                known[place] = Cost(min(before.seconds, cost.seconds), min(before.memory, cost.memory))
    common = [place for place in costs[0] if place in costs[1]]
    found = []
    for what, least in (("seconds", _LEAST_SECONDS), ("memory", _LEAST_BYTES)):
        pairs = [(getattr(costs[0][place], what), getattr(costs[1][place], what), place) for place in common]
        large = [(a, b, place) for a, b, place in pairs if max(a, b) >= least]
        if not large:
            continue
        old, new = sum(max(a, least) for a, _, _ in large), sum(max(b, least) for _, b, _ in large)
        if max(old, new) < TIMES * min(old, new):
            continue
        a, b, place = max(large, key=lambda one: max(one[:2]) / max(least, min(one[:2])))
        found.append(Slower("time" if what == "seconds" else what, texts[place], max(a, least), max(b, least)))
    return found


def _costs(side: Side, texts: Sequence[Text]) -> dict[int, Cost]:
    """What texts take in a version, by their places; without those that could not be made or ended their process."""
    found: dict[int, Cost] = {}
    doing = f"timing {side.site.path} of the {side.name} version"
    request = (side.site, tuple(texts), side.limits)
    try:
        with closing(side.host.stream("time", *request, doing=doing, within=_TO_TIME)) as events:
            for event in events:
                for index, payload in event.messages if isinstance(event, Batch) else ():
                    nanoseconds, memory = read(payload)
                    found[index] = Cost(nanoseconds / 1e9, memory)
    except HostFailure:
        return found
    return found
