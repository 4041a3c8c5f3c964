"""What was written: the tests, what was dropped, and how much of the targets they reach and notice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from refute.explore.coverage_data import joined
from refute.programs.engine.coverage.branches import Arc
from refute.programs.hosting.explored import Reached
from refute.suite.drafting.authoring import Draft, MutantCount
from refute.suite.text.functions import WrittenTest


@dataclass
class Written:
    """What came of writing tests to a file."""

    file: Path
    drafts: Sequence[Draft] = ()
    tests: Sequence[WrittenTest] = ()
    dropped: Sequence[tuple[str, str]] = ()  # names of tests that were not kept, and why
    edited: Sequence[str] = ()  # names of tests that somebody has edited, which are as they were
    changed: Sequence[tuple[str, str]] = ()  # names of tests that do not hold any more, and what pytest says
    gone: Sequence[str] = ()  # names of tests that are not written any more
    is_new: bool = False  # whether the file is
    is_same: bool = False  # whether it is what it was
    seconds: float = 0.0
    warnings: list[str] = field(default_factory=list)

    @property
    def reached(self) -> list[Reached]:
        """What the tests reach, by function."""
        return [one for draft in self.drafts for one in draft.reached(self.tests)]

    @property
    def arcs(self) -> dict[str, set[Arc]]:
        """The ways between lines that the tests take, where they were asked for."""
        return joined(draft.arcs(self.tests) for draft in self.drafts)

    @property
    def lines(self) -> tuple[int, int]:
        """How many lines tests reach, and how many there are."""
        reached = self.reached
        every = sum(len(one.lines) for one in reached)
        return every - sum(len(one.missed) for one in reached), every

    @property
    def branches(self) -> tuple[int, int]:
        reached = self.reached
        every = sum(len(one.branches) for one in reached)
        return every - sum(len(one.untaken) for one in reached), every

    @property
    def mutants(self) -> MutantCount:
        """What became of the mutants of all targets."""
        each = [draft.mutants for draft in self.drafts]
        return MutantCount(
            sum(one.tried for one in each),
            sum(one.noticed for one in each),
            sum(one.equivalent for one in each),
            sum(one.unreached for one in each),
            tuple(mutant for one in each for mutant in one.surviving),
        )
