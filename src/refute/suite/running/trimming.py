"""Trimming: programs made smaller as long as they do what they were chosen for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pickle import dumps  # bound here because the code under test may patch the name
from typing import Any

from refute.programs.engine.exploration import Exploration
from refute.programs.pools.leaves import ConstantLeaf
from refute.programs.program.program import Program, Value
from refute.programs.program.smaller import shrinking
from refute.run.body import Body, Bulk, Spoken
from refute.run.host.wire import may_cross
from refute.suite.data import Smaller
from refute.suite.running.performing import Performance, Performer, Unfit
from refute.suite.running.recording import size_of

_MOST = 200  # programs that are proposed for one


@dataclass(frozen=True)
class Wanted:
    """A program to be made smaller, and the places that it has to reach."""

    number: int
    program: Program
    places: frozenset[int]


may_cross(Wanted)


class Trimming(Body):
    """Makes one program after the other smaller: each step performs one that was proposed."""

    def __init__(self, make: Callable[[], Exploration], wanted: Sequence[Wanted]) -> None:
        self._make = make
        self._wanted = wanted
        self._exploration: Exploration | None = None
        self._fits = False

    def start(self, index: int) -> Iterator[Any]:
        if self._exploration is None:
            self._exploration = self._make()
            self._performer = Performer(self._exploration)
        variants = self._exploration.variants
        for wanted in self._wanted:
            self._kind: Any = None
            self._constants = self._types_of(wanted.program)
            self._size = size_of(wanted.program, variants)
            yield wanted, wanted.program
            if not self._fits:
                continue
            proposals = shrinking(wanted.program, variants)
            proposal = next(proposals, None)
            for _ in islice(iter(int, 1), _MOST):
                if proposal is None:
                    break
                yield wanted, proposal
                try:
                    proposal = proposals.send(self._fits)
                except StopIteration:
                    break

    def step(self, item: tuple[Wanted, Program]) -> Spoken:
        wanted, program = item
        assert self._exploration is not None
        self._fits = False
        if self._types_of(program) - self._constants:
            return None  # a number in place of a text, say, is no simpler one
        try:
            performance = self._performer.perform(program)
        except Unfit:
            return None
        kind = _kind(performance)
        if self._kind is None:
            self._kind = kind
        self._fits = kind == self._kind and wanted.places <= performance.places
        size = size_of(program, self._exploration.variants)
        if not self._fits or size > self._size:
            return None
        self._size = size
        return Bulk(dumps((Smaller(wanted.number, program),)))

    def _types_of(self, program: Program) -> Counter[str]:
        """How many constants there are of each type."""
        assert self._exploration is not None
        found: Counter[str] = Counter()
        for call in program.calls:
            leaves = self._exploration.variants[call.variant].leaves
            for leaf, given in zip(leaves, call.leaves, strict=True):
                if not isinstance(given, Value):
                    assert isinstance(leaf, ConstantLeaf)
                    found[type(leaf.fresh(given)).__name__] += 1
        return found


def _kind(performance: Performance) -> tuple[Any, ...]:
    """What has to stay of what a call does."""
    performed = performance.performed
    result = performed.result
    is_told = result is None or isinstance(result, bool)
    return type(performed.error), type(result), result if is_told else None, bool(performance.changed)
