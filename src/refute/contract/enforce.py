"""`contract`: a function that checks its own types on real calls."""

from __future__ import annotations

import copy
import functools
import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ParamSpec, TypeVar, cast

from refute.conform.compiled import contract_of
from refute.conform.explain import explain
from refute.contract.wrapping import with_wrapped_functions, wrapped
from refute.types.callables.undecorated import is_context_manager
from refute.types.landmarks import predicates_in
from refute.types.model import DictOf, Type, has_functions
from refute.types.signatures import Parameter, Signature, read_signature

P = ParamSpec("P")
R = TypeVar("R")


class ContractError(AssertionError):
    """A call of a function under `contract` broke what its types say."""

    __module__ = "refute"


def contract(function: Callable[P, R]) -> Callable[P, R]:
    """Wrap a function so that its arguments and its result are checked against their types whenever it is called."""
    obligations = _Obligations(function)
    if inspect.iscoroutinefunction(inspect.unwrap(function)):

        @functools.wraps(function)
        async def awaited(*args: Any, **kwargs: Any) -> Any:
            call = obligations.before(args, kwargs)
            return obligations.after(await cast("Awaitable[Any]", function(*call.args, **call.kwargs)), call)

        return cast("Callable[P, R]", awaited)

    @functools.wraps(function)
    def checked(*args: P.args, **kwargs: P.kwargs) -> R:
        call = obligations.before(args, kwargs)
        return cast("R", obligations.after(function(*call.args, **call.kwargs), call))

    return checked


@dataclass(frozen=True)
class _Call:
    args: Sequence[Any]  # as passed on: functions among them are wrapped
    kwargs: Mapping[str, Any]
    arguments: Mapping[str, Any]
    before: Mapping[str, Any]  # copies made before the call, for refinements of the result


class _Obligations:
    """The checks before and after the calls of a function."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._own = inspect.signature(function)
        self._owner: type | None = None

    @functools.cached_property
    def signature(self) -> Signature:
        """Read at the first call: names in annotations may be defined after the function."""
        return read_signature(self._function, bound_to=self._owner, to_be_called=False)

    @functools.cached_property
    def _with_functions(self) -> list[Parameter]:
        return [parameter for parameter in self.signature.parameters if has_functions(parameter.type)]

    @functools.cached_property
    def _depends_on(self) -> set[str]:
        looked_at = [self.signature.result, *(parameter.after for parameter in self.signature.parameters)]
        predicates = [predicate for tp in looked_at if tp is not None for predicate in predicates_in(tp)]
        return {name for predicate in predicates for name in predicate.names}

    def before(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> _Call:
        """Check the arguments of a call, and record them for the checks after it."""
        bound = self._own.bind(*args, **kwargs)
        given = set(bound.arguments)
        if self._owner is None and given:
            self._owner = _owner(self._function, type(next(iter(bound.arguments.values()))))
        bound.apply_defaults()
        siblings = dict(bound.arguments)
        for parameter in self.signature.parameters:
            if parameter.name in given:
                what = f"the argument {parameter.name} of {self.signature.name}"
                _demand(parameter.type, siblings[parameter.name], siblings, what, parameter.name)
        known = {n: copy.deepcopy(value) if n in self._depends_on else value for n, value in siblings.items()}
        return _Call(*self._passed_on(args, kwargs, siblings), siblings, known)

    def _passed_on(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], siblings: Mapping[str, Any]
    ) -> tuple[Sequence[Any], Mapping[str, Any]]:
        """The arguments, with functions wrapped so that their calls are checked.

        Other callable objects are passed on as they are: they may be used for more than calling.
        """
        bound = self._own.bind(*args, **kwargs)
        for parameter in self._with_functions:
            if parameter.name in bound.arguments:
                value = bound.arguments[parameter.name]
                what = f"the argument {parameter.name} of {self.signature.name}"
                wrap = partial(
                    with_wrapped_functions, what=what, siblings=siblings, demand=_demand, wraps=inspect.isroutine
                )
                if parameter.kind is parameter.kind.VAR_KEYWORD:
                    assert isinstance(parameter.type, DictOf)
                    changed = {name: wrap(parameter.type.value, item) for name, item in value.items()}
                else:
                    changed = wrap(parameter.type, value)
                bound.arguments[parameter.name] = changed
        return (bound.args, bound.kwargs) if self._with_functions else (args, kwargs)

    def after(self, result: Any, call: _Call) -> Any:
        """Check the result of a call, and wrap iterators and functions in it for later checks."""
        if is_context_manager(self._function) and hasattr(result, "gen"):
            result.gen = self._after(result.gen, call)  # what its types speak of
            return result
        return self._after(result, call)

    def _after(self, result: Any, call: _Call) -> Any:
        before = call.before
        for promise in self.signature.raises:
            if promise.demanded(before):
                raise ContractError(f"{self.signature.name} did not raise as it declares: {promise!r}")
        for parameter in self.signature.parameters:
            if parameter.after is not None:
                what = f"the argument {parameter.name} of {self.signature.name}, after the call"
                value = call.arguments[parameter.name]
                _demand(parameter.after, value, before, what, parameter.name, call.arguments)
        if self.signature.result is None:
            return result
        what = f"the result of {self.signature.name}"
        _demand(self.signature.result, result, before, what, actual=call.arguments)
        return wrapped(self.signature.result, result, before, what, _demand)


def _owner(function: Callable[..., Any], cls: type) -> type | None:
    """The class that a function is a method of, if its first argument is an instance of one."""
    plain, name = inspect.unwrap(function), getattr(function, "__name__", "")
    bases = (base for base in cls.__mro__ if name in vars(base))
    return next((base for base in bases if inspect.unwrap(vars(base)[name]) is plain), None)


def _demand(
    tp: Type,
    value: Any,
    siblings: Mapping[str, Any],
    what: str,
    source: str = "result",
    actual: Mapping[str, Any] | None = None,
) -> None:
    if contract_of(tp).holds(value, siblings):
        return
    explanation = explain(tp, value, siblings, source, actual)
    if explanation is not None:  # else a refinement is not deterministic: not reported
        raise ContractError(f"{what}: {explanation.message()}")
