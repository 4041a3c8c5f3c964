"""Oracles: each maps an outcome to what is wrong with it, by one kind of promise."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from refute.conform.compiled import contract_of
from refute.conform.explain import Explanation, explain
from refute.conform.iterators import Yielded
from refute.conform.wording import short
from refute.errors import Place, RefuteError
from refute.judge.callables.returned_functions import Exercise, returned_function
from refute.judge.callables.stand_ins import AnsweringFunctions
from refute.judge.calls.completion import CHANGED
from refute.judge.calls.outcomes import NOTHING, Outcome
from refute.judge.calls.refusals import MEANT, Kinds, Refusal, Refusals
from refute.judge.findings import Failure, Use, called
from refute.judge.tracebacks import named_beside, told
from refute.run.steps.phases import Phase
from refute.run.wall.guard import current
from refute.types.landmarks import predicates_in
from refute.types.model import Type
from refute.types.reading.abstract.produced import NEVER
from refute.types.signatures import LEFT_OUT, Signature
from refute.types.spelling import Speller
from refute.words import cut

# What the user's code may raise while an outcome is judged.
CAUGHT = (Exception, SystemExit, KeyboardInterrupt, GeneratorExit)
_LONG = 300  # characters of a value that are shown


# What came of a trial: nothing wrong, what is wrong, or a mark where there was no result to be judged.
Verdict = Failure | int | None


class Oracle(Protocol):
    def __call__(self, outcome: Outcome) -> Verdict: ...


@dataclass(frozen=True)
class Tolerance:
    """Which exceptions are no findings, beside those that a function declares."""

    strict: bool = False  # none that a function only means to raise
    raises: tuple[str, ...] = ()  # names of classes that any function may raise

    def allows(self, kind: type[BaseException]) -> bool:
        return bool(self.raises) and any(name in self.raises for cls in kind.__mro__ for name in _names(cls))


def _names(cls: type) -> tuple[str, str]:
    return cls.__name__, f"{cls.__module__}.{cls.__qualname__}"


class Words:
    """Outcomes in words. `enter` is told when that begins: the texts of values are made by the user's code."""

    def __init__(self, signature: Signature) -> None:
        self._made = isinstance(signature.function, type)
        self.enter: Callable[[Phase], None] = lambda phase: None

    def outcome(self, outcome: Outcome) -> str:
        """`returned 0`, `raised ValueError`, `yielded 1, 2, …`."""
        self.enter(Phase.SPELLING)
        if outcome.error is not None:
            return f"raised {type(outcome.error).__name__}"
        if isinstance(outcome.result, Yielded):
            items = ", ".join(map(self.value, outcome.result.items)) + (", …" if not outcome.result.ended else "")
            return f"yielded {cut(items, _LONG) or 'nothing'}"
        return f"{'made' if self._made else 'returned'} {self.value(outcome.result)}"

    def value(self, value: Any) -> str:
        self.enter(Phase.SPELLING)
        return short(value, _LONG)


def oracles_of(
    signature: Signature, words: Words, tolerance: Tolerance, tell: Callable[[Refusal], None]
) -> list[Oracle]:
    """What a function owes, in the order in which it is asked for. `tell` hears in which ways it refuses arguments."""
    exceptions = Exceptions(signature, words, tolerance, tell)
    oracles: list[Oracle] = [exceptions]
    if signature.raises:
        oracles.append(DemandedExceptions(signature, words))
    if signature.is_property:
        oracles.append(Property(words))
    if any(parameter.after is not None for parameter in signature.parameters):
        oracles.append(Remaining(signature, words))
    if signature.result is not None:
        oracles.append(ResultType(signature, words))
        returned = returned_function(signature.result)
        if returned is not None:
            exercise = Exercise(returned, signature.reader, fill=AnsweringFunctions())
            oracles.append(ReturnedFunction(signature, exercise, words, exceptions))
    return oracles


def looks_at_inputs(signature: Signature) -> bool:
    """Whether judging needs the inputs as they were before the call."""
    types = [signature.result, *(parameter.after for parameter in signature.parameters)]
    related = any(predicate.names for tp in types if tp is not None for predicate in predicates_in(tp))
    return related or bool(signature.raises)


class Exceptions:
    """No exception but those that are declared, and those by which arguments are refused."""

    def __init__(
        self,
        signature: Signature,
        words: Words,
        tolerance: Tolerance,
        tell: Callable[[Refusal], None],
        home: str = "",
        meant: Kinds = MEANT,
    ) -> None:
        """`home`: the directory that places are told from, if it is not the current one. `meant`: the exceptions that a
        statement raises on purpose."""
        self._signature = signature
        self._words = words
        self._tolerance = tolerance
        self._home = home or os.getcwd()  # a worker has a directory of its own
        self._refusals = Refusals(signature, self._home, strict=tolerance.strict, meant=meant)
        self._tell = tell

    def __call__(self, outcome: Outcome) -> Verdict:
        return None if outcome.error is None else self.judge(outcome.error, outcome)

    def judge(self, error: BaseException, outcome: Outcome) -> Verdict:
        wall = current()
        if wall is not None and wall.note_if_kernels(error):
            return None
        siblings = self._signature.siblings(outcome.before) if self._signature.raises else {}
        for promise in self._signature.raises:
            if isinstance(error, promise.kinds) and promise.demanded(siblings) is not False:
                return None
        if self._signature.result == NEVER and not self._signature.raises:
            return None  # that is how it does not return
        if self._tolerance.allows(type(error)):
            return None
        refusal = self._refusals(error)
        if refusal is not None:
            self._tell(refusal)
            return refusal.mark
        self._words.enter(Phase.SPELLING)
        story = told(error, ())
        frames = tuple(f"{Place(frame.file, frame.line, self._home)}: {frame.text}" for frame in story.frames)
        key = ("crash", story.type, str(story.place))
        line = () if story.at is None else (story.at.function, " ".join(story.at.text.split()))
        did = f"raised {story.type}: {story.message}".rstrip(": ")
        named = named_beside(type(error), self._signature.function)
        return Failure("crash", key, did, frames, identity=("crash", story.type, *line), exception=named)


class DemandedExceptions:
    """The exceptions that have to be raised are raised."""

    def __init__(self, signature: Signature, words: Words) -> None:
        self._signature = signature
        self._words = words

    def __call__(self, outcome: Outcome) -> Failure | None:
        if outcome.error is not None:
            return None
        siblings = self._signature.siblings(outcome.before)
        for promise in self._signature.raises:
            if promise.demanded(siblings):
                kinds = " or ".join(kind.__name__ for kind in promise.kinds)
                did = f"{self._words.outcome(outcome)} and did not raise {kinds}"
                return Failure("violation", ("violation", repr(promise)), did, (f"{promise!r}",))
        return None


class Property:
    """A property does not return False."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def __call__(self, outcome: Outcome) -> Failure | None:
        if outcome.error is not None or outcome.result is None:
            return None
        try:
            if outcome.result:
                return None
        except CAUGHT as error:
            did = f"returned an object whose truth raises {type(error).__name__}"
            return Failure("violation", ("violation", "property"), did, ())
        return Failure("violation", ("violation", "property"), self._words.outcome(outcome), ())


class Remaining:
    """Arguments that have to be of a type after the call are."""

    def __init__(self, signature: Signature, words: Words) -> None:
        self._signature = signature
        self._words = words
        self._after = [
            (place, parameter.name, parameter.after, contract_of(parameter.after).holds)
            for place, parameter in enumerate(signature.parameters)
            if parameter.after is not None
        ]
        self._related = any(predicate.names for _, _, tp, _ in self._after for predicate in predicates_in(tp))

    def __call__(self, outcome: Outcome) -> Failure | None:
        siblings = self._signature.siblings(outcome.before) if self._related else {}
        for place, name, tp, holds in self._after:
            value = outcome.values[place]
            if value is LEFT_OUT or holds(value, siblings):
                continue
            did = self._words.outcome(outcome)
            explanation = explain(tp, value, siblings, name, self._signature.siblings(outcome.values))
            if explanation is not None:
                key = ("violation", "after", name, explanation.text or explanation.expected)
                left = f"{did}, leaving {name} = {self._words.value(value)}"
                return Failure("violation", key, left, (f"after the call: {explanation.message()}",))
        return None


class ResultType:
    """The result is of its type."""

    def __init__(self, signature: Signature, words: Words) -> None:
        assert signature.result is not None
        self._signature = signature
        self._words = words
        self._type: Type = signature.result
        self._holds = contract_of(self._type).holds
        self._related = any(predicate.names for predicate in predicates_in(self._type))

    def __call__(self, outcome: Outcome) -> Failure | None:
        if outcome.error is not None or outcome.result is NOTHING or outcome.result is CHANGED:
            return None
        siblings = self._signature.siblings(outcome.before) if self._related else {}
        try:
            if self._holds(outcome.result, siblings):
                return None
        except RefuteError:
            raise
        except CAUGHT:  # a refinement that raises on a result is explained below
            pass
        return self.explained(outcome)

    def explained(self, outcome: Outcome) -> Failure | None:
        """What is wrong with a result that was not accepted."""
        self._words.enter(Phase.SPELLING)
        siblings, actual = self._signature.siblings(outcome.before), self._signature.siblings(outcome.values)
        explanation = explain(self._type, outcome.result, siblings, actual=actual)
        return None if explanation is None else _violation(explanation, self._words.outcome(outcome), Use())


class ReturnedFunction:
    """A function that was returned keeps its type, seen by calling it."""

    def __init__(self, signature: Signature, exercise: Exercise, words: Words, exceptions: Exceptions) -> None:
        self._signature = signature
        self._exercise = exercise
        self._words = words
        self._exceptions = exceptions

    def __call__(self, outcome: Outcome) -> Failure | None:
        if outcome.error is not None or not callable(outcome.result) or outcome.result is CHANGED:
            return None
        siblings: Mapping[str, Any] = self._signature.siblings(outcome.before)
        broken = self._exercise(outcome.result, siblings)
        if broken is None:
            return None
        self._words.enter(Phase.SPELLING)
        speller = Speller(linking=True, taken=[parameter.name for parameter in self._signature.parameters])
        calls = "".join(called("", *call, speller) for call in broken.calls)
        then = Use(calls, tuple(speller.all_imports), tuple(speller.definitions))
        if broken.misused is not None:
            return replace(broken.misused, then=then)
        if broken.error is not None:
            failure = self._exceptions.judge(broken.error, outcome)
            return replace(failure, then=then) if isinstance(failure, Failure) else None
        assert broken.explanation is not None
        inner = Outcome(outcome.values, outcome.before, broken.returned)
        return _violation(broken.explanation, self._words.outcome(inner), then)


def _violation(explanation: Explanation, did: str, then: Use) -> Failure:
    key = ("violation", explanation.text or explanation.expected)
    return Failure("violation", key, did, (explanation.message(),), then)
