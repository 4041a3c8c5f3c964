"""Random calls: chosen by the index of the call, so that they are the same in every process.

Which instances are chosen differs from epoch to epoch: the smaller of two, which builds many of each size; new ones,
which builds long programs; those whose calls have reached new lines; or any.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from refute.programs.calls.variants import Variant
from refute.programs.interface.operation import Operation
from refute.programs.pools.instances import mixed
from refute.programs.pools.leaves import InstanceLeaf, Leaf

_TRIES = 8  # for an operation whose arguments are all there
_FEW = 4  # operations that are all used in every epoch
_SELDOM = 7  # times as often as those that only look at things are others chosen
_NEW = 4  # one of so many sampled instances is new: the last ones


class RandomCalls:
    """Chooses operations alike, but those that only look at things seldom, and instances in the manner of the epoch."""

    def __init__(self, variants: Sequence[Variant], seed: int, *, by_coverage: bool = False) -> None:
        """`by_coverage`: instances whose calls have reached new lines are preferred in every epoch."""
        self._seed = seed
        self._manners = _BY_COVERAGE if by_coverage else _MANNERS
        by_operation: dict[str, list[Variant]] = {}
        for variant in variants:
            by_operation.setdefault(variant.operation.name, []).append(variant)
        self._all = list(by_operation.values())
        self._chosen = self._all
        self._manner: Callable[[InstanceLeaf, int], int] = _smaller

    def begin(self, epoch: int, idle: Collection[Operation]) -> None:
        """From now on, choose in another manner. Of many operations, only some are used; those that are `idle`, as they
        neither made nor changed anything so far, are one in eight."""
        self._manner = self._manners[epoch % len(self._manners)]
        number = mixed(self._seed ^ mixed(epoch + 1))
        busy = [each for each in self._all if each[0].operation not in idle]
        if len(busy) > _FEW and epoch % 4:
            busy = [each for place, each in enumerate(busy) if number >> place % 60 & 3 or _makes(each)]
        others = [each for each in self._all if each[0].operation in idle]
        times = max(1, _SELDOM * len(others) // max(1, len(busy))) if others else 1
        self._chosen = busy * times + others

    def choose(self, index: int) -> tuple[Variant, tuple[int, ...]] | None:
        """A call; None where nothing can be called."""
        number = mixed(self._seed ^ mixed(index))
        for _ in range(_TRIES):
            number = mixed(number)
            group = self._chosen[number % len(self._chosen)] if self._chosen else ()
            if not group:
                return None
            variant = group[(number >> 20) % len(group)]
            if all(map(len, variant.leaves)):
                places = []
                for leaf in variant.leaves:
                    number = mixed(number)
                    places.append(self._place(leaf, number))
                return variant, tuple(places)
        return None

    def _place(self, leaf: Leaf, number: int) -> int:
        if isinstance(leaf, InstanceLeaf):
            return self._manner(leaf, number)
        narrow = leaf.constants.narrow
        return number % narrow if narrow and not number >> 40 & 3 else number % len(leaf)


def _makes(group: Sequence[Variant]) -> bool:
    """Whether an operation needs no instances: without those, there would be none."""
    return any(not any(isinstance(leaf, InstanceLeaf) for leaf in variant.leaves) for variant in group)


def _any(leaf: InstanceLeaf, number: int) -> int:
    """Mostly one that random calls have made: those in tiers are many, and small."""
    tiers, sampled = len(leaf.instances), len(leaf.sampled)
    if sampled and (number >> 44 & 15 or not tiers):
        return -(number % sampled) - 1
    return number % tiers


def _smaller(leaf: InstanceLeaf, number: int) -> int:
    """Of two, the one that takes fewer calls."""
    one, other = _any(leaf, number), _any(leaf, number >> 24)
    return one if leaf.at(one).size <= leaf.at(other).size else other


def _new(leaf: InstanceLeaf, number: int) -> int:
    """Every other time, one of the last."""
    sampled = len(leaf.sampled)
    if number >> 40 & 1 and sampled:
        return number % max(1, sampled // _NEW) - sampled
    return _any(leaf, number)


def _productive(leaf: InstanceLeaf, number: int) -> int:
    """Mostly one whose call has reached new lines."""
    if leaf.productive and number >> 40 & 3:
        return leaf.productive[number % len(leaf.productive)]
    return _new(leaf, number)


_MANNERS = (_new, _smaller, _productive, _any)
_BY_COVERAGE = (_productive,)
