"""Functions that a function returned: called on the first values of what they take, and judged as it was."""

from __future__ import annotations

import enum
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Protocol

from refute.conform.compiled import contract_of
from refute.conform.explain import Explanation, explain
from refute.conform.iterators import consumed, may_yield
from refute.errors import EmptyTypeError, ExplosionError, RefuteError
from refute.judge.calls.callers import calls_code_under_test
from refute.judge.findings import Failure
from refute.logic.terms.term import Constant
from refute.spaces.arguments import argument_lists
from refute.spaces.scope import Scope
from refute.spaces.space import Space
from refute.types.callables.tabulated import passed_as
from refute.types.landmarks import predicates_in
from refute.types.model import Finite, FunctionOf, Instance, IteratorOf, Refined, Type, Union, has_functions, walk
from refute.types.reading.annotations import Reader
from refute.types.signatures import Parameter, Signature

SCOPE = Scope(size=2)
_BEHAVIOURS = 4  # of functions that it is given, on each argument list
_MOST = 20  # calls of one function
_SCALARS = (bool, int, float, str, bytes, enum.Enum, type(None))


Call = tuple[tuple[Any, ...], Mapping[str, Any]]  # the arguments by position, and by name


class Given(Protocol):
    """An argument list with functions in it that are made up as they are called."""

    @property
    def values(self) -> tuple[Any, ...]: ...

    @property
    def misused(self) -> Failure | None: ...

    @property
    def unanswerable(self) -> bool: ...

    @property
    def error(self) -> RefuteError | None: ...

    @property
    def following(self) -> tuple[int, ...] | None:
        """Which answers are given next, after this was used."""
        ...

    def told(self) -> tuple[Any, ...]:
        """The same with the tables that the functions have become."""
        ...


# Called with a function of such parameters, blanks for functions among values for them, and which answers are given.
Fill = Callable[[Signature, tuple[Any, ...], tuple[int, ...]], Given]


@dataclass(frozen=True)
class Broken:
    """A call of a returned function that broke its type."""

    calls: tuple[Call, ...]  # in turn: a function may return another one
    returned: Any = None
    error: BaseException | None = None
    explanation: Explanation | None = None
    misused: Failure | None = None  # what it did to a function that it was given


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


def _can_be_built(tp: Type, *, functions: bool) -> bool:
    parts = list(walk(tp))
    return not any(isinstance(part, IteratorOf | Instance) for part in parts) and (functions or not has_functions(tp))


class Exercise:
    """Calls returned functions of one type. Those that take functions are called if there is a way to fill them in."""

    def __init__(self, tp: FunctionOf, reader: Reader, most: int = _MOST, fill: Fill | None = None) -> None:
        self._type = tp
        self._reader = reader
        self._most = most
        self._fill = fill
        self._holds = contract_of(tp.result).holds
        self._yields = may_yield(tp.result)
        types = [part for _, part in tp.parameters or ()]
        self._with_functions = any(map(has_functions, types))
        buildable = all(_can_be_built(part, functions=fill is not None) for part in types)
        self._can_be_called = tp.parameters is not None and buildable
        self._names = [] if tp.parameters is None else list(tp.signature.parameters)
        predicates = [predicate for part in types for predicate in predicates_in(part)]
        self._depends_on = sorted({name for p in predicates for name in p.names} - set(self._names))
        self._spaces: dict[tuple[Any, ...], tuple[Signature, Space[tuple[Any, ...]]] | None] = {}
        inner = returned_function(tp.result)
        self._inner = Exercise(inner, reader, most // 4, fill) if inner is not None and most >= 4 else None

    def __call__(self, function: Callable[..., Any], siblings: Mapping[str, Any]) -> Broken | None:
        """The first call that breaks the type, `siblings` being what its refinements depend on."""
        for arguments, given in self._filled(siblings) if self._with_functions else self._plain(siblings):
            broken = self._called(function, arguments, siblings)
            if given is not None and given.error is not None:
                raise given.error
            if given is not None and given.misused is not None:
                broken = Broken(((arguments, {}),), misused=given.misused)
            elif given is not None and given.unanswerable:
                continue
            if broken is not None:
                told = arguments if given is None else given.told()[-len(arguments) :]
                return replace(broken, calls=(passed_as(self._type.signature, told), *broken.calls[1:]))
        return None

    @calls_code_under_test
    def _called(self, function: Callable[..., Any], arguments: tuple[Any, ...], siblings: Any) -> Broken | None:
        known = {**siblings, **dict(zip(self._names, arguments, strict=True))}
        call = passed_as(self._type.signature, arguments)
        try:
            result = function(*call[0], **call[1])
            if self._yields:
                result = consumed(self._type.result, result)
        except BaseException as error:  # whatever the code under test raises is an outcome
            return Broken((call,), error=error)
        if not self._holds(result, known):
            explanation = explain(self._type.result, result, known)
            if explanation is not None:
                return Broken((call,), result, explanation=explanation)
        if self._inner is not None and callable(result):
            found = self._inner(result, known)
            if found is not None:
                return replace(found, calls=(call, *found.calls))
        return None

    def arguments(self, siblings: Mapping[str, Any]) -> Iterator[tuple[Any, ...]]:
        """The first argument lists that a function takes; none if they cannot be built."""
        found = self._found(siblings)
        if found is None:
            return iter(())
        return (values[len(self._depends_on) :] for values in islice(found[1], self._most))

    def _plain(self, siblings: Mapping[str, Any]) -> Iterator[tuple[tuple[Any, ...], Given | None]]:
        return ((arguments, None) for arguments in self.arguments(siblings))

    def _filled(self, siblings: Mapping[str, Any]) -> Iterator[tuple[tuple[Any, ...], Given | None]]:
        """The first argument lists with functions in them, each with their first behaviours."""
        found = self._found(siblings)
        if found is None or self._fill is None:
            return
        signature, space = found
        for values in islice(space, max(1, self._most // 2)):
            choices: tuple[int, ...] | None = ()
            for _ in range(_BEHAVIOURS):
                if choices is not None:
                    given = self._fill(signature, values, choices)
                    yield given.values[len(self._depends_on) :], given
                    choices = given.following

    def _found(self, siblings: Mapping[str, Any]) -> tuple[Signature, Space[tuple[Any, ...]]] | None:
        if not self._can_be_called:
            return None
        given = tuple(siblings.get(name) for name in self._depends_on)
        if not all(isinstance(value, _SCALARS) for value in given):
            return None  # what it takes depends on a structure: no space can be built for that
        key = tuple((type(value), value) for value in given)
        if key not in self._spaces:
            self._spaces[key] = self._space(given)
        return self._spaces[key]

    def _space(self, given: tuple[Any, ...]) -> tuple[Signature, Space[tuple[Any, ...]]] | None:
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
            return signature, argument_lists(signature, SCOPE)
        except (EmptyTypeError, ExplosionError):
            return None
