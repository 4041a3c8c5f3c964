"""Whether a member of a class is what a protocol wants: by the annotations of both, as a type checker compares them.

Where it cannot be told, it is not: a class that is no implementation would make false alarms.
"""

from __future__ import annotations

import collections.abc as abc
import inspect
import sys
import types
import typing
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Annotated, Any, ClassVar, Final, Literal, Self, get_args, get_origin

from refute.errors import RefuteError
from refute.types.reading.context import Context, context_of, own_annotations, text_of

_AWAITED = (abc.Awaitable, abc.Coroutine)
_UNIONS = (typing.Union, types.UnionType)
_TOWER: dict[type, tuple[type, ...]] = {float: (int,), complex: (int, float)}  # what a type checker takes for these
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


@dataclass(frozen=True)
class Fitting:
    """The comparison of a class with a protocol; names in quotes are those of the context, too."""

    sub: type
    protocol: type
    context: Context

    def attribute(self, found: Any, owner: Any, wanted: Any, wanted_by: Any, *, is_set: bool) -> bool:
        """Whether an attribute is of the type that is wanted; of exactly that type, if it may be set."""
        try:
            has, wants = self._resolved(found, owner), self._resolved(wanted, wanted_by)
        except RefuteError:
            return False
        return self._is_within(has, wants) and (not is_set or self._is_within(wants, has))

    def method(self, found: FunctionType, wanted: FunctionType) -> bool:
        """Whether a method takes all that the one that is wanted takes, and gives nothing else."""
        pairs = _pairs(found, wanted)
        if pairs is None:
            return False
        has, wants = own_annotations(found), own_annotations(wanted)
        try:
            (gives, awaited), (given, is_async) = self._result(found, has), self._result(wanted, wants)
            return (
                awaited == is_async
                and self._is_within(gives, given)
                and all(
                    self._is_within(self._resolved(wants.get(name, Any), wanted), self._resolved(has[other], found))
                    for name, other in pairs
                    if other in has
                )
            )
        except RefuteError:
            return False

    def _result(self, function: FunctionType, annotations: dict[str, Any]) -> tuple[Any, bool]:
        """What a call gives, and whether that has to be awaited."""
        result = self._resolved(annotations.get("return", Any), function)
        if inspect.iscoroutinefunction(function):
            return result, True
        if get_origin(result) in _AWAITED:
            return get_args(result)[-1], True
        return result, False

    def _resolved(self, annotation: Any, owner: Any) -> Any:
        """An annotation out of quotes, and without what says nothing of the values."""
        inside = replace(context_of(owner), outer={**self.context.outer, **self.context.local})
        while True:
            if (text := text_of(annotation)) is not None:
                annotation = inside.evaluate(text)
            elif get_origin(annotation) in (ClassVar, Final):
                (annotation,) = get_args(annotation)
            elif type(annotation).__name__ == "TypeAliasType":
                annotation = annotation.__value__
            elif annotation in (ClassVar, Final, None):
                return types.NoneType if annotation is None else Any
            else:
                return annotation

    def _is_within(self, one: Any, other: Any) -> bool:
        """Whether all values of one type are values of the other."""
        if Any in (one, other) or other is object or one == other:
            return True
        if self._is_own(one) and self._is_own(other, protocol=True):
            return True
        if get_origin(one) in _UNIONS:
            return all(self._is_within(part, other) for part in get_args(one))
        if get_origin(other) in _UNIONS:
            return any(self._is_within(one, part) for part in get_args(other))
        if get_origin(one) is Annotated:
            return self._is_within(get_args(one)[0], other)
        if get_origin(one) is Literal:
            return all(self._is_within(type(value), other) for value in get_args(one))
        return _is_subclass(get_origin(one) or one, get_origin(other) or other) and _have_equal_parts(one, other)

    def _is_own(self, annotation: Any, *, protocol: bool = False) -> bool:
        """Whether an annotation names the class itself; or, where any implementation is wanted, the protocol."""
        return annotation in (Self, self.sub) or (protocol and annotation is self.protocol)


def _pairs(found: FunctionType, wanted: FunctionType) -> list[tuple[str, str]] | None:
    """The parameters of a method by those of the one that is wanted; None if it cannot be called so."""
    signature, asked = inspect.signature(found), list(inspect.signature(wanted).parameters.values())
    needed = [p for p in asked if p.default is p.empty]
    try:
        for passed in (needed, asked):
            by_name = {p.name: p.name for p in passed if p.kind is p.KEYWORD_ONLY}
            bound = signature.bind(*[p.name for p in passed if p.kind in _POSITIONAL], **by_name)
    except TypeError:
        return None
    taken = [(name, other) for other, name in bound.arguments.items() if isinstance(name, str)]
    return taken[1:]  # without the object itself


def _is_subclass(one: Any, other: Any) -> bool:
    if not isinstance(one, type) or not isinstance(other, type):
        return False
    if any(base in _TOWER.get(other, ()) for base in type.mro(one)):
        return True
    if {one.__module__.partition(".")[0], other.__module__.partition(".")[0]} <= sys.stdlib_module_names:
        return issubclass(one, other)  # `list` is a Sequence
    return other in type.mro(one)


def _have_equal_parts(one: Any, other: Any) -> bool:
    """Whether type arguments agree, where both have some: `list[int]` is a Sequence[int], and a `list` of anything."""
    parts, wanted = get_args(one), get_args(other)
    if get_origin(one) is tuple and get_origin(other) is not tuple:
        return len(parts) == 2 and parts[1] is ... and parts[:1] == wanted
    return not parts or not wanted or parts[: len(wanted)] == wanted
