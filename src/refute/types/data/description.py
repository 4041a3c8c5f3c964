"""What the reader of one flavour of data class (dataclass, NamedTuple, attrs, …) says about a class."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from refute.logic.reading.predicates import Predicate
from refute.logic.terms.term import Term


@dataclass(frozen=True)
class Slot:
    """One argument of the constructor."""

    name: str  # the attribute or key it becomes
    annotation: Any
    owner: Any  # the class that wrote the annotation: its names are the ones it means
    metadata: tuple[Any, ...] = ()  # constraints given beside the annotation
    argument: str = ""  # the name of the parameter, where that differs
    keyword: bool = False
    optional: bool = False


@dataclass(frozen=True)
class Description:
    slots: tuple[Slot, ...]
    frozen: bool
    structural: bool  # equal exactly when the fields are
    form: str = "object"
    # Attributes that are not simply the argument of the same name: terms over the names of the slots.
    computed: Mapping[str, Term] = field(default_factory=dict)
    # Slots whose attribute does not hold the argument as it was given.
    changed: frozenset[str] = frozenset()
    # Those of them that no attribute of the same name tells anything about: an InitVar, what a converter took.
    lost: frozenset[str] = frozenset()
    invariants: tuple[Predicate, ...] = ()  # conditions on the arguments: terms over the names of the slots
    unread: str = ""  # why only building a value tells whether the arguments are accepted
    declares_fields: bool = True  # whether the annotations are those of attributes, not of parameters
    build: Callable[..., Any] | None = None  # called like the class; None: the class itself
