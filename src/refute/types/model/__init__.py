"""Refinement types, independent of how they were written.

A type may contain type *parameters* of its class or alias (`Param`), and its predicates may refer to *siblings* by
name: earlier fields or parameters. Both are substituted where the type is used; see `spaces.ground.grounding`.
"""

from refute.types.model.base import Type, walk
from refute.types.model.composing import has_functions, is_unbounded, mapped, union_of
from refute.types.model.definitions import ABSENT, Alias, Constructor, Field
from refute.types.model.kinds import (
    Anything,
    Atom,
    BaseClass,
    Data,
    DictOf,
    Finite,
    FunctionOf,
    Instance,
    Iterated,
    IteratorOf,
    Named,
    Open,
    Param,
    Refined,
    SequenceOf,
    SetOf,
    TupleOf,
    Union,
)

__all__ = [
    "ABSENT",
    "Alias",
    "Anything",
    "Atom",
    "BaseClass",
    "Constructor",
    "Data",
    "DictOf",
    "Field",
    "Finite",
    "FunctionOf",
    "Instance",
    "Iterated",
    "IteratorOf",
    "Named",
    "Open",
    "Param",
    "Refined",
    "SequenceOf",
    "SetOf",
    "TupleOf",
    "Type",
    "Union",
    "has_functions",
    "is_unbounded",
    "mapped",
    "union_of",
    "walk",
]
