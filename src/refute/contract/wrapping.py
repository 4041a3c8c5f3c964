"""Iterators and functions under `contract`: checked as they are used."""

from __future__ import annotations

import collections.abc as abc
import functools
import inspect
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from typing import Any

from refute.conform.iterators import is_iterator, may_return, yielded
from refute.types.callables.replacing import with_functions
from refute.types.model import ABSENT, FunctionOf, IteratorOf, Refined, SequenceOf, Type, Union

# Called with a type, a value, its siblings and a description of the value; raises if the value is not of the type.
Demand = Callable[[Type, Any, Mapping[str, Any], str], None]


def wrapped(tp: Type, value: Any, siblings: Mapping[str, Any], what: str, demand: Demand) -> Any:
    """A result with its iterators and functions wrapped."""
    match tp:
        case Refined(base=base) if is_iterator(base):
            return _iterator(base, value, _Watch(tp, base, siblings, what, demand))
        case Refined(base=base):
            return wrapped(base, value, siblings, what, demand)
        case Union(members=members):
            for member in members:
                found = wrapped(member, value, siblings, what, demand)
                if found is not value:
                    return found
            return value
        case IteratorOf() | SequenceOf() if is_iterator(tp) and type(value) is not tuple:
            return _iterator(tp, value, _Watch(tp, tp, siblings, what, demand))
    return with_wrapped_functions(tp, value, siblings, what, demand, lambda function: not isinstance(function, type))


def with_wrapped_functions(
    tp: Type,
    value: Any,
    siblings: Mapping[str, Any],
    what: str,
    demand: Demand,
    wraps: Callable[[Any], bool],
) -> Any:
    """A value with its functions wrapped so that their arguments and results are checked.

    Of containers, only tuples are rebuilt: the identity of others may matter.
    """

    def change(function_type: FunctionOf, function: Any, place: str, known: Mapping[str, Any]) -> Any:
        called = f"{place} of {what}" if place else what
        return _function(function_type, function, known, called, demand) if wraps(function) else function

    return with_functions(tp, value, "", siblings, change, lambda container: type(container) is tuple)


class _Watch:
    """Checks each element that an iterator yields, and at the end the refinements of the whole."""

    def __init__(self, tp: Type, base: Type, siblings: Mapping[str, Any], what: str, demand: Demand) -> None:
        assert isinstance(base, IteratorOf | SequenceOf)
        self._type = tp
        self._element = base.element
        self._returned = base.returned if isinstance(base, IteratorOf) else None
        self._siblings = siblings
        self._what = what
        self._demand = demand
        self._number = 0
        self._all: list[Any] | None = [] if tp is not base else None

    def item(self, item: Any) -> Any:
        self._demand(self._element, item, self._siblings, f"item {self._number} of {self._what}")
        self._number += 1
        if self._all is not None:
            self._all.append(item)
        return item

    def end(self, iterator: Any, returned: Any = ABSENT) -> None:
        if self._returned is not None and returned is not ABSENT:
            self._demand(self._returned, returned, self._siblings, f"what {self._what} returned at its end")
        if self._all is not None:
            self._demand(self._type, yielded(self._all, True, type(iterator)), self._siblings, self._what)


def _iterator(tp: Type, value: Any, watch: _Watch) -> Any:
    if isinstance(value, abc.Generator):
        return _Generator(value, watch)
    if isinstance(value, abc.AsyncGenerator):
        return _AsyncGenerator(value, watch)
    if isinstance(value, AsyncIterator):
        return _AsyncItems(value, watch)
    return _Items(value, watch) if isinstance(value, Iterator) else value


class _Items(Iterator[Any]):
    def __init__(self, inner: Iterator[Any], watch: _Watch) -> None:
        self._inner = inner
        self._watch = watch

    def __next__(self) -> Any:
        try:
            item = next(self._inner)
        except StopIteration:
            self._watch.end(self._inner)
            raise
        return self._watch.item(item)


class _Generator(abc.Generator[Any, Any, Any]):
    def __init__(self, inner: abc.Generator[Any, Any, Any], watch: _Watch) -> None:
        self._inner = inner
        self._watch = watch

    def send(self, value: Any) -> Any:
        return self._stepped(lambda: self._inner.send(value))

    def throw(self, *error: Any) -> Any:
        return self._stepped(lambda: self._inner.throw(*error))

    def close(self) -> None:
        self._inner.close()

    def _stepped(self, step: Callable[[], Any]) -> Any:
        goes_on = may_return(self._inner)
        try:
            item = step()
        except StopIteration as end:
            self._watch.end(self._inner, end.value if goes_on else ABSENT)
            raise
        return self._watch.item(item)


class _AsyncItems(AsyncIterator[Any]):
    def __init__(self, inner: AsyncIterator[Any], watch: _Watch) -> None:
        self._inner = inner
        self._watch = watch

    async def __anext__(self) -> Any:
        try:
            item = await self._inner.__anext__()
        except StopAsyncIteration:
            self._watch.end(self._inner)
            raise
        return self._watch.item(item)


class _AsyncGenerator(abc.AsyncGenerator[Any, Any]):
    def __init__(self, inner: abc.AsyncGenerator[Any, Any], watch: _Watch) -> None:
        self._inner = inner
        self._watch = watch

    async def asend(self, value: Any) -> Any:
        return await self._stepped(self._inner.asend(value))

    async def athrow(self, *error: Any) -> Any:
        return await self._stepped(self._inner.athrow(*error))

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def _stepped(self, step: abc.Awaitable[Any]) -> Any:
        try:
            item = await step
        except StopAsyncIteration:
            self._watch.end(self._inner)
            raise
        return self._watch.item(item)


def _function(
    tp: FunctionOf, function: Callable[..., Any], siblings: Mapping[str, Any], what: str, demand: Demand
) -> Any:
    @functools.wraps(function)
    def checked(*args: Any, **kwargs: Any) -> Any:
        known = dict(siblings)
        bound = tp.signature.bind(*args, **kwargs)  # raises TypeError for arguments that do not fit
        for place, (name, (known_as, part)) in enumerate(
            zip(tp.signature.parameters, tp.parameters or (), strict=False)
        ):
            if name not in bound.arguments:
                continue
            value, given = bound.arguments[name], f"argument {known_as or place} of {what}"
            if known_as:
                known[known_as] = value
            demand(part, value, known, given)
            bound.arguments[name] = with_wrapped_functions(part, value, known, given, demand, inspect.isroutine)
        result = function(*bound.args, **bound.kwargs)
        called = f"what {what} returned"
        demand(tp.result, result, known, called)
        return wrapped(tp.result, result, known, called, demand)

    return checked
