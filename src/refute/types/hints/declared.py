"""Types that a stub file declares of a function: they are as good as those written at it."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from refute.errors import AnnotationError, Place
from refute.types.callables.written import is_rest, plain_function, written_parameters
from refute.types.hints.stubs.files import StubFile, stub_file
from refute.types.reading.guarded import attribute, is_instance, names_of_class

if TYPE_CHECKING:
    from refute.types.hints.stubs.stub import Stub
    from refute.types.hints.stubs.writing import Definition

_MAKING = ("__init__", "__new__")


@dataclass(frozen=True)
class Declaration:
    """A definition of a function in a stub file, as a function that has its types and its parameters."""

    function: Callable[..., Any]
    file: StubFile
    place: Place

    @property
    def source(self) -> str:
        return self.file.origin


def declared(function: Callable[..., Any], bound_to: type | None = None) -> tuple[Declaration, ...]:
    """What a stub file says of a function, of a method of the class `bound_to`, or of a class as its constructor: one
    declaration, or one for each overload. None that does not go with the function as it is."""
    for module, path in _names_of(function):
        if stub_file(module) is not None and (found := list(_definitions(module, path, function))):
            made = (_made(stub, node, path, function) for stub, node in found)
            return tuple(one for one in made if _suits(one.function, function, bound_to))
    return ()


def _names_of(function: Callable[..., Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The modules in which a function may be defined, and its name there."""
    if isinstance(function, type):
        for cls in type.mro(function)[:-1]:
            for name in _MAKING:
                if name in names_of_class(cls):
                    yield from _named(attribute(cls, "__module__"), f"{attribute(cls, '__qualname__')}.{name}")
                    if any(one in names_of_class(cls) for one in _MAKING[1:]):
                        yield from _named(attribute(cls, "__module__"), f"{attribute(cls, '__qualname__')}.__new__")
                    return
        return
    try:
        plain: Any = plain_function(function)
    except AnnotationError:
        return
    plain = plain.__func__ if is_instance(plain, MethodType) else plain
    own = attribute(plain, "__self__")
    owner = attribute(plain, "__objclass__") or (own if is_instance(own, type) else None)
    module = attribute(plain, "__module__") or attribute(owner, "__module__")
    yield from _named(module, attribute(plain, "__qualname__"))


def _named(module: Any, qualname: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    if type(module) is not str or type(qualname) is not str or "<locals>" in qualname or not module:
        return
    path = tuple(qualname.split("."))
    yield module, path
    if module.startswith("_"):  # `reduce` is in `_functools`, and in the stub of `functools`
        yield module.lstrip("_"), path


def _definitions(module: str, path: Sequence[str], function: Callable[..., Any]) -> Iterator[tuple[Stub, Definition]]:
    from refute.types.hints.stubs.stub import stub_of

    stub = stub_of(module)
    found = [] if stub is None else stub.functions(path)
    sets = [pair for pair in found if _is_setter(pair[1])]
    is_setter = bool(sets) and is_instance(function, FunctionType) and function.__code__.co_argcount == 2
    yield from sets if is_setter else [pair for pair in found if pair not in sets]


def _is_setter(definition: Definition) -> bool:
    return any(
        isinstance(one, ast.Attribute) and one.attr in ("setter", "deleter") for one in definition.decorator_list
    )


def _made(stub: Stub, definition: Definition, path: Sequence[str], function: Callable[..., Any]) -> Declaration:
    from refute.types.hints.stubs.stub import definition_as_function

    made = definition_as_function(stub, definition, ".".join(path))
    if isinstance(function, type):
        made = MethodType(made, function)
    elif is_instance(attribute(function, "__self__"), type):
        made = MethodType(made, attribute(function, "__self__"))
    return Declaration(made, stub.file, Place(str(stub.file.path), definition.lineno))


def _suits(made: Callable[..., Any], function: Callable[..., Any], bound_to: type | None) -> bool:
    """Whether a function can be called as its stub says. It is of another version if it cannot. Optional parameters
    that it has not are taken away, and defaults are those of the function."""
    try:
        actual = written_parameters(function)
    except AnnotationError:
        return True  # one in C does not tell
    said = list(inspect.signature(made).parameters.values())
    names = {p.name: p for p in actual if not is_rest(p)}
    kinds = {p.kind for p in actual if is_rest(p)}
    room = sum(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in actual)
    kept: list[inspect.Parameter] = []
    for p in said:
        by_position = p.kind is p.POSITIONAL_ONLY or (p.kind is p.POSITIONAL_OR_KEYWORD and len(kept) < room)
        is_known = p.name in names or (p.kind is p.POSITIONAL_ONLY and by_position)
        if is_known or is_rest(p) or (kinds - {p.VAR_POSITIONAL} if p.kind is p.KEYWORD_ONLY else kinds):
            default = names[p.name].default if p.name in names else p.default
            is_told = p.default is p.empty or default is p.empty
            kept.append(p if is_told else p.replace(default=default))
        elif p.default is p.empty:
            return False
    given = {p.name for p in kept}
    needed = [p for p in actual if p.default is p.empty and not is_rest(p)]
    positional = sum(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in kept)
    if any(p.name not in given and place >= positional for place, p in enumerate(needed)):
        return False
    plain: Any = made.__func__ if isinstance(made, MethodType) else made
    first = list(inspect.signature(plain).parameters.values())[:1] if isinstance(made, MethodType) else []
    plain.__signature__ = inspect.Signature([*first, *kept])
    return True
