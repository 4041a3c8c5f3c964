"""Removing duplicates: the first of each is kept, in order."""

from __future__ import annotations

from typing import Annotated

from refute import Unique, where


def dedup(xs: list[int]) -> Annotated[Unique[int], where(lambda v, xs: v == sorted(set(xs), key=xs.index))]:
    return list(dict.fromkeys(xs))
