"""`--explain`: how instances of each class are made, what arguments are given, and why something was never called."""

from __future__ import annotations

from collections.abc import Iterator

from refute.conform.wording import short
from refute.explore.overview import Section
from refute.programs.engine.picture import Picture
from refute.programs.hosting.explored import Explored
from refute.programs.interface.operation import Operation
from refute.programs.interface.shapes import classes_in
from refute.programs.pools.leaves import ConstantLeaf, InstanceLeaf, Leaf
from refute.programs.program.spelling import written
from refute.words import grouped, plural

MOST_STATES = 4  # programs of a class that are shown
_MOST_CONSTANTS = 8


def explained(explored: Explored, picture: Picture | None) -> list[Section]:
    """Sections of a report: classes and how they are made, operations and what they are given."""
    return [
        (
            "how instances are made",
            [line for cls in explored.interface.kinds for line in _made(explored, cls, picture)],
        ),
        ("what is called", [line for one in explored.interface.operations for line in _called(explored, one)]),
    ]


def makers_of(explored: Explored, cls: type) -> list[str]:
    """The names of the operations whose results are, or hold, instances of a class or of a subclass."""
    return list(
        dict.fromkeys(
            one.name
            for one in explored.interface.operations
            if one.result is not None and any(issubclass(made, cls) for made in classes_in(one.result))
        )
    )


def _made(explored: Explored, cls: type, picture: Picture | None) -> Iterator[str]:
    kind = explored.interface.kinds[cls]
    states = next((count for name, count, *_ in explored.counts().states if name == kind.name), 0)
    makers = makers_of(explored, cls)
    yield f"{kind.name}: {plural(states, 'state')}, made by {', '.join(makers) or 'nothing'}"
    for state in () if picture is None else picture.states:
        if state.kind == kind.name:
            text = written(state.program, explored.variants)
            yield f"    {'; '.join([*text.lines, text.last])}    # {state.text}"


def _called(explored: Explored, operation: Operation) -> Iterator[str]:
    calls = {name: count for name, count, *_ in explored.counts().operations}.get(operation.name, 0)
    variants = [one for one in explored.variants if one.operation is operation and one.number == one.alone]
    leaves = dict.fromkeys(leaf for variant in variants for leaf in variant.leaves)
    given = "; ".join(_given(leaf, explored) for leaf in leaves)
    yield f"{operation.name}: {plural(calls, 'call')}{f', on {given}' if given else ''}"
    if not calls:
        yield from (f"    {why}" for why in why_never(explored, operation))


def _given(leaf: Leaf, explored: Explored) -> str:
    if isinstance(leaf, InstanceLeaf):
        return leaf.name
    values = leaf.values if explored.is_by_size else leaf.values[: leaf.constants.narrow]
    texts = [short(value) for value in values[:_MOST_CONSTANTS]]
    more = len(values) - len(texts)
    return f"{leaf.constants.written} {', '.join(texts)}{f' and {grouped(more)} more' if more else ''}"


def why_never(explored: Explored, operation: Operation) -> Iterator[str]:
    """Why an operation was never called: what is missing, and what to do about it."""
    for variant in explored.variants:
        if variant.operation is operation and variant.number == variant.alone:
            for leaf in variant.leaves:
                if isinstance(leaf, ConstantLeaf) and not leaf.values:
                    yield (
                        f"no value of {leaf.constants.written} was found: give some, "
                        f"interface.fresh({leaf.constants.written}, […])"
                    )
                elif isinstance(leaf, InstanceLeaf):
                    makers = [name for cls in leaf.classes for name in makers_of(explored, cls)]
                    if not makers:
                        yield (
                            f"nothing makes a {leaf.name}: export a function that returns one, or declare it, "
                            f"interface.function(make, returns={leaf.name})"
                        )
                    elif not _has_any(explored, leaf):
                        yield f"no {leaf.name} was made: {', '.join(makers)} never returned one that it takes"


def _has_any(explored: Explored, leaf: InstanceLeaf) -> bool:
    names = {explored.interface.kinds[cls].name for cls in leaf.classes if cls in explored.interface.kinds}
    return any(count + sampled for name, count, sampled, *_ in explored.counts().states if name in names)
