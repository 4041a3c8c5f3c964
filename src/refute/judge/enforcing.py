"""`contract`: a function that checks its own types on real calls."""

from __future__ import annotations

import copy
import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any, ParamSpec, TypeVar, cast

from refute.judge.contracts import contract_of
from refute.judge.explain import explain
from refute.types.landmarks import predicates_in
from refute.types.model import Type
from refute.types.signatures import read_signature

P = ParamSpec("P")
R = TypeVar("R")


class ContractError(AssertionError):
    """A call of a function under `contract` broke what its types say."""


def contract(function: Callable[P, R]) -> Callable[P, R]:
    """Wrap a function so that its arguments and its result are checked against their types whenever it is called."""
    obligations = _Obligations(function)
    if inspect.iscoroutinefunction(function):

        @functools.wraps(function)
        async def awaited(*args: Any, **kwargs: Any) -> Any:
            before = obligations.before(args, kwargs)
            return obligations.after(await function(*args, **kwargs), before)

        return cast("Callable[P, R]", awaited)

    @functools.wraps(function)
    def checked(*args: P.args, **kwargs: P.kwargs) -> R:
        before = obligations.before(args, kwargs)
        result = function(*args, **kwargs)
        obligations.after(result, before)
        return result

    return checked


class _Obligations:
    """What a function promises, and what it asks for."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.signature = read_signature(function)
        self._own = inspect.signature(function)
        result = self.signature.result
        predicates = predicates_in(result) if result is not None else []
        self._depends_on = {name for predicate in predicates for name in predicate.names}

    def before(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        """Check the arguments of a call; gives what the result will be judged by."""
        bound = self._own.bind(*args, **kwargs)
        given = set(bound.arguments)
        bound.apply_defaults()
        siblings = dict(bound.arguments)
        for parameter in self.signature.parameters:
            if parameter.name in given:
                what = f"the argument {parameter.name} of {self.signature.name}"
                _demand(parameter.type, siblings[parameter.name], siblings, what)
        return {name: copy.deepcopy(value) if name in self._depends_on else value for name, value in siblings.items()}

    def after(self, result: Any, before: Mapping[str, Any]) -> Any:
        """Check the result of a call, and give it back."""
        for promise in self.signature.raises:
            if promise.demanded(before):
                raise ContractError(f"{self.signature.name} did not raise as it declares: {promise!r}")
        if self.signature.result is not None:
            _demand(self.signature.result, result, before, f"the result of {self.signature.name}")
        return result


def _demand(tp: Type, value: Any, siblings: Mapping[str, Any], what: str) -> None:
    if contract_of(tp).holds(value, siblings):
        return
    explanation = explain(tp, value, siblings)
    if explanation is not None:  # else a refinement answers otherwise when asked again: no one is accused of that
        raise ContractError(f"{what}: {explanation.message()}")
