"""Covering arrays: few rows in which every two values of every two columns occur together.

Most faults that need several parameters need two of them. All pairs of thirty values of five parameters are in about a
thousand rows, all combinations of them in 24 million. Rows are made one column after the other: each that is there is
given the value with the most pairs that are missing, and rows are added for those that are left.

    >>> covering([2, 2, 2])
    [(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)]
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

Pair = tuple[int, int]  # a column and a value in it


def covering(counts: Sequence[int]) -> list[tuple[int, ...]]:
    """Rows with a value below its count for each column, such that all pairs occur. None if a column has no value."""
    if not all(counts):
        return []
    widest = sorted(range(len(counts)), key=lambda column: -counts[column])
    rows: list[list[int | None]] = [list(row) for row in product(*(range(counts[column]) for column in widest[:2]))]
    for place in range(2, len(widest)):
        _grow(rows, [counts[column] for column in widest[:place]], counts[widest[place]])
    places = [widest.index(column) for column in range(len(counts))]
    return [tuple(row[place] or 0 for place in places) for row in rows]


def _grow(rows: list[list[int | None]], counts: Sequence[int], values: int) -> None:
    """Add a column to rows, and rows for the pairs of it that are missing then. What does not matter is None there."""
    every = {(column, value) for column, count in enumerate(counts) for value in range(count)}
    missing = [set(every) for _ in range(values)]  # by the value of the new column
    turn = 0
    for row in rows:
        pairs = {(column, value) for column, value in enumerate(row) if value is not None}
        gains = [len(missing[(turn + step) % values] & pairs) for step in range(values)]
        chosen = (turn + gains.index(max(gains))) % values
        row.append(chosen)
        missing[chosen] -= pairs
        turn = chosen + 1
    for value in range(values):
        _add(rows, value, sorted(missing[value]), len(counts))


def _add(rows: list[list[int | None]], value: int, missing: Sequence[Pair], columns: int) -> None:
    """Put pairs with a value of the last column where nothing else is, or into rows of their own."""
    for column, other in missing:
        free = (row for row in rows if row[column] is None and row[-1] == value)
        row = next(free, None)
        if row is None:
            row = [None] * columns + [value]
            rows.append(row)
        row[column] = other
