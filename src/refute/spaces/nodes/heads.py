"""Heads: the index by which the part of a sum that has a value is found.

The head of a value is its type, or the value itself if it is a scalar; that of a tuple is the head of its first field.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from refute.logic.terms.term import identity_key
from refute.spaces.nodes.extension import Extension

Heads = Iterable[Hashable] | None  # heads of which a value has at least one; None: unknown
OF_UNIT = ()  # the head of a tuple without fields


class HeadIndex:
    """The places of the parts of a sum, by the heads of their values, and by ranks."""

    def __init__(self, heads: Sequence[Heads], ranks: dict[int, int], *, of_tuples: bool) -> None:
        """`heads` are those of the parts; `ranks` lead from a place to the rank that a part is tagged with."""
        self._of_tuples = of_tuples
        self._by_rank: dict[int, list[int]] = {}
        self._by_head: dict[Any, list[int]] = {}
        self._others: list[int] = []
        for place, keys in enumerate(heads):
            if place in ranks:
                self._by_rank.setdefault(ranks[place], []).append(place)
            elif keys is None:
                self._others.append(place)
            else:
                for key in dict.fromkeys(keys):
                    self._by_head.setdefault(key, []).append(place)

    def candidates(self, value: Any, extension: Extension) -> Iterable[int]:
        """The places of parts that may have a value."""
        if self._of_tuples:
            if not value:
                return [*self._others, *self._by_head.get(OF_UNIT, [])]
            value = value[0]
        found = self._others
        if self._by_rank and type(value) is int and value in extension:
            found = [*found, *self._by_rank.get(extension.index(value), [])]
        by_head = self._by_head
        return dict.fromkeys([*found, *by_head.get(type(value), []), *by_head.get(identity_key(value), [])])
