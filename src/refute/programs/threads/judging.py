"""Judging two calls at a time: they have to do what they do one after the other, in one of both orders."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Any

from refute.judge.findings import Failure
from refute.programs.interface.declared import Kind
from refute.programs.interface.operation import Operation
from refute.programs.promises.wording import shown
from refute.programs.states.fingerprint import Fingerprints
from refute.programs.threads.interleaving import Ran, interleaved, lines_of
from refute.words import plural

_MOST_LINES = 60  # of the first call, after which the second begins


@dataclass(frozen=True)
class Two:
    """An object, and two calls on it."""

    value: Any
    first: Callable[[], Any]
    second: Callable[[], Any]


@dataclass(frozen=True)
class Together:
    """What two calls did, and what they left."""

    first: Ran
    second: Ran
    left: Any

    def seen(self, of: Callable[[Any], Hashable]) -> tuple[Hashable, ...]:
        """All that can be seen of it; `of` gives fingerprints."""
        ran = ((one.is_stuck, type(one.error), of(one.result)) for one in (self.first, self.second))
        return (*ran, of(self.left))

    def told(self) -> str:
        return f"{self.first!r} and {self.second!r}, left {shown(self.left)}"


def in_order(make: Callable[[], Two]) -> tuple[int, list[Together]]:
    """How many lines the first of two calls has, and what they do in both orders."""
    two = make()
    lines, first = lines_of(two.first)
    one = Together(first, lines_of(two.second)[1], two.value)
    two = make()
    second = lines_of(two.second)[1]
    return lines, [one, Together(lines_of(two.first)[1], second, two.value)]


class Linearity:
    """Compares two calls at a time with the same calls one after the other."""

    def __init__(self, fingerprints: Fingerprints, kind: Kind, operations: tuple[Operation, Operation]) -> None:
        self._of = fingerprints.of
        self._kind = kind
        self._operations = operations

    def failures(self, make: Callable[[], Two]) -> Iterator[tuple[int, Failure]]:
        """After how many lines of the first call the second has to begin for something else to come of it. `make` makes
        the object anew."""
        lines, orders = in_order(make)
        for after in range(1, min(lines, _MOST_LINES)):
            failure = self._compared(make(), after, orders)
            if failure is not None:
                yield after, failure

    def failure(self, make: Callable[[], Two], after: int) -> Failure | None:
        """The same for one number of lines."""
        return self._compared(make(), after, in_order(make)[1])

    def _compared(self, two: Two, after: int, orders: list[Together]) -> Failure | None:
        found = Together(*interleaved(two.first, two.second, after=after), two.value)
        seen = found.seen(self._of)
        if any(order.seen(self._of) == seen for order in orders):
            return None
        names = [operation.name for operation in self._operations]
        key = ("violation", "threads", self._kind.name, *names)
        others = " or ".join(dict.fromkeys(order.told() for order in orders))
        explanation = (
            f"in two threads: the second call begins after {plural(after, 'line')} of the first",
            f"one after the other: {others}",
        )
        return Failure("violation", key, found.told(), explanation, shown_by="")


def assert_linear(
    make: Callable[[], Any], first: Callable[[Any], Any], second: Callable[[Any], Any], *, after: int
) -> None:
    """Raise AssertionError unless two calls on one object, in two threads, do what they do one after the other.

    `make` makes the object; the second call begins after so many lines of the first.
    """

    def two() -> Two:
        value = make()
        return Two(value, lambda: first(value), lambda: second(value))

    of = Fingerprints().of
    orders = in_order(two)[1]
    made = two()
    found = Together(*interleaved(made.first, made.second, after=after), made.value)
    if not any(order.seen(of) == found.seen(of) for order in orders):
        raise AssertionError(f"{found.told()}; one after the other, {' or '.join(order.told() for order in orders)}")
