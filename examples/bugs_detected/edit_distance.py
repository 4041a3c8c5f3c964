"""Edit distance: the first row is left at zero, so that only one of the words may be lengthened."""

from __future__ import annotations


def distance(a: str, b: str) -> int:
    row = [0] * (len(b) + 1)
    for i, x in enumerate(a, start=1):
        last, row = row, [i]
        for j, y in enumerate(b, start=1):
            row.append(min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (x != y)))
    return row[-1]


def prop_symmetric(a: str, b: str) -> bool:
    return distance(a, b) == distance(b, a)


def prop_zero_only_if_equal(a: str, b: str) -> bool:
    return (distance(a, b) == 0) == (a == b)
