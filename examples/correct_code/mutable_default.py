"""A default that is made anew for each call."""

from __future__ import annotations


def _evens(xs, found=None):
    found = [] if found is None else found
    found.extend(x for x in xs if x % 2 == 0)
    return found


def prop_same_again(xs: list[int]) -> bool:
    return _evens(xs) == [x for x in xs if x % 2 == 0] == _evens(xs)
