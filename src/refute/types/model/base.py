"""The base of all refinement types, and of what they name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from refute.logic.reading.predicates import Predicate
from refute.logic.terms.term import ANY, Sort


@dataclass(frozen=True, repr=False)
class Type:
    """Base of all refinement types."""

    def parts(self) -> tuple[Type, ...]:
        """The types written inside this one, not the fields of data."""
        return ()

    @property
    def definition(self) -> Definition | None:
        """The class or alias that it names."""
        return None

    @property
    def sort(self) -> Sort:
        """The sort of its values in the logic; ANY if they have several."""
        return ANY

    @property
    def own_predicates(self) -> tuple[Predicate, ...]:
        """The predicates on its values as a whole."""
        return ()

    def written(self, refinements: bool = False) -> str:
        """A type as an annotation, with or without its refinements."""
        return type(self).__name__

    def __repr__(self) -> str:
        return self.written(refinements=True)

    def __deepcopy__(self, memo: Any) -> Type:
        return self  # a type stands for a function among values that are copied; it is immutable


class Definition:
    """What is defined once and may be named by many types: a class with its constructor, or an alias."""

    def types(self) -> Sequence[Type]:
        """The types of its fields, or the one that it stands for. Read when they are asked for: it may be recursive."""
        raise NotImplementedError


def walk(root: Type) -> Iterator[Type]:
    """A type and all its parts, including fields of data and bodies of aliases, each once."""
    found: set[Type] = set()
    looked_into: set[Definition] = set()
    waiting = [root]
    while waiting:
        tp = waiting.pop()
        if tp in found:
            continue
        found.add(tp)
        yield tp
        waiting.extend(reversed(tp.parts()))
        definition = tp.definition
        if definition is not None and definition not in looked_into:
            looked_into.add(definition)
            waiting.extend(reversed(definition.types()))
