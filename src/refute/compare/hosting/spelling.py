"""Spelling: the inputs of one version's types, told as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pickle import dumps  # bound here because the code under test may patch the name
from typing import Any

from refute.compare.behaviour.homes import Homes
from refute.compare.behaviour.texts import Text
from refute.judge.cases import ArgumentList
from refute.judge.findings import arguments_text
from refute.minimise.candidates import Shrinker
from refute.minimise.sizes import size_of
from refute.run.body import Body, Bulk, Spoken
from refute.run.steps.marks import KNOWN, NO_INPUT
from refute.search.schedule.stages import SKIPPED, Stage
from refute.spaces.arguments import admits
from refute.types.signatures import Signature
from refute.types.spelling import Speller

Inputs = tuple[Any, ...]


class Spelled:
    """Inputs of a function as text."""

    def __init__(self, signature: Signature, homes: Homes) -> None:
        self._signature = signature
        self._homes = homes

    def text(self, values: Inputs, size: int = 0) -> Text | None:
        """None for what cannot be made again from its text."""
        speller = Speller(linking=True, taken={self._signature.name.partition(".")[0]})
        arguments = arguments_text(self._signature, values, speller)
        if not speller.complete:
            return None
        needs = [(self._homes.of_both(module), name) for module, name in speller.needs]
        registering = [(self._homes.of_both(module), "") for module in sorted(speller.registrations)]
        return Text(arguments, tuple(speller.definitions), (*registering, *needs), size=size)


class Spelling(Body):
    """Tells the inputs of a stage."""

    def __init__(self, stage: Stage, signature: Signature, homes: Homes) -> None:
        self._stage = stage
        self._spelled = Spelled(signature, homes)

    def __repr__(self) -> str:
        return f"<Spelling {self._stage!r}>"

    def start(self, index: int) -> Iterator[Any]:
        return zip(count(index), self._stage.start(index))

    def make(self, index: int) -> Any:
        return index, self._stage.make(index)

    def step(self, item: tuple[int, Any]) -> Spoken:
        index, values = item
        if values is SKIPPED:
            return KNOWN
        text = self._spelled.text(values, self._stage.size(index))
        return NO_INPUT if text is None else Bulk(dumps((text,)))


class Shrinking(Body):
    """Tells smaller versions of an input."""

    def __init__(self, values: Callable[[], Inputs], signature: Signature, homes: Homes) -> None:
        """`values` makes the input, in a worker."""
        self._values = values
        self._signature = signature
        self._spelled = Spelled(signature, homes)

    def start(self, index: int) -> Iterator[Any]:
        shrinker = Shrinker(self._signature.reader.constructors)
        case = ArgumentList(self._signature, self._values())
        for number, smaller in enumerate(case.smaller(shrinker)):
            if number >= index:
                yield smaller.values

    def step(self, item: Inputs) -> Spoken:
        if not admits(self._signature, item):
            return NO_INPUT
        text = self._spelled.text(item, size_of(self._signature, item))
        return NO_INPUT if text is None else Bulk(dumps((text,)))
