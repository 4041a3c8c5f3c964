"""Leaf sources: one leaf for each kind of argument, shared by all operations that take it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from refute.conform.compiled import contract_of
from refute.programs.calls.variants import Written
from refute.programs.interface.beside import real_part
from refute.programs.interface.declared import Declarations
from refute.programs.interface.operation import Operation
from refute.programs.interface.reading import read_type
from refute.programs.interface.shapes import Either, Function, Of, Plain
from refute.programs.pools.behaviours import behaviours_of
from refute.programs.pools.constants import by_annotation, constants_of
from refute.programs.pools.leaves import ConstantLeaf, InstanceLeaf, JointLeaf, Leaf, Takes
from refute.types.model import Type
from refute.types.reading.annotations import Reader


class LeafSources:
    """Gives leaves for shapes. Constants are built once, as that takes time."""

    def __init__(
        self,
        interface: Declarations,
        of_code: Sequence[Any],
        seed: int,
        words: Callable[[Operation], Sequence[Any]],
        only: Mapping[type, tuple[Any, ...]],
    ) -> None:
        """`of_code`: constants of the code; `words`: those of the code of an operation; `only`: the only scalars of
        some types."""
        self._only = only
        self._given = {read_type(annotation): values for annotation, values in interface.fresh_values}
        self._symmetric = {read_type(annotation): ordered for annotation, ordered in interface.symmetric}
        self._of_code = of_code
        self._seed = seed
        self._find_words = words
        self._words: dict[Operation, Sequence[Any]] = {}
        self._constants: dict[Type, ConstantLeaf] = {}
        self._instances: dict[tuple[Of, ...], InstanceLeaf] = {}
        self._joint: dict[tuple[InstanceLeaf, ...], JointLeaf] = {}

    @property
    def instance_leaves(self) -> list[InstanceLeaf]:
        return [*self._instances.values(), *self._joint.values()]

    @property
    def constant_leaves(self) -> list[ConstantLeaf]:
        return list(self._constants.values())

    @property
    def symmetric_leaf(self) -> tuple[ConstantLeaf | None, bool]:
        """The constants that can be exchanged, if there is one type of them, and whether their order has to stay."""
        found = [(leaf, self._symmetric[tp]) for tp, leaf in self._constants.items() if tp in self._symmetric]
        return found[0] if len(found) == 1 else (None, False)

    def words(self, operation: Operation) -> Sequence[Any]:
        """The constants of the code of an operation."""
        if operation not in self._words:
            self._words[operation] = self._find_words(operation)
        return self._words[operation]

    def clear(self) -> None:
        """Forget all instances."""
        for leaf in self.instance_leaves:
            leaf.clear()

    def joint_leaf(self, members: tuple[InstanceLeaf, ...]) -> JointLeaf:
        """The leaf for several arguments that are of one instance."""
        return self._joint.setdefault(members, JointLeaf(members))

    def leaf_of(self, shape: Written, operation: Operation) -> Leaf:
        match shape:
            case Of():
                return self._instance_leaf((shape,))
            case Either(members=members):
                return self._instance_leaf(tuple(one for one in members if isinstance(one, Of)))
            case Plain(type=tp):
                return self._constant_leaf(tp, operation)
        assert isinstance(shape, Function)
        if shape.type not in self._constants:
            self._constants[shape.type] = ConstantLeaf(behaviours_of(shape.type, self._reader(operation), self._seed))
        return self._constants[shape.type]

    def _constant_leaf(self, tp: Type, operation: Operation) -> ConstantLeaf:
        if tp not in self._constants:
            given = by_annotation(self._given, tp)
            self._constants[tp] = ConstantLeaf(
                constants_of(
                    tp, self._reader(operation), given=given, of_code=self._of_code, seed=self._seed, only=self._only
                )
            )
        return self._constants[tp]

    def _reader(self, operation: Operation) -> Reader:
        return Reader() if operation.signature is None else operation.signature.reader

    def _instance_leaf(self, shapes: tuple[Of, ...]) -> InstanceLeaf:
        if shapes not in self._instances:
            name = " | ".join(map(repr, shapes))
            tests = [_test(shape) for shape in shapes]
            classes = tuple(shape.cls for shape in shapes)
            self._instances[shapes] = InstanceLeaf(
                name, classes, lambda kind, value: any(test(kind, value) for test in tests)
            )
        return self._instances[shapes]


def _test(shape: Of) -> Takes:
    """Whether an instance is one that an argument takes. What depends on other arguments is asked when it is called."""
    cls, such = shape.cls, shape.such
    if such is None or any(predicate.names for predicate in such.own_predicates):
        return lambda kind, value: kind.cls is cls or issubclass(kind.cls, cls)
    holds = contract_of(such).holds
    return lambda kind, value: issubclass(kind.cls, cls) and holds(real_part(value), {})
