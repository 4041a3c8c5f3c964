"""Variants: an operation with one choice of how its arguments are put together.

    move(direction: Direction, at: tuple[Tree, Zipper] | None)
        move(constant, (instance, instance))
        move(constant, None)

Each optional argument is given or left out; of many, at most two are given at a time. Arguments may be of one instance:
the same object, or objects that share something. That is a variant too, as what it does may differ from what equal
objects do.

    desk.take(key)       {desk}, {key}      a desk, and the key of another
                         {desk, key}        a desk, and a key that it has given
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice, product
from math import prod
from typing import Any, Protocol

from refute.programs.interface.operation import Operation, Taken
from refute.programs.interface.shapes import (
    MOST_ELEMENTS,
    Assembly,
    Both,
    Either,
    Function,
    Many,
    Of,
    Plain,
    Shape,
    Via,
    assemblies_of,
)
from refute.programs.pools.constants import Place
from refute.programs.pools.instances import Given, Instance, Joint
from refute.programs.pools.leaves import InstanceLeaf, JointLeaf, Leaf
from refute.types.signatures import LEFT_OUT

_MOST = 64  # ways to put the arguments of an operation together
_MOST_TOGETHER = 4  # instances among arguments, where any of them may be of one; of more, only two
_MOST_OPTIONAL = 3  # optional arguments of which all choices are tried;
_AT_A_TIME = 2  # of more, so many are given at most, and all of them in samples
_ABSENT = Assembly((), lambda values: LEFT_OUT, lambda texts: "")
Written = Of | Plain | Function | Either  # a leaf as a shape
Slot = tuple[int, int]  # a leaf, and which of the arguments that it is for


@dataclass(frozen=True, eq=False)
class Variant:
    """A variant of an operation, with the leaves that its arguments are chosen from."""

    number: int
    operation: Operation
    leaves: tuple[Leaf, ...]
    arguments: tuple[Assembly, ...]  # one for each parameter
    slots: tuple[Slot, ...]  # for each leaf of the arguments
    alone: int  # the number of the variant in which each argument is of an instance of its own
    sampled: bool = False  # whether it is only for samples
    options: int = 0  # how many optional arguments are given

    def __repr__(self) -> str:
        return f"<{self.operation.name}: {', '.join(map(repr, self.leaves))}>"

    @property
    def cost(self) -> int:
        """How many calls it is."""
        return 0 if self.operation.form.kind == "value" else 1

    def size_with(self, given: Sequence[Given]) -> int:
        """How many calls there are in the program that ends in a call."""
        return self.cost + sum(one.size for one in given if isinstance(one, Instance))

    def depth_with(self, given: Sequence[Given]) -> int:
        """How many of these need one another."""
        return self.cost + max((one.depth for one in given if isinstance(one, Instance)), default=0)

    @cached_property
    def is_direct(self) -> bool:
        """Whether arguments are the values of leaves, in order."""
        return self.number == self.alone and all(argument.is_leaf for argument in self.arguments)

    @cached_property
    def order(self) -> tuple[int, ...] | None:
        """For each argument, its leaf, where no argument is put together of others; None otherwise."""
        if not all(argument.is_leaf for argument in self.arguments):
            return None
        return tuple(leaf for leaf, _ in self.slots)

    def assemble(self, values: Sequence[Any]) -> list[Any]:
        """The arguments, from a value for each leaf of them."""
        if self.is_direct:
            return list(values)
        each = iter(values)
        return [argument.assemble(each) for argument in self.arguments]

    def spread(self, given: Sequence[Given], roots: Sequence[tuple[Any, ...]]) -> list[Any]:
        """A value for each leaf of the arguments: what is given, and what that leads to, is by leaves."""
        return [roots[leaf][place_in_root(given[leaf], member)] for leaf, member in self.slots]

    def parameters_of(self, leaf: int, place: int, given: Given) -> Iterator[Taken]:
        """The parameters that a place in the root of a leaf is for."""
        slots = iter(self.slots)
        for taken, argument in zip(self.operation.takes, self.arguments, strict=True):
            for one, member in islice(slots, len(argument.leaves)):
                if one == leaf and place_in_root(given, member) == place:
                    yield taken

    def text(self, texts: Sequence[str]) -> str:
        """The call as it is written, from the texts of the leaves of its arguments."""
        each = iter(texts)
        return self.operation.text([None if one is _ABSENT else one.spell(each) for one in self.arguments])

    def expression(self, texts: Sequence[str]) -> str:
        """The same, as an expression where it is a statement."""
        each = iter(texts)
        given = [None if one is _ABSENT else one.spell(each) for one in self.arguments]
        return self.operation.form.expression(given) or self.operation.text(given)

    def called(self, texts: Sequence[str]) -> tuple[str, str]:
        """The function that is called, and its arguments, as they are written; nothing where none is."""
        operation = self.operation
        if operation.form.kind not in ("call", "method"):
            return "", ""
        each = iter(texts)
        given = [None if one is _ABSENT else one.spell(each) for one in self.arguments]
        if operation.form.kind == "call":
            return operation.form.name, operation.passed(given)
        rest = operation.passed(given[1:])
        first = given[0] or ""
        return f"type({first}).{operation.form.name}", f"{first}, {rest}" if rest else first

    def is_twice(self, places: Sequence[Place]) -> bool:
        """Whether an instance is given twice."""
        return any(places[first] == places[second] for first, second in self.doubles)

    @cached_property
    def doubles(self) -> tuple[tuple[int, int], ...]:
        """Pairs of leaves that may be given the same instance."""
        return tuple(
            (first, second)
            for second in range(len(self.leaves))
            for first in range(second)
            if self.leaves[first] is self.leaves[second] and isinstance(self.leaves[first], InstanceLeaf)
        )


def place_in_root(given: Given, member: int) -> int:
    """Where in the root of what is given an argument is."""
    return given.picks[member - 1] if isinstance(given, Joint) and member else 0


class Leaves(Protocol):
    """What gives leaves."""

    def leaf_of(self, shape: Written, operation: Operation) -> Leaf: ...

    def joint_leaf(self, members: tuple[InstanceLeaf, ...]) -> JointLeaf: ...


def variants_of(operations: Iterable[Operation], sources: Leaves) -> Iterator[Variant]:
    """All variants of operations, numbered."""
    number = 0
    for operation in operations:
        for arguments, options, sampled in _arguments(operation):
            shapes = [leaf for argument in arguments for leaf in argument.leaves]
            leaves = [sources.leaf_of(shape, operation) for shape in shapes]
            alone = number
            for groups in _groups(leaves) if operation.is_call else [[[place] for place in range(len(leaves))]]:
                chosen = tuple(_leaf(leaves, group, sources) for group in groups)
                slots = {one: (leaf, member) for leaf, group in enumerate(groups) for member, one in enumerate(group)}
                every = tuple(slots[place] for place in range(len(leaves)))
                yield Variant(number, operation, chosen, arguments, every, alone, sampled, options)
                number += 1


def _leaf(leaves: Sequence[Leaf], group: Sequence[int], sources: Leaves) -> Leaf:
    members = tuple(leaf for place in group if isinstance(leaf := leaves[place], InstanceLeaf))
    return sources.joint_leaf(members) if len(group) > 1 else leaves[group[0]]


def _arguments(operation: Operation) -> Iterator[tuple[tuple[Assembly, ...], int, bool]]:
    """Choices for all parameters, how many optional ones are given, and whether that is only for samples."""
    for given, sampled in _given(operation):
        each = [list(_choices(taken, place in given)) for place, taken in enumerate(operation.takes)]
        for arguments in islice(product(*each), _MOST):
            yield arguments, len(given), sampled


def _given(operation: Operation) -> Iterator[tuple[Collection[int], bool]]:
    """The optional parameters that are given, the fewest first."""
    optional = [place for place, taken in enumerate(operation.takes) if taken.optional]
    most = len(optional) if len(optional) <= _MOST_OPTIONAL else _AT_A_TIME
    for count in range(most + 1):
        yield from ((given, False) for given in combinations(optional, count))
    if most < len(optional):
        yield optional, True


def limits_of(operations: Iterable[Operation]) -> Iterator[str]:
    """What programs are not made of, though clients could."""
    for operation in operations:
        yield from operation.limits
        if sum(taken.optional for taken in operation.takes) > _MOST_OPTIONAL:
            yield f"at most {_AT_A_TIME} optional arguments at a time"
        for given, sampled in _given(operation):
            each = [list(_choices(taken, place in given)) for place, taken in enumerate(operation.takes)]
            if not sampled and prod(map(len, each)) > _MOST:
                yield f"the first {_MOST} forms of the arguments of {operation.name}"
                break
        if any(_has_containers(taken.shape) for taken in operation.takes):
            yield f"containers of up to {MOST_ELEMENTS} instances"
        leaves = (list(assemblies_of(taken.shape)) for taken in operation.takes)
        most = sum(
            max((sum(isinstance(one, Of | Either) for one in form.leaves) for form in forms), default=0)
            for forms in leaves
        )
        if most > _MOST_TOGETHER:
            yield f"at most two arguments of {operation.name} that are one object"


def _has_containers(shape: Shape) -> bool:
    match shape:
        case Many():
            return True
        case Either(members=parts) | Both(parts=parts):
            return any(map(_has_containers, parts))
        case Via(inner=inner):
            return _has_containers(inner)
    return False


def _choices(taken: Taken, given: bool) -> Iterator[Assembly]:
    if taken.optional and not given:
        yield _ABSENT
    else:
        yield from assemblies_of(taken.shape)


def _groups(leaves: Sequence[Leaf]) -> Iterator[list[list[int]]]:
    """The leaves, in groups that are of one instance each: first all by themselves."""
    instances = [place for place, leaf in enumerate(leaves) if isinstance(leaf, InstanceLeaf)]
    for partition in _partitions(instances) if len(instances) <= _MOST_TOGETHER else _pairs(instances):
        others = [[place] for place in range(len(leaves)) if place not in instances]
        yield sorted([*partition, *others])


def _partitions(places: Sequence[int]) -> Iterator[list[list[int]]]:
    """All partitions of places, that into single ones first."""
    if not places:
        yield []
        return
    *rest, last = places
    for partition in _partitions(rest):
        yield [*partition, [last]]
        for number in range(len(partition)):
            yield [[*group, last] if place == number else group for place, group in enumerate(partition)]


def _pairs(places: Sequence[int]) -> Iterator[list[list[int]]]:
    yield [[place] for place in places]
    for first, second in combinations(places, 2):
        yield [[first, second], *([place] for place in places if place not in (first, second))]


def given_to(variant: Variant, places: Sequence[Place]) -> list[Given]:
    """What the leaves of a variant are given, by places: instances, or places of constants."""
    return [
        leaf.at(place) if isinstance(leaf, InstanceLeaf) and isinstance(place, int) else place
        for leaf, place in zip(variant.leaves, places, strict=True)
    ]
