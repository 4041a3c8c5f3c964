"""Persistent red-black trees of integers, with pointers into them that move.

A pointer is a pair, and nothing keeps clients from pairing the zipper of one tree with another tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from refute import invariant


class Direction(Enum):
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class _Node:
    red: bool
    left: _Node | None
    key: int
    right: _Node | None


@dataclass(frozen=True, slots=True)
class _Step:
    """A node without one of its children, in the direction of the step, and the steps before."""

    direction: Direction
    red: bool
    key: int
    sibling: _Node | None
    before: _Step | None


class Tree:
    """A set of integers, never changed."""

    __slots__ = ("_root",)

    def __init__(self) -> None:
        self._root: _Node | None = None

    @invariant
    def is_ordered(self) -> bool:
        return all(before < after for before, after in pairwise(self))

    @invariant
    def is_balanced(self) -> bool:
        """Whether no red node has a red child, and all ways down have as many black nodes."""
        return _black_height(self._root) is not None

    def __iter__(self) -> Iterator[int]:
        return _keys(self._root)

    def __repr__(self) -> str:
        return f"<Tree {[*self]}>"


class Zipper:
    """The steps that lead to a subtree."""

    __slots__ = ("_path",)

    def __init__(self) -> None:
        self._path: _Step | None = None


Pointer = tuple[Tree, Zipper]


def _pointer(focus: _Node | None, path: _Step | None) -> Pointer:
    zipper = Zipper()
    zipper._path = path
    return _rooted(focus), zipper


def _parts(pointer: Pointer) -> tuple[_Node | None, _Step | None]:
    tree, zipper = pointer
    return tree._root, zipper._path


def empty() -> Tree:
    return Tree()


def insert(key: int, tree: Tree) -> Tree:
    root = _insert(key, tree._root)
    return _rooted(_Node(False, root.left, root.key, root.right))


def zip_open(tree: Tree) -> Pointer:
    """A pointer to the root."""
    return _pointer(tree._root, None)


def zip_close(pointer: Pointer) -> Tree:
    """The tree that a pointer points into."""
    focus, path = _parts(pointer)
    while path is not None:
        focus, path = _rebuilt(focus, path), path.before
    return _rooted(focus)


def move_up(pointer: Pointer) -> Pointer | None:
    focus, path = _parts(pointer)
    return None if path is None else _pointer(_rebuilt(focus, path), path.before)


def move(direction: Direction, pointer: Pointer) -> Pointer | None:
    """A pointer to a child; None where there is no node."""
    focus, path = _parts(pointer)
    if focus is None:
        return None
    if direction is Direction.LEFT:
        return _pointer(focus.left, _Step(direction, focus.red, focus.key, focus.right, path))
    return _pointer(focus.right, _Step(direction, focus.red, focus.key, focus.left, path))


def _rooted(root: _Node | None) -> Tree:
    made = Tree()
    made._root = root
    return made


def _rebuilt(focus: _Node | None, step: _Step) -> _Node:
    if step.direction is Direction.LEFT:
        return _Node(step.red, focus, step.key, step.sibling)
    return _Node(step.red, step.sibling, step.key, focus)


def _keys(node: _Node | None) -> Iterator[int]:
    if node is not None:
        yield from _keys(node.left)
        yield node.key
        yield from _keys(node.right)


def _black_height(node: _Node | None) -> int | None:
    """The black nodes on every way down; None if these are not as many, or a red node has a red child."""
    if node is None:
        return 0
    left, right = _black_height(node.left), _black_height(node.right)
    if left is None or left != right or (node.red and (_is_red(node.left) or _is_red(node.right))):
        return None
    return left if node.red else left + 1


def _is_red(node: _Node | None) -> bool:
    return node is not None and node.red


def _insert(key: int, node: _Node | None) -> _Node:
    if node is None:
        return _Node(True, None, key, None)
    if key == node.key:
        return node
    if key < node.key:
        return _balance(node.red, _insert(key, node.left), node.key, node.right)
    return _balance(node.red, node.left, node.key, _insert(key, node.right))


def _balance(red: bool, left: _Node | None, key: int, right: _Node | None) -> _Node:
    """A node; where it is black and has a red child with a red child, a red one with two black children."""
    match red, left, key, right:
        case False, _Node(True, _Node(True, a, x, b), y, c), z, d:
            pass
        case False, _Node(True, a, x, _Node(True, b, y, c)), z, d:
            pass
        case False, a, x, _Node(True, _Node(True, b, y, c), z, d):
            pass
        case False, a, x, _Node(True, b, y, _Node(True, c, z, d)):
            pass
        case _:
            return _Node(red, left, key, right)
    return _Node(True, _Node(False, a, x, b), y, _Node(False, c, z, d))
