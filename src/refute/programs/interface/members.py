"""Members of a class as operations: methods, properties, operators, indexing, iteration, contexts."""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from types import FunctionType
from typing import Any

from refute.errors import AnnotationError, RefuteError
from refute.programs.interface.completing import completed, consumed
from refute.programs.interface.operation import BINARY, IN_PLACE, UNARY, Form, Operation, Taken, calling
from refute.programs.interface.reading import Owned, Read, read_function, read_overloads
from refute.programs.interface.shapes import Either, Many, Of, Shape
from refute.types.reading.guarded import attribute, names_of_class
from refute.types.reading.invariants import is_invariant
from refute.types.reading.places import place_of

# Methods that Python calls for syntax with an object and others.
_SYNTAX: dict[str, tuple[str, Callable[..., Any]]] = {
    "__getitem__": ("item", operator.getitem),
    "__setitem__": ("set item", operator.setitem),
    "__delitem__": ("delete item", operator.delitem),
    "__contains__": ("in", operator.contains),
}


@dataclass(frozen=True)
class LeftOut:
    """A member that is no operation, and why."""

    name: str
    why: str


def operations_of(cls: type, owned: Owned, shown: Callable[[str], bool]) -> Iterator[Operation | LeftOut]:
    """What a client can do with a class and its instances. `shown` says which names are meant."""
    name = cls.__qualname__
    if shown(name) and not inspect.isabstract(cls):
        yield from each_or_why(name, partial(constructor, cls, owned))
    for member, value in members_of(cls).items():
        if not shown(f"{name}.{member}") or is_invariant(value):
            continue
        yield from each_or_why(f"{name}.{member}", partial(_member, cls, member, value, owned))


def each_or_why(name: str, found: Callable[[], Iterator[Operation]]) -> Iterator[Operation | LeftOut]:
    """Operations, or why there are none."""
    try:
        yield from list(found())
    except RefuteError as error:
        yield LeftOut(name, error.problem)
    except RecursionError:
        yield LeftOut(name, "its types nest too deeply")


def members_of(cls: type) -> dict[str, Any]:
    """The members that a client sees, inherited ones included, those of bases first."""
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        if base is object or base.__module__ in ("typing", "abc", "enum"):
            continue
        for name, value in names_of_class(base).items():
            if not name.startswith("_") or _is_syntax(name):
                found.pop(name, None)
                found[name] = value
    return found


def _is_syntax(name: str) -> bool:
    return name in _SYNTAX or name in BINARY or name in IN_PLACE or name in UNARY or name in ("__call__", "__enter__")


def constructor(cls: type, owned: Owned) -> Iterator[Operation]:
    init = inspect.getattr_static(cls, "__init__", None)
    module, place = str(cls.__module__), place_of(cls)
    own = owned(cls) or Of(cls)
    generated = not isinstance(init, FunctionType) or init.__code__.co_filename.startswith("<")
    if not isinstance(init, FunctionType) and inspect.getattr_static(cls, "__new__", None) is object.__new__:
        form = Form("call", cls.__qualname__)
        yield Operation(cls.__qualname__, (), cls, form, own, place=place, module=module, makes=cls, is_generated=True)
        return
    for read in read_overloads(cls, None, owned):
        yield Operation(
            name=cls.__qualname__,
            takes=read.takes,
            act=calling(cls, read.takes),
            form=Form("call", cls.__qualname__),
            result=own,
            signature=read.signature,
            place=place,
            module=module,
            makes=cls,
            is_generated=generated,
            raises=_untyped(read),
        )


def _member(cls: type, name: str, value: Any, owned: Owned) -> Iterator[Operation]:
    full = f"{cls.__qualname__}.{name}"
    if isinstance(value, staticmethod | classmethod):
        bound = attribute(cls, name)
        yield from functions(full, bound, owned, Form("call", full), str(cls.__module__))
    elif isinstance(value, property):
        yield from _property(cls, name, value, owned)
    elif isinstance(value, cached_property):
        yield from _getter(cls, name, value.func, owned)
    elif callable(value) and not isinstance(value, type):
        yield from _method(cls, name, value, owned)


def _property(cls: type, name: str, value: property, owned: Owned) -> Iterator[Operation]:
    if value.fget is not None:
        yield from _getter(cls, name, value.fget, owned)
    if value.fset is not None:
        read = read_function(value.fset, cls, owned)
        if len(read.takes) == 2:
            yield Operation(
                name=f"{cls.__qualname__}.{name}=",
                takes=(read.takes[0], replace(read.takes[1], kind="POSITIONAL_ONLY")),
                act=lambda self, new: setattr(self, name, new),
                form=Form("set", name),
                signature=read.signature,
                place=place_of(value.fset),
                acts_on=True,
                free=read.free,
            )


def _getter(cls: type, name: str, function: Callable[..., Any], owned: Owned) -> Iterator[Operation]:
    read = read_function(function, cls, owned)
    operation = Operation(
        name=f"{cls.__qualname__}.{name}",
        takes=read.takes[:1],
        act=operator.attrgetter(name),
        form=Form("get", name),
        result=read.result,
        signature=read.signature,
        place=place_of(function),
        acts_on=True,
    )
    yield completed(operation, function)


def _method(cls: type, name: str, function: Callable[..., Any], owned: Owned) -> Iterator[Operation]:
    full = f"{cls.__qualname__}.{name}"
    if name == "__enter__":
        read = read_function(function, cls, owned)
        form = Form("with")
        yield Operation(f"{full}", read.takes[:1], _entered, form, place=place_of(function), acts_on=True)
        return
    for read in read_overloads(function, cls, owned):
        takes, form = read.takes, Form("method", name)
        act: Callable[..., Any] = calling(_caller(cls, name, function), read.takes)
        result = read.result
        if name in _SYNTAX:
            form, act = Form(_SYNTAX[name][0]), _SYNTAX[name][1]
        elif name in UNARY:
            form, act, takes = Form("unary", UNARY[name][0]), UNARY[name][1], takes[:1]
            if name in ("__iter__", "__reversed__"):  # what is returned is not the iterator, but its elements
                result = replace(result, kind="list") if isinstance(result, Many) else None
                read = replace(read, signature=replace(read.signature, result=None))
        elif name in BINARY or name in IN_PLACE:
            written, act = (BINARY | IN_PLACE)[name]
            form = Form("binary" if name in BINARY else "in_place", written)
            result = result if result is not None else _same(takes)
        elif name == "__call__":
            form = Form("call object")
        if form.kind not in ("method", "call object"):
            takes = tuple(replace(taken, kind="POSITIONAL_ONLY", optional=False) for taken in takes)
        if len(takes) != _ARITY.get(form.kind, len(takes)):
            raise AnnotationError(f"{full} takes {len(takes) - 1} arguments", place=place_of(function))
        operation = Operation(
            name=full,
            takes=takes,
            act=act,
            form=form,
            result=result,
            signature=read.signature,
            place=place_of(function),
            acts_on=True,
            free=read.free,
            raises=_untyped(read),
        )
        if name in ("__iter__", "__reversed__"):
            operation = consumed(operation)
        yield completed(operation, function) if form.kind in ("method", "call object") else operation


_ARITY = {"item": 2, "set item": 3, "delete item": 2, "in": 2, "binary": 2, "in_place": 2, "unary": 1}


def _untyped(read: Read) -> tuple[type[BaseException], ...]:
    """The exceptions by which a function turns down what it is not made for, where it does not say what that is."""
    return (TypeError, AttributeError) if read.unannotated else ()


def _same(takes: tuple[Taken, ...]) -> Shape | None:
    shape = takes[0].shape if takes else None
    return shape if isinstance(shape, Of | Either) else None


def _caller(cls: type, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """What calls a method: the function itself, unless a subclass may have another."""
    if isinstance(function, FunctionType) and not cls.__subclasses__():
        return function
    return lambda self, *args, **keywords: getattr(self, name)(*args, **keywords)


def _entered(manager: Any) -> None:
    with manager:
        pass


def functions(
    name: str, function: Callable[..., Any], owned: Owned, form: Form, module: str = ""
) -> Iterator[Operation]:
    """A function as operations, one for each of its overloads. `module`: from which it is imported, if not its own."""
    for read in read_overloads(function, None, owned):
        operation = Operation(
            name=name,
            takes=read.takes,
            act=calling(function, read.takes),
            form=form,
            result=read.result,
            signature=read.signature,
            place=place_of(function),
            module=module or str(attribute(function, "__module__") or ""),
            free=read.free,
            raises=_untyped(read),
        )
        yield completed(operation, function)
