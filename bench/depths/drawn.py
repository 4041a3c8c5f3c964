"""Inputs as Hypothesis draws them from the types to a depth, valid or not: the test filters them with `assume`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from maps import Bin, Tip
from redblack import Colour, Leaf, Node

from depths.stack_sets import Empty, Holding, Screen, Stack, StackSet, Workspace

Strategy = st.SearchStrategy[Any]


def naturals(depth: int) -> Strategy:
    return st.integers(0, max(depth, 0))


def cells(depth: int, item: Callable[[int], Strategy]) -> Strategy:
    """A list is as deep as it is long, and its items are deeper in the further back they are."""
    if depth <= 0:
        return st.just([])
    return st.just([]) | st.builds(lambda x, xs: [x, *xs], item(depth - 1), cells(depth - 1, item))


def trees(depth: int) -> Strategy:
    if depth <= 0:
        return st.just(Leaf())
    inner = trees(depth - 1)
    return st.just(Leaf()) | st.builds(Node, st.sampled_from(Colour), naturals(depth - 1), inner, inner)


def maps(depth: int) -> Strategy:
    if depth <= 0:
        return st.just(Tip())
    inner = maps(depth - 1)
    sizes = st.integers(1 - depth, depth - 1)
    return st.just(Tip()) | st.builds(Bin, sizes, naturals(depth - 1), st.none(), inner, inner)


def stacks(depth: int) -> Strategy:
    windows = cells(depth - 1, naturals).map(tuple)
    return st.builds(Stack, naturals(depth - 1), windows, windows)


def workspaces(depth: int) -> Strategy:
    contents = st.just(Empty()) | st.builds(Holding, stacks(depth - 2))
    return st.builds(Workspace, naturals(depth - 1), contents)


def screens(depth: int) -> Strategy:
    return st.builds(Screen, workspaces(depth - 1), st.none(), st.none())


def stack_sets(depth: int) -> Strategy:
    visible, hidden = cells(depth - 1, screens).map(tuple), cells(depth - 1, workspaces).map(tuple)
    return st.builds(StackSet, screens(depth - 1), visible, hidden)


def arguments(subject: str, depth: int) -> Strategy:
    match subject:
        case "list insert":
            integers: Callable[[int], Strategy] = lambda depth: st.integers(-depth, depth)  # noqa: E731
            return st.tuples(integers(depth), cells(depth, integers))
        case "red-black add":
            return st.tuples(naturals(depth), trees(depth))
        case "map delete":
            return st.tuples(naturals(depth), maps(depth))
    return st.tuples(naturals(depth), stack_sets(depth))
