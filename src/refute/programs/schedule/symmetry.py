"""Symmetry: of programs that differ by an exchange of values, one stands for all.

Where operations only carry values and ask whether two are equal, a program is as good as any other in which they are
exchanged. So a value that no call of a program had before may be the next one in the list of constants, and no later
one: `add(a); add(b)` is tried, `add(b); add(a)` is not.

Where operations also ask which of two values is smaller, programs are alike if their values are in the same order. A
new value is smaller than all, larger than all, or between two: of each of these gaps, the value in the middle stands
for all. `add(4); add(1)` is tried, and neither `add(4); add(2)` nor `add(5); add(2)`.

    0 1 2 3 4 5 6       4 was used: 1 and 5 stand for what is smaller and larger
      ^     * ^

That holds where programs are chains of calls. Two instances that come together have made their choices apart.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from refute.programs.calls.variants import Variant
from refute.programs.pools.instances import Given, Instance
from refute.programs.pools.leaves import ConstantLeaf, InstanceLeaf

Used = tuple[int, ...]  # the places of values in a program, in rising order


class Symmetry:
    """Knows which calls are as good as others. Without values that can be exchanged, none is."""

    def __init__(self, leaf: ConstantLeaf | None, variants: Sequence[Variant], *, ordered: bool = False) -> None:
        """`leaf` has the values that can be exchanged, or moved as long as their order stays: they are `ordered`."""
        chains = all(sum(isinstance(one, InstanceLeaf) for one in variant.leaves) <= 1 for variant in variants)
        self._leaf = leaf if chains else None
        self._ordered = ordered
        self._variants = variants
        self._used: dict[Instance, Used] = {}
        self.is_cut = False  # whether a gap had no value any more that could stand for it

    def __bool__(self) -> bool:
        return self._leaf is not None

    def is_image(self, variant: Variant, given: Sequence[Given]) -> bool:
        """Whether a call is that of another program with values exchanged."""
        if self._leaf is None:
            return False
        used = self._of_instances(given)
        for leaf, one in zip(variant.leaves, given, strict=True):
            if leaf is self._leaf and isinstance(one, int):
                if not self._may_be_next(one, used):
                    return True
                used = _with(used, one)
        return False

    def _may_be_next(self, place: int, used: Used) -> bool:
        if place in used:
            return True
        if not self._ordered:
            return place == len(used)
        assert self._leaf is not None
        ends = (-1, *used, self._leaf.constants.narrow)
        after = bisect_left(ends, place)
        low, high = ends[after - 1], ends[after]
        self.is_cut |= any(upper - lower == 1 for lower, upper in pairwise(ends))
        return place == (low + high) // 2

    def _of_instances(self, given: Sequence[Given]) -> Used:
        used: Used = ()
        for one in given:
            if isinstance(one, Instance):
                for place in self._of(one.itself):
                    used = _with(used, place)
        return used

    def _of(self, instance: Instance) -> Used:
        """The values in the program that makes an instance."""
        if instance not in self._used:
            origin = instance.origin
            used = self._of_instances(origin.leaves)
            for leaf, one in zip(self._variants[origin.variant].leaves, origin.leaves, strict=True):
                if leaf is self._leaf and isinstance(one, int):
                    used = _with(used, one)
            self._used[instance] = used
        return self._used[instance]


def _with(used: Used, place: int) -> Used:
    return used if place in used else tuple(sorted((*used, place)))
