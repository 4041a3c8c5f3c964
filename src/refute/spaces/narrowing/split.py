"""Splitting a node by what its values are at some place inside: constructor, scalar, length.

The values of a node that have, say, a red node at the left of the root are a node again, and so are those that have
three elements in their second field. Everything besides the way to that place is shared with the node that was split,
counts and all, and the order of the values stays. Where nothing is known of the place, nothing is looked at: a split
costs what the way there is long, and wide where it leads through sums.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from enum import Enum, auto
from fractions import Fraction
from itertools import chain
from typing import Any

from refute.logic.terms.term import Rank, identity_key
from refute.spaces.narrowing.holes import SIZE, Path
from refute.spaces.narrowing.partial import Head, OneByOne
from refute.spaces.nodes.enumerate import listing
from refute.spaces.nodes.node import UNIT, Built, Choice, Making, Node, Pair, Subset, Sum, Unit
from refute.spaces.nodes.recast import Converted, Placed
from refute.spaces.nodes.recipes import thaw
from refute.spaces.productions.constructors import CELL
from refute.spaces.productions.sets_and_dicts import with_values
from refute.spaces.residuals.renaming import Extension

_PLAIN = {int, float, complex, str, bytes, Decimal, Fraction}
_PLAIN |= {datetime.date, datetime.datetime, datetime.time, datetime.timedelta}


class Mode(Enum):
    """How finely values are told apart at a place."""

    HEADS = auto()  # by all that is there but the parts
    SINGLES = auto()  # by what could be known by `is` alone, None, say; of the others, whether they are mappings
    KINDS = auto()  # by type, and a container by whether it is empty
    FORMS = auto()  # by whether they are sets and dicts, whose sizes can be told apart


# What is told apart: heads, or what stands for several.
Group = Head | str
REST, MAPPINGS = "others", "mappings"
SELECTED, FORMED = "selected", "formed"
Groups = dict[Group, Node]


class Splitter:
    """Splits nodes; the same question has the same answer. What is larger than `largest` may be left out."""

    def __init__(self, largest: int, spend: Callable[[int], None]) -> None:
        """`spend` is told of every value that is listed, and raises when there are too many or there is no time."""
        self.largest = largest
        self._spend = spend
        self._known: dict[tuple[Node, Path, Extension, Mode], Groups] = {}

    def split(self, node: Node, path: Path, mode: Mode, extension: Extension = ()) -> Groups:
        """From each group that values have at a place to the values that have it there."""
        key = (node, path, extension, mode)
        known = self._known.get(key)
        if known is None:
            self._spend(0)
            known = self._known[key] = self._split(node, path, mode, extension)
        return known

    def _split(self, node: Node, path: Path, mode: Mode, extension: Extension) -> Groups:
        match node:
            case Sum():
                return _sums(node, lambda part: self.split(part, path, mode, extension))
            case Placed(inner=inner, picks=picks):
                inside = self.split(inner, path, mode, node.extension(extension))
                return {group: Placed(part, picks) for group, part in inside.items()}
            case Built(made=made, inner=inner) if made is not None:
                if path:
                    return self._within(node, made.order.index(path[0]), path[1:], mode, extension)
                if mode is Mode.SINGLES:
                    return {MAPPINGS if made.mapping else REST: node}
                return {FORMED if mode is Mode.FORMS else head_of(made): node}
            case Built(build=build) if build is with_values:
                return self._values(node, path, mode, extension)
            case Built(build=OneByOne() as build):
                return _one_by_one(node, build, path, mode)
            case Converted(made=made) if made is not None:
                split = self._selection if made.selected else self._sequence
                return split(node, made, path, mode, extension)
            case Choice():
                return _choices(node, mode, extension)
        assert not path
        if mode is not Mode.HEADS:
            return {FORMED if mode is Mode.FORMS else REST: node}
        return dict(self._listed(node, extension))

    def _within(self, node: Built, place: int, path: Path, mode: Mode, extension: Extension) -> Groups:
        """By what is inside a field."""
        found = self._tuples(node.inner, place, path, mode, extension)
        return {group: Built(node.build, part, node.cost, node.made) for group, part in found.items()}

    def _tuples(self, node: Node, place: int, path: Path, mode: Mode, extension: Extension) -> Groups:
        if isinstance(node, Sum):
            return _sums(node, lambda part: self._tuples(part, place, path, mode, extension))
        assert isinstance(node, Pair)
        if place == 0:
            found = self.split(node.first, path, mode, extension)
            return {group: Pair(part, node.rest) for group, part in found.items()}
        found = self._tuples(node.rest, place - 1, path, mode, extension)
        return {group: Pair(node.first, part) for group, part in found.items()}

    def _sequence(self, node: Converted, made: Making, path: Path, mode: Mode, extension: Extension) -> Groups:
        def again(cells: Node) -> Node:
            return Converted(node.convert, cells, node.fresh, made)

        if path:  # cells are nested: an element is the first of what is behind those before it
            found = self.split(node.inner, (*(1 for _ in range(path[0])), 0, *path[1:]), mode, extension)
            return {group: again(cells) for group, cells in found.items()}
        if mode in (Mode.SINGLES, Mode.FORMS):
            return {REST if mode is Mode.SINGLES else FORMED: node}
        if mode is Mode.KINDS:
            ends = self.split(node.inner, (), mode, extension)
            return {Head((made.key, group)): again(cells) for group, cells in ends.items()}
        return {_of_so_many(made, length): again(cells) for length, cells in self._lengths(node.inner)}

    def _selection(self, node: Converted, made: Making, path: Path, mode: Mode, extension: Extension) -> Groups:
        def again(selected: Node) -> Node:
            return Converted(node.convert, selected, node.fresh, made)

        if path == (SIZE,):
            return {_so_many(length): again(selected) for length, selected in self._lengths(node.inner)}
        if path:
            found = self.split(node.inner, path, mode, extension)
            return {group: again(selected) for group, selected in found.items()}
        match mode:
            case Mode.FORMS:
                return {SELECTED: node}
            case Mode.HEADS if made.mapping:
                keyed = self._keyed(node.inner, extension)
                return {_with_keys(made, keys): again(selected) for keys, selected in keyed.items()}
            case Mode.HEADS:
                return dict(self._listed(node, extension))
        return {MAPPINGS if made.mapping else REST: node}

    def _keyed(self, node: Node, extension: Extension) -> dict[tuple[Any, ...], Node]:
        """From the keys there are to the items, or what comes before items, with these keys."""
        match node:
            case Sum(parts=parts, ranks=ranks):
                found: dict[tuple[Any, ...], list[tuple[Node, int | None]]] = {}
                for place, part in enumerate(parts):
                    if part.least <= self.largest:
                        for keys, inside in self._keyed(part, extension).items():
                            found.setdefault(keys, []).append((inside, ranks.get(place)))
                return {keys: _sum(kept) for keys, kept in found.items()}
            case Placed(inner=inner, picks=picks):
                inside_it = self._keyed(inner, node.extension(extension))
                return {keys: Placed(part, picks) for keys, part in inside_it.items()}
            case Pair(first=first, rest=rest) if rest is UNIT:
                return {keys: Pair(part, UNIT) for keys, part in self._keyed(first, extension).items()}
            case Pair(first=first, rest=rest):
                return {keys: Pair(first, part) for keys, part in self._keyed(rest, extension).items()}
            case Built(build=build, inner=Pair(first=Subset() as picked, rest=rest), cost=cost):
                behind = self._keyed(rest, extension)
                chosen = chain.from_iterable(listing(picked, picked.least, extension))
                return {
                    (*ahead, *keys): Built(build, Pair(Built(_constantly(ahead), UNIT, picked.least), part), cost)
                    for ahead in chosen
                    for keys, part in behind.items()
                }
        return {(): node}

    def _values(self, node: Built, path: Path, mode: Mode, extension: Extension) -> Groups:
        """By what is at a key, where the keys are known."""
        assert isinstance(node.inner, Pair)
        keys, values = node.inner.first, node.inner.rest
        assert isinstance(keys, Built)
        here = len(keys.build())
        place, *inside = path
        at = (place, tuple(inside)) if place < here else (here, (place - here, *inside))
        found = self._tuples(values, *at, mode, extension)
        return {group: Built(node.build, Pair(keys, part), node.cost) for group, part in found.items()}

    def _lengths(self, cells: Node) -> Iterator[tuple[int, Node]]:
        """The cells of each length there is."""
        length = 0
        longest = False
        while not longest:
            of_length, more = self._of_length(cells, length)
            if of_length is not None and of_length.least <= self.largest:
                yield length, of_length
            longest = more is None or more > self.largest
            length += 1

    def _of_length(self, node: Node, length: int) -> tuple[Node | None, int | None]:
        """Cells of just that length, and the least size of longer ones."""
        match node:
            case Sum(parts=parts, ranks=ranks):
                kept: list[tuple[Node, int | None]] = []
                longer: int | None = None
                for place, part in enumerate(parts):
                    if part.least > self.largest:
                        continue
                    of_length, more = self._of_length(part, length)
                    if of_length is not None:
                        kept.append((of_length, ranks.get(place)))
                    longer = more if longer is None else longer if more is None else min(longer, more)
                return (_sum(kept) if kept else None), longer
            case Placed(inner=inner, picks=picks):
                of_length, more = self._of_length(inner, length)
                return (None if of_length is None else Placed(of_length, picks)), more
            case Pair(first=first, rest=rest) if rest is UNIT:
                of_length, more = self._of_length(first, length)
                return (None if of_length is None else Pair(of_length, UNIT)), more
            case Pair(first=first, rest=rest):
                of_length, more = self._of_length(rest, length)
                paired = None if of_length is None else Pair(first, of_length)
                return paired, None if more is None else more + first.least
            case Unit():
                return (node if length == 0 else None), None
            case Built(build=build, inner=Pair(first=Subset(chosen=chosen) as picked, rest=rest), cost=cost):
                if length < chosen:
                    return None, node.least
                of_length, more = self._of_length(rest, length - chosen)
                selected = None if of_length is None else Built(build, Pair(picked, of_length), cost)
                return selected, None if more is None else more + picked.least
        assert isinstance(node, Built)
        assert node.made is not None
        if node.made.key != CELL:
            return (node if length == 0 else None), None
        if length == 0:
            return None, node.least
        of_length, more = self._of_length(node.inner, length - 1)
        made = None if of_length is None else Built(node.build, of_length, node.cost, node.made)
        return made, None if more is None else more + node.cost

    def _listed(self, node: Node, extension: Extension) -> Iterator[tuple[Head, Node]]:
        """Values that are not looked into, one by one."""
        for size in range(node.least, self.most(node) + 1):
            for value in chain.from_iterable(listing(node, size, extension)) if node.count(size) else ():
                self._spend(1)
                build = _constantly(value)
                yield Head(identity_key(value), 0, build, _equal_to(value)), Built(build, UNIT, size)

    def most(self, node: Node) -> int:
        """The largest size to look at."""
        return self.largest if self.largest < _ENDLESS else node.most()


_ENDLESS = 1 << 50


def _sums(node: Sum, split: Callable[[Node], Groups]) -> Groups:
    found: dict[Group, list[tuple[Node, int | None]]] = {}
    same = True
    for place, part in enumerate(node.parts):
        for group, inside in split(part).items():
            found.setdefault(group, []).append((inside, node.ranks.get(place)))
            same = same and inside is part
    if same and len(found) == 1:
        return dict.fromkeys(found, node)
    return {group: _sum(parts) for group, parts in found.items()}


def _sum(parts: list[tuple[Node, int | None]]) -> Node:
    if len(parts) == 1:
        return parts[0][0]
    node = Sum()
    for part, rank in parts:
        node.add(part, rank)
    return node


def head_of(made: Making) -> Head:
    return Head(made.key, len(made.order), made.build, made.take, made.mapping)


def _one_by_one(node: Built, build: OneByOne, path: Path, mode: Mode) -> Groups:
    found: dict[Group, list[int]] = {}
    assert isinstance(node.inner, Pair)
    assert isinstance(node.inner.first, Choice)
    for place in node.inner.first.values:
        part = build.parts[place].at(path)
        assert part is not None
        head: Group = part.head
        if part.head.take is None:
            head = _scalar_group(part.frozen(), mode)
        elif mode is Mode.SINGLES:
            head = MAPPINGS if part.head.mapping else REST
        elif mode is Mode.FORMS:
            head = FORMED
        found.setdefault(head, []).append(place)
    return {group: build.node(places, node.cost) for group, places in found.items()}


def _so_many(length: int) -> Head:
    return Head(identity_key(length), 0, _constantly(length))


def _with_keys(made: Making, keys: tuple[Any, ...]) -> Head:
    """A dict with these keys."""
    known = tuple(map(identity_key, keys))

    def take(value: Any) -> Sequence[Any] | None:
        if type(value) is not dict or len(value) != len(known):
            return None
        items = {identity_key(key): item for key, item in value.items()}
        return [items[key] for key in known] if items.keys() == set(known) else None

    def build(*values: Any) -> Any:
        return made.build(tuple(zip(keys, values, strict=True)))

    return Head((dict, known), len(keys), build, take, mapping=True)


def _choices(node: Choice, mode: Mode, extension: Extension) -> Groups:
    found: dict[Group, list[Any]] = {}
    for value in node.values:
        real = extension[value.place] if type(value) is Rank else value
        found.setdefault(_scalar_group(real, mode), []).append(value)
    if len(found) == 1:
        return dict.fromkeys(found, node)
    return {group: Choice(tuple(values)) for group, values in found.items()}


def _scalar_group(value: Any, mode: Mode) -> Group:
    if mode is Mode.FORMS:
        return FORMED
    if type(value) in _PLAIN:
        if mode is Mode.SINGLES:
            return REST
        if mode is Mode.KINDS:
            return Head(("of type", type(value)))
    return Head(identity_key(value), 0, _constantly(value))


def _constantly(value: Any) -> Callable[[], Any]:
    return lambda: value


def _of_so_many(made: Making, length: int) -> Head:
    """A sequence of a length."""

    def take(value: Any) -> Sequence[Any] | None:
        cells = made.take(value)
        return cells if cells is not None and len(cells) == length else None

    return Head((made.key, length), length, lambda *parts: made.build(parts), take)


def _equal_to(value: Any) -> Callable[[Any], Sequence[Any] | None]:
    real = thaw(value)
    return lambda other: () if type(other) is type(real) and other == real else None


def counted(node: Node) -> Node:
    """The same values, with sums on the way, which keep their counts."""
    match node:
        case Pair(first=first, rest=rest) if rest is not UNIT:
            return _keeping(Pair(counted(first), counted(rest)))
        case Built(inner=inner):
            return _keeping(Built(node.build, counted(inner), node.cost, node.made))
        case Converted(inner=inner):
            return _keeping(Converted(node.convert, counted(inner), node.fresh, node.made))
    return node


def _keeping(node: Node) -> Node:
    kept = Sum()
    kept.add(node)
    return kept
