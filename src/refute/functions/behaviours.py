"""All behaviours of functions that are made up as they are called, one after the other.

A run of the code under test asks its functions questions, each of which has so many answers. A run is steered by the
answers to its first questions, given as numbers; all later ones are answered by the first, the smallest. What was asked
says which run comes next: the last answer that has a next one is replaced by that, those behind it are forgotten. So
every path through the tree of questions is taken once, and the numbers of one run are all there is to remember.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Played:
    """A run: the index of the other arguments, and which answers were given. `weight` tells the simpler of two."""

    base: int
    choices: tuple[int, ...]
    drawn: str = ""  # what those after them were drawn with, if they were
    entries: int = 0
    size: int = 0  # of the entries with their answers

    @property
    def weight(self) -> tuple[int, int, int, tuple[int, ...]]:
        return self.entries, self.size, sum(self.choices), self.choices


def following(asked: Sequence[tuple[int, int]]) -> tuple[int, ...] | None:
    """The answers of the next run after one with these: pairs of an answer and how many there were. None: no more."""
    for place in reversed(range(len(asked))):
        choice, count = asked[place]
        if choice + 1 < count:
            return (*(choice for choice, _ in asked[:place]), choice + 1)
    return None


class Choices:
    """Which answers are given in one run."""

    def __init__(
        self,
        given: Sequence[int] = (),
        drawn: str = "",
        made: Callable[[tuple[int, int]], None] = lambda pair: None,
    ) -> None:
        """After those that are given, they are drawn with a seed, or the first is taken. `made` is told of each."""
        self._given = given
        self._drawn = random.Random(drawn) if drawn else None
        self._tell = made
        self.made: list[int] = []

    def __call__(self, count: int) -> int:
        """Choose one of so many."""
        if count == 1:
            return 0
        place = len(self.made)
        if place < len(self._given):
            choice = min(self._given[place], count - 1)  # code that does not ask the same again may have fewer
        else:
            choice = self._drawn.randrange(count) if self._drawn is not None else 0
        self.made.append(choice)
        self._tell((choice, count))
        return choice
