"""Constraints on unknown scalars, as they are collected along a path of choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from refute.logic.terms.term import Term
from refute.search.solver.unknowns import Unknown


@dataclass(frozen=True)
class Constraints:
    """Unknowns and conditions on them, in the order in which choices introduced them.

    >>> from refute.logic.terms.term import INT, Term, const, var
    >>> positive = Term("lt", (const(0), var("§0int", INT)))
    >>> Constraints((Unknown("§0int", "int", (-2, -1, 0, 1, 2)), positive))
    {§0int: -2..2, 0 < §0int}
    """

    facts: tuple[Unknown | Term, ...] = ()

    @property
    def unknowns(self) -> list[Unknown]:
        return [fact for fact in self.facts if isinstance(fact, Unknown)]

    @property
    def conditions(self) -> list[Term]:
        return [fact for fact in self.facts if isinstance(fact, Term)]

    @property
    def bounded(self) -> bool:
        """Whether every unknown has a finite domain."""
        return all(unknown.domain is not None for unknown in self.unknowns)

    def with_facts(self, facts: Sequence[Unknown | Term]) -> Constraints:
        return Constraints((*self.facts, *facts)) if facts else self

    def __repr__(self) -> str:
        return f"{{{', '.join(map(repr, self.facts))}}}"
