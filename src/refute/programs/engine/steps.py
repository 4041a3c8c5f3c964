"""Steps: the calls of a program, each with its values, performed from nothing by whoever goes through them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from refute.programs.calls.performing import Performed
from refute.programs.calls.variants import Variant
from refute.programs.interface.fields import resolved
from refute.programs.pools.constants import Verbatim
from refute.programs.pools.leaves import ConstantLeaf, Leaf
from refute.programs.program.program import Program, Value


class Misfit(Exception):
    """A program that cannot be performed: a value is not there, or not what it is used as."""


@dataclass(frozen=True)
class Step:
    """A call that is about to be made."""

    number: int
    variant: Variant
    leaves: list[Any]
    draw: int  # which random numbers it has

    @property
    def arguments(self) -> list[Any]:
        return self.variant.assemble(self.leaves)


class Steps:
    """Goes through a program. What each call did is to be noted before the next step."""

    def __init__(
        self,
        program: Program,
        variants: Sequence[Variant],
        instead: Callable[[int, int], Any] = lambda number, place: None,
    ) -> None:
        """`instead` gives a leaf, by the number of its call and its place, something else than the program does."""
        self._program = program
        self._variants = variants
        self._instead = instead
        self._values: dict[Value, Any] = {}
        self._used = program.used

    def __iter__(self) -> Iterator[Step]:
        for number, call in enumerate(self._program.calls):
            variant = self._variants[call.variant]
            leaves = [
                self._leaf(number, place, leaf, given)
                for place, (leaf, given) in enumerate(zip(variant.leaves, call.leaves, strict=True))
            ]
            yield Step(number, variant, leaves, call.draw)

    def _leaf(self, number: int, place: int, leaf: Leaf, given: Value | int | Verbatim) -> Any:
        other = self._instead(number, place)
        if other is not None:
            return other
        return self.value(given) if isinstance(given, Value) else fresh(leaf, given)

    def note(self, step: Step, performed: Performed) -> None:
        """Keep the values of a call that later ones use."""
        for value in self._used.get(step.number, ()):
            root = performed.result if value.of is None else self.value(value.of)
            try:
                self._values[value] = resolved(root, value.path[value.of is None :])
            except Exception:
                raise Misfit from None

    def value(self, given: Value) -> Any:
        """A value that calls have left. Raises Misfit where it is not there."""
        if given not in self._values:
            raise Misfit
        return self._values[given]


def fresh(leaf: Leaf, place: int | Verbatim) -> Any:
    assert isinstance(leaf, ConstantLeaf)
    return leaf.fresh(place)
