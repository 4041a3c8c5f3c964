"""Domains: finite sequences of inputs, named so that any process can build them again, in the same order.

A domain is plain data. It says what the inputs are; a host has a `Stage` for it, which has the inputs themselves.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import accumulate

from refute.spaces.scope import Scope
from refute.types.reading.notes import Note

_AT_A_TIME = 20  # inputs of a sample, all of one size,
_WIDE_AT_A_TIME = 10  # or of a wide one, as there are fewer of each


@dataclass(frozen=True)
class Exhaustive:
    """All inputs of a scope. Those of a previous one are known, and need not be tried again.

    They come smallest first, or, after some of them, in the `order` of a permutation with that seed: indices are
    positions in it then.
    """

    scope: Scope
    previous: Scope | None = None
    order: int | None = None

    def __str__(self) -> str:
        return str(self.scope)


@dataclass(frozen=True)
class Families:
    """All inputs of a scope, by calls that each stand for those which the code does not tell apart.

    Indices are those of calls. `inputs`: how many there are.
    """

    scope: Scope
    inputs: int

    def __str__(self) -> str:
        return f"families of {self.scope}"


@dataclass(frozen=True)
class Programs:
    """Calls of a stage of an exploration, or random ones of an epoch. Their inputs are what calls before have made."""

    number: int
    is_random: bool

    def __str__(self) -> str:
        return f"epoch {self.number}" if self.is_random else f"programs of {self.number} calls"


@dataclass(frozen=True)
class InThreads:
    """Two calls on an object at a time, the second beginning after each line of the first."""

    def __str__(self) -> str:
        return "two threads"


@dataclass(frozen=True)
class Looks:
    """Looks at the objects that programs have made, as contracts of objects say."""

    def __str__(self) -> str:
        return "contracts of objects"


@dataclass(frozen=True)
class OnStates:
    """Calls of a method on instances that programs of other methods have made, of so many calls at most, if that is
    said."""

    calls: int | None = None

    def __str__(self) -> str:
        return "states that other calls lead to"


@dataclass(frozen=True)
class Drawn:
    """Inputs drawn from those of one size, some at a time, then from those of the next.

    They are drawn uniformly, or `by_skeleton`: each shape as likely as any other, and then the scalars in it. Where
    there are few, they are at the `places` of the scope, none of them twice, and `sizes` has that of each.
    """

    scope: Scope
    sizes: tuple[int, ...]
    count: int
    seed: int
    by_skeleton: bool = False
    places: tuple[int, ...] = ()

    @property
    def is_wide(self) -> bool:
        """Whether scalars are from all over their types."""
        return self.scope.palette is not None

    @property
    def at_a_time(self) -> int:
        return _WIDE_AT_A_TIME if self.is_wide else _AT_A_TIME

    def size(self, index: int) -> int:
        return self.sizes[index] if self.places else self.sizes[index // self.at_a_time % len(self.sizes)]

    def __str__(self) -> str:
        if self.is_wide:
            return "wide samples"
        return f"samples of sizes {min(self.sizes)} to {max(self.sizes)}"


@dataclass(frozen=True)
class Marked:
    """Inputs of a scope whose scalars are constants of the code: its first ones, some that are drawn of sizes, or those
    that have all `pairs` of values of parameters, so many at most."""

    scope: Scope
    count: int
    sizes: tuple[int, ...] = ()
    seed: int = 0
    pairs: bool = False

    def __str__(self) -> str:
        return "inputs with constants of the code"


@dataclass(frozen=True)
class Solved:
    """Inputs that a solver found. They are known only to the host that found them."""

    number: int  # tells those of one search apart
    count: int
    beside: Scope | None = None  # up to which functions are varied that are among the arguments

    def __str__(self) -> str:
        return "inputs found by the solver"


@dataclass(frozen=True)
class Kept:
    """Inputs that failed in earlier runs, as text."""

    calls: tuple[str, ...]

    def __str__(self) -> str:
        return "inputs kept from earlier runs"


@dataclass(frozen=True)
class Aliased:
    """Inputs of a scope in which two parameters are one object. It is built by the type of one of them."""

    scope: Scope
    kept: str  # the name of that one,
    dropped: str  # and of the other
    most: int  # inputs, the smallest of the scope

    def __str__(self) -> str:
        return f"inputs in which {self.kept} and {self.dropped} are one object"


Domain = Exhaustive | Families | Drawn | Marked | Solved | Kept | Aliased | Programs | OnStates | InThreads | Looks


@dataclass(frozen=True)
class SpaceInfo:
    """What there is to know of a space of argument lists without having it."""

    scope: Scope
    count: int
    tiers: Mapping[int, int]  # size → how many
    same: int = 0  # how many of its first inputs are surely those of the previous scope
    notes: tuple[Note, ...] = ()
    engines: tuple[str, ...] = ()  # which engine took which parameters, and why
    caveats: tuple[str, ...] = ()  # what was taken for granted where quantifiers shaped the inputs
    alphabets: tuple[str | bytes, ...] = ()  # of the texts in the inputs
    # The inputs themselves, where scalars are from a palette and there are few; empty for those of the previous scope.
    texts: tuple[str, ...] = ()

    @property
    def unsettled(self) -> list[str]:
        """Which inputs were left out because a refinement did not end for them."""
        told = (f"`{note.text}` did not end for some objects of {note.owner}" for note in self.notes if note.unsettled)
        return [f"{one}, which were left out" for one in told]

    @property
    def sizes(self) -> list[int]:
        return list(self.tiers)

    @property
    def stride(self) -> int:
        """By how much sizes differ at least: 2 for lists of records that have scalars for fields."""
        sizes = self.sizes
        return math.gcd(*(size - sizes[0] for size in sizes)) or 1 if sizes else 1

    def places(self, sizes: Collection[int]) -> list[tuple[int, int]]:
        """The inputs of some sizes: the index and the size of each."""
        ends = accumulate(self.tiers.values())
        return [
            (place, size)
            for (size, count), end in zip(self.tiers.items(), ends, strict=True)
            if size in sizes
            for place in range(end - count, end)
        ]


@dataclass(frozen=True)
class Segment:
    """A range of a domain. Inputs below `known` are surely those of the previous scope."""

    domain: Domain
    first: int
    stop: int
    known: int = 0
    total: int | None = None  # how many inputs the domain has, if that is known


@dataclass(frozen=True)
class Assignment:
    """Ranges to be run one after the other, by one worker if possible, until a time."""

    segments: tuple[Segment, ...]
    until: float | None = None
