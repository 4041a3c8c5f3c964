"""Arguments whose annotation gives no way to change them, and that are changed all the same.

    def total(prices: Mapping[str, int]) -> int:
        prices["tax"] = 2               # a dict was given, as callers do

That is warned of, and no finding: code may have looked at the class of what it was given. What is inside of values
is not looked at, as it may be changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from typing import Any

from refute.types.model import DictOf, Named, Refined, Type, Union
from refute.types.signatures import Signature

Items = list[tuple[Any, Any]]


class ReadOnly:
    """The arguments of a function that are annotated so, and what was in them before a call."""

    def __init__(self, signature: Signature) -> None:
        self._signature = signature
        self._names = {
            place: (parameter.name, annotated.__name__)
            for place, parameter in enumerate(signature.parameters)
            for annotated in _read_only(parameter.type)
        }

    def __bool__(self) -> bool:
        return bool(self._names)

    def items(self, values: Sequence[Any]) -> dict[int, Items]:
        """What is in the arguments, by their places."""
        return {place: list(values[place].items()) for place in self._names if type(values[place]) is dict}

    def changes(self, values: Sequence[Any], before: Mapping[int, Items]) -> Iterator[str]:
        """What is to be said of arguments that a call has changed, but for one that is another argument as well."""
        for place, items in before.items():
            if not _are_same(items, list(values[place].items())):
                name, annotated = self._names[place]
                if not any(name in names for names in self._signature.aliases(values)):
                    yield (
                        f"{name} is annotated {annotated}, by which it cannot be changed, and is changed: "
                        "annotate it MutableMapping, or change a copy"
                    )


def _read_only(tp: Type) -> Iterator[type]:
    """The abstract class of a type whose values are dicts, if that has nothing by which they are changed."""
    match tp:
        case Refined(base=base):
            yield from _read_only(base)
        case Named(alias=alias, args=()):
            yield from _read_only(alias.type)
        case Union(members=members):
            for member in members:
                yield from _read_only(member)
        case DictOf(accepts=type() as accepts) if not issubclass(accepts, MutableMapping):
            yield accepts


def _are_same(items: Items, others: Items) -> bool:
    return len(items) == len(others) and all(
        key is other_key and value is other for (key, value), (other_key, other) in zip(items, others, strict=True)
    )
