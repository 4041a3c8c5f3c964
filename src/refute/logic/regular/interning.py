"""Interning of expressions: those with equal fields are one object."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import TypeVar, cast
from weakref import WeakValueDictionary


class InternedNode:
    """An object that is interned by its class and its fields, also where it is unpickled."""

    _fields: tuple[object, ...]

    def __reduce__(self) -> tuple[object, ...]:
        return intern, (type(self), *self._fields)


_Node = TypeVar("_Node", bound=InternedNode)
_INTERNED: WeakValueDictionary[tuple[object, ...], InternedNode] = WeakValueDictionary()
_INTERNING = RLock()  # nodes are interned by all threads of the process, some while another node is made


def intern(kind: Callable[..., _Node], *fields: object) -> _Node:
    """The only node of a class with these fields. Nodes are created here and nowhere else."""
    key = (kind, *fields)
    node = _INTERNED.get(key)
    if node is None:
        with _INTERNING:
            node = _INTERNED.get(key)
            if node is None:
                made = kind(*fields)
                made._fields = fields
                node = _INTERNED[key] = made
    return cast(_Node, node)
