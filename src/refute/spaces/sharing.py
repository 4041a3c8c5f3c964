"""The lists of parts that the values of a space share.

Code under test that changes a part through a back door changes all values that share it; here are the parts, for those
who look after them, and how to get rid of what was changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from refute.spaces.algebra import Node
from refute.spaces.listing import KEPT, inside_of
from refute.spaces.recast import Placed


class Shared:
    """The lists that are kept below a node, as they come."""

    def __init__(self, root: Node | None) -> None:
        self._met = [(node, 0) for node in _nodes(root)] if root is not None else []

    def new(self) -> Iterator[list[Any]]:
        """Those that were made since this was last asked. None is made without a table becoming longer."""
        for place, (node, met) in enumerate(self._met):
            if len(node.tables) != met:
                self._met[place] = node, len(node.tables)
                # tables keep the order in which they were filled
                yield from [kept for key, kept in [*node.tables.items()][met:] if _is_list(key)]


def forget_kept_lists(root: Node) -> None:
    """Let all parts be built again when they are needed."""
    for node in _nodes(root):
        for key in [key for key in node.tables if _is_list(key)]:
            del node.tables[key]


def _is_list(key: Any) -> bool:
    return type(key) is tuple and key[0] == KEPT


def _nodes(root: Node) -> set[Node]:
    seen, ahead = {root}, [root]
    while ahead:
        node = ahead.pop()
        new = [inner for inner in ((node.inner,) if isinstance(node, Placed) else inside_of(node)) if inner not in seen]
        seen.update(new)
        ahead += new
    return seen
