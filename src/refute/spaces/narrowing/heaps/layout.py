"""The layout of heaps: the classes of their objects, and what each field of these may hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any

from refute.logic.reading.predicates import VALUE
from refute.logic.terms.term import Term
from refute.spaces.ground.grounding import Grounder
from refute.spaces.ground.mutability import KINDS
from refute.spaces.ground.types import Called, Collected, Either, Ground, Limited, Made, Mapped, Sequenced, Tupled
from refute.spaces.narrowing.heaps.sharing import is_object, whole
from refute.spaces.nodes.enumerate import listing
from refute.spaces.nodes.node import Node, Place
from refute.spaces.nodes.recipes import thaw
from refute.types.model import ABSENT


class Domain:
    """The values of a type that has no objects in it, each at a place: its size, and its index in that size."""

    def __init__(self, node: Node | None, spend: Callable[[], None] = lambda: None) -> None:
        """`spend` is called for each value that is listed."""
        self.node = node
        self._spend = spend
        self._listed: dict[int, Sequence[Any]] = {}

    def release(self) -> None:
        """List no more values: those of heaps that were found are listed."""
        self._spend = lambda: None

    def places(self, largest: int) -> Iterator[Place]:
        """The places of all values up to a size."""
        if self.node is not None:
            for size in range(self.node.min_size, largest + 1):
                yield from ((size, index) for index in range(len(self._of_size(size))))

    def value(self, place: Place) -> Any:
        """In frozen form."""
        return self._of_size(place[0])[place[1]]

    def first(self) -> Any:
        """A smallest value, which is real; ABSENT if there is none."""
        if self.node is None or self.node.min_size > 1 << 30:
            return ABSENT
        return thaw(self.node.unrank(self.node.min_size, 0, ()))

    def find(self, value: Any) -> Place | None:
        return None if self.node is None else self.node.rank(value, (), {})

    def _of_size(self, size: int) -> Sequence[Any]:
        if size not in self._listed:
            listed: list[Any] = []
            if self.node is not None and self.node.count(size):
                for value in chain.from_iterable(listing(self.node, size)):
                    self._spend()
                    listed.append(value)
            self._listed[size] = listed
        return self._listed[size]


@dataclass(frozen=True)
class Values:
    """A slot may hold a value without objects in it."""

    domain: Domain
    conditions: tuple[Term, ...] = ()  # over the value, and over other fields of the same object


@dataclass(frozen=True)
class Reference:
    """A slot may hold an object of a class."""

    made: Made
    conditions: tuple[Term, ...] = ()


@dataclass(frozen=True)
class Box:
    """A slot may hold a container of objects: a list, tuple, deque or set, or a dict with objects for values.

    Each slot has a container of its own: containers are not shared.
    """

    kind: str
    elements: tuple[Slot, ...]  # of a tuple of fixed length; else one for all
    fixed: bool = False
    keys: Domain | None = None  # of a dict
    conditions: tuple[Term, ...] = ()

    @property
    def unordered(self) -> bool:
        return self.kind in ("set", "frozenset")

    def filled(self, keys: Iterable[Any], parts: Sequence[Any]) -> Any:
        return dict(zip(keys, parts, strict=True)) if self.keys is not None else KINDS[self.kind][1](parts)

    def parts(self, value: Any) -> tuple[tuple[Place, ...], Sequence[Any]] | None:
        """The keys of a dict, and what a container holds; None if this is no such container."""
        kind: Any = KINDS[self.kind][0]
        if type(value) is not kind:
            return None
        if self.keys is None:
            inside = list(value)
            return None if self.fixed and len(inside) != len(self.elements) else ((), inside)
        found = [(self.keys.find(key), item) for key, item in value.items()]
        items = sorted([(place, item) for place, item in found if place is not None], key=lambda pair: pair[0])
        return (tuple(place for place, _ in items), [item for _, item in items]) if len(items) == len(found) else None


Alternative = Values | Reference | Box
Slot = tuple[Alternative, ...]  # what a field, or an element of a container, may hold


def is_free(slot: Slot) -> bool:
    """Whether a slot holds a value on which nothing else depends."""
    return len(slot) == 1 and isinstance(slot[0], Values) and not slot[0].conditions


@dataclass
class Layout:
    """The slots of the classes of a heap. `domain` gives the values of a type that has no objects in it."""

    root: Made
    grounder: Grounder
    domain: Callable[[Ground], Domain]
    _slots: dict[Made, tuple[Slot, ...]] = field(default_factory=dict)

    def slots(self, made: Made) -> tuple[Slot, ...]:
        """The slots of the fields of a class."""
        if made not in self._slots:
            self._slots[made] = tuple(self._slot(ground) for _, _, ground in self.grounder.fields(made))
        return self._slots[made]

    @cached_property
    def classes(self) -> list[Made]:
        """The types of all objects, the root first."""
        found = {self.root: None}
        waiting = [self.root]
        while waiting:
            inside = (one for slot in self.slots(waiting.pop()) for one in _alternatives(slot))
            new = [one.made for one in inside if isinstance(one, Reference) and one.made not in found]
            found |= dict.fromkeys(new)
            waiting += new
        return list(found)

    @cached_property
    def unordered(self) -> bool:
        """Whether there are sets of objects."""
        slots = (slot for made in self.classes for slot in self.slots(made))
        return any(isinstance(one, Box) and one.unordered for slot in slots for one in _alternatives(slot))

    def release(self) -> None:
        """Drop what only a search needs: spaces keep the rest, to find heaps in them."""
        slots = [slot for made in self.classes for slot in self.slots(made)]
        for one in (one for slot in slots for one in _alternatives(slot)):
            domain = one.domain if isinstance(one, Values) else one.keys if isinstance(one, Box) else None
            if domain is not None:
                domain.release()
        del self.grounder, self.domain

    def _slot(self, tp: Ground) -> Slot:
        if not self._has_objects(tp, set()):
            return (self._values(tp),)
        match tp:
            case Limited(base=base, terms=terms):
                return tuple(replace(one, conditions=(*one.conditions, *terms)) for one in self._slot(base))
            case Called():
                return self._slot(self.grounder.expand(tp))
            case Either(members=members):
                plain = [member for member in members if not self._has_objects(member, set())]
                values = (self._values(self.grounder.either(plain)),) if plain else ()
                others = (self._slot(member) for member in members if member not in plain)
                return (*values, *chain.from_iterable(others))
            case Made(constructor=constructor, args=args):
                return (Reference(Made(whole(constructor), args)),)
            case Tupled(elements=elements):
                return (Box("tuple", tuple(map(self._slot, elements)), fixed=True),)
            case Sequenced(kind=kind, element=element) | Collected(kind=kind, element=element):
                return (Box(kind, (self._slot(element),)),)
            case Mapped(keys=keys, item=item):
                return (Box("dict", (self._slot(item),), keys=self.domain(keys)),)
        raise AssertionError(tp)

    def _values(self, tp: Ground) -> Values:
        """Conditions that depend on other fields are taken out of the type."""
        if not tp.free:
            return Values(self.domain(tp))
        assert isinstance(tp, Limited), tp
        own = [term for term in tp.terms if term.free <= {VALUE}]
        related = tuple(term for term in tp.terms if term not in own)
        return Values(self.domain(self.grounder.limit(tp.base, own)), related)

    def _has_objects(self, tp: Ground, visited: set[object]) -> bool:
        if isinstance(tp, Made) and is_object(tp.constructor):
            return True
        return any(self._has_objects(part, visited) for part in self.grounder.opened(tp, visited))


def _alternatives(slot: Slot) -> Iterator[Alternative]:
    """What a slot may hold, with the slots of containers."""
    for one in slot:
        yield one
        if isinstance(one, Box):
            for element in one.elements:
                yield from _alternatives(element)
