"""Inputs of which quantifiers leave open whether they fail."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pickle import dumps  # bound here because the code under test may patch the name
from typing import Any

from refute.errors import RefuteError, ScopeError
from refute.judge.calls.refusals import Refusal
from refute.judge.findings import Failure, call_line
from refute.judge.quantified import answers_heard
from refute.run.steps.marks import UNDECIDED
from refute.search.schedule.stages import Inputs
from refute.spaces.arguments import argument_lists
from refute.spaces.scope import Scope
from refute.types.signatures import Signature


@dataclass(frozen=True)
class Undecided:
    """The first input of which it is not known whether it fails, and why."""

    call: str


class UndecidedInputs:
    """Tells failures from those that rest on quantifiers which did not go far enough."""

    def __init__(self, signature: Signature) -> None:
        self._signature = signature
        self._small: dict[Scope, Inputs | None] = {}
        self._told = False

    def said(self, messages: Sequence[Failure | RefuteError | Refusal | str], values: Sequence[Any]) -> bytes | int:
        """What a step says of an input: its messages, or that it is undecided, of the first with the call."""
        doubted = [one for one in messages if isinstance(one, Failure) and not self._allows(one, values)]
        if not doubted:
            return dumps(tuple(messages))
        if self._told:
            return UNDECIDED
        self._told = True
        call = call_line(self._signature, tuple(values))
        return dumps((Undecided(f"{call}: {doubted[0].explanation[-1].strip()}"),))

    def _allows(self, failure: Failure, values: Sequence[Any]) -> bool:
        """Whether an input is so small that quantifiers which found nothing are believed, if a failure rests on any.

        What they look for may be larger than the input. They are believed if they went as far as its square.
        """
        if failure.reach is None:
            return True
        scope = Scope(size=math.isqrt(failure.reach), landmarks=False)
        if scope not in self._small:
            try:
                self._small[scope] = argument_lists(self._signature, scope)
            except ScopeError:  # too many to tell
                self._small[scope] = None
            answers_heard()  # not for the test that comes next
        small = self._small[scope]
        return small is not None and tuple(values) in small
