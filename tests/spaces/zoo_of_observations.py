"""What predicates that look at values in every way Python has are about: see `observations_of_lists` and its like."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from refute.spaces.scope import Scope

ONCE = range(1)  # a loop over it makes code opaque


@dataclass(frozen=True)
class Leaf: ...


@dataclass(frozen=True)
class Node:
    key: int
    left: Tree
    right: Tree


Tree = Leaf | Node


@dataclass(frozen=True)
class P:
    x: int
    y: int


@dataclass
class M:
    x: int
    items: list[int]


@dataclass(frozen=True)
class T:
    name: str
    n: int


OBSERVATIONS: dict[str, tuple[Any, Callable[[Any], bool], Scope]] = {}


def observed_on(tp: Any, *scopes: Scope) -> Callable[[Callable[[Any], Any]], Callable[[Any], Any]]:
    def noted(predicate: Callable[[Any], Any]) -> Callable[[Any], Any]:
        for scope in scopes or (Scope(size=3, ints=(-1, 2)),):
            OBSERVATIONS[f"{predicate.__name__}, {scope}"] = tp, predicate, scope
        return predicate

    return noted
