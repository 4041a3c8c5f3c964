"""The lists of parts that the values of a space share.

Code under test that changes a shared part changes all values that have it. `Shared` gives the parts, to be checked for
changes, and `forget_kept_lists` discards them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from refute.spaces.nodes.enumerate import KEPT
from refute.spaces.nodes.node import Node


class _Telling(dict[Any, Any]):
    """The tables of a node, which report new lists."""

    __slots__ = ("_lists",)

    def __init__(self, tables: Mapping[Any, Any], lists: list[list[Any]]) -> None:
        super().__init__(tables)
        self._lists = lists
        lists += [kept for key, kept in tables.items() if _is_list(key)]

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, value)
        if _is_list(key):
            self._lists.append(value)


class Shared:
    """The lists that are kept below a node, as they are made. A node reports to the last of these.

    Nodes report new lists, rather than being searched, as there are far more nodes than new lists.
    """

    def __init__(self, root: Node | None) -> None:
        self._lists: list[list[Any]] = []
        for node in nodes_in(root) if root is not None else ():
            node.tables = _Telling(node.tables, self._lists)

    def new(self) -> Sequence[list[Any]]:
        """The lists made since the last call."""
        new = self._lists[:]
        self._lists.clear()
        return new


def forget_kept_lists(root: Node) -> None:
    """Let all parts be built again when they are needed."""
    for node in nodes_in(root):
        for key in [key for key in node.tables if _is_list(key)]:
            del node.tables[key]


def _is_list(key: Any) -> bool:
    return type(key) is tuple and key[0] == KEPT


def nodes_in(root: Node) -> set[Node]:
    """A node and all that it consists of."""
    visited, ahead = {root}, [root]
    while ahead:
        new = [inner for inner in ahead.pop().inside if inner not in visited]
        visited.update(new)
        ahead += new
    return visited
