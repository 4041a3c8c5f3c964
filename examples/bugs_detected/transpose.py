"""Transposing a matrix: all rows of the result are one and the same list."""

from __future__ import annotations

from typing import Annotated

from refute import where

Matrix = Annotated[list[list[int]], where(lambda v: len(v) > 0 and all(len(row) == len(v[0]) > 0 for row in v))]


def transpose(
    m: Matrix,
) -> Annotated[Matrix, where(lambda v, m: v == [list(column) for column in zip(*m, strict=True)])]:
    result = [[0] * len(m)] * len(m[0])
    for i, row in enumerate(m):
        for j, x in enumerate(row):
            result[j][i] = x
    return result
