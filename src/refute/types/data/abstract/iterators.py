"""Iterators as arguments, each over a list of its own: it can be consumed once.

Iterator[int]           iter([1, 2])
Iterable[int]           iter((1, 2)), beside (1, 2) itself
Generator[int]          (x for x in [1, 2])
AsyncIterator[int]      AsyncItems([1, 2])
"""

from __future__ import annotations

import collections.abc as abc
import copy
from collections import deque
from collections.abc import AsyncGenerator, Callable, Generator, Iterator
from types import FunctionType, GeneratorType
from typing import Any

from refute.types.data.recipes.collections import VIEWS, below, view_of
from refute.types.data.recipes.objects import is_unknown_logger, logger_again

LIST_ITERATOR: Any = type(iter([]))
TUPLE_ITERATOR: Any = type(iter(()))


class AsyncItems(AsyncGenerator[Any, Any]):
    """An asynchronous iterator over the elements of a list."""

    def __init__(self, items: list[Any]) -> None:
        self.items = items
        self.left = iter(items)

    async def asend(self, value: Any) -> Any:
        for item in self.left:
            return item
        raise StopAsyncIteration

    async def athrow(self, typ: Any, val: Any = None, tb: Any = None) -> Any:
        self.left = iter([])
        return await super().athrow(typ, val, tb)


def generated(items: list[Any]) -> Generator[Any, None, None]:
    return (x for x in items)


_EXPRESSION = generated([]).gi_code  # type: ignore[attr-defined]

# The abstract classes of iterators, each with the class of those that are built, and what builds one from a list.
BUILT: dict[Any, tuple[type, Callable[[list[Any]], Any]]] = {
    abc.Iterator: (LIST_ITERATOR, iter),
    abc.Iterable: (TUPLE_ITERATOR, iter),
    abc.Generator: (GeneratorType, generated),
    abc.AsyncIterator: (AsyncItems, AsyncItems),
    abc.AsyncIterable: (AsyncItems, AsyncItems),
    abc.AsyncGenerator: (AsyncItems, AsyncItems),
}
_CLASSES = {cls for cls, _ in BUILT.values()}


def items_left(iterator: Any) -> list[Any] | tuple[Any, ...] | None:
    """The elements that an iterator built here has not given yet, without taking them; None for another one."""
    if type(iterator) is TUPLE_ITERATOR:
        return tuple(copy.copy(iterator))
    if type(iterator) is LIST_ITERATOR:
        return list(copy.copy(iterator))
    if type(iterator) is GeneratorType:
        source: Iterator[Any] | None = _source(iterator)
        return None if source is None else list(copy.copy(source))
    if type(iterator) is AsyncItems:
        return list(copy.copy(iterator.left))
    return None


def _source(generator: GeneratorType[Any, Any, Any]) -> Iterator[Any] | None:
    """The iterator that a generator expression made here goes through; an empty one at its end."""
    if generator.gi_code is not _EXPRESSION:
        return None
    frame = generator.gi_frame
    return iter([]) if frame is None else frame.f_locals[".0"]


def as_items(value: Any) -> Any:
    """What refinements see of a value: of an iterator built here, the list or tuple that it goes through."""
    left = items_left(value) if type(value) in _CLASSES else None
    return value if left is None else left


def copied(value: Any) -> Any:
    """A deep copy, also of views, and of generators and loggers built here: Python copies none."""
    return copy.deepcopy(value, {id(one): _copied_alone(one) for one in _uncopied_in(value)})


def _copied_alone(one: Any) -> Any:
    if type(one) in VIEWS:
        return view_of(VIEWS[type(one)][0], copied(below(one)))
    return logger_again(one) if is_unknown_logger(one) else generated(copied(items_left(one)))


def _uncopied_in(value: Any) -> Iterator[Any]:
    waiting, seen = [value], set[int]()
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if (type(one) is GeneratorType and one.gi_code is _EXPRESSION) or is_unknown_logger(one) or type(one) in VIEWS:
            yield one
        elif type(one) in (list, tuple, deque, set, frozenset):
            waiting.extend(one)
        elif type(one) is dict:
            waiting.extend(one.values())
        elif not isinstance(one, type | FunctionType) and isinstance(inside := getattr(one, "__dict__", None), dict):
            waiting.extend(inside.values())


def remade(value: Any) -> Any:
    """What a pickler makes of a view, or of a generator or logger built here, as `reducer_override` says it."""
    if is_unknown_logger(value):
        return type(value), (value.name, value.level)
    if type(value) in VIEWS:
        return view_of, (VIEWS[type(value)][0], below(value))
    left = items_left(value) if type(value) is GeneratorType else None
    return NotImplemented if left is None else (generated, (left,))
