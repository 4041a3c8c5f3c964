"""Types whose values are not built: iterators, functions, instances of other classes.

Results only have to be recognised, so that every annotation of a result can be read, if need be as Anything.
"""

from __future__ import annotations

import collections.abc as abc
import inspect
import sys
import typing
from dataclasses import replace
from typing import Annotated, Any, get_args, get_origin

from refute.logic.reading.predicates import where
from refute.logic.terms.term import Constant
from refute.types.callables.tabulated import ANY_ARGUMENTS, AWAITED, ITERATED, PLAINLY, names_for, signature_of
from refute.types.data.plain import is_protocol
from refute.types.landmarks import names_in
from refute.types.model import Anything, Atom, Finite, FunctionOf, Instance, IteratorOf, SequenceOf, Type
from refute.types.reading.context import Context, context_of, own_annotations, text_of
from refute.types.reading.interface import AnnotationReader
from refute.types.reading.notes import Note, shown
from refute.types.substitution import filled

_ITERATORS = (abc.Iterator, abc.Generator, abc.AsyncIterator, abc.AsyncGenerator, abc.AsyncIterable)
_SAID_OF_ARGUMENT = tuple(getattr(typing, name) for name in ("TypeGuard", "TypeIs") if hasattr(typing, name))
# The result type of a function that does not return. It has no values.
NEVER = Finite((), "NoReturn")
# What Python wants of special methods: it raises if they give something else.
_LENGTH = Annotated[int, where(f"0 <= v <= {sys.maxsize}")]
_RESULTS: dict[str, Any] = {"__len__": _LENGTH, "__length_hint__": _LENGTH}
_RESULTS |= dict.fromkeys(("__bool__", "__contains__"), bool)
_RESULTS |= dict.fromkeys(("__hash__", "__index__", "__int__"), int)
_RESULTS |= dict.fromkeys(("__str__", "__repr__", "__format__"), str)
_RESULTS |= {"__float__": float, "__complex__": complex, "__bytes__": bytes}
_UNREFINED = (Any, object, int, "Any", "object", "int")  # annotations that admit more


def read_produced(annotation: Any, reader: AnnotationReader, context: Context) -> Type:
    """The type of a result, for an annotation whose values cannot be built."""
    origin, args = get_origin(annotation) or annotation, get_args(annotation)
    if annotation in (typing.NoReturn, typing.Never):
        return NEVER
    if origin in _SAID_OF_ARGUMENT:
        return Finite((Constant(False), Constant(True)), "bool")
    if origin in _ITERATORS:
        returned = reader.read(args[2], context) if origin is abc.Generator and len(args) == 3 else None
        return IteratorOf(reader.read(args[0] if args else Any, context), origin, returned)
    function = read_function(annotation, reader, context)
    if function is not None:
        return function
    if isinstance(origin, type):
        if is_protocol(origin) and not getattr(origin, "_is_runtime_protocol", False):
            return _unknown(origin, reader, context)
        return Instance(origin)
    return _unknown(annotation, reader, context)


def read_function(annotation: Any, reader: AnnotationReader, context: Context) -> FunctionOf | None:
    """The type for a `Callable`, or a protocol with `__call__`; None for other annotations."""
    origin, args = get_origin(annotation) or annotation, get_args(annotation)
    if origin is abc.Callable:
        if not args:
            return FunctionOf(None, reader.read(Any, context))
        taken, given = args
        if not isinstance(taken, list) or any(map(is_unpacked, taken)):
            result, gives = _given(given, reader, context)
            return FunctionOf(None, result, gives=gives)
        names = names_for(len(taken), context.siblings)
        own = replace(context, siblings=(*context.siblings, *names))
        result, gives = _given(given, reader, own)
        types = [_taken(arg, reader, own) for arg in taken]
        related = {name for tp in (*types, result) for name in names_in(tp)}
        parameters = tuple((name if name in related else "", tp) for name, tp in zip(names, types, strict=True))
        return FunctionOf(parameters, result, signature_of(names), gives)
    if not isinstance(origin, type) or not getattr(origin, "_is_protocol", False):
        return None
    call = next((vars(base)["__call__"] for base in origin.__mro__ if "__call__" in vars(base)), None)
    if not inspect.isfunction(call):
        return None
    function = method_type(origin, call, reader, context)
    given = dict(zip(getattr(origin, "__parameters__", ()), (reader.read(arg, context) for arg in args), strict=False))
    found = filled(function, given)
    assert isinstance(found, FunctionOf)
    return found


def is_unpacked(argument: Any) -> bool:
    """Whether it stands for several types: `*Ts`, `*tuple[int, ...]`, or `Unpack` of one."""
    return bool(getattr(argument, "__unpacked__", False)) or get_origin(argument) is typing.Unpack


def unpacked_types(argument: Any) -> tuple[Any, ...]:
    """The types that an argument of a tuple stands for, as far as their number is known; else itself."""
    inside = _tuple_in(argument)
    return (argument,) if inside is None or inside[1:] == (...,) else inside


def element_unpacked(argument: Any) -> Any:
    """The type of the elements of `*tuple[int, ...]`."""
    return (_tuple_in(argument) or (Any,))[0]


def _tuple_in(argument: Any) -> tuple[Any, ...] | None:
    """The arguments of the tuple in `*tuple[int, ...]` or `Unpack[tuple[int, ...]]`; None for others."""
    inside = get_args(argument)[0] if get_origin(argument) is typing.Unpack else argument
    return get_args(inside) if is_unpacked(argument) and get_origin(inside) is tuple else None


def _taken(annotation: Any, reader: AnnotationReader, context: Context) -> Type:
    """The type of a parameter of a function. Its values come from the code under test: they are only recognised."""
    before, reader.produced = reader.produced, True
    try:
        return reader.read(annotation, context)
    finally:
        reader.produced = before


def method_type(cls: type, call: Any, reader: AnnotationReader, context: Context, *, bound: bool = True) -> FunctionOf:
    """The type of a method as a function, if it is bound without `self` or `cls`."""
    annotations = own_annotations(call)
    own = replace(context_of(call, f"{cls.__name__}.{call.__name__}"), enclosing=cls)
    named = [p.replace(annotation=p.empty) for p in list(inspect.signature(call).parameters.values())[bound:]]
    plain = not any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in named)
    siblings = (*context.siblings, *(p.name for p in named))
    own = own.at(own.owner, siblings, (), context.place)
    types = tuple((p.name, _taken(annotations.get(p.name, Any), reader, own)) for p in named)
    promised = annotations.get("return", Any)
    if call.__name__ in _RESULTS and promised in _UNREFINED:
        promised = _RESULTS[call.__name__]
    result, gives = _given(promised, reader, own, is_async=inspect.iscoroutinefunction(call))
    return FunctionOf(types if plain else None, result, inspect.Signature(named) if plain else ANY_ARGUMENTS, gives)


def _given(annotation: Any, reader: AnnotationReader, context: Context, *, is_async: bool = False) -> tuple[Type, str]:
    """The type of the answer of a function, and how it is returned. For a watched function, the whole result."""
    while (text := text_of(annotation)) is not None:
        annotation = context.evaluate(text)
    if reader.produced:
        return (Instance(abc.Awaitable) if is_async else reader.read(annotation, context)), PLAINLY
    origin, args = get_origin(annotation), get_args(annotation)
    if origin in (abc.Awaitable, abc.Coroutine):
        return reader.read(args[-1], context), AWAITED
    if origin is abc.Iterator:
        return SequenceOf("list", reader.read(args[0], context)), ITERATED
    return reader.read(annotation, context), AWAITED if is_async else PLAINLY


def _unknown(annotation: Any, reader: AnnotationReader, context: Context) -> Type:
    reader.notes.append(Note(context.owner, shown(annotation), "not a constraint", "its values cannot be recognised"))
    return Anything((Atom("int"),))
