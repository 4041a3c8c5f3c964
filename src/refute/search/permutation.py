"""Permutations of indices, however many there are: an order that can be entered at any position.

A scope that cannot be finished is gone through in such an order, so that from the start all parts of inputs vary, and
not only the last one.

    >>> order = Permutation(10, seed=0)
    >>> sorted(order[position] for position in range(10)) == list(range(10))
    True
"""

from __future__ import annotations

from math import isqrt
from random import Random

_ROUNDS = 6


class Permutation:
    """A permutation of the integers below a count: the same for a seed in any process.

    An index is a row and a column of a table that is about square. In turns, all rows are moved by something that
    depends on the column, and all columns by something that depends on the row: a Feistel network. What leads out of
    the range is led on until it comes back.
    """

    def __init__(self, count: int, seed: int) -> None:
        self.count = count
        self._columns = isqrt(max(count - 1, 0)) + 1
        self._rows = max(-(-count // self._columns), 1)
        self._shift = self._columns.bit_length()
        random = Random(f"{seed} {count}")
        self._keys = [(random.getrandbits(self._shift), random.getrandbits(3 * self._shift)) for _ in range(_ROUNDS)]

    def __repr__(self) -> str:
        return f"<Permutation of {self.count:,}>"

    def __getitem__(self, position: int) -> int:
        if not 0 <= position < self.count:
            raise IndexError(f"position {position} of {self.count}")
        index = self._moved(position)
        while index >= self.count:
            index = self._moved(index)
        return index

    def _moved(self, index: int) -> int:
        rows, columns, shift = self._rows, self._columns, self._shift
        row, column = divmod(index, columns)
        for place, (key, factor) in enumerate(self._keys):
            if place % 2:
                column = (column + ((row + key) * factor >> shift)) % columns
            else:
                row = (row + ((column + key) * factor >> shift)) % rows
        return row * columns + column
