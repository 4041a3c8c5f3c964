"""The node of heaps that a search found: families, of which the values that were not looked at are products."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from refute.spaces.narrowing.heaps.forms import canonical
from refute.spaces.narrowing.heaps.heap import Heap, placed, read
from refute.spaces.narrowing.heaps.layout import Layout
from refute.spaces.nodes.construction import Construction
from refute.spaces.nodes.extension import Extension
from refute.spaces.nodes.node import Built, Memo, Place, Product, Sum
from refute.spaces.nodes.recipes import Recipe

Key = tuple[Any, ...]


def family(heap: Heap, size: int, take: Callable[[Any], Sequence[Any] | None]) -> Built:
    """The heaps that differ in the values that are open. `take`: these values of a heap, if it is in the family."""
    nodes = [leaf.domain.node for leaf in heap.open]
    inner = Product(tuple(node for node in nodes if node is not None))

    def build(*parts: Any) -> Recipe:
        return Recipe(heap.built, parts)

    made = heap.things[0].made.constructor
    return Built(Construction((heap.shape, tuple(heap.leaves)), len(nodes), build, take, made.cls), inner, size)


class Families(Sum):
    """The families of a search, found by the shape of a heap and the values that were looked at."""

    __slots__ = ("_layout", "_patterns", "_places")

    finished = True

    def __init__(self, layout: Layout) -> None:
        super().__init__()
        self._layout = layout
        self._patterns: dict[Key, dict[tuple[bool, ...], None]] = {}  # by shape: which values are open
        self._places: dict[Key, int] = {}  # by shape, pattern and other values: the place among the parts

    def __repr__(self) -> str:
        return f"Families of {len(self.parts)} heaps"

    def insert(self, heap: Heap, size: int) -> None:
        """Add a family, unless it is there. `heap` is in its canonical form."""
        pattern = tuple(leaf.place is None for leaf in heap.leaves)
        key = (heap.shape, pattern, tuple(leaf.place for leaf in heap.leaves if leaf.place is not None))
        if key in self._places:
            return
        self._patterns.setdefault(heap.shape, {})[pattern] = None
        self._places[key] = len(self.parts)
        self.add(family(heap, size, partial(self._open_in, len(self.parts))))

    def _open_in(self, place: int, value: Any) -> tuple[Any, ...] | None:
        """The values of a heap that are open in the family at a place; None if it is in another."""
        found = self._found(value)
        return found[1] if found is not None and found[0] == place else None

    def _rank(self, value: Any, extension: Extension, memo: Memo) -> Place | None:
        found = self._found(value)
        if found is None:
            return None
        place, parts = found
        part = self.parts[place]
        assert isinstance(part, Built)
        inside = part.inner.rank(parts, extension, memo)
        if inside is None:
            return None
        size = inside[0] + part.cost
        return size, self.in_order(size, extension)[2][place] + inside[1]

    def _found(self, value: Any) -> tuple[int, tuple[Any, ...]] | None:
        """The place of the family of a heap, and the values that are open in it."""
        known = read(self._layout, value) if type(value) is self._layout.root.constructor.cls else None
        if known is None:
            return None
        heap, values = known
        if self._layout.unordered:
            whole = placed(heap, values)
            if whole is None:
                return None
            heap, values = canonical(whole, self._layout.classes), []
            leaves = [leaf.place for leaf in heap.leaves]
        else:
            leaves = [leaf.domain.find(one) for leaf, one in zip(heap.leaves, values, strict=True)]
        for pattern in self._patterns.get(heap.shape, ()):
            fixed = tuple(leaf for leaf, is_open in zip(leaves, pattern, strict=True) if not is_open)
            place = self._places.get((heap.shape, pattern, fixed))
            if place is not None:
                parts = [one for one, is_open in zip(values, pattern, strict=False) if is_open]
                return place, tuple(parts)
        return None
