"""Keeping what passes a test: those that do are put into a list of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from refute import where


def keep(
    test: Callable[[int], bool], xs: list[int]
) -> Annotated[list[int], where(lambda v, test, xs: v == [x for x in xs if test(x)])]:
    kept = []
    for x in xs:
        if test(x):
            kept.append(x)
    return kept
