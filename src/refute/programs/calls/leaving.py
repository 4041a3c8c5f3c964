"""What a call leaves: new instances of its result, of parts of it, and of arguments that it has changed."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from refute.judge.findings import Failure
from refute.programs.calls.fragments import Held, fragments, others_in_order
from refute.programs.calls.performing import Performed
from refute.programs.calls.sharing import Sharing
from refute.programs.calls.values import Root
from refute.programs.calls.variants import Variant
from refute.programs.interface.declared import Kind
from refute.programs.interface.operation import Operation
from refute.programs.interface.shapes import (
    MOST_TAKEN,
    Beyond,
    Part,
    Path,
    classes_in,
    instances_in,
    is_abstract,
    is_open,
    parts_of,
)
from refute.programs.pools.instances import ARGUMENT, COMPANION, RESULT, Companion, Given, Instance, Origin, Pool
from refute.programs.promises.kinds import KindPromises
from refute.programs.promises.promises import Promises
from refute.programs.promises.wording import left_as, returned
from refute.run.steps.marks import DISCARDED

_MOST_COMPANIONS = 4  # of an instance: that others are forgotten is told


@dataclass(slots=True)
class Done:
    """What came of a call: nothing wrong, what is wrong, or a mark; and the instances that are new, for pools."""

    verdict: Failure | int | None = None
    new: list[Instance] = field(default_factory=list)
    where: Path = ()  # of the value that something is wrong with, if it is not the call itself
    changed: bool = False  # whether the call has changed an argument
    productive: bool = False  # whether it has reached lines that none before it had


@dataclass(frozen=True, slots=True, eq=False)
class Made:
    """A call that was made."""

    variant: Variant
    given: Sequence[Given]
    roots: Sequence[Root]
    keys: Sequence[Hashable]  # of the roots that can change, after the call
    changed: tuple[int, ...]  # the leaves that it has changed
    sampled: bool  # whether what it leaves is sampled beside tiers
    draw: int = 0  # of random numbers

    @property
    def size(self) -> int:
        return self.variant.size_with(self.given)

    def excuses(self, held: Held) -> bool:
        """Whether the call need not keep an invariant: nobody wrote the constructor, which does not ask for it; or it
        is declared that an argument may be left in any state."""
        operation = self.variant.operation
        if operation.makes is held.kind.cls and operation.is_generated:
            return True
        where, *rest = held.path
        if where not in (ARGUMENT, COMPANION) or not operation.free:
            return False
        place = 0 if where == ARGUMENT else rest[1] + 1
        named = self.variant.parameters_of(rest[0], place, self.given[rest[0]])
        return any(taken.name in operation.free for taken in named)


class Leaving:
    """Looks at what calls leave."""

    def __init__(self, promises: Promises, pools: Mapping[type, Pool], sharing: Sharing) -> None:
        self._pools = pools
        self._sharing = sharing
        self._fingerprints = sharing.fingerprints
        self.kinds = promises.kinds
        self._fields = promises.fields
        self.forgotten: dict[str, None] = {}  # instances that there are no programs with, in words

    def makes_simply(self, cls: type) -> bool:
        """Whether an instance of a class is nothing but a new object: no part of it is an instance as well."""
        return not self._fields[cls] and self._fingerprints.is_simple(cls)

    def kind_of(self, cls: type, value: Any) -> Kind | None:
        """The kind of a value: that of its own class if there is one, or of the class that was declared."""
        if not is_abstract(cls):
            own = self.kinds.get(type(value))
            if own is not None:
                return own.kind
            if not isinstance(value, cls):
                return None
        found = self.kinds.get(cls)
        return None if found is None else found.kind

    def results(self, operation: Operation, performed: Performed) -> Iterator[Held]:
        """The instances in what a call has returned."""
        if performed.error is not None:
            return
        result, shape = performed.result, operation.result
        found = instances_in(result, self.kinds) if shape is None or is_open(shape) else parts_of(shape, result)
        for part in self._taken(found):
            kind = self.kind_of(part.shape.cls, part.value)
            if kind is not None:
                did = partial(returned, result, made=operation.makes is not None)
                yield Held(kind, part.value, (RESULT, *part.path), did)

    def _taken(self, parts: Iterable[Part | Beyond]) -> Iterator[Part]:
        """Those that become instances; those that are too many are told."""
        for part in parts:
            if isinstance(part, Part):
                yield part
            else:
                self._forget(classes_in(part.shape), f"the first {MOST_TAKEN} {{}} of a container")

    def _forget(self, classes: Iterable[type], told: str) -> None:
        for cls in classes:
            if cls in self._pools:
                self._pools[cls].is_cut = True
                self.forgotten[told.format(self.kinds[cls].kind.name)] = None

    def leave(self, made: Made, performed: Performed, done: Done) -> Done:
        """Make instances of what is new; what came of the call, if something is wrong with one of them."""
        shared: list[Held] = []
        offering = _Offering(made, done, self._pools, self.kinds)
        for result in self.results(made.variant.operation, performed):
            for one in self._with_fields(result):
                key, parts = self._fingerprints.look(one.value)
                if parts and self._sharing.parts(one.value):
                    shared.append(one)
                elif not offering.take([(one, key, bool(parts), ())]):
                    return offering.done
        if not made.changed and not shared:
            return done
        for fragment in self._new_fragments(made, shared):
            if not offering.take([(one, *self._seen(made, one, fragment)) for one in fragment]):
                return offering.done
        return done

    def wrong_with(self, made: Made, held: Iterable[Held]) -> Done | None:
        """What is wrong with values after a call, or with their public data; None if nothing is."""
        for one in (part for each in held for part in self._with_fields(each)):
            broken = self.kinds[one.kind.cls].broken(one.value, one.did)
            if broken is not None and not made.excuses(one):
                return Done(broken, where=one.path)
        return None

    def _with_fields(self, held: Held) -> Iterator[Held]:
        """A value, and those that are its public data."""
        waiting, seen = [held], set[int]()
        while waiting:
            one = waiting.pop(0)
            if id(one.value) in seen:
                continue
            seen.add(id(one.value))
            yield one
            for name, shape in self._fields[one.kind.cls]:
                for part in self._taken(parts_of(shape, getattr(one.value, name), (*one.path, ("attribute", name)))):
                    kind = self.kind_of(part.shape.cls, part.value)
                    if kind is not None:
                        waiting.append(Held(kind, part.value, part.path, one.did))

    def _new_fragments(self, made: Made, results: Sequence[Held]) -> Iterator[list[Held]]:
        """What shares something after a call, but for what did so before, and is unchanged."""
        held: dict[int, Held] = {}
        known: list[set[int]] = []
        for leaf, (one, root) in enumerate(zip(made.given, made.roots, strict=True)):
            if isinstance(one, Instance) and one.mutable:
                own = _rooted(leaf, one, root)
                if leaf not in made.changed:
                    known.append({*map(id, root)})
                    held |= {id(each.value): each for each in own}
                    continue
                for part in own:
                    for each in self._with_fields(part):
                        held.setdefault(id(each.value), each)
        for result in results:
            held.setdefault(id(result.value), result)
        for fragment in fragments([*held.values()], self._sharing):
            if {id(one.value) for one in fragment} not in known:
                yield fragment

    def _seen(self, made: Made, one: Held, fragment: Sequence[Held]) -> tuple[Hashable, bool, Sequence[Held]]:
        """The fingerprint of a value with the others of its fragment; whether it can change; and these others."""
        if len(fragment) == 1:
            where, *rest = one.path
            if where == ARGUMENT and len(rest) == 1 and len(made.roots[rest[0]]) == 1:
                return made.keys[rest[0]], True, ()
            key, parts = self._fingerprints.look(one.value)
            return key, bool(parts), ()
        others = others_in_order(one, (other for other in fragment if other is not one), self._fingerprints)
        if len(others) > _MOST_COMPANIONS:
            self._forget([one.kind.cls], f"{_MOST_COMPANIONS} of those that share something with a {{}}")
            others = others[:_MOST_COMPANIONS]
        return self._fingerprints.of_all((one.value, *(other.value for other in others))), True, others


def _rooted(leaf: int, instance: Instance, root: Root) -> Iterator[Held]:
    """What the root of an instance is after a call that it was given to."""
    yield Held(instance.kind, root[0], (ARGUMENT, leaf), partial(left_as, instance.kind.name, root[0]))
    for number, (companion, value) in enumerate(zip(instance.companions, root[1:], strict=True)):
        yield Held(companion.kind, value, (COMPANION, leaf, number), partial(left_as, companion.kind.name, value))


_Seen = tuple[Held, Hashable, bool, Sequence[Held]]  # a value, its fingerprint, whether it can change, and companions


class _Offering:
    """Takes values for pools, one fragment after the other."""

    def __init__(
        self, made: Made, done: Done, pools: Mapping[type, Pool], promises: Mapping[type, KindPromises]
    ) -> None:
        self._made = made
        self.done = done
        self._pools = pools
        self._promises = promises
        self._depth = made.variant.depth_with(made.given)
        self._origin = Origin(made.variant.number, tuple(made.given), made.changed, made.draw)

    def take(self, fragment: Sequence[_Seen]) -> bool:
        """Make instances of what is new; whether nothing is wrong with it."""
        done = self.done
        new = [seen for seen in fragment if not self._is_known(seen)]
        for held, *_ in new:
            broken = self._promises[held.kind.cls].broken(held.value, held.did)
            if broken is None:
                continue
            if not self._made.excuses(held):
                self.done = Done(broken, where=held.path, changed=done.changed)
                return False
            if self._made.variant.operation.makes is not None:
                done.verdict = DISCARDED
            return True
        for held, key, mutable, others in new:
            companions = tuple(Companion(other.value, other.kind, other.path) for other in others)
            how = (self._made.size, mutable, self._origin, held.path, companions, self._depth)
            done.new.append(Instance(held.kind, held.value, key, *how))
        return True

    def _is_known(self, seen: _Seen) -> bool:
        held, key, *_ = seen
        pool = self._pools[held.kind.cls]
        if key in pool.known or (self._made.sampled and key in pool.sampled_known):
            return True
        return any(key == one.key and one.kind is held.kind for one in self.done.new)
