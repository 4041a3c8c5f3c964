"""Values drawn as trees: a constructor's scalars are the label of a node, its other parts hang below.

     BLACK 1
   ┌────┴────┐
 RED 0       ·
┌──┴──┐
·     ·
"""

from __future__ import annotations

import enum
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from refute.types.model import ABSENT, Constructor, Data, Type, walk
from refute.types.spelling import Speller, in_one_line, spelled

_GAP = 3  # columns between the drawings of neighbours
_DEEPEST = 200  # beyond it a drawing helps nobody, and recursion ends
_EMPTY = "·"  # a constructor without fields, or None where a node could be


@dataclass
class _Node:
    label: str
    children: list[_Node]


@dataclass
class _Block:
    """Lines of equal length and the column where the edge from above arrives."""

    lines: list[str]
    width: int
    anchor: int


class Artist:
    """Draws values of a type."""

    def __init__(self, tp: Type) -> None:
        self._constructors: dict[Any, Constructor] = {
            part.constructor.cls: part.constructor
            for part in walk(tp)
            if isinstance(part, Data) and part.constructor.form not in ("mapping", "recipe")
        }
        with_fields = [c for c in self._constructors.values() if c.fields]
        without = [c for c in self._constructors.values() if not c.fields]
        self._named = len(with_fields) > 1
        self._empty_named = len(without) > 1
        self._below = {
            cls: [any(isinstance(part, Data) for part in walk(field.type)) for field in constructor.fields]
            for cls, constructor in self._constructors.items()
        }

    def draw(self, value: Any, width: int) -> list[str]:
        """The lines of a drawing no wider than asked; an indented one if there is too little room."""
        if not self._is_data(value):
            return [spelled(value)]
        try:
            root = self._node(value, 0)
        except _TooDeep:
            return [in_one_line(value, Speller(linking=True))]
        block = _block(root)
        if block.width <= width:
            return [line.rstrip() for line in block.lines]
        return list(_indented(root, "", ""))

    def _is_data(self, value: Any) -> bool:
        return type(value) in self._constructors

    def _node(self, value: Any, depth: int) -> _Node:
        if depth > _DEEPEST:
            raise _TooDeep
        if not self._is_data(value):
            return _Node(_EMPTY if value is None else _scalar(value), [])
        constructor = self._constructors[type(value)]
        if not constructor.fields:
            return _Node(constructor.name if self._empty_named else _EMPTY, [])
        words, children = [constructor.name] if self._named else [], []
        parts = constructor.parts(value)
        for part, below in zip(parts, self._below[type(value)], strict=True):
            if part is ABSENT:
                continue
            if self._hangs(part, below):
                children += self._children(part, depth + 1)
            else:
                words.append(_scalar(part))
        return _Node(" ".join(words) or constructor.name, children)

    def _hangs(self, part: Any, below: bool) -> bool:
        """Whether a part is drawn below its node."""
        if part is None or self._is_data(part):
            return below or part is not None
        return below and type(part) in (list, tuple, deque, dict, set, frozenset)

    def _children(self, part: Any, depth: int) -> list[_Node]:
        if isinstance(part, dict):
            return [self._keyed(key, item, depth) for key, item in part.items()]
        if isinstance(part, tuple | list | deque | set | frozenset) and not self._is_data(part):
            return [child for item in part for child in self._children(item, depth + 1)]
        return [self._node(part, depth)]

    def _keyed(self, key: Any, item: Any, depth: int) -> _Node:
        below = self._children(item, depth)
        if len(below) == 1:
            return _Node(f"{_scalar(key)}: {below[0].label}", below[0].children)
        return _Node(f"{_scalar(key)}:", below)


class _TooDeep(Exception):
    pass


def _scalar(value: Any) -> str:
    return value.name if isinstance(value, enum.Enum) and value.name else spelled(value)


def _block(node: _Node) -> _Block:
    if not node.children:
        return _Block([node.label], len(node.label), len(node.label) // 2)
    blocks = [_block(child) for child in node.children]
    below, anchors = _beside(blocks)
    width = len(below[0])
    anchor = (anchors[0] + anchors[-1]) // 2
    start = anchor - len(node.label) // 2
    left = max(0, -start)  # the label may stick out on both sides
    width = max(left + width, left + start + len(node.label))
    edges = _edges(anchors, anchor)
    lines = [" " * (left + start) + node.label, " " * left + edges, *(" " * left + line for line in below)]
    return _Block([line.ljust(width) for line in lines], width, left + anchor)


def _beside(blocks: Sequence[_Block]) -> tuple[list[str], list[int]]:
    """Blocks next to each other, and where the edges to them arrive."""
    height = max(len(block.lines) for block in blocks)
    rows = [""] * height
    anchors = []
    for place, block in enumerate(blocks):
        indent = len(rows[0]) + (_GAP if place else 0)
        anchors.append(indent + block.anchor)
        for row in range(height):
            line = block.lines[row] if row < len(block.lines) else ""
            rows[row] = rows[row].ljust(indent) + line.ljust(block.width)
    return rows, anchors


def _edges(anchors: Sequence[int], above: int) -> str:
    if len(anchors) == 1:
        return " " * above + "│"
    row = [" "] * anchors[0] + ["─"] * (anchors[-1] - anchors[0] + 1)
    for anchor in anchors:
        row[anchor] = "┬"
    row[anchors[0]], row[anchors[-1]] = "┌", "┐"
    row[above] = "┼" if row[above] == "┬" else "┴"
    return "".join(row)


def _indented(node: _Node, first: str, rest: str) -> Iterable[str]:
    yield first + node.label
    for place, child in enumerate(node.children):
        last = place == len(node.children) - 1
        yield from _indented(child, rest + ("└─ " if last else "├─ "), rest + ("   " if last else "│  "))


def side_by_side(drawings: Sequence[Sequence[str]], width: int, gap: int = 6) -> list[str]:
    """Drawings in rows, as many next to each other as there is room for."""
    lines: list[str] = []
    row: list[Sequence[str]] = []
    used = 0
    for drawing in drawings:
        wide = max(map(len, drawing), default=0)
        if row and used + gap + wide > width:
            lines += [*_row(row, gap), ""]
            row, used = [], 0
        used += wide + (gap if row else 0)
        row.append(drawing)
    return lines + _row(row, gap)


def _row(drawings: Sequence[Sequence[str]], gap: int) -> list[str]:
    height = max(map(len, drawings), default=0)
    lines = []
    for place in range(height):
        cells = [(drawing[place] if place < len(drawing) else "").ljust(max(map(len, drawing))) for drawing in drawings]
        lines.append((" " * gap).join(cells).rstrip())
    return lines
