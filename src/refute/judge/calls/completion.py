"""Calls run to their end: coroutines are awaited, generators consumed, context managers entered."""

from __future__ import annotations

import collections.abc as abc
import inspect
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from typing import Any

from refute.conform.iterators import consumed, may_yield, run_to_its_end, take, yielded
from refute.types.model import Type


class _Changed:
    """A result that a decorator made into something else than the annotation speaks of."""


CHANGED = _Changed()


def completing(function: Callable[..., Any], tp: Type | None) -> Callable[[Any], Any] | None:
    """What is done with what a function returns; None if it is the result already. `tp` is what is said of it."""
    plain = inspect.unwrap(function)
    if inspect.isgeneratorfunction(plain) or inspect.isasyncgenfunction(plain):
        return _generated
    if inspect.iscoroutinefunction(plain):
        return lambda result: _looked_into(tp, _awaited(result))
    if tp is not None and may_yield(tp):
        return lambda result: consumed(tp, result)
    return None


def _awaited(result: Any) -> Any:
    if not inspect.isawaitable(result):
        return result  # a decorator runs it

    async def main() -> Any:
        return await result

    return run_to_its_end(main())


def _looked_into(tp: Type | None, result: Any) -> Any:
    return result if tp is None else consumed(tp, result)


def _generated(result: Any) -> Any:
    if isinstance(result, abc.Iterator | abc.AsyncIterator):
        return take(result)
    if isinstance(result, AbstractContextManager):
        with result as value:
            return yielded([value], True, abc.Generator)
    if isinstance(result, AbstractAsyncContextManager):
        return run_to_its_end(_entered(result))
    return CHANGED


async def _entered(manager: AbstractAsyncContextManager[Any]) -> Any:
    async with manager as value:
        return yielded([value], True, abc.AsyncGenerator)
