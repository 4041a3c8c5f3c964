"""Recording: the calls of an exploration, with a program for each that reached something, or did so in another way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from refute.judge.findings import Failure
from refute.programs.calls.leaving import Done
from refute.programs.calls.variants import Variant, given_to
from refute.programs.engine.body import Calling
from refute.programs.engine.log import Log
from refute.programs.engine.resuming import Make
from refute.programs.pools.leaves import ConstantLeaf
from refute.programs.program.program import Program, Value
from refute.run.body import Spoken
from refute.run.steps.marks import DISCARDED, NO_INPUT
from refute.suite.data import Candidate

_ENDLESS = 1 << 60
_ALIKE = 3  # programs for each operation, way through the code and outcome
_WAYS = 60  # of an operation that are told of, beside those that reach something new
_SMALLER = 0.7  # times as large is a program at most in whose place another is told of
_PRIVATE = 40  # the size of an argument for a parameter whose name begins with an underscore
_PER_CALL = 12  # the size of a call; that of a constant is the length of its text, this at most


class Recording(Calling):
    """Makes each call by itself, traced, and tells of programs of which a test may be made."""

    def __init__(self, make: Make, log: Log, careful_until: int = 0, *, is_part: bool = False) -> None:
        super().__init__(make, log, _ENDLESS, is_part=is_part)
        self._known: dict[tuple[Any, ...], list[int]] = {}  # sizes, by what was reached, and how
        self._ways: dict[str, int] = {}

    def _spoken(self, done: Done, variant: Variant | None, places: Any) -> Spoken:
        if variant is not None and done.verdict not in (NO_INPUT, DISCARDED):
            self._consider(done, variant, places)
        return super()._spoken(done, variant, places)

    def _consider(self, done: Done, variant: Variant, places: Sequence[int]) -> None:
        assert self._exploration is not None
        if isinstance(done.verdict, Failure):
            return
        reached = self._exploration.coverage.of_call
        way = variant.operation.name, frozenset(reached), done.verdict, done.changed, bool(done.new)
        sizes = self._known.get(way)
        if sizes is None:
            if not done.productive and self._ways.get(variant.operation.name, 0) >= _WAYS:
                return
            self._ways[variant.operation.name] = self._ways.get(variant.operation.name, 0) + 1
            sizes = self._known[way] = []
        elif len(sizes) >= _ALIKE:
            calls = variant.size_with(given_to(variant, places))
            if calls * _PER_CALL >= _SMALLER * min(sizes):
                return
        program = self._program(variant, places)
        size = size_of(program, self._exploration.variants)
        if len(sizes) >= _ALIKE and size > _SMALLER * min(sizes):
            return
        sizes.append(size)
        self._news.append(Candidate(program, variant.operation.name, tuple(sorted(reached)), size))


def size_of(program: Program, variants: Sequence[Variant]) -> int:
    """How much there is to read in a program: calls, and the texts of constants."""
    size = 0
    for call in program.calls:
        variant = variants[call.variant]
        size += _PER_CALL * variant.cost + _PRIVATE * _gives_private(variant)
        for leaf, given in zip(variant.leaves, call.leaves, strict=True):
            if isinstance(given, Value):
                size += 1
            else:
                assert isinstance(leaf, ConstantLeaf)
                size += min(_PER_CALL, _length(leaf.fresh(given)))
    return size


def _gives_private(variant: Variant) -> bool:
    """Whether a call gives a parameter that clients leave alone."""
    pairs = zip(variant.operation.takes, variant.arguments, strict=True)
    return any(taken.optional and taken.name.startswith("_") and argument.leaves for taken, argument in pairs)


def _length(value: Any) -> int:
    """How long the text of a constant is, about."""
    if isinstance(value, str | bytes):
        return len(value) + 2 + 2 * (not value.isascii())
    if isinstance(value, list | tuple | set | frozenset | dict):
        return 2 + sum(2 + _length(one) for one in list(value)[:_PER_CALL])
    if isinstance(value, int | float):
        return len(str(value)) if abs(value) < 10**12 else _PER_CALL
    return 2
