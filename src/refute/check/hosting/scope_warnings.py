"""Warnings against false comfort: a scope so small that holding in it means little."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from refute.errors import RefuteError
from refute.logic.terms.wording import listed
from refute.spaces.arguments import argument_lists
from refute.spaces.scope import Scope
from refute.types.landmarks import names_in
from refute.types.model import Constructor, Data, DictOf, SequenceOf, SetOf, Type, is_unbounded, walk
from refute.types.signatures import Signature

_FEW = 4  # inputs; with fewer, a space is nearly empty
_FURTHER = (1, 2)  # the next may have no more where landmarks lie just beyond it
_LOOKED_AT = 1_000  # inputs, to see whether their containers are all empty
_QUICK = 1.0  # seconds; what took longer is not built again for a warning's sake


def narrowness(signature: Signature, scope: Scope, tests: int, seconds: float) -> list[str]:
    """What is to be said of a scope that was exhausted with so many tests, in such a time."""
    types = [part for parameter in signature.parameters for part in walk(parameter.type)]
    if not any(map(is_unbounded, types)):
        return []  # few or many, there will never be more
    if not tests:
        return []
    if tests == 1:
        return ["there was only 1 input to try in this scope"]
    if seconds > _QUICK or tests > _LOOKED_AT:
        return []
    if any(map(_is_container, types)) and _all_empty(signature, scope, types):
        return [f"only empty containers were tried: {scope} is too small for others"]
    if tests < _FEW and (more := _more(signature, scope, tests)):
        return [f"there were only {tests} inputs to try: {more}"]
    return []


def emptiness(signature: Signature, scope: Scope) -> str:
    """Which parameter has no value in a scope that has no input."""
    parameters, shown = signature.parameters, replace(scope, letters=None)
    for number, last in enumerate(parameters, 1):
        names = tuple(name for name in signature.order if any(name == p.name for p in parameters[:number]))
        first = replace(signature, parameters=parameters[:number], order=names)
        if argument_lists(first, scope).count == 0:
            others = sorted(names_in(last.type))
            beside = f" beside {listed(others)}" if others else ""
            return f"{last.name} has no value to {shown}{beside}"
    return f"there is no input to {shown}"


def _is_container(tp: Type) -> bool:
    return isinstance(tp, SequenceOf | SetOf | DictOf)


def _more(signature: Signature, scope: Scope, tests: int) -> str:
    """How many inputs a slightly larger scope has, if it has more."""
    if any(note.status == "opaque" for note in signature.notes):
        return ""  # it would be run on values that nobody asked for
    for further in _FURTHER:
        larger = replace(
            scope,
            size=None if scope.size is None else scope.size + further,
            depth=None if scope.depth is None else scope.depth + further,
        )
        try:
            count = argument_lists(signature, larger).count
        except RefuteError:
            break
        if count > tests:
            return f"{larger} has {count:,}"
    return ""


def _all_empty(signature: Signature, scope: Scope, types: Sequence[Type]) -> bool:
    # a tuple of fixed length is no container, and cannot be told from one: where both occur, nothing is said of them
    kinds = {tp.kind for tp in types if isinstance(tp, SequenceOf)}
    kinds |= {"tuple" for tp in types if isinstance(tp, Data) and tp.constructor.cls is tuple}
    constructors = signature.reader.constructors
    space = argument_lists(signature, scope)
    return not any(
        _is_filled(value, "tuple" in kinds)
        for values in space
        for argument in values
        for value in _parts(argument, constructors)
    )


def _is_filled(value: Any, tuples: bool) -> bool:
    if isinstance(value, tuple):
        return tuples and len(value) > 0
    return isinstance(value, list | set | frozenset | dict | deque) and len(value) > 0


def _parts(value: Any, constructors: Mapping[Any, Constructor]) -> Iterator[Any]:
    """A value and what it is made of, except what is inside a container that is filled: that is enough to know."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        yield part
        if type(part) is tuple:
            waiting += part
        elif type(part) in constructors:
            waiting += constructors[type(part)].parts(part)
