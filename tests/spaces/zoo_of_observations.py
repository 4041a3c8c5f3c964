"""What predicates that look at values in every way Python has are about: see `observations_of_lists` and its like."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Any

from refute.spaces.scope import Scope

ONCE = range(1)


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
READ: dict[str, tuple[Any, Callable[[Any], bool], Scope]] = {}  # the same, as far as they can be read


def observed_on(tp: Any, *scopes: Scope) -> Callable[[Callable[[Any], Any]], Callable[[Any], Any]]:
    def noted(predicate: Callable[[Any], Any]) -> Callable[[Any], Any]:
        for scope in scopes or (Scope(size=3, ints=(-1, 2)),):
            OBSERVATIONS[f"{predicate.__name__}, {scope}"] = tp, without_source(predicate), scope
            READ[f"{predicate.__name__}, {scope}"] = tp, predicate, replace(scope, landmarks=False)
        return predicate

    return noted


def without_source(predicate: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The same function, which can only be run."""
    assert isinstance(predicate, FunctionType)
    code = predicate.__code__.replace(co_filename="<nowhere>")
    hidden = FunctionType(
        code, predicate.__globals__, predicate.__name__, predicate.__defaults__, predicate.__closure__
    )
    hidden.__kwdefaults__, hidden.__module__ = predicate.__kwdefaults__, predicate.__module__
    return hidden
