"""Slots, the fields of a product that are still to be chosen; and shapes, constructors applied to slots."""

from __future__ import annotations

from dataclasses import dataclass

from refute.logic.reduction.rewriter import Binding
from refute.logic.terms.term import Term
from refute.spaces.ground.types import Ground, family
from refute.spaces.nodes.construction import Construction
from refute.spaces.scope import Bound


class Slot:
    """A field to be chosen. Its type may depend on the variables of fields before it.

    Made by the builder, which keeps equal slots the same object.
    """

    __slots__ = ("bound", "conditions", "family", "free", "min_size", "name", "substituted", "type", "variable")

    def __init__(self, variable: Term, tp: Ground, bound: Bound, min_size: int) -> None:
        self.variable = variable
        self.name = str(variable.data)
        self.type = tp
        self.free = tp.free  # the variables of other fields that its type depends on
        self.conditions = tp.conditions  # the conditions in its type that depend on other fields
        self.bound = bound
        self.min_size = min_size  # a lower bound on the size of its values
        self.family = family(tp)
        self.substituted: dict[Binding, Slot] = {}  # by substitution: the slot once fields before it are chosen

    def __repr__(self) -> str:
        return f"{self.name}: {self.type!r}"


@dataclass(frozen=True)
class Shape:
    """A constructor applied to fields that are still to be chosen."""

    construction: Construction
    slots: tuple[Slot, ...]
    term: Term  # the value, over the slots' variables
    cost: int  # what it adds to the size
    clauses: tuple[Term, ...] = ()  # conditions of the constructor itself
