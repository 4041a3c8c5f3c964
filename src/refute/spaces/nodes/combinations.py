"""Combinations of k out of n in lexicographic order, reached by their index without listing those before."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb


def combination(n: int, k: int, index: int) -> list[int]:
    """The combination of `k` out of `range(n)` at an index, ascending."""
    found: list[int] = []
    left, place = n, 0
    for chosen in range(k, 0, -1):
        # comb(left, chosen) combinations begin at `place` or later; find where this one begins
        low, high = 0, left - chosen
        whole = comb(left, chosen)
        while low < high:
            middle = (low + high) // 2
            if whole - comb(left - middle - 1, chosen) <= index:
                low = middle + 1
            else:
                high = middle
        index -= whole - comb(left - low, chosen)
        found.append(place + low)
        place += low + 1
        left -= low + 1
    return found


def index_of_combination(n: int, places: Sequence[int]) -> int:
    """The index of an ascending combination out of `range(n)`."""
    index, begin, left = 0, 0, n
    for position, place in enumerate(places):
        chosen = len(places) - position
        index += comb(left, chosen) - comb(left - (place - begin), chosen)
        left -= place - begin + 1
        begin = place + 1
    return index
