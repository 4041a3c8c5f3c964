"""What trees are compared with: their keys and values as sorted lists of pairs. Copied beside every workload."""

from __future__ import annotations

Pairs = list[tuple[int, bool]]


def without(k: int, model: Pairs) -> Pairs:
    return [(key, value) for key, value in model if key != k]


def put(k: int, v: bool, model: Pairs) -> Pairs:
    return sorted([(k, v), *without(k, model)])
