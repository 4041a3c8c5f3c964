"""What there is to know of an interface before it is explored."""

from __future__ import annotations

from refute.conform.wording import short
from refute.explore.data import Constant, InterfaceInfo, OperationInfo, Reference
from refute.explore.hosting.interfaces import Target
from refute.programs.calls.variants import limits_of
from refute.programs.hosting.explored import Explored
from refute.programs.interface.shapes import classes_in
from refute.programs.pools.leaves import ConstantLeaf, InstanceLeaf


def info_of(explored: Explored, target: Target, reference: Reference) -> InterfaceInfo:
    interface = explored.interface
    makers = {cls for one in interface.operations if one.result for cls in classes_in(one.result)}
    leaves = {leaf: None for variant in explored.calls for leaf in variant.leaves if isinstance(leaf, ConstantLeaf)}
    constants = dict.fromkeys(
        Constant(
            leaf.constants.written,
            (
                *(short(make()) for make in leaf.constants.makers[: leaf.constants.narrow]),
                *(["…"] if explored.is_by_size and len(leaf) > leaf.constants.narrow else []),
            ),
            explored.exchanged.get(leaf.constants.written, ""),
        )
        for leaf in sorted(leaves, key=lambda leaf: leaf.constants.written)
        if leaf.constants.narrow
    )
    return InterfaceInfo(
        reference,
        target.name,
        target.place,
        target.module,
        tuple(
            OperationInfo(one.name, one.place, _missing(explored, one.name, makers), _needs(explored, one.name))
            for one in interface.operations
        ),
        tuple(kind.name for kind in interface.kinds.values()),
        tuple(constants),
        tuple(interface.left_out),
        store_key=target.full_name,
        limits=tuple(dict.fromkeys(limits_of(interface.operations))),
        joins=any(sum(not leaf.is_constant for leaf in variant.leaves) > 1 for variant in explored.calls),
        contracts=explored.contracts,
    )


def _needs(explored: Explored, name: str) -> tuple[str, ...]:
    """The classes of which an operation takes instances in every way to call it."""
    each = [
        {cls.__qualname__ for leaf in one.leaves if isinstance(leaf, InstanceLeaf) for cls in leaf.classes}
        for one in explored.variants
        if one.operation.name == name and one.number == one.alone
    ]
    return tuple(sorted(set.intersection(*each))) if each else ()


def _missing(explored: Explored, name: str, makers: set[type]) -> tuple[str, ...]:
    """Types of arguments of an operation that nothing makes."""
    leaves = [leaf for one in explored.variants if one.operation.name == name for leaf in one.leaves]
    lacking = [
        leaf.name
        for leaf in leaves
        if isinstance(leaf, InstanceLeaf) and not any(issubclass(made, cls) for made in makers for cls in leaf.classes)
    ]
    lacking += [
        leaf.constants.written for leaf in leaves if isinstance(leaf, ConstantLeaf) and not leaf.constants.makers
    ]
    return tuple(dict.fromkeys(lacking))
