"""Chunking a list: nothing is lost, and all chunks but the last are full."""

from __future__ import annotations

from typing import Annotated

from refute import Pos, where


def chunks(
    xs: list[int], n: Pos
) -> Annotated[
    list[list[int]],
    where(lambda v, xs: [x for chunk in v for x in chunk] == xs),
    where(lambda v, n: all(len(chunk) == n for chunk in v[:-1])),
]:
    return [xs[i : i + n] for i in range(0, len(xs), n)]
