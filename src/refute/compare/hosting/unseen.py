"""Unseen parts: what one version does not look at of an input, so that it does the same whatever is there.

It is called with holes (see `minimise.general`). What neither version looks at does not matter for what they differ in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from refute.compare.behaviour.performing import Performer
from refute.compare.behaviour.texts import Text
from refute.judge.findings import Failure
from refute.judge.oracles import Verdict
from refute.minimise.general import Generalising
from refute.run.body import Body, Spoken
from refute.run.steps.phases import Phase
from refute.types.data.abstract.iterators import copied
from refute.types.signatures import Signature

_SAME = Failure("same", ("same",), "", ())
Inputs = Sequence[tuple[Any, ...]]


class _SameAsBefore:
    """In the place of a trial: a call "fails" if it does what another one did."""

    def __init__(self, signature: Signature, performer: Performer, expected: bytes) -> None:
        self.signature = signature
        self._performer = performer
        self._expected = expected

    def observe(self, enter: Callable[[Phase], None]) -> None:
        self._performer.enter = enter

    def __call__(self, values: Sequence[Any], before: Sequence[Any]) -> Verdict:
        positional, keywords = self.signature.passed(values)
        return _SAME if self._performer.essence(positional, keywords) == self._expected else None

    def with_holes(
        self,
        values: Sequence[Any],
        before: Sequence[Any],
        text: Callable[[], str],
        fits: Callable[[Any], bool] = lambda result: False,
    ) -> Verdict:
        return self(values, before)


class Unseen(Body):
    """Says which parts of an input a version does not look at."""

    def __init__(
        self,
        make: Callable[[], Performer],
        values: Callable[[], tuple[Any, ...]],
        text: Text,
        signature: Signature,
        others: Inputs,
    ) -> None:
        """`values` makes the input, `others` are inputs whose parts are put in the places of holes."""
        self._make = make
        self._values = values
        self._text = text
        self._signature = signature
        self._others = others

    def start(self, index: int) -> Iterator[Any]:
        performer = self._make()
        values = self._values()
        positional, keywords = self._signature.passed(copied(values))
        trial: Any = _SameAsBefore(self._signature, performer, performer.essence(positional, keywords))
        made = Generalising(trial, values, _SAME, self._others, [], self._text.seed)
        return made.start(index)

    def step(self, item: Callable[[], Spoken]) -> Spoken:
        return item()

    def seed(self, index: int) -> int:
        return self._text.seed
