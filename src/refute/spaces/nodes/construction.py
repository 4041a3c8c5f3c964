"""How values are built from parts and taken apart again: one record for every kind of constructor."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

Build = Callable[..., Any]
Take = Callable[[Any], Sequence[Any] | None]


@dataclass(frozen=True, slots=True)
class Construction:
    """A constructor: of a class, a container, a cell of one, or a constant.

    Two that are equal build the same values from the same parts. `build` is given the parts and gives a value in frozen
    form; `take` gives the parts of a value, and None for one that was built otherwise. A container of any length has
    one part, the tuple of its cells.

    >>> boxed = Construction("boxed", 1, lambda part: [part], lambda box: box if type(box) is list else None, list)
    >>> boxed.build(1), boxed.take([1]), boxed.take((1,))
    ([1], [1], None)
    """

    key: Hashable
    arity: int = field(default=0, compare=False)
    build: Build = field(default=tuple, compare=False, repr=False)
    take: Take | None = field(default=None, compare=False, repr=False)  # None: there is nothing to take apart
    makes: type | None = field(default=None, compare=False, repr=False)  # the type of its values, if it is one
    fresh: Build | None = field(default=None, compare=False, repr=False)  # builds the real value, not a frozen form
    form: str = field(default="object", compare=False, repr=False)  # or "sequence", "selection": of any length
    order: tuple[int, ...] = field(default=(), compare=False, repr=False)  # in which parts come, if not as declared

    @property
    def mapping(self) -> bool:
        """Whether it builds dicts."""
        return self.makes is dict

    def reordered(self, order: Sequence[int]) -> Construction:
        """The same with its parts in another order: first comes that which was at `order[0]`."""
        if list(order) == sorted(order):
            return self
        build, take = self.build, self.take
        back = [order.index(place) for place in range(len(order))]

        def taken(value: Any) -> Sequence[Any] | None:
            parts = None if take is None else take(value)
            return None if parts is None else [parts[place] for place in order]

        return replace(
            self,
            key=(self.key, tuple(order)),
            build=lambda *parts: build(*[parts[place] for place in back]),
            take=taken,
            order=tuple(order),
        )


def together(*parts: Any) -> Any:
    """Parts as they are, in a tuple."""
    return parts


def cons(first: Any, rest: tuple[Any, ...]) -> tuple[Any, ...]:
    """The cells of a container with one more in front."""
    return (first, *rest)


def _cells_behind(value: Any) -> Sequence[Any] | None:
    return (value[0], value[1:]) if value else None


def _no_cells(value: Any) -> Sequence[Any] | None:
    return None if value else ()


# The cells of a container: one and those behind it, or no more.
CELL = Construction("cell", 2, cons, _cells_behind, tuple)
END = Construction("end", 0, together, _no_cells, tuple)
