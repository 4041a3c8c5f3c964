"""Functions that a function returned: called on the first values of what they take, and judged as it was."""

from __future__ import annotations

import enum
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from refute.judge.contracts import contract_of
from refute.judge.explain import Explanation, explain
from refute.judge.yielded import consumed, may_yield
from refute.logic.errors import EmptyTypeError, ExplosionError
from refute.logic.terms import Constant
from refute.spaces.arguments import argument_lists
from refute.spaces.scope import Scope
from refute.spaces.space import Space
from refute.types.landmarks import predicates_in
from refute.types.model import Finite, FunctionOf, Instance, IteratorOf, Refined, Type, Union, walk
from refute.types.read import Reader
from refute.types.signatures import Parameter, Signature

_SCOPE = Scope(size=2)
_MOST = 20  # calls of one function
_SCALARS = (bool, int, float, str, bytes, enum.Enum, type(None))


@dataclass(frozen=True)
class Broken:
    """A call of a returned function that broke its type."""

    arguments: tuple[tuple[Any, ...], ...]  # of the calls in turn: a function may return another one
    returned: Any
    error: BaseException | None
    explanation: Explanation | None


def returned_function(tp: Type | None) -> FunctionOf | None:
    """The function that a result is, if its type says so."""
    match tp:
        case FunctionOf():
            return tp
        case Refined(base=base):
            return returned_function(base)
        case Union(members=members):
            return next((found for found in map(returned_function, members) if found is not None), None)
    return None


def _can_be_built(tp: Type) -> bool:
    return not any(isinstance(part, FunctionOf | IteratorOf | Instance) for part in walk(tp))


class Exercise:
    """Calls returned functions of one type."""

    def __init__(self, tp: FunctionOf, reader: Reader, most: int = _MOST) -> None:
        self._type = tp
        self._reader = reader
        self._most = most
        self._holds = contract_of(tp.result).holds
        self._yields = may_yield(tp.result)
        self._can_be_called = tp.parameters is not None and all(_can_be_built(part) for _, part in tp.parameters)
        self._names = [name or f"argument {place}" for place, (name, _) in enumerate(tp.parameters or ())]
        predicates = [predicate for _, part in tp.parameters or () for predicate in predicates_in(part)]
        self._depends_on = sorted({name for p in predicates for name in p.names} - set(self._names))
        self._spaces: dict[tuple[Any, ...], Space[tuple[Any, ...]] | None] = {}
        inner = returned_function(tp.result)
        self._inner = Exercise(inner, reader, most // 4) if inner is not None and most >= 4 else None

    def __call__(self, function: Callable[..., Any], siblings: Mapping[str, Any]) -> Broken | None:
        """The first call that breaks the type, `siblings` being what its refinements depend on."""
        for arguments in self.arguments(siblings):
            known = {**siblings, **dict(zip(self._names, arguments, strict=True))}
            try:
                result = function(*arguments)
                if self._yields:
                    result = consumed(self._type.result, result)
            except BaseException as error:  # whatever the code under test raises is an outcome
                return Broken((arguments,), None, error, None)
            if not self._holds(result, known):
                explanation = explain(self._type.result, result, known)
                if explanation is not None:
                    return Broken((arguments,), result, None, explanation)
            if self._inner is not None and callable(result):
                found = self._inner(result, known)
                if found is not None:
                    return Broken((arguments, *found.arguments), found.returned, found.error, found.explanation)
        return None

    def arguments(self, siblings: Mapping[str, Any]) -> Iterator[tuple[Any, ...]]:
        """The first argument lists that a function takes; none if they cannot be built."""
        if not self._can_be_called:
            return iter(())
        given = tuple(siblings.get(name) for name in self._depends_on)
        if not all(isinstance(value, _SCALARS) for value in given):
            return iter(())  # what it takes depends on a structure: no space can be built for that
        key = tuple((type(value), value) for value in given)
        if key not in self._spaces:
            self._spaces[key] = self._space(given)
        space = self._spaces[key]
        if space is None:
            return iter(())
        return (values[len(given) :] for values in islice(space, self._most))

    def _space(self, given: tuple[Any, ...]) -> Space[tuple[Any, ...]] | None:
        """The argument lists, what they depend on standing before them."""
        fixed = [(name, Finite((Constant(value),))) for name, value in zip(self._depends_on, given, strict=True)]
        own = [(name, tp) for name, (_, tp) in zip(self._names, self._type.parameters or (), strict=True)]
        kind = inspect.Parameter.POSITIONAL_ONLY
        parameters = tuple(Parameter(name, tp, kind) for name, tp in [*fixed, *own])
        signature = Signature(
            name="a returned function",
            function=lambda: None,
            place=None,
            parameters=parameters,
            result=None,
            raises=(),
            notes=(),
            reader=self._reader,
            order=tuple(parameter.name for parameter in parameters),
        )
        try:
            return argument_lists(signature, _SCOPE)
        except (EmptyTypeError, ExplosionError):
            return None
