"""The first example of the Irulan paper: a search tree of integers, into which no number can be inserted twice."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Empty:
    """No number."""


@dataclass(frozen=True)
class Branch:
    left: IntTree
    key: int
    right: IntTree


IntTree = Empty | Branch


def insert(number: int, tree: IntTree) -> IntTree:
    match tree:
        case Empty():
            return Branch(tree, number, tree)
        case Branch(left, key, right) if number < key:
            return Branch(insert(number, left), key, right)
        case Branch(left, key, right) if number > key:
            return Branch(left, key, insert(number, right))
    raise AssertionError("no such case")
