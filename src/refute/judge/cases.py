"""Cases: inputs that can be built, spelled as Python, sized and made smaller."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol, Self

from refute.judge.findings import call_text
from refute.types.data.abstract.iterators import copied
from refute.types.signatures import LEFT_OUT, Signature
from refute.types.spelling import Speller


class Shrinker(Protocol):
    """Makes smaller versions of argument lists."""

    def argument_lists(self, values: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]: ...


class Case(Protocol):
    """What is performed."""

    @property
    def size(self) -> int | None:
        """None if it is not known."""
        ...

    def built(self) -> tuple[Any, ...]:
        """The arguments, new ones each time: a call may change them."""
        ...

    def spelled(self, speller: Speller) -> str:
        """The call as it would be written."""
        ...

    def smaller(self, shrinker: Shrinker) -> Iterator[Self]:
        """Smaller versions, which need not be inputs."""
        ...


@dataclass(frozen=True)
class ArgumentList:
    """The arguments of a function, in the order of `signature.parameters`."""

    signature: Signature
    values: tuple[Any, ...]
    size: int | None = None

    def built(self) -> tuple[Any, ...]:
        built: tuple[Any, ...] = copied(self.values)
        return built

    def spelled(self, speller: Speller) -> str:
        return call_text(self.signature, self.values, speller)

    def smaller(self, shrinker: Shrinker) -> Iterator[Self]:
        """With some arguments left out that have defaults, and with smaller ones. An object that is several arguments
        stays so."""
        for values in self._with_defaults():
            yield type(self)(self.signature, values)
        names = [parameter.name for parameter in self.signature.parameters]
        stands_for = {name: group[0] for group in self.signature.aliases(self.values) for name in group}
        own = [name for name in names if stands_for.get(name, name) == name]
        given = dict(zip(names, self.values, strict=True))
        for values in shrinker.argument_lists(tuple([given[name] for name in own])):
            smaller = dict(zip(own, values, strict=True))
            yield type(self)(self.signature, tuple([smaller[stands_for.get(name, name)] for name in names]))

    def _with_defaults(self) -> Iterator[tuple[Any, ...]]:
        """All arguments left out that can be, or one of them."""
        pairs = list(zip(self.signature.parameters, self.values, strict=True))
        given = [parameter.name for parameter, value in pairs if parameter.optional and value is not LEFT_OUT]
        for names in dict.fromkeys([tuple(given), *((name,) for name in given)]):
            if names:
                yield tuple([LEFT_OUT if parameter.name in names else value for parameter, value in pairs])
