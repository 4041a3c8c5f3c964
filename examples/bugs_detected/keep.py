"""Keeping what passes a test: a list that is changed while it is gone through skips an element."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from refute import where


def keep(
    test: Callable[[int], bool], xs: list[int]
) -> Annotated[list[int], where(lambda v, test, xs: v == [x for x in xs if test(x)])]:
    for x in xs:
        if not test(x):
            xs.remove(x)
    return xs
