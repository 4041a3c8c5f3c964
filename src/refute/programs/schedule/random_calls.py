"""Random calls: chosen by the index of the call, so that they are the same in every process.

Which instances are chosen differs from epoch to epoch: the smaller of two, which builds many of each size; new ones,
which builds long programs; those whose calls have reached new lines; or any. Some calls are *varied*: an earlier one
that has reached new lines, with a constant or two that are a small step away from those it had. Others are made with
*words*: constants of the code of the operation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Any

from refute.programs.calls.variants import Variant
from refute.programs.interface.operation import Operation
from refute.programs.pools.constants import Place, Verbatim, is_far, verbatim
from refute.programs.pools.instances import mixed
from refute.programs.pools.leaves import ConstantLeaf, InstanceLeaf, Leaf
from refute.programs.schedule.finds import Find, Finds
from refute.programs.schedule.varied import varied

_TRIES = 8  # for an operation whose arguments are all there
_FEW = 4  # operations that are all used in every epoch
_SELDOM = 7  # times as often as those that only look at things are others chosen
_NEW = 4  # one of so many sampled instances is new: the last ones
# One of so many calls is varied, and one of so many others is made with words;
_VARIED = _WITH_WORDS = 4
_VARIED_BY_COVERAGE = _WITH_WORDS_BY_COVERAGE = 2  # where coverage leads.
_MOST_LOST = 3  # calls of a variant may come to no end, the later ones with small arguments; then there are no more
_NONE: Counter[int] = Counter()
_STEPS = 4  # tries to come to another value of the type

Words = Callable[[Operation], Sequence[Any]]


class RandomCalls:
    """Chooses operations alike, but those that only look at things seldom, and instances in the manner of the epoch."""

    def __init__(
        self,
        variants: Sequence[Variant],
        seed: int,
        *,
        by_coverage: bool = False,
        finds: Finds | None = None,
        seeds: Sequence[Find] = (),
        words: Words = lambda operation: (),
    ) -> None:
        """`by_coverage`: instances whose calls have reached new lines are preferred in every epoch. `finds`: calls that
        others are varied from; `seeds`: those that are so from the beginning. `words`: constants of the code of an
        operation."""
        self._seed = seed
        self._finds = finds
        self._seeds = list(seeds)
        self._words = words
        self._by_coverage = by_coverage
        self._each_varied = _VARIED_BY_COVERAGE if by_coverage else _VARIED
        self._each_with_words = _WITH_WORDS_BY_COVERAGE if by_coverage else _WITH_WORDS
        self._count, self._groups = -1, list[list[Find]]()  # of finds, by operations
        self._lost = _NONE  # how many calls of a variant came to no end
        self._own: dict[tuple[Operation, ConstantLeaf], list[Verbatim]] = {}
        self._by_number = {variant.number: variant for variant in variants}
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
        if self._by_coverage:
            idle = ()
        busy = [each for each in self._all if each[0].operation not in idle]
        if len(busy) > _FEW and epoch % 4:
            busy = [each for place, each in enumerate(busy) if number >> place % 60 & 3 or _makes(each)]
        others = [each for each in self._all if each[0].operation in idle]
        times = max(1, _SELDOM * len(others) // max(1, len(busy))) if others else 1
        self._chosen = busy * times + others

    def choose(self, index: int) -> tuple[Variant, tuple[Place, ...]] | None:
        """A call; None where nothing can be called."""
        number = mixed(self._seed ^ mixed(index))
        self._lost = _NONE if self._finds is None else self._finds.lost_before(index)
        if self._finds is not None and not (number >> 8) % self._each_varied:
            chosen = self._varied(self._finds.before(index), mixed(number))
            if chosen is not None:
                return chosen
        for _ in range(_TRIES):
            number = mixed(number)
            group = self._chosen[number % len(self._chosen)] if self._chosen else ()
            if not group:
                return None
            variant = group[(number >> 20) % len(group)]
            if all(map(len, variant.leaves)) and self._lost[variant.number] < _MOST_LOST:
                places: list[Place] = []
                with_words = not (number >> 40) % self._each_with_words
                for leaf in variant.leaves:
                    number = mixed(number)
                    word = self._word(variant.operation, leaf, number) if with_words else None
                    places.append(self._place(variant, leaf, number) if word is None else word)
                return variant, tuple(places)
        return None

    def _varied(self, finds: Sequence[Find], number: int) -> tuple[Variant, tuple[Place, ...]] | None:
        """A call like one that has reached new lines; None where it has nothing that could be varied, or cannot be made
        at the moment."""
        groups = self._grouped(finds)
        if not groups:
            return None
        group = groups[(number >> 1) % len(groups)]
        find = group[-1 - (number >> 24) % len(group)] if number & 1 else group[-1]
        variant = self._by_number.get(find.variant)
        if variant is None or not all(map(len, variant.leaves)) or self._lost[variant.number] >= _MOST_LOST:
            return None
        constants = [place for place, given in enumerate(find.given) if given is not None]
        if not constants:
            return None
        chosen = {constants[(number >> 16) % len(constants)]}
        if find.index < 0 and number >> 40 & 1:
            chosen.clear()  # as it was shown
        elif number >> 32 & 3 == 0:
            chosen.add(constants[(number >> 34) % len(constants)])
        places: list[Place] = []
        for place, (leaf, given) in enumerate(zip(variant.leaves, find.given, strict=True)):
            number = mixed(number)
            if isinstance(leaf, InstanceLeaf):
                places.append(_productive(leaf, number))
            elif given is None:
                places.append(self._place(variant, leaf, number))
            else:
                places.append(self._step(variant, leaf, given, number) if place in chosen else given)
        return variant, tuple(places)

    def _grouped(self, finds: Sequence[Find]) -> list[list[Find]]:
        """Finds by the operations that are called."""
        if len(finds) != self._count:
            by_operation: dict[str, list[Find]] = {}
            for find in (*self._seeds, *finds):
                if find.variant in self._by_number:
                    by_operation.setdefault(self._by_number[find.variant].operation.name, []).append(find)
            self._count, self._groups = len(finds), list(by_operation.values())
        return self._groups

    def _word(self, operation: Operation, leaf: Leaf, number: int) -> Verbatim | None:
        """A constant of the code of an operation that an argument may be, or now and then None."""
        if not isinstance(leaf, ConstantLeaf) or not number >> 36 & 3:
            return None
        key = operation, leaf
        if key not in self._own:
            admitted = (verbatim(word) for word in self._words(operation) if leaf.constants.admits(word))
            self._own[key] = [word for word in admitted if word is not None]
        own = self._own[key]
        return own[number % len(own)] if own else None

    def _step(self, variant: Variant, leaf: ConstantLeaf, given: Place, number: int) -> Place:
        """Another constant: one near to what was given, or any."""
        value = leaf.fresh(given)
        for _ in range(_STEPS):
            number = mixed(number)
            other = varied(value, number, self._words(variant.operation))
            text = verbatim(other)
            if text is None or not leaf.constants.admits(other):
                continue
            if variant.number not in self._lost or not is_far(other):
                return text
        return self._place(variant, leaf, number)

    def _place(self, variant: Variant, leaf: Leaf, number: int) -> int:
        if isinstance(leaf, InstanceLeaf):
            return self._manner(leaf, number)
        if variant.number in self._lost and leaf.near:
            return leaf.near[number % len(leaf.near)]
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
