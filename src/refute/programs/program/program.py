"""Programs: straight-line calls. Each names its operation by a variant, and its arguments by constants and values.

    0  Account(·)                account = Account(0)
    1  Account.deposit(0, ·)     account.deposit(1)
    2  Account.withdraw(0, ·)    account.withdraw(2)

A program is numbers and literals, and means the same in every process that has the same variants. An object that is
changed is made for that use: where it is used again as it was before, the calls that make it are there twice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from refute.programs.calls.variants import Variant
from refute.programs.interface.shapes import Path
from refute.programs.pools.constants import Verbatim
from refute.programs.pools.instances import ARGUMENT, COMPANION, Instance, Origin


@dataclass(frozen=True)
class Value:
    """What there is after a call of the program: its result or a part of it, or a part of an earlier value."""

    call: int
    path: Path
    of: Value | None = None  # the earlier value that it is a part of

    def moved(self, gone: int) -> Value:
        """The same where a call before is left out."""
        call = self.call - (self.call > gone)
        return Value(call, self.path, None if self.of is None else self.of.moved(gone))

    def after(self, added: int) -> Value:
        """The same where there is one call more, at a number."""
        return Value(self.call + (self.call >= added), self.path, None if self.of is None else self.of.after(added))


@dataclass(frozen=True)
class Call:
    """A variant of an operation, with a value or a constant for each of its leaves: the place of one, or its text."""

    variant: int
    leaves: tuple[Value | int | Verbatim, ...]
    draw: int = 0  # which random numbers it has

    def values(self) -> Iterator[Value]:
        return (leaf for leaf in self.leaves if isinstance(leaf, Value))


@dataclass(frozen=True)
class Program:
    """Calls, of which each uses values of earlier ones. The last one is what the program is about."""

    calls: tuple[Call, ...]
    watched: tuple[tuple[Value, str], ...] = ()  # values to be looked at after the last call, each with its kind
    after: int | None = None  # so many lines of the last call but one, the last one begins, in another thread

    def __len__(self) -> int:
        return len(self.calls)

    @cached_property
    def used(self) -> dict[int, list[Value]]:
        """By call, the values that there are after it, and that later ones use or that are watched."""
        found: dict[int, list[Value]] = {}
        waiting = [*(one for call in self.calls for one in call.values()), *(one for one, _ in self.watched)]
        for value in waiting:
            values = found.setdefault(value.call, [])
            if value not in values:
                values.append(value)
                waiting += [] if value.of is None else [value.of]
        return found


@dataclass(frozen=True)
class _Made:
    """An instance in a program, and what shares something with it."""

    value: Value
    companions: tuple[Value, ...]

    @property
    def root(self) -> tuple[Value, ...]:
        return (self.value, *self.companions)


class _Writer:
    """Writes the calls that make instances, each once for all uses that leave it unchanged."""

    def __init__(self, variants: Sequence[Variant]) -> None:
        self._variants = variants
        self.calls: list[Call] = []
        self._made: list[tuple[_Made | None, ...]] = []  # for each call, its arguments that are instances
        self._shared: dict[Instance, _Made] = {}

    def write(self, origin: Origin, own: Collection[int] = ()) -> int:
        """Write a call. The leaves that it changes, and those in `own`, are given objects that nobody else has."""
        changed = {*origin.changed, *own}
        made = tuple(
            self._instance(leaf.itself, place in changed) if isinstance(leaf, Instance) else None
            for place, leaf in enumerate(origin.leaves)
        )
        roots: list[tuple[Any, ...]] = [
            (leaf,) if one is None else one.root for leaf, one in zip(origin.leaves, made, strict=True)
        ]
        variant = self._variants[origin.variant]
        self.calls.append(Call(variant.alone, tuple(variant.spread(origin.leaves, roots)), origin.draw))
        self._made.append(made)
        return len(self.calls) - 1

    def _instance(self, instance: Instance, own: bool) -> _Made:
        own = own and instance.mutable
        if not own and instance in self._shared:
            return self._shared[instance]
        with_it = [one.path[1] for one in instance.companions if one.path[0] in (ARGUMENT, COMPANION)]
        with_it += [instance.path[1]] if instance.path[0] in (ARGUMENT, COMPANION) else []
        call = self.write(instance.origin, with_it if own else ())
        made = _Made(
            self.located(call, instance.path),
            tuple(self.located(call, one.path) for one in instance.companions),
        )
        if not own:
            self._shared[instance] = made
        return made

    def located(self, call: int, path: Path) -> Value:
        """Where a value is after a call: an argument is where it was before."""
        where, *steps = path
        if where not in (ARGUMENT, COMPANION):
            return Value(call, path)
        place, *rest = steps
        made = self._made[call][place]
        assert made is not None
        number = 0
        if where == COMPANION:
            number, *rest = rest[0] + 1, *rest[1:]
        value = made.root[number]
        return value if not rest else Value(call, tuple(rest), value)


def program_of(origin: Origin, variants: Sequence[Variant], broken: tuple[Path, str] | None = None) -> Program:
    """The program that ends in a call; `broken`: where something is wrong after it, and of which kind, if the call was
    not given it."""
    writer = _Writer(variants)
    call = writer.write(origin)
    watched = () if broken is None else ((writer.located(call, broken[0]), broken[1]),)
    return Program(tuple(writer.calls), watched)


def program_of_two(first: Origin, second: Origin, variants: Sequence[Variant], after: int) -> Program:
    """The program that ends in two calls on one object, which is the first leaf of both."""
    writer = _Writer(variants)
    call = writer.write(first, [0])
    value = writer.calls[call].leaves[0]
    writer.calls.append(Call(second.variant, (value, *(one for one in second.leaves if isinstance(one, int)))))
    return Program(tuple(writer.calls), (), after)
