"""What a verdict leaves open where it rests on quantifiers, and which inputs they are too weak to judge."""

from __future__ import annotations

import math
from collections.abc import Iterable

from refute.errors import ScopeError
from refute.judge.findings import Failure, call_text
from refute.judge.quantified import answers_heard
from refute.search.schedule.stages import Inputs, Stage
from refute.spaces.arguments import argument_lists
from refute.spaces.scope import Scope
from refute.types.signatures import Signature
from refute.types.spelling import Speller


class Doubts:
    """Gathered while a function is checked."""

    def __init__(self, signature: Signature) -> None:
        self._signature = signature
        self._caveats: dict[str, None] = {}
        self._small: dict[Scope, Inputs | None] = {}
        self.undecided = 0  # inputs
        self._first = ""

    def note(self, caveats: Iterable[str]) -> None:
        self._caveats |= dict.fromkeys(caveats)

    def allow(self, failure: Failure, stage: Stage, index: int) -> bool:
        """Whether an input is so small that quantifiers which found nothing are believed, if a failure rests on any.

        What they look for may be larger than the input. They are believed if they went as far as its square.
        """
        if failure.reach is None or self._is_small(
            stage, index, Scope(size=math.isqrt(failure.reach), landmarks=False)
        ):
            return True
        if not self.undecided:
            call = call_text(self._signature, stage.input(index), Speller())
            self._first = f"{call}: {failure.explanation[-1].strip()}"
        self.undecided += 1
        return False

    def _is_small(self, stage: Stage, index: int, scope: Scope) -> bool:
        assert scope.size is not None
        if stage.size(index) > scope.size:
            return False
        if scope not in self._small:
            try:
                self._small[scope] = argument_lists(self._signature, scope)
            except ScopeError:  # too many to tell
                self._small[scope] = None
            answers_heard()  # not for the test that comes next
        small = self._small[scope]
        return small is not None and stage.input(index) in small

    def warnings(self) -> list[str]:
        found = list(self._caveats)
        if self.undecided:
            inputs = "1 input" if self.undecided == 1 else f"{self.undecided:,} inputs"
            found.append(f"undecided for {inputs}, the first being {self._first} (scope=Scope(...) goes further)")
        return found
