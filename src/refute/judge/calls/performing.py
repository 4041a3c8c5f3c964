"""Performing a case: the call, made as the signature says and run to its end."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

from refute.judge.calls.callers import calls_code_under_test
from refute.judge.calls.completion import completing
from refute.judge.calls.outcomes import Outcome
from refute.run.steps.marks import DISCARDED
from refute.run.workers.essentials import put_right
from refute.spaces.narrowing.holes import Demand
from refute.types.callables.assume import Discarded
from refute.types.signatures import LEFT_OUT, Signature

# Given up by `assume`, or a look at a hole that a constructor or refinement has kept somewhere: no call to judge.
NO_CALL = (Discarded, Demand)
_ANY, _MEMORY = BaseException, MemoryError  # the code under test may patch the names
# Types of defaults that no call can change.
_FIXED = (int, bool, float, complex, str, bytes, type(None), type(...))


class Performance:
    """Calls a function with values for its parameters."""

    def __init__(self, signature: Signature, *, judges_inputs: bool) -> None:
        """`judges_inputs`: judging looks at the inputs as they were before the call."""
        self.passed = passing(signature)
        self.complete = completing(signature.function, signature.result)
        self._signature = signature
        self._function = signature.function
        defaults = [parameter.default for parameter in signature.parameters if parameter.optional]
        self.defaults_change = judges_inputs and any(type(default) not in _FIXED for default in defaults)

    @calls_code_under_test
    def __call__(self, values: Sequence[Any], before: Sequence[Any]) -> Outcome | int:
        """What a call did; a mark if there is nothing to be judged. A lack of memory is the process's."""
        if self.defaults_change and LEFT_OUT in before:
            # a default that can be changed is what it is before this call
            before = [
                copy.deepcopy(parameter.default) if value is LEFT_OUT else value
                for parameter, value in zip(self._signature.parameters, before, strict=True)
            ]
        try:
            result = self.passed(self._function, values)
            if self.complete is not None:
                result = self.complete(result)
        except NO_CALL:
            return DISCARDED
        except _MEMORY:
            raise
        except _ANY as error:  # whatever the code under test raises is an outcome
            put_right()
            return Outcome(values, before, error=error)
        return Outcome(values, before, result)


def in_order(function: Callable[..., Any], values: Sequence[Any]) -> Any:
    return function(*values)


def passing(signature: Signature) -> Callable[[Callable[..., Any], Sequence[Any]], Any]:
    """How values are passed: directly if they are in order and all given by position."""
    plain = all(p.kind.name in ("POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD") for p in signature.parameters)
    names = [p.name for p in signature.parameters]
    if plain and not any(p.optional for p in signature.parameters):
        if names == list(signature.order):
            return in_order
        places = [names.index(name) for name in signature.order]
        return lambda function, values: function(*[values[place] for place in places])

    def call(function: Callable[..., Any], values: Sequence[Any]) -> Any:
        positional, keywords = signature.passed(values)
        return function(*positional, **keywords)

    return call
