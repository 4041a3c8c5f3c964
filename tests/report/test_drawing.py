"""Values drawn as trees."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

import pytest

from refute.report.drawings.trees import Artist, side_by_side
from refute.types.reading.annotations import Reader
from refute.types.reading.context import Context


class Colour(Enum):
    RED = 1
    BLACK = 2


@dataclass(frozen=True)
class Leaf: ...


@dataclass(frozen=True)
class Node:
    colour: Colour
    key: int
    left: Tree
    right: Tree


Tree = Leaf | Node


@dataclass(frozen=True)
class Chain:
    head: int
    tail: Chain | None


@dataclass(frozen=True)
class Rose:
    label: str
    below: list[Rose]


@dataclass(frozen=True)
class Trie:
    end: bool
    next: dict[str, Trie]


@dataclass(frozen=True)
class Var:
    name: int


@dataclass(frozen=True)
class Lam:
    body: Var | Lam | App


@dataclass(frozen=True)
class App:
    function: Var | Lam | App
    argument: Var | Lam | App


def drawn(tp: Any, value: Any, width: int = 80) -> str:
    artist = Artist(Reader().read_whole(tp, Context("the type", globals())))
    return "\n".join(artist.draw(value, width))


LEAF = Leaf()
TREE = Node(Colour.BLACK, 1, Node(Colour.RED, 0, LEAF, LEAF), LEAF)


DRAWINGS = {
    "binary tree": (
        Tree,
        TREE,
        [
            "  BLACK 1",
            "  ┌──┴──┐",
            "RED 0   ·",
            "┌─┴─┐",
            "·   ·",
        ],
    ),
    "leaf": (Tree, LEAF, ["·"]),
    "chain": (Chain, Chain(1, Chain(2, None)), ["1", "│", "2", "│", "·"]),
    "rose": (
        Rose,
        Rose("a", [Rose("b", []), Rose("c", []), Rose("d", [])]),
        [
            "      'a'",
            " ┌─────┼─────┐",
            "'b'   'c'   'd'",
        ],
    ),
    "trie": (Trie, Trie(False, {"x": Trie(True, {})}), ["  False", "    │", "'x': True"]),
    "terms": (
        Lam,
        Lam(App(Var(0), Var(0))),
        [
            "     Lam",
            "      │",
            "     App",
            "  ┌───┴───┐",
            "Var 0   Var 0",
        ],
    ),
    "not data": (list[int], [1, 2], ["[1, 2]"]),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_drawings(name: str) -> None:
    tp, value, expected = DRAWINGS[name]
    assert drawn(tp, value).splitlines() == expected


def test_edges_meet_what_they_connect() -> None:
    lines = drawn(Tree, TREE).splitlines()
    assert lines[1].index("┌") == lines[2].index("RED 0") + 2
    assert lines[1].index("┐") == lines[2].index("·")
    assert lines[1].index("┴") == lines[0].index("BLACK 1") + 3


def test_a_drawing_too_wide_is_indented_instead() -> None:
    assert drawn(Tree, TREE, width=8).splitlines() == ["BLACK 1", "├─ RED 0", "│  ├─ ·", "│  └─ ·", "└─ ·"]


def test_a_value_too_deep_to_draw_is_spelled() -> None:
    value = None
    for _ in range(300):
        value = Chain(0, value)
    assert drawn(Chain, value).startswith("Chain(0, Chain(0,")


def test_drawings_share_rows_while_there_is_room() -> None:
    assert side_by_side([["ab", "c"], ["d"], ["efg"]], width=12, gap=2) == ["ab  d  efg", "c"]
    assert side_by_side([["ab"], ["cd"]], width=4, gap=2) == ["ab", "", "cd"]
    assert side_by_side([], width=4) == []
