"""Run-length coding: decoding gives back what was encoded, and no two runs could be one."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated

from refute import Pos, where

Runs = Annotated[list[tuple[str, Pos]], where(lambda v: all(a[0] != b[0] for a, b in pairwise(v)))]


def decode(runs):
    return "".join(char * times for char, times in runs)


def encode(text: str) -> Annotated[Runs, where(lambda v, text: decode(v) == text)]:
    runs, start = [], 0
    for i in range(1, len(text) + 1):
        if i == len(text) or text[i] != text[start]:
            runs.append((text[start], i - start))
            start = i
    return runs
