"""What a subject of the depths is: a function with its types, and the same inputs and tests written by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Arguments = tuple[Any, ...]


@dataclass(frozen=True)
class Subject:
    name: str
    function: Callable[..., Any]  # with refined types
    opaque: Callable[..., Any]  # the same, refined by predicates of which the logic understands nothing
    inputs: Callable[[int], Iterator[Arguments]]  # all valid ones to a depth, made by hand
    by_hand: Callable[[Iterable[Arguments]], int]  # calls the function with each, tests the result, and counts
    is_valid: Callable[..., bool]  # whether arguments satisfy their types, as a Boolean for those who filter
    published: Mapping[int, float]  # seconds that the paper took for at most 1,000 inputs, by depth
