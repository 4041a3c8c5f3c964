"""Consuming the iterators in a result.

An iterator can be consumed only once, and a result is used several times: to judge, to explain and to show it. So each
iterator is replaced by a record of what it yields, up to a bound.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from time import monotonic
from types import GeneratorType
from typing import Any, TypeVar

from refute.types.callables.replacing import rebuilt
from refute.types.model import ABSENT, IteratorOf, Refined, SequenceOf, TupleOf, Type, Union, walk

T = TypeVar("T")

MOST = 200  # elements taken: an iterator may be infinite
_SECONDS = 0.3  # after which no more are taken: one may also be slow


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
    """Consume the first elements of an iterator, and one more to see whether it ends, as far as there is time."""
    if isinstance(iterator, AsyncIterator):
        return run_to_its_end(_take_awaiting(iterator))
    items: list[Any] = []
    generates, is_enough = may_return(iterator), _patience()
    try:
        while not is_enough(len(items)):
            items.append(next(iterator))
    except StopIteration as end:
        return yielded(items, True, type(iterator), end.value if generates else ABSENT)
    if hasattr(iterator, "close"):
        iterator.close()
    return yielded(items[:MOST], False, type(iterator))


async def _take_awaiting(iterator: AsyncIterator[Any]) -> Yielded:
    items: list[Any] = []
    is_enough = _patience()
    async for item in iterator:
        items.append(item)
        if is_enough(len(items)):
            break
    else:
        return yielded(items, True, type(iterator))
    if hasattr(iterator, "aclose"):
        await iterator.aclose()
    return yielded(items[:MOST], False, type(iterator))


def _patience() -> Callable[[int], bool]:
    """Tells whether so many elements are enough, or it has taken so long that more would seem not to return."""
    until = monotonic() + _SECONDS
    return lambda taken: taken > MOST or (taken > 0 and monotonic() >= until)


def run_to_its_end(coroutine: Coroutine[Any, Any, T]) -> T:
    import asyncio  # slow to import, seldom needed

    return asyncio.run(coroutine)
