"""What a client does with what a call returns: a coroutine is awaited, an iterator consumed, a context entered."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from refute.conform.iterators import MOST, run_to_its_end
from refute.errors import AnnotationError
from refute.programs.interface.operation import Form, Operation
from refute.programs.interface.shapes import Many
from refute.types.callables.undecorated import is_context_manager
from refute.types.model import IteratorOf, SequenceOf
from refute.types.reading.guarded import unwrapped
from refute.types.signatures import Signature


@dataclass(frozen=True)
class Completion:
    """How it is done, and written around the call."""

    wrap: str
    imports: tuple[str, ...]
    complete: Callable[[Any], Any]

    def around(self, form: Form) -> Form:
        return replace(form, wrap=self.wrap, imports=(*form.imports, *self.imports))


def elements(value: Any) -> Any:
    """The first elements of an iterator, as a list; any other value is itself."""
    return list(islice(value, MOST)) if isinstance(value, Iterator) else value


_ELEMENTS = Completion(f"list(islice({{}}, {MOST}))", ("from itertools import islice",), elements)


def _awaited(value: Any) -> Any:
    if not inspect.isawaitable(value):
        return value  # a decorator has run it

    async def main() -> Any:
        return await value

    return run_to_its_end(main())


def _entered(value: Any) -> Any:
    if isinstance(value, AbstractContextManager):
        with value:
            return None
    return elements(value)


_AWAITED = Completion("asyncio.run({})", ("import asyncio",), _awaited)
_ENTERED = Completion("with {}: pass", (), _entered)


def completed(operation: Operation, function: Callable[..., Any]) -> Operation:
    """An operation that calls a function, with what is done about its result."""
    plain = unwrapped(function)
    signature = operation.signature
    tp = None if signature is None else signature.result
    if inspect.isasyncgenfunction(plain) or (isinstance(tp, IteratorOf) and issubclass(tp.cls, AsyncIterator)):
        raise AnnotationError(f"{operation.name} is an asynchronous generator, which nothing here consumes")
    if inspect.iscoroutinefunction(plain):
        return _with(operation, _AWAITED)
    if is_context_manager(function):
        return _with(replace(operation, result=None, signature=_silent(signature)), _ENTERED)
    if inspect.isgeneratorfunction(plain) or isinstance(tp, IteratorOf):
        result = replace(operation.result, kind="list") if isinstance(operation.result, Many) else operation.result
        if signature is not None and isinstance(tp, IteratorOf):
            signature = replace(signature, result=SequenceOf("list", tp.element))
        return consumed(replace(operation, result=result, signature=signature))
    return operation


def consumed(operation: Operation) -> Operation:
    """An operation that returns the elements of an iterator."""
    return _with(operation, _ELEMENTS)


def finished(value: Any) -> Any:
    """What comes of a value that some function returned, as a client would go on with it."""
    return elements(_awaited(value))


def _silent(signature: Signature | None) -> Signature | None:
    """One that says nothing of a result."""
    return None if signature is None else replace(signature, result=None)


def _with(operation: Operation, completion: Completion) -> Operation:
    act, complete = operation.act, completion.complete

    def completing(*values: Any) -> Any:
        return complete(act(*values))

    return replace(operation, act=completing, form=completion.around(operation.form))
