"""Types whose spaces are measured as they grow: a tree with much to be right about, and a list with one relation."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "examples"))

from narrow import Valid
from redblack import OkTree

from refute import where

Increasing = Annotated[list[int], where(lambda v: all(a < b for a, b in pairwise(v)))]


def is_increasing(numbers: Any) -> bool:
    before = None
    for number in numbers:
        if before is not None and number <= before:
            return False
        before = number
    return True


# as the logic reads it, and with a predicate that can only be run
SUBJECTS: dict[str, tuple[Any, Any]] = {
    "red-black trees": (OkTree, Valid),
    "increasing lists": (Increasing, Annotated[list[int], where(is_increasing)]),
}
