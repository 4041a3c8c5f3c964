"""Extensions: what ranks stand for.

Where only the order of elements matters, nodes are built over *ranks*: places in a sorted tuple of integers, which is
given when values are made.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

Extension = tuple[Any, ...]


@lru_cache(maxsize=65536)
def _ordered(values: Extension) -> Extension:
    return tuple(sorted(values, key=lambda value: (abs(value), value < 0)))


def by_smallness(values: Sequence[int]) -> Sequence[int]:
    """Integers in the order of their scalar type: near zero first."""
    return _ordered(tuple(values))
