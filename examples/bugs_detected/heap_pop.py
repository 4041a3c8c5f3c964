"""A binary heap: sifting down always follows the left child."""

from __future__ import annotations

from typing import Annotated

from correct_code.heap_pop import Heap

from refute import where


def pop(
    heap: Annotated[Heap, where(lambda v: len(v) > 0)],
) -> Annotated[Heap, where(lambda v, heap: sorted(v) == sorted(heap)[1:])]:
    """The heap without its smallest element."""
    *rest, last = heap
    if not rest:
        return []
    rest[0] = last
    i = 0
    while (child := 2 * i + 1) < len(rest):
        if rest[i] <= rest[child]:
            break
        rest[i], rest[child] = rest[child], rest[i]
        i = child
    return rest
