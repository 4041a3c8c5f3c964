"""Heaps made smaller: objects that point at each other, which are not taken apart one inside the other.

A heap with other values is a copy. One with fewer objects is seldom one object less: links have to be right again, and
what counts them. So those of its class are listed, the smallest first.
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from refute.errors import RefuteError
from refute.spaces.inhabitants import space_of
from refute.spaces.narrowing.heaps.sharing import is_heap, is_object, whole
from refute.spaces.scope import Scope
from refute.spaces.space import Space
from refute.types.model import Constructor, Data, Refined
from refute.types.reading.annotations import Reader

_CONTAINERS = (list, tuple, deque, set, frozenset)
_MOST = 200  # smaller heaps that are listed
_SIZES = (5, 3, 2)  # of the scopes that these are taken from, if they can be built


class Heaps:
    """Takes heaps apart into objects and values, and makes others of them."""

    def __init__(self, constructors: Mapping[Any, Constructor]) -> None:
        self._all = constructors
        self._roots = {cls for cls, made in constructors.items() if is_heap(made)}
        objects = {cls: made for cls, made in constructors.items() if is_object(made)} if self._roots else {}
        self._constructors = {cls: whole(made) for cls, made in objects.items()}
        self._objects = self._constructors.keys()
        self._spaces: dict[Any, Space[Any] | None] = {}

    def __contains__(self, value: Any) -> bool:
        return type(value) in self._roots

    def objects(self, root: Any) -> list[Any]:
        """The objects of a heap, each once."""
        found, met = [root], {id(root)}
        for one in found:  # which grows
            for part in self._inside(self._constructors[type(one)].parts(one)):
                if id(part) not in met:
                    met.add(id(part))
                    found.append(part)
        return found

    def values(self, root: Any) -> list[Any]:
        """What the objects of a heap hold beside each other."""
        held = (part for one in self.objects(root) for part in self._constructors[type(one)].parts(one))
        return [part for part in held if not self._leads_on(part)]

    def changed(self, root: Any, change: Callable[[Any], Any]) -> Any:
        """A copy with other values, which are visited in order."""
        made = copy.deepcopy(root)
        for one in self.objects(made):
            constructor = self._constructors[type(one)]
            for name, part in zip(constructor.names, constructor.parts(one), strict=True):
                if not self._leads_on(part):
                    setattr(one, name, change(part))
        return made

    def with_value(self, root: Any, place: int, value: Any) -> Any:
        """A copy with another value at a place among `values`."""
        places = iter(range(len(self.values(root))))
        return self.changed(root, lambda part: value if next(places) == place else part)

    def fewer(self, root: Any) -> Iterator[Any]:
        """Heaps of the same class with fewer objects, as far as they are listed."""
        space = self._space(type(root))
        if space is not None:
            most = len(self.objects(root))
            yield from (one for one in islice(space, _MOST) if len(self.objects(one)) < most)

    def _space(self, cls: Any) -> Space[Any] | None:
        if cls not in self._spaces:
            self._spaces[cls] = self._built(self._all[cls])
        return self._spaces[cls]

    def _built(self, constructor: Constructor) -> Space[Any] | None:
        if constructor.params:
            return None
        reader = Reader()
        reader.constructors |= self._all
        for size in _SIZES:
            with suppress(RefuteError):
                return space_of(Refined(Data(constructor), constructor.declared), reader, Scope(size=size))
        return None

    def _leads_on(self, part: Any) -> bool:
        return type(part) in self._objects or any(True for _ in self._inside([part]))

    def _inside(self, parts: Sequence[Any]) -> Iterator[Any]:
        """The objects among parts and in containers among them."""
        for part in parts:
            if type(part) in self._objects:
                yield part
            elif type(part) in _CONTAINERS:
                yield from self._inside(list(part))
            elif type(part) is dict:
                yield from self._inside(list(part.values()))
