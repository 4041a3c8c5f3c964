"""`Interface`: what a client can do with a module, discovered and declared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import ModuleType
from typing import Self

from refute.choices import CONTRACTS
from refute.programs.interface.declared import Declarations
from refute.programs.interface.discovered import Names, discover
from refute.types.reading.guarded import attribute
from refute.types.reading.places import place_of


class Interface(Declarations):
    """Operations that a client can carry out, and the types of which they make instances.

    Made by `Interface.of(module)` from annotations, or by hand:

        trees = Interface("AVL trees")
        Tree = trees.abstract("Tree", invariant=is_balanced)
        trees.value(empty, Tree, name="empty")
        trees.function(add, int, Tree, returns=Tree)
    """

    @classmethod
    def of(
        cls,
        *targets: ModuleType | type,
        include: Iterable[str] = (),
        exclude: Iterable[str] = (),
        beside: Iterable[ModuleType | type] = (),
    ) -> Self:
        """The interface of modules and classes: what is public in them.

        `include` and `exclude` are patterns for names: `add`, `Account.deposit`, `Account.*`. What modules and classes
        `beside` them offer is used to make arguments, and not judged.
        """
        name = ", ".join(str(attribute(one, "__qualname__") or attribute(one, "__name__")) for one in targets)
        interface = cls(name, place=place_of(targets[0]) if len(targets) == 1 else None)
        others = list(beside)
        interface._know_kinds(others)
        names = Names(include, exclude)
        for target in targets:
            discover(interface, target, names)
        return interface.with_others(others)

    def with_others(self, others: Iterable[ModuleType | type]) -> Self:
        """The same, with what others offer: it is used to make arguments, and not judged."""
        found = replace(self, operations=[*self.operations], kinds=dict(self.kinds))
        known = {one.name for one in found.operations}
        for other in others:
            found._know_kinds([other])
            beside = replace(found, operations=[], left_out=[])
            discover(beside, other, Names())
            found.operations += [replace(one, is_judged=False) for one in beside.operations if one.name not in known]
        return found

    def _know_kinds(self, others: Iterable[ModuleType | type]) -> None:
        for other in others:
            for cls, kind in type(self).of(other).kinds.items():
                self.kinds.setdefault(cls, replace(kind, exempt=frozenset(CONTRACTS), is_judged=False))

    def restricted(self, include: Iterable[str] = (), exclude: Iterable[str] = ()) -> Self:
        """The same with fewer operations."""
        names = Names(include, exclude)
        return replace(self, operations=[one for one in self.operations if names(one.name)])
