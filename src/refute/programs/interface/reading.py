"""Reading of operations: from a function with annotations to what it takes and gives."""

from __future__ import annotations

import enum
import inspect
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from refute.errors import RefuteError
from refute.ownership import is_users_module
from refute.programs.interface.operation import Taken
from refute.programs.interface.shapes import Plain, Shape, is_abstract, shape_of
from refute.types.callables.after_calls import type_after_call
from refute.types.callables.written import is_rest
from refute.types.hints.said import declarations_needed, said_of
from refute.types.model import Instance, Param, Type, walk
from refute.types.reading.annotations import ANYTHING, Reader
from refute.types.reading.context import Context, context_of
from refute.types.reading.guarded import unwrapped
from refute.types.signatures import Signature, read_signature
from refute.types.substitution import filled

Owned = Callable[[type], Shape | None]


@dataclass(frozen=True)
class Read:
    """What a function takes and gives, and what it promises."""

    takes: tuple[Taken, ...]
    result: Shape | None
    signature: Signature
    unannotated: tuple[str, ...]  # parameters of which nothing is said
    free: frozenset[str]  # parameters whose arguments it may leave in any state, as is declared


def read_function(
    function: Callable[..., Any], bound_to: type | None, owned: Owned, overload: int | None = None
) -> Read:
    """Read a function, a method of the class `bound_to`, or a class as its constructor; `overload` is which one is
    meant of those that its stub declares. Raises RefuteError."""
    signature = read_signature(function, bound_to=bound_to, to_be_called=False, overload=overload)
    known = {parameter.name: parameter.type for parameter in signature.parameters}
    buildable = _buildable(function, bound_to, overload, owned)
    if isinstance(buildable, RefuteError):
        if any(_is_foreign(tp, owned) for tp in known.values()):
            raise buildable
        buildable = {}
    takes, unannotated = [], []
    for parameter in said_of(function, bound_to, overload).parameters:
        tp = buildable.get(parameter.name) or known.get(parameter.name)
        optional = parameter.default is not parameter.empty or is_rest(parameter)
        if parameter.name not in known and not is_rest(parameter):
            unannotated.append(parameter.name)
        if optional and (tp is None or (buildable and parameter.name not in buildable)):
            continue  # it is never given
        tp = ANYTHING if tp is None else tp
        shape = shape_of(_closed(tp, signature.reader), owned)
        takes.append(Taken(parameter.name, shape, parameter.kind.name, optional))
    if bound_to is not None and takes:
        own = owned(bound_to)
        takes[0] = replace(takes[0], shape=own or takes[0].shape, kind="POSITIONAL_ONLY", optional=False)
    result = None if signature.result is None else shape_of(_closed(signature.result, signature.reader), owned)
    if isinstance(result, Plain) and any(isinstance(part, Param) for part in walk(signature.result or ANYTHING)):
        result = None  # it may be an instance of any class
    free = (p.name for p in signature.parameters if p.after is None and type_after_call(p.type) is not None)
    return Read(tuple(takes), result, signature, tuple(unannotated), frozenset(free))


def _buildable(
    function: Callable[..., Any], bound_to: type | None, overload: int | None, owned: Owned
) -> Mapping[str, Type] | RefuteError:
    """The types of parameters, read so that their values can be built, or why one of them cannot be."""
    try:
        signature = read_signature(
            function,
            bound_to=bound_to,
            untyped=True,
            overload=overload,
            elsewhere=lambda cls: owned(cls) is not None,
        )
    except RefuteError as error:
        return error
    except RecursionError:
        return {}
    return {parameter.name: parameter.type for parameter in signature.parameters}


def _is_foreign(tp: Type, owned: Owned) -> bool:
    """Whether instances of a class are needed that nothing makes."""
    return any(isinstance(part, Instance) and owned(part.cls) is None for part in walk(tp))


def read_type(annotation: Any, where: Any = None) -> Type:
    """The type that an annotation says."""
    reader = Reader()
    reader.produced = True
    context = Context() if where is None else context_of(where)
    return _closed(reader.read_written(annotation, context), reader)


def _closed(tp: Type, reader: Reader) -> Type:
    """A type with its type variables instantiated, each by the first type that it may stand for."""
    variables = dict.fromkeys(part.variable for part in walk(tp) if isinstance(part, Param))
    return filled(tp, {variable: reader.alternatives(variable)[0] for variable in variables})


def read_overloads(function: Callable[..., Any], bound_to: type | None, owned: Owned) -> Iterator[Read]:
    """Read a function as often as it is overloaded, where it is written or in its stub, and otherwise once."""
    written = _overloads_of(function)
    for one in written:
        read = read_function(one, bound_to, owned)
        yield replace(read, signature=replace(read.signature, function=function))
    if not written:
        count = len(declarations_needed(function, bound_to))
        for overload in range(count) if count > 1 else (None,):
            yield read_function(function, bound_to, owned, overload)


def _overloads_of(function: Callable[..., Any]) -> Sequence[Callable[..., Any]]:
    """The overloads of a function, each with a signature of its own."""
    try:
        return typing.get_overloads(unwrapped(function))
    except Exception:  # of what only looks like a function
        return ()


def parameter_names(function: Callable[..., Any], count: int) -> list[str]:
    """The names of the first parameters of a function, made up where it does not tell them."""
    try:
        names = [name for name, p in inspect.signature(function).parameters.items() if p.kind is not p.KEYWORD_ONLY]
    except (TypeError, ValueError):
        names = []
    return [*names[:count], *(f"argument_{place + 1}" for place in range(len(names[:count]), count))]


def classes_of(function: Callable[..., Any], package: str = "") -> list[type]:
    """The classes of the user's, or of a package, in the annotations of a function; none where these cannot be
    evaluated."""
    try:
        hints = typing.get_type_hints(unwrapped(function), include_extras=True)
    except Exception:  # told when the signature is read
        return []
    return [cls for hint in hints.values() for cls in classes_in(hint, package)]


def classes_in(annotation: Any, package: str = "") -> Iterator[type]:
    """The classes of the user's, or of a package, in an annotation of which there can be instances."""
    waiting = [annotation]
    while waiting:
        part = waiting.pop()
        waiting.extend(typing.get_args(part))
        if isinstance(part, type) and has_instances(part, package):
            yield part


def has_instances(cls: type, package: str = "") -> bool:
    """Whether there are instances of a class of the user's, or of a package, beside those that have names, as an
    enumeration's have."""
    if is_abstract(cls):
        return True
    module = str(getattr(cls, "__module__", ""))
    is_meant = is_users_module(module) or (package != "" and module.partition(".")[0] == package)
    special = issubclass(cls, enum.Enum) or typing.is_typeddict(cls) or getattr(cls, "_is_protocol", False) is True
    return is_meant and not special
