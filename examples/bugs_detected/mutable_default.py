"""A mutable default argument: what one call collects is still there in the next."""

from __future__ import annotations


def _evens(xs, found=[]):  # noqa: B006
    found.extend(x for x in xs if x % 2 == 0)
    return found


def prop_same_again(xs: list[int]) -> bool:
    return _evens(xs) == [x for x in xs if x % 2 == 0] == _evens(xs)
