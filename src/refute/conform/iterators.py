"""Consuming the iterators in a result.

An iterator can be consumed only once, and a result is used several times: to judge, to explain and to show it. So each
iterator is replaced by a record of what it yields, up to a bound.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Coroutine, Generator, Iterator
from itertools import islice
from types import GeneratorType
from typing import Any, TypeVar

from refute.types.callables.replacing import rebuilt
from refute.types.model import ABSENT, IteratorOf, Refined, SequenceOf, TupleOf, Type, Union, walk

T = TypeVar("T")

MOST = 200  # elements taken: an iterator may be infinite


class Yielded:
    """The record of a consumed iterator. Made by `yielded`: without constructor arguments it is shown by its repr."""

    items: list[Any]
    ended: bool  # whether the iterator ended
    cls: type  # of the iterator
    returned: Any  # by a generator, at its end; ABSENT if that is not known

    def __repr__(self) -> str:
        return f"iter({self.items!r})"


def yielded(items: list[Any], ended: bool, cls: type, returned: Any = ABSENT) -> Yielded:
    made = Yielded()
    made.items, made.ended, made.cls, made.returned = items, ended, cls, returned
    return made


def may_return(iterator: Any) -> bool:
    """Whether an iterator is a generator that goes on: one that is over has no value any more."""
    return isinstance(iterator, GeneratorType) and iterator.gi_frame is not None


def may_yield(tp: Type) -> bool:
    """Whether a result of this type can hold iterators."""
    return any(map(is_iterator, walk(tp)))


def is_iterator(tp: Type | None) -> bool:
    """Whether iterators are of a type: Iterator, or an abstract class such as Iterable."""
    match tp:
        case IteratorOf():
            return True
        case Refined(base=base):
            return is_iterator(base)
        case SequenceOf(accepts=accepts):
            return accepts is not None and issubclass(Iterator, accepts)
    return False


def consumed(tp: Type, value: Any) -> Any:
    """A result with its iterators consumed and replaced. Raises what they raise."""
    match tp:
        case Refined(base=base):
            return consumed(base, value)
        case Union(members=members):
            for member in members:
                found = consumed(member, value)
                if found is not value:
                    return found
        case IteratorOf(cls=cls) if isinstance(value, cls):
            return take(value)
        case SequenceOf(element=element):
            if isinstance(value, Iterator) and is_iterator(tp):
                return take(value)
            if type(value) in (list, tuple):
                return rebuilt(value, [consumed(element, item) for item in value])
        case TupleOf(elements=elements) if type(value) is tuple and len(value) == len(elements):
            return rebuilt(value, [consumed(part, item) for part, item in zip(elements, value, strict=True)])
    return value


def take(iterator: Any) -> Yielded:
    """Consume the first elements of an iterator, and one more to see whether it ends."""
    if isinstance(iterator, AsyncIterator):
        return run_to_its_end(take_awaiting(iterator))
    if may_return(iterator):
        return _take_generated(iterator)
    items = list(islice(iterator, MOST + 1))
    if len(items) > MOST and hasattr(iterator, "close"):
        iterator.close()
    return yielded(items[:MOST], len(items) <= MOST, type(iterator))


def _take_generated(generator: Generator[Any, Any, Any]) -> Yielded:
    items: list[Any] = []
    try:
        while len(items) <= MOST:
            items.append(next(generator))
    except StopIteration as end:
        return yielded(items, True, type(generator), end.value)
    generator.close()
    return yielded(items[:MOST], False, type(generator))


async def take_awaiting(iterator: AsyncIterator[Any]) -> Yielded:
    items: list[Any] = []
    ended = True
    async for item in iterator:
        if len(items) == MOST:
            ended = False
            break
        items.append(item)
    if not ended and hasattr(iterator, "aclose"):
        await iterator.aclose()
    return yielded(items, ended, type(iterator))


def run_to_its_end(coroutine: Coroutine[Any, Any, T]) -> T:
    import asyncio  # slow to import, seldom needed

    return asyncio.run(coroutine)
