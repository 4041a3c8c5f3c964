"""Seeds: calls that examples show, as finds that are there from the beginning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from refute.programs.calls.variants import Variant
from refute.programs.interface.examples import Example
from refute.programs.pools.constants import Place, verbatim
from refute.programs.pools.leaves import ConstantLeaf
from refute.programs.schedule.finds import Find

BEFORE_ALL = -1  # the index of what was not called yet
_NOTHING = object()


def seeds_of(examples: Iterable[Example], variants: Sequence[Variant]) -> Iterator[Find]:
    """Calls of operations as examples show them, where arguments are of their types."""
    by_name: dict[str, list[Variant]] = {}
    for variant in variants:
        if variant.number == variant.alone:
            by_name.setdefault(variant.operation.name.rpartition(".")[2], []).append(variant)
    for example in examples:
        for variant in by_name.get(example.name, ()):
            given = _given(example, variant)
            if given is not None:
                yield Find(BEFORE_ALL, variant.number, given)
                break


def _given(example: Example, variant: Variant) -> tuple[Place | None, ...] | None:
    """What each leaf is given; None where the example is not a call of the variant."""
    values = _by_parameter(example, variant)
    if values is None:
        return None
    found: list[Place | None] = []
    leaves = iter(variant.leaves)
    for value, argument in zip(values, variant.arguments, strict=True):
        own = [next(leaves) for _ in argument.leaves]
        if not own:  # it is left out
            if value is not _NOTHING:
                return None
        elif value is _NOTHING or len(own) > 1 or not isinstance(own[0], ConstantLeaf):
            if value is not _NOTHING or any(isinstance(leaf, ConstantLeaf) for leaf in own):
                return None
            found += [None] * len(own)
        else:
            text = verbatim(value)
            if text is None or not argument.is_leaf or not own[0].constants.admits(value):
                return None
            found.append(text)
    return tuple(found)


def _by_parameter(example: Example, variant: Variant) -> list[Any] | None:
    """The value for each parameter, the object that is acted on left out; None where they do not fit."""
    takes = variant.operation.takes
    args = list(example.args)
    if variant.operation.acts_on:
        if not example.is_method:
            return None
        args.insert(0, _NOTHING)
    values: list[Any] = []
    for taken in takes:
        if taken.kind == "VAR_POSITIONAL":
            values.append(tuple(args) if args else _NOTHING)
            args = []
        elif taken.kind == "VAR_KEYWORD":
            names = {one.name for one in takes}
            rest = {name: value for name, value in example.keywords.items() if name not in names}
            values.append(rest or _NOTHING)
        elif args and taken.kind != "KEYWORD_ONLY":
            values.append(args.pop(0))
        else:
            values.append(example.keywords.get(taken.name, _NOTHING))
    return None if args else values
