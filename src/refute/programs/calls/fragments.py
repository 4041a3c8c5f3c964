"""Fragments: the values that a client has after a call, in groups that share something.

key = desk.give()      {desk, key}      the desk remembers the key: what is done with one may be seen in the other
desk.close()           {desk}, {key}    it has forgotten it
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from refute.programs.calls.sharing import Sharing
from refute.programs.interface.declared import Kind
from refute.programs.interface.shapes import Path
from refute.programs.states.fingerprint import Fingerprints


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """A value that a client has after a call."""

    kind: Kind
    value: Any
    path: Path  # where it is: the result or a part of it, an argument by its leaf, or a companion of one
    did: Callable[[], str]  # what the call did, in words


def fragments(held: Sequence[Held], sharing: Sharing) -> Iterator[list[Held]]:
    """Values that share something, directly or by others. All are different objects."""
    if len(held) == 1:
        yield [*held]
        return
    left = [(one, sharing.parts(one.value)) for one in held]
    while left:
        first, shared = left.pop(0)
        found = [first]
        while more := [pair for pair in left if not shared.isdisjoint(pair[1])]:
            left = [pair for pair in left if shared.isdisjoint(pair[1])]
            found += [one for one, _ in more]
            shared = shared.union(*(parts for _, parts in more))
        yield found


def others_in_order(one: Held, others: Iterable[Held], fingerprints: Fingerprints) -> list[Held]:
    """The other values of a fragment: as a walk from one meets them, then those that it does not."""
    walk = fingerprints.walk()
    fingerprints.of_all((one.value,), walk)
    far = len(walk.places)
    return sorted(others, key=lambda other: walk.places.get(id(other.value), far))
