"""In which order fields are chosen: left to right, except that one which an equation determines comes last.

A tree that stores its size says `size == 1 + size(left) + size(right)`. Choosing the size first would try every number
before it is known which subtrees there are; chosen last, it is just that number.
"""

from __future__ import annotations

from collections.abc import Sequence

from refute.logic.reduction.linear import combine, linear
from refute.logic.terms.term import INTEGERS, Term
from refute.spaces.residuals.slot import Slot


def order_of_choice(slots: Sequence[Slot], clauses: Sequence[Term]) -> tuple[int, ...]:
    """The places of the slots in the order in which they are to be chosen."""
    places = list(range(len(slots)))
    parts = [part for clause in clauses for part in (clause.args if clause.op == "and" else (clause,))]
    for place, slot in enumerate(slots):
        later = slots[place + 1 :]
        if slot.variable.sort not in INTEGERS or any(slot.name in other.type.free for other in later):
            continue
        names = {other.name for other in later}
        linking = [part for part in parts if slot.name in part.free and not names.isdisjoint(part.free)]
        # were there other conditions between it and later fields, choosing it first would make these smaller
        if len(linking) == 1 and linking[0].op == "eq" and _determines(linking[0], slot.variable, names):
            places.remove(place)
            places.append(place)
    return tuple(places)


def _determines(equation: Term, variable: Term, later: set[str]) -> bool:
    """Whether an equation between integers gives a variable once later fields are known."""
    if not all(side.sort in INTEGERS for side in equation.args):
        return False
    _, table = combine(linear(equation.args[0]), linear(equation.args[1]), -1)
    others = [atom for atom in table if atom is not variable]
    if abs(table.get(variable, 0)) != 1 or any(str(variable.data) in atom.free for atom in others):
        return False
    return any(not later.isdisjoint(atom.free) for atom in others)
