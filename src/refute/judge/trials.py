"""One test: call the function with an input, and see whether what comes back keeps its promises."""

from __future__ import annotations

import copy
import os
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from refute.conform.compiled import contract_of
from refute.conform.explain import Explanation, explain
from refute.conform.iterators import Yielded
from refute.conform.memo import memory_for
from refute.conform.wording import cut, short
from refute.errors import Place, RefuteError
from refute.judge.assume import Discarded
from refute.judge.callers import calls_code_under_test
from refute.judge.completion import CHANGED, completing
from refute.judge.findings import Failure, Use, called
from refute.judge.returned_functions import Exercise, returned_function
from refute.judge.stand_ins import Filler
from refute.judge.tracebacks import told
from refute.spaces.narrowing.holes import Demand
from refute.types.data.refusals import REFUSALS
from refute.types.landmarks import predicates_in
from refute.types.reading.produced import NEVER
from refute.types.signatures import LEFT_OUT, Signature
from refute.types.spelling import Speller

# what was not assumed, and a look at a hole that a constructor or refinement has kept somewhere: no call to judge
_NO_CALL = (Discarded, Demand)

# Types of defaults that no call can change.
_FIXED = (int, bool, float, complex, str, bytes, type(None), type(...))
_NOTHING: Mapping[str, Any] = {}
_LONG = 300  # characters of a value that are shown


class Trial:
    """Calls a function and judges the outcome. Called with the values of `signature.parameters`.

    `run` does the same as a call, as fast as it can be done for this function.
    """

    def __init__(self, signature: Signature, discard: Callable[[], None] = lambda: None) -> None:
        """`discard` is called for every input that `assume` gives up."""
        self.signature = signature
        self.discard = discard
        self._home = os.getcwd()  # a worker has a directory of its own
        self._function = signature.function
        self._passed = _passing(signature)
        self._holds: Callable[[Any, Mapping[str, Any]], bool] | None = None
        self._related = False
        self._complete = completing(signature.function, signature.result)
        self._exercise: Exercise | None = None
        if signature.result is not None:
            self._holds = contract_of(signature.result).holds
            self._related = any(predicate.names for predicate in predicates_in(signature.result))
            returned = returned_function(signature.result)
            if returned is not None:
                self._exercise = Exercise(returned, signature.reader, fill=Filler())
        self._after = [
            (place, parameter.name, parameter.after, contract_of(parameter.after).holds)
            for place, parameter in enumerate(signature.parameters)
            if parameter.after is not None
        ]
        self._related = self._related or any(p.names for _, _, tp, _ in self._after for p in predicates_in(tp))
        defaults = [parameter.default for parameter in signature.parameters if parameter.optional]
        self._changing = self.needs_inputs_before and any(type(default) not in _FIXED for default in defaults)
        self.run: Callable[[Sequence[Any], Sequence[Any]], Failure | None] = self._usual() or self

    @property
    def needs_inputs_before(self) -> bool:
        """Whether judging looks at the inputs as they were before the call."""
        return self._related or bool(self.signature.raises)

    @calls_code_under_test
    def __call__(self, values: Sequence[Any], before: Sequence[Any]) -> Failure | None:
        if self._changing and LEFT_OUT in before:
            # a default that can be changed is what it is before this call
            before = [
                copy.deepcopy(parameter.default) if value is LEFT_OUT else value
                for parameter, value in zip(self.signature.parameters, before, strict=True)
            ]
        try:
            result = self._passed(self._function, values)
            if self._complete is not None:
                result = self._complete(result)
        except _NO_CALL:
            self.discard()
            return None
        except BaseException as error:  # whatever the code under test raises is an outcome
            failure = self._raised(error, before)
            if failure is not None or not self._after:
                return failure
            return self._left_broken(values, before, partial("raised {}".format, type(error).__name__))
        if self.signature.raises:
            missing = self._not_raised(before)
            if missing is not None:
                return missing
        if self.signature.is_property and result is not None and not result:
            return Failure("violation", ("violation", "property"), f"returned {short(result, _LONG)}", ())
        if self._after:
            broken = self._left_broken(values, before, partial(self._returned, result))
            if broken is not None:
                return broken
        if self._holds is None or result is CHANGED:
            return None
        siblings = self.signature.siblings(before) if self._related else {}
        try:
            if self._holds(result, siblings):
                return None if self._exercise is None else self._used(result, before)
        except RefuteError:
            raise
        except (Exception, SystemExit):  # a refinement that raises on a result is explained below
            pass
        return self._violated(result, values, before)

    def _usual(self) -> Callable[[Sequence[Any], Sequence[Any]], Failure | None] | None:
        """Most functions: one call with what is there, and one test of the result. What that does not accept is
        judged as always."""
        result_type = self.signature.result
        if result_type is None or self.signature.is_property or self.signature.raises or self._changing:
            return None
        if self._complete is not None or self._exercise is not None:
            return None
        function, passed, related = self._function, self._passed, self._related
        siblings = _seeing(self.signature)
        memory = memory_for(result_type)
        accepts = memory.accepts if memory else contract_of(result_type).accepts
        lasting = memory.places(self.signature) if memory else ()
        keep = memory.keep if memory else id
        after = bool(self._after)

        @calls_code_under_test
        def run(values: Sequence[Any], before: Sequence[Any]) -> Failure | None:
            for place in lasting:
                keep(values[place])
            try:
                result = function(*values) if passed is _in_order else passed(function, values)
            except _NO_CALL:
                self.discard()
                return None
            except BaseException as error:  # whatever the code under test raises is an outcome
                return self._raised(error, before)
            if after:
                broken = self._left_broken(values, before, partial(self._returned, result))
                if broken is not None:
                    return broken
            try:
                if accepts(result, siblings(before) if related else _NOTHING):
                    return None
            except (Exception, SystemExit):  # told below, if it happens there as well
                pass
            return self._violated(result, values, before)

        return run

    def _left_broken(self, values: Sequence[Any], before: Sequence[Any], outcome: Callable[[], str]) -> Failure | None:
        """What is wrong with the arguments after the call, of those that are to stay of their type."""
        siblings = self.signature.siblings(before) if self._related else {}
        for place, name, tp, holds in self._after:
            value = values[place]
            if value is LEFT_OUT or holds(value, siblings):
                continue
            explanation = explain(tp, value, siblings, name, self.signature.siblings(values))
            if explanation is not None:
                key = ("violation", "after", name, explanation.text or explanation.expected)
                left = f"{outcome()}, leaving {name} = {short(value, _LONG)}"
                return Failure("violation", key, left, (f"after the call: {explanation.message()}",))
        return None

    def _used(self, function: Any, before: Sequence[Any]) -> Failure | None:
        """What is wrong with a function that was returned, seen by calling it."""
        if self._exercise is None or not callable(function):
            return None
        broken = self._exercise(function, self.signature.siblings(before))
        if broken is None:
            return None
        speller = Speller(taken=[parameter.name for parameter in self.signature.parameters])
        calls = "".join(called("", *call, speller) for call in broken.calls)
        then = Use(calls, tuple(speller.imports), tuple(speller.definitions))
        if broken.misused is not None:
            return replace(broken.misused, then=then)
        if broken.error is not None:
            failure = self._raised(broken.error, before)
            return None if failure is None else replace(failure, then=then)
        assert broken.explanation is not None
        return self._violation(broken.explanation, broken.returned, then)

    def _violated(self, result: Any, values: Sequence[Any], before: Sequence[Any]) -> Failure | None:
        assert self.signature.result is not None
        siblings, actual = self.signature.siblings(before), self.signature.siblings(values)
        explanation = explain(self.signature.result, result, siblings, actual=actual)
        return None if explanation is None else self._violation(explanation, result, Use())

    def _violation(self, explanation: Explanation, result: Any, then: Use) -> Failure:
        key = ("violation", explanation.text or explanation.expected)
        return Failure("violation", key, self._returned(result), (explanation.message(),), then)

    def _returned(self, result: Any) -> str:
        if isinstance(result, Yielded):
            items = ", ".join(map(short, result.items)) + (", …" if not result.ended else "")
            return f"yielded {cut(items, _LONG) or 'nothing'}"
        return f"{'made' if isinstance(self.signature.function, type) else 'returned'} {short(result, _LONG)}"

    def _raised(self, error: BaseException, before: Sequence[Any]) -> Failure | None:
        if self._refuses(error):
            self.discard()
            return None
        siblings = self.signature.siblings(before)
        for promise in self.signature.raises:
            if isinstance(error, promise.kinds) and promise.demanded(siblings) is not False:
                return None
        if self.signature.result == NEVER and not self.signature.raises:
            return None  # that is how it does not return
        if isinstance(error, MemoryError):
            return Failure("memory", ("memory",), "ran out of memory", ())
        story = told(error, ())
        frames = tuple(f"{Place(frame.file, frame.line, self._home)}: {frame.text}" for frame in story.frames)
        key = ("crash", story.type, str(story.place))
        return Failure("crash", key, f"raised {story.type}: {story.message}".rstrip(": "), frames)

    def _refuses(self, error: BaseException) -> bool:
        """Whether a constructor itself turns its arguments down: that is how it says what it takes."""
        if not isinstance(self.signature.function, type) or not isinstance(error, REFUSALS):
            return False
        steps = list(traceback.walk_tb(error.__traceback__))
        return bool(steps) and steps[-1][0].f_code.co_name in ("__init__", "__post_init__")

    def _not_raised(self, before: Sequence[Any]) -> Failure | None:
        siblings = self.signature.siblings(before)
        for promise in self.signature.raises:
            if promise.demanded(siblings):
                kinds = " or ".join(kind.__name__ for kind in promise.kinds)
                return Failure("violation", ("violation", repr(promise)), f"did not raise {kinds}", (f"{promise!r}",))
        return None


def _in_order(function: Callable[..., Any], values: Sequence[Any]) -> Any:
    return function(*values)


def _seeing(signature: Signature) -> Callable[[Sequence[Any]], Mapping[str, Any]]:
    """What refinements see of inputs, as `Signature.siblings` says; at once, where nothing is left out."""
    if any(parameter.optional for parameter in signature.parameters):
        return signature.siblings
    names = [parameter.name for parameter in signature.parameters]
    return lambda values: dict(zip(names, values, strict=True))


def _passing(signature: Signature) -> Callable[[Callable[..., Any], Sequence[Any]], Any]:
    """How values are passed: directly if they are in order and all given by position."""
    plain = all(p.kind.name in ("POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD") for p in signature.parameters)
    names = [p.name for p in signature.parameters]
    if plain and not any(p.optional for p in signature.parameters):
        if names == list(signature.order):
            return _in_order
        places = [names.index(name) for name in signature.order]
        return lambda function, values: function(*[values[place] for place in places])

    def call(function: Callable[..., Any], values: Sequence[Any]) -> Any:
        positional, keywords = signature.passed(values)
        return function(*positional, **keywords)

    return call
