"""Types whose scalars are not bounded by a scope, for a solver to choose from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import final

from refute.logic.reading.predicates import Predicate
from refute.logic.terms.term import ANY, INT, STR, Constant, Sort, seq_sort
from refute.spaces.ground.grounding import Grounder
from refute.spaces.ground.types import Ground
from refute.types.model import Atom

_SORTS: dict[str, Sort] = {"int": INT, "str": STR, "bytes": seq_sort(INT, "bytes")}
SOLVABLE = frozenset({"fraction", "decimal", "float", "date", "datetime", "time", "timedelta", *_SORTS})


@final
class Unbounded(Ground):
    """All scalars of a kind. `marks` are constants they are compared with."""

    __slots__ = ("kind", "marks")

    def __init__(self, kind: str, marks: frozenset[Constant]) -> None:
        super().__init__((kind,))
        self.kind = kind
        self.marks = marks

    @property
    def sort(self) -> Sort:
        return _SORTS.get(self.kind, ANY)

    def __repr__(self) -> str:
        return self.kind


class OpenGrounder(Grounder):
    """Grounds types, but leaves the scalars that a solver can choose unbounded."""

    def _atom(self, atom: Atom, predicates: Iterable[Predicate] = ()) -> Ground:
        if atom.kind in SOLVABLE:
            return Unbounded(atom.kind, atom.marks)
        return super()._atom(atom, predicates)
