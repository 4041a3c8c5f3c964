"""Values for calls: instances are given as they are, as copies, or made again as they were made.

What a call was seen to leave unchanged is shared; a call that may change it gets a copy. So an instance in a pool stays
what it is, whatever is done with it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from refute.programs.calls.performing import called
from refute.programs.calls.randomness import Randomness
from refute.programs.calls.variants import Variant
from refute.programs.interface.fields import resolved
from refute.programs.interface.operation import Operation
from refute.programs.interface.shapes import Path
from refute.programs.pools.instances import ARGUMENT, RESULT, Given, Instance
from refute.programs.pools.leaves import ConstantLeaf
from refute.programs.states.copying import Copies, Uncopyable
from refute.programs.states.fingerprint import Fingerprints

Root = tuple[Any, ...]  # a value, and what shares mutable objects with it


class Values:
    """Gives calls their values, and keeps instances as they are."""

    def __init__(self, variants: Sequence[Variant], fingerprints: Fingerprints, randomness: Randomness) -> None:
        self.randomness = randomness
        self.made_again: Callable[[Variant, Sequence[Given]], None] | None = None  # told of a call before it is made
        self._variants = variants
        self._fingerprints = fingerprints
        self._copies = Copies(fingerprints)
        self._uncopyable: set[type] = set()
        self.mutating: set[Operation] = set()  # operations that were seen to change an argument
        self.renewed: Callable[[Instance], None] = lambda instance: None  # told of an instance that was made again

    def roots(self, variant: Variant, given: Sequence[Given], *, copied: bool = False) -> list[Root]:
        """The values for leaves, each with its companions. An instance that is given twice is two objects; they are
        `copied` if they may be changed, be it unseen, or are needed as they were."""
        copied = copied or variant.operation in self.mutating
        found: list[Root] = []
        for place, (leaf, one) in enumerate(zip(variant.leaves, given, strict=True)):
            if not isinstance(one, Instance):
                assert isinstance(leaf, ConstantLeaf)
                found.append((leaf.fresh(one),))
            elif not one.mutable:
                found.append((one.value,))
            elif copied or one.companions or _is_among(one, given[:place]) or self._is_opaque(one):
                found.append(self.fresh(one))
            else:
                found.append((one.value,))
        return found

    def _is_opaque(self, instance: Instance) -> bool:
        return bool(self._fingerprints.unknown) and self._fingerprints.is_opaque(instance.value)

    def fresh(self, instance: Instance) -> Root:
        """A value like that of an instance, with companions of its own."""
        if not instance.mutable:
            return (instance.value,)
        if instance.kind.cls not in self._uncopyable:
            try:
                return tuple(self._copies.of(instance.root))
            except Uncopyable:
                self._uncopyable.add(instance.kind.cls)
        return self.rebuilt(instance)

    def copied(self, values: Sequence[Any]) -> Sequence[Any]:
        """Copies of values; the same ones where there are none."""
        try:
            return self._copies.of(values)
        except Uncopyable:
            return values

    def rebuilt(self, instance: Instance) -> Root:
        """A value made as that of an instance was made."""
        return self._made(instance, self.rebuilt) if instance.mutable else (instance.value,)

    def again(self, instance: Instance) -> Root | None:
        """A value made by the last call of those that have made an instance; None if it is not there this time."""
        try:
            return self._made(instance, self.fresh)
        except (LookupError, AttributeError, TypeError):
            return None

    def _made(self, instance: Instance, make: Callable[[Instance], Root]) -> Root:
        """A value made by the call that has made an instance; `make` makes its arguments."""
        origin = instance.origin
        variant = self._variants[origin.variant]
        roots: list[Root] = []
        for leaf, one in zip(variant.leaves, origin.leaves, strict=True):
            if isinstance(one, Instance):
                roots.append(make(one))
            else:
                assert isinstance(leaf, ConstantLeaf)
                roots.append((leaf.fresh(one),))
        values = variant.spread(origin.leaves, roots)
        self.randomness.prepare(variant.operation, values, origin.draw)
        if self.made_again is not None:
            self.made_again(variant, origin.leaves)
        result = called(variant.operation, variant.assemble(values)).result
        paths = (instance.path, *(one.path for one in instance.companions))
        return tuple([_found(path, result, roots) for path in paths])

    def key(self, root: Root) -> Hashable:
        """The fingerprint of a value with its companions."""
        return self._fingerprints.of(root[0]) if len(root) == 1 else self._fingerprints.of_all(root)

    def is_changed(self, instance: Instance, root: Root) -> bool:
        return self.key(root) != instance.key

    def repair(self, operation: Operation, instance: Instance) -> None:
        """An instance that was shared has been changed: make it again, and share no more with the operation."""
        self.mutating.add(operation)
        value, *others = self.rebuilt(instance)
        instance.value = value
        pairs = zip(instance.companions, others, strict=True)
        instance.companions = tuple([one._replace(value=other) for one, other in pairs])
        self.renewed(instance)

    def separate(self, instance: Instance) -> None:
        """An instance was given as it is, and something else holds it now: it gets an object of its own."""
        instance.value, *_ = self.fresh(instance)
        self.renewed(instance)


def _is_among(instance: Instance, given: Sequence[Given]) -> bool:
    return any(isinstance(one, Instance) and one.itself is instance.itself for one in given)


def _found(path: Path, result: Any, roots: Sequence[Root]) -> Any:
    """The value at a place after a call."""
    where, *steps = path
    if where == RESULT:
        return resolved(result, steps)
    place, *more = steps
    if where == ARGUMENT:
        return resolved(roots[place][0], more)
    number, *rest = more
    return resolved(roots[place][1 + number], rest)
