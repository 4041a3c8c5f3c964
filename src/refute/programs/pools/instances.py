"""Instances: values that programs make, each with the call that made it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from refute.programs.interface.declared import Kind
from refute.programs.interface.shapes import Path
from refute.programs.pools.constants import Place

# Where a value is after a call: the result or a part of it, an argument by its leaf, or what shares something with one.
# After a program: a value that is looked at though the last call is not given it.
RESULT, ARGUMENT, COMPANION, WATCHED = "result", "argument", "companion", "watched"


@dataclass(frozen=True, slots=True, eq=False)
class Origin:
    """The call that left a value: by which variant of an operation, and what its leaves were given.

    A leaf is an instance, or the place of a constant. Where several arguments are of one
    instance, it says which.
    """

    variant: int
    leaves: tuple[Given, ...]
    changed: tuple[int, ...] = ()  # the leaves that the call has changed
    draw: int = 0  # which random numbers the call was given


class Maker(Protocol):
    """What made many instances, each by a call with a number."""

    @property
    def variant_number(self) -> int: ...

    def origin(self, number: int) -> Origin: ...


class Companion(NamedTuple):
    """What shares mutable objects with an instance: where it is after the call that made that."""

    value: Any
    kind: Kind
    path: Path


class Instance:
    """A value of a kind, and how it was made."""

    __slots__ = ("_made", "companions", "depth", "key", "kind", "mutable", "path", "size", "value")

    def __init__(
        self,
        kind: Kind,
        value: Any,
        key: Hashable,
        size: int,
        mutable: bool,
        made: Origin | tuple[Maker, int],
        path: Path = (RESULT,),
        companions: tuple[Companion, ...] = (),
        depth: int = 0,
    ) -> None:
        """`key`: its fingerprint; `size`: how many calls it takes to make it; `made`: the call that did, or what knows
        that; `path`: where it is after the call: ("result", 0), ("argument", 1), ("companion", 1, 0); `depth`: how many
        of its calls need one another, at most its size."""
        self.kind = kind
        self.value = value
        self.key = key
        self.size = size
        self.mutable = mutable  # whether anything in it can change
        self._made = made
        self.path = path
        self.companions = companions
        self.depth = depth or size

    @property
    def origin(self) -> Origin:
        if not isinstance(self._made, Origin):
            maker, number = self._made
            self._made = maker.origin(number)
        return self._made

    @property
    def variant(self) -> int:
        """The number of the variant that made it."""
        return self._made.variant if isinstance(self._made, Origin) else self._made[0].variant_number

    @property
    def itself(self) -> Instance:
        """The instance, whichever of its companions are given with it."""
        return self

    @property
    def root(self) -> tuple[Any, ...]:
        """The value, and what shares mutable objects with it."""
        return (self.value, *(one.value for one in self.companions)) if self.companions else (self.value,)

    def __repr__(self) -> str:
        return f"<Instance of {self.kind.name}, {self.size} calls>"


Given = Instance | Place  # what a leaf is given


class Joint(Instance):
    """An instance that several arguments are of: itself, its companions, or itself again."""

    __slots__ = ("_itself", "picks")

    def __init__(self, instance: Instance, picks: tuple[int, ...]) -> None:
        """`picks`: for each argument but the first, its place in the root."""
        made = (instance.kind, instance.value, instance.key, instance.size, instance.mutable, instance._made)
        super().__init__(*made, instance.path, instance.companions, instance.depth)
        self._itself = instance
        self.picks = picks

    @property
    def itself(self) -> Instance:
        return self._itself


class Pool:
    """The instances of a kind: by tiers of the number of calls that they take, and sampled ones beside these."""

    def __init__(self, kind: Kind, limit: int) -> None:
        self.kind = kind
        self.limit = limit
        self.known: set[Hashable] = set()  # fingerprints of the instances in tiers, and of those in the tier to come
        self.sampled_known: set[Hashable] = set()  # of the sampled ones
        self.identities: dict[int, Instance] = {}  # of the values of instances
        self.next: list[Instance] = []  # the tier to come
        self.count = 0  # instances in tiers
        self.sampled = 0
        self.dropped = 0  # new ones for which there was no room
        self.is_cut = False  # whether a tier was cut, so that not all programs are gone on with

    def __repr__(self) -> str:
        return f"<Pool {self.kind.name}: {self.count:,} instances, {self.sampled:,} sampled>"

    def keep_only(self, stays: Callable[[Instance], bool]) -> None:
        """Know by identity only some of the instances, by the values that they have now."""
        kept = {id(one.value): one for one in self.identities.values() if stays(one)}
        self.identities.clear()
        self.identities |= kept

    def take(self, instance: Instance) -> None:
        """Have an instance in the tier to come, if there is room."""
        self.identities[id(instance.value)] = instance
        self.known.add(instance.key)
        if len(self.next) < 2 * self.limit:
            self.next.append(instance)
        else:
            self.is_cut = True
            self.dropped += 1

    @property
    def room(self) -> int:
        return self.limit - self.count

    def close(self) -> list[Instance]:
        """The tier that is complete: all of it, the first instances of it, or a sample, as there is room."""
        tier, self.next = self.next, []
        if len(tier) > self.room:
            self.is_cut = True
            self.dropped += len(tier) - self.room
            order = range(len(tier))
            chosen = sorted(order, key=mixed) if self.kind.fair else order
            tier = [tier[place] for place in sorted(chosen[: self.room])]
        self.count += len(tier)
        return tier


def mixed(number: int) -> int:
    """A number that looks random, the same each time: by the finaliser of splitmix64."""
    number = (number + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    return number ^ (number >> 31)
