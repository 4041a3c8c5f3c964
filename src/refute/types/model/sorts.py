"""Sorts of listed scalars and of tuples."""

from __future__ import annotations

from refute.logic.terms.term import ANY, BOOL, INT, STR, Constant, Sort, seq_sort


def sort_of_values(values: tuple[Constant, ...]) -> Sort:
    """The sort of scalars that are all of one type."""
    kinds = {type(value.value) for value in values}
    return {bool: BOOL, int: INT, str: STR}.get(kinds.pop(), ANY) if len(kinds) == 1 else ANY


def sort_of_tuple(elements: tuple[Sort, ...]) -> Sort:
    """The sort of a tuple of fixed length."""
    return seq_sort(elements[0] if len(set(elements)) == 1 else ANY, "tuple")
