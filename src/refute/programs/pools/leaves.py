"""Leaves: what an argument, or a part of one, is chosen from. Tiers are by the number of calls that values take."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from refute.programs.interface.declared import Kind
from refute.programs.pools.constants import IMMUTABLE, Constants, Place, Verbatim, is_far
from refute.programs.pools.instances import Instance, Joint

Takes = Callable[[Kind, Any], bool]  # whether a value of a kind is one that an argument takes


class ConstantLeaf:
    """Constants: no calls. Where programs are sized by them too, the first has size 0, the next one 1, and so on."""

    is_constant = True

    def __init__(self, constants: Constants) -> None:
        self.constants = constants
        self.values = constants.values()
        self.near = [place for place, value in enumerate(self.values) if not is_far(value)]
        self._immutable = [type(value) in IMMUTABLE for value in self.values]
        self.sized = False

    def __repr__(self) -> str:
        return repr(self.constants)

    def tier(self, size: int) -> range:
        if self.sized:
            return range(size, min(size + 1, len(self.values)))
        return range(self.constants.narrow) if size == 0 else range(0)

    def up_to(self, size: int) -> range:
        if self.sized:
            return range(min(size + 1, len(self.values)))
        return range(self.constants.narrow if size >= 0 else 0)

    @property
    def largest(self) -> int:
        """The size of the last one."""
        return len(self.values) - 1 if self.sized else 0

    def __len__(self) -> int:
        """How many there are for samples."""
        return len(self.values)

    def fresh(self, place: Place) -> Any:
        """A value that nobody else has, or that cannot change."""
        if isinstance(place, Verbatim):
            return place.value
        return self.values[place] if self._immutable[place] else self.constants.makers[place]()


class InstanceLeaf:
    """Instances of some kinds. Those in tiers come first in each tier; sampled ones have negative places."""

    is_constant = False

    def __init__(self, name: str, classes: tuple[type, ...], takes: Takes) -> None:
        """`takes` says which instances are among them."""
        self.name = name
        self.classes = classes
        self.takes = takes
        self.instances: list[Instance] = []
        self.values: list[Any] = []  # of these
        self.sampled: list[Instance] = []
        self.productive: list[int] = []  # places of those that calls with new lines have made, or were given
        self._ends: list[int] = []  # after each tier
        self.largest = -1  # the last tier that has any

    def __repr__(self) -> str:
        return f"<{self.name}: {len(self.instances):,} instances, {len(self.sampled):,} sampled>"

    def add_tier(self, size: int, instances: list[Instance]) -> None:
        """Those that take so many calls. Tiers come in order."""
        before = len(self.instances)
        for instance in instances:
            for one in self._among(instance):
                self.instances.append(one)
                self.values.append(one.value)
        while len(self._ends) < size:
            self._ends.append(self._ends[-1] if self._ends else 0)
        self._ends[size:] = [len(self.instances)]
        if len(self.instances) > before:
            self.largest = size

    def add_sampled(self, instance: Instance, productive: bool) -> None:
        for one in self._among(instance):
            self.sampled.append(one)
            if productive:
                self.productive.append(-len(self.sampled))

    def _among(self, instance: Instance) -> Iterator[Instance]:
        """The instance, if it is one of those."""
        if self.takes(instance.kind, instance.value):
            yield instance

    def clear(self) -> None:
        self.instances.clear()
        self.values.clear()
        self.forget_sampled()
        self._ends.clear()
        self.largest = -1

    def forget_sampled(self) -> None:
        self.sampled.clear()
        self.productive.clear()

    def renew(self, instance: Instance) -> None:
        """An instance has another object now."""
        for place, one in enumerate(self.instances):
            if one.itself is instance:
                one.value = self.values[place] = instance.value

    def tier(self, size: int) -> range:
        return range(self._end(size - 1), self._end(size))

    def up_to(self, size: int) -> range:
        return range(self._end(size))

    def _end(self, size: int) -> int:
        if size < 0 or not self._ends:
            return 0
        return self._ends[min(size, len(self._ends) - 1)]

    def __len__(self) -> int:
        return len(self.instances) + len(self.sampled)

    def at(self, place: int) -> Instance:
        return self.instances[place] if place >= 0 else self.sampled[-place - 1]


class JointLeaf(InstanceLeaf):
    """Instances that several arguments are of: the first is the instance, each other one it or a companion of it."""

    def __init__(self, members: Sequence[InstanceLeaf]) -> None:
        """`members`: what each argument by itself would be chosen from."""
        first, *others = members
        super().__init__(" with ".join(leaf.name for leaf in members), first.classes, first.takes)
        self._others = [leaf.takes for leaf in others]

    def _among(self, instance: Instance) -> Iterator[Instance]:
        if not self.takes(instance.kind, instance.value):
            return
        if not instance.companions:
            if all(takes(instance.kind, instance.value) for takes in self._others):
                yield instance  # each argument is it
        else:
            held = [(instance.kind, instance.value), *((one.kind, one.value) for one in instance.companions)]
            each = ([place for place, one in enumerate(held) if takes(*one)] for takes in self._others)
            for picks in product(*each):
                yield Joint(instance, picks)


Leaf = ConstantLeaf | InstanceLeaf
