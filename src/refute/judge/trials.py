"""Trials: a call is performed, and its outcome is shown to the oracles of the function."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from refute.conform.compiled import contract_of
from refute.conform.iterators import MOST, Yielded
from refute.conform.memo import memory_for
from refute.judge.calls.audit import Audit
from refute.judge.calls.callers import calls_code_under_test
from refute.judge.calls.outcomes import Outcome
from refute.judge.calls.performing import NO_CALL, Performance, in_order
from refute.judge.calls.read_only import ReadOnly
from refute.judge.calls.refusals import Refusal
from refute.judge.oracles import (
    CAUGHT,
    Exceptions,
    Oracle,
    Remaining,
    ResultType,
    Tolerance,
    Verdict,
    Words,
    looks_at_inputs,
    oracles_of,
)
from refute.run.steps.marks import DISCARDED, RAISED
from refute.run.steps.phases import Phase
from refute.run.wall.guard import current
from refute.run.workers.essentials import put_right
from refute.types.landmarks import predicates_in
from refute.types.signatures import Signature

_NOTHING: Mapping[str, Any] = {}
_ANY, _MEMORY = BaseException, MemoryError  # the code under test may patch the names


class Trial:
    """Performs and judges calls of a function. Called with the values of `signature.parameters`.

    `run` does the same as a call, as fast as it can be done for this function. An `audit` notes each before it happens.
    """

    def __init__(self, signature: Signature, audit: Audit | None = None, tolerance: Tolerance | None = None) -> None:
        self.signature = signature
        self._audit = audit
        self.pending: list[str | Refusal] = []  # remarks that nobody has asked for
        self._has_cut = False  # whether that was said
        self.needs_inputs_before = looks_at_inputs(signature)
        self._words = Words(signature)
        self._perform = Performance(signature, judges_inputs=self.needs_inputs_before)
        tolerance = tolerance or Tolerance()
        self._oracles = oracles_of(signature, self._words, tolerance, self._tell)
        self._may_raise = bool(signature.raises or tolerance.raises)
        self._read_only = ReadOnly(signature)
        self._told: set[Refusal | str] = set()
        self.run: Callable[[Sequence[Any], Sequence[Any]], Verdict] = (None if audit else self._usual()) or self

    def __repr__(self) -> str:
        oracles = ", ".join(type(oracle).__name__ for oracle in self._oracles)
        return f"<Trial of {self.signature.name}: {oracles}>"

    def observe(self, enter: Callable[[Phase], None]) -> None:
        """Tell which phase is entered, from now on. Only a call does so, `run` does not."""
        self._words.enter = enter

    def __call__(self, values: Sequence[Any], before: Sequence[Any]) -> Verdict:
        if self._audit is not None:
            self._audit.note(self.signature, before)
        return self._tried(values, before)

    def with_holes(
        self,
        values: Sequence[Any],
        before: Sequence[Any],
        text: Callable[[], str],
        fits: Callable[[Any], bool] = lambda result: False,
    ) -> Verdict:
        """The same with holes among the values. `text`: how it is written; `fits`: whether a result is surely of its
        type, whatever its holes are."""
        if self._audit is not None:
            self._audit.write(self.signature.name, text(), "holes")
        return self._tried(values, before, fits)

    def _tried(
        self, values: Sequence[Any], before: Sequence[Any], fits: Callable[[Any], bool] | None = None
    ) -> Verdict:
        self._words.enter(Phase.CALLING)
        items = self._read_only.items(values) if self._read_only else None
        outcome = self._perform(values, before)
        put_right()
        if items is not None:
            for change in self._read_only.changes(values, items):
                self._tell(change)
        if isinstance(outcome, int):
            return outcome
        self._words.enter(Phase.JUDGING)
        is_fitting = fits is not None and outcome.error is None and fits(outcome.result)
        verdict = self._judged(outcome, but_for=ResultType if is_fitting else None)
        if isinstance(outcome.result, Yielded) and not outcome.result.ended and not self._has_cut:
            self._has_cut = True
            first = (
                f"the first {MOST} items" if len(outcome.result.items) == MOST else "the first items, which take long,"
            )
            self.pending.append(f"only {first} of what is yielded were looked at")
        return verdict

    def _judged(self, outcome: Outcome, but_for: type[Oracle] | None = None) -> Verdict:
        for oracle in self._oracles:
            if type(oracle) is but_for:
                continue
            verdict = oracle(outcome)
            if verdict is not None:
                return verdict
        return RAISED if outcome.error is not None and self._may_raise else None

    def _tell(self, remark: Refusal | str) -> None:
        wall = current()
        if wall is not None and wall.noted:
            return  # of a call that was denied something, nothing else is heard
        if remark not in self._told:
            self._told.add(remark)
            self.pending.append(remark)

    def begin(self) -> None:
        """Begin a run, also one that repeats steps: what was told in one before may not have been heard."""
        self._told.clear()

    def remarks(self) -> tuple[str | Refusal, ...]:
        """What there is to be said beside verdicts, once."""
        if not self.pending:
            return ()
        said = tuple(self.pending)
        self.pending.clear()
        return said

    def _usual(self) -> Callable[[Sequence[Any], Sequence[Any]], Verdict] | None:
        """Most functions: one call with what is there, and one test of the result. What that does not accept is
        shown to the oracles, as always."""
        types = [oracle for oracle in self._oracles if isinstance(oracle, ResultType)]
        perform, result_type = self._perform, self.signature.result
        others = [oracle for oracle in self._oracles if not isinstance(oracle, Exceptions | Remaining | ResultType)]
        if others or not types or result_type is None:
            return None
        if perform.complete is not None or perform.defaults_change or self._read_only:
            return None
        judged, explained = self._judged, types[0].explained
        remaining = next((oracle for oracle in self._oracles if isinstance(oracle, Remaining)), None)
        function, passed = self.signature.function, perform.passed
        related = any(predicate.names for predicate in predicates_in(result_type))
        siblings = _seeing(self.signature)
        memory = memory_for(result_type)
        accepts = memory.accepts if memory else contract_of(result_type).accepts
        lasting = memory.places(self.signature) if memory else ()
        keep = memory.keep if memory else id

        @calls_code_under_test
        def run(values: Sequence[Any], before: Sequence[Any]) -> Verdict:
            for place in lasting:
                keep(values[place])
            try:
                result = function(*values) if passed is in_order else passed(function, values)
            except NO_CALL:
                return DISCARDED
            except _MEMORY:
                raise
            except _ANY as error:  # whatever the code under test raises is an outcome
                put_right()
                return judged(Outcome(values, before, error=error))
            if remaining is not None:
                broken = remaining(Outcome(values, before, result))
                if broken is not None:
                    return broken
            try:
                if accepts(result, siblings(before) if related else _NOTHING):
                    return None
            except CAUGHT:  # told below, if it happens there as well
                pass
            put_right()
            return explained(Outcome(values, before, result))

        return run


def _seeing(signature: Signature) -> Callable[[Sequence[Any]], Mapping[str, Any]]:
    """What refinements see of inputs, as `Signature.siblings` says; at once, where nothing is left out."""
    if signature.iterates or any(parameter.optional for parameter in signature.parameters):
        return signature.siblings
    names = [parameter.name for parameter in signature.parameters]
    return lambda values: dict(zip(names, values, strict=True))
