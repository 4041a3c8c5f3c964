"""Splitting a node by what its values are at some place inside: constructor, scalar, length.

The values of a node that have, say, a red node at the left of the root are a node again, and so are those that have
three elements in their second field. All nodes that are not on the path to that place are shared with the node that was
split, including their counts, and the order of the values stays. The cost of a split is the length of the path, times
the parts of the sums on it.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from enum import Enum, auto
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import Any

from refute.logic.terms.term import Rank, identity_key
from refute.spaces.narrowing.holes import SIZE, Path
from refute.spaces.narrowing.narrowed import FORMED, MAPPINGS, REST, SELECTED, Group, Singles
from refute.spaces.nodes.construction import CELL, Construction, Take
from refute.spaces.nodes.derived import Distinct, Placed, Selected
from refute.spaces.nodes.enumerate import listing
from refute.spaces.nodes.extension import Extension
from refute.spaces.nodes.node import UNIT, Built, Choice, Node, Product, Sum
from refute.spaces.nodes.recipes import thaw

_PLAIN = {int, float, complex, str, bytes, Decimal, Fraction}
_PLAIN |= {datetime.date, datetime.datetime, datetime.time, datetime.timedelta}


class Mode(Enum):
    """How finely values are grouped by what is at a place."""

    HEADS = auto()  # by constructor or scalar, whatever the parts are
    SINGLES = auto()  # by what `is` could tell, such as None; the others by whether they are mappings
    KINDS = auto()  # by type, and a container by whether it is empty
    FORMS = auto()  # by whether they are sets and dicts, which can be grouped by their size


Groups = dict[Group, Node]


class Splitter:
    """Splits nodes, memoised. Values larger than `largest` may be left out."""

    def __init__(self, largest: int, spend: Callable[[int], None]) -> None:
        """`spend` is called for each value that is listed; it raises when there are too many or the time is over."""
        self.largest = largest
        self._spend = spend
        self._known: dict[tuple[Node, Path, Extension, Mode], Groups] = {}

    def split(self, node: Node, path: Path, mode: Mode, extension: Extension = ()) -> Groups:
        """The values of a node by their group at a place."""
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
            case Singles():
                return _one_by_one(node, path, mode)
            case Selected():
                return self._values(node, path, mode, extension)
            case Built(construction=construction):
                return self._built(node, construction, path, mode, extension)
            case Choice():
                return _choices(node, mode, extension)
        assert not path
        if mode is not Mode.HEADS:
            return {FORMED if mode is Mode.FORMS else REST: node}
        return dict(self._listed(node, extension))

    def _built(self, node: Built, construction: Construction, path: Path, mode: Mode, extension: Extension) -> Groups:
        if construction.form == "sequence":
            return self._sequence(node, construction, path, mode, extension)
        if construction.form == "selection":
            return self._selection(node, construction, path, mode, extension)
        if path:
            found = self._tuples(node.inner, path[0], path[1:], mode, extension)
            return {group: Built(construction, part, node.cost) for group, part in found.items()}
        if mode is Mode.SINGLES:
            return {MAPPINGS if construction.mapping else REST: node}
        return {FORMED if mode is Mode.FORMS else construction: node}

    def _tuples(self, node: Node, place: int, path: Path, mode: Mode, extension: Extension) -> Groups:
        """The tuples of a node by the group at a place inside a field."""
        if isinstance(node, Sum):
            return _sums(node, lambda part: self._tuples(part, place, path, mode, extension))
        assert isinstance(node, Product)
        if place >= len(node.fields):
            assert node.tail is not None
            found = self._tuples(node.tail, place - len(node.fields), path, mode, extension)
            return {group: Product(node.fields, part) for group, part in found.items()}
        found = self.split(node.fields[place], path, mode, extension)
        return {group: _with_field(node, place, part) for group, part in found.items()}

    def _sequence(
        self, node: Built, construction: Construction, path: Path, mode: Mode, extension: Extension
    ) -> Groups:
        def again(cells: Node) -> Node:
            return Built(construction, Product((cells,)), 0)

        cells_inside = _only_field(node)
        if path:  # cells are nested pairs: the element at n is the first part of the n-th tail
            found = self.split(cells_inside, (*(1 for _ in range(path[0])), 0, *path[1:]), mode, extension)
            return {group: again(cells) for group, cells in found.items()}
        if mode in (Mode.SINGLES, Mode.FORMS):
            return {REST if mode is Mode.SINGLES else FORMED: node}
        if mode is Mode.KINDS:
            ends = self.split(cells_inside, (), mode, extension)
            return {Construction((construction.key, group)): again(cells) for group, cells in ends.items()}
        return {_of_so_many(construction, length): again(cells) for length, cells in self._lengths(cells_inside)}

    def _selection(
        self, node: Built, construction: Construction, path: Path, mode: Mode, extension: Extension
    ) -> Groups:
        def again(selected: Node) -> Node:
            return Built(construction, Product((selected,)), 0)

        inner = _only_field(node)
        if path == (SIZE,):
            return {_so_many(length): again(selected) for length, selected in self._lengths(inner)}
        if path:
            found = self.split(inner, path, mode, extension)
            return {group: again(selected) for group, selected in found.items()}
        match mode:
            case Mode.FORMS:
                return {SELECTED: node}
            case Mode.HEADS if construction.mapping:
                keyed = self._keyed(inner, extension)
                return {_with_keys(construction, keys): again(selected) for keys, selected in keyed.items()}
            case Mode.HEADS:
                return dict(self._listed(node, extension))
        return {MAPPINGS if construction.mapping else REST: node}

    def _keyed(self, node: Node, extension: Extension) -> dict[tuple[Any, ...], Node]:
        """The items of a node, or the tuples they are made from, by their keys."""
        match node:
            case Sum(parts=parts, ranks=ranks):
                found: dict[tuple[Any, ...], list[tuple[Node, int | None]]] = {}
                for place, part in enumerate(parts):
                    if part.min_size <= self.largest:
                        for keys, inside in self._keyed(part, extension).items():
                            found.setdefault(keys, []).append((inside, ranks.get(place)))
                return {keys: _sum(kept) for keys, kept in found.items()}
            case Placed(inner=inner, picks=picks):
                inside_it = self._keyed(inner, node.extension(extension))
                return {keys: Placed(part, picks) for keys, part in inside_it.items()}
            case Product():
                return {keys: _with_last(node, part) for keys, part in self._keyed(_last(node), extension).items()}
            case Selected(inner=inner):
                behind = self._keyed(inner, extension)
                first = inner.fields[0]
                chosen = chain.from_iterable(listing(first, first.min_size, extension))
                return {
                    (*ahead, *keys): _selected(part, Distinct(first, first.min_size, [index]))
                    for index, ahead in enumerate(chosen)
                    for keys, part in behind.items()
                }
        return {(): node}

    def _values(self, node: Selected, path: Path, mode: Mode, extension: Extension) -> Groups:
        """The items of a node, whose keys are known, by the group of the value at a key."""
        here = node.picked.chosen
        place, *inside = path
        at = (1 + place, tuple(inside)) if place < here else (1 + here, (place - here, *inside))
        found = self._tuples(node.inner, *at, mode, extension)
        return {group: _selected(part) for group, part in found.items()}

    def _lengths(self, cells: Node) -> Iterator[tuple[int, Node]]:
        """The cells of a node by their length."""
        length = 0
        longest = False
        while not longest:
            of_length, more = self._of_length(cells, length)
            if of_length is not None and of_length.min_size <= self.largest:
                yield length, of_length
            longest = more is None or more > self.largest
            length += 1

    def _of_length(self, node: Node, length: int) -> tuple[Node | None, int | None]:
        """The cells of a length, and the smallest size of longer ones."""
        match node:
            case Sum(parts=parts, ranks=ranks):
                kept: list[tuple[Node, int | None]] = []
                longer: int | None = None
                for place, part in enumerate(parts):
                    if part.min_size > self.largest:
                        continue
                    of_length, more = self._of_length(part, length)
                    if of_length is not None:
                        kept.append((of_length, ranks.get(place)))
                    longer = more if longer is None else longer if more is None else min(longer, more)
                return (_sum(kept) if kept else None), longer
            case Placed(inner=inner, picks=picks):
                of_length, more = self._of_length(inner, length)
                return (None if of_length is None else Placed(of_length, picks)), more
            case Product():
                last = _last(node)
                of_length, more = self._of_length(last, length)
                whole = None if of_length is None else _with_last(node, of_length)
                return whole, None if more is None else more + node.min_size - last.min_size
            case Selected(picked=picked, inner=inner, of_items=of_items):
                if length < picked.chosen:
                    return None, node.min_size
                of_length, more = self._of_length(inner, length - picked.chosen)
                return (None if of_length is None else _selected(of_length, of_items=of_items)), more
        assert isinstance(node, Built)
        if node.construction != CELL:
            return (node if length == 0 else None), None
        if length == 0:
            return None, node.min_size
        of_length, more = self._of_length(node.inner, length - 1)
        made = None if of_length is None else Built(CELL, of_length, node.cost)
        return made, None if more is None else more + node.cost

    def _listed(self, node: Node, extension: Extension) -> Iterator[tuple[Construction, Node]]:
        """The values of a node one by one, each with a construction of its own."""
        largest = self.largest if self.largest < _ENDLESS else node.max_size()
        for size in range(node.min_size, largest + 1):
            for value in chain.from_iterable(listing(node, size, extension)) if node.count(size) else ():
                self._spend(1)
                head = Construction(identity_key(value), 0, partial(_itself, value), _equal_to(value))
                yield head, Built(head, UNIT, size)


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


def _only_field(node: Built) -> Node:
    assert isinstance(node.inner, Product)
    (field,) = node.inner.fields
    return field


def _with_field(node: Product, place: int, field: Node) -> Product:
    """The same with another node at the place of a field."""
    return Product((*node.fields[:place], field, *node.fields[place + 1 :]), node.tail)


def _last(node: Product) -> Node:
    """The node of the last field, or the tail."""
    return node.fields[-1] if node.tail is None else node.tail


def _with_last(node: Product, last: Node) -> Product:
    return Product((*node.fields[:-1], last)) if node.tail is None else Product(node.fields, last)


def _selected(inner: Node, picked: Node | None = None, *, of_items: bool = True) -> Selected:
    assert isinstance(inner, Product)
    return Selected(inner if picked is None else _with_field(inner, 0, picked), of_items=of_items)


def _one_by_one(node: Singles, path: Path, mode: Mode) -> Groups:
    found: dict[Group, list[int]] = {}
    for place, single in enumerate(node.found):
        part = single.at(path)
        assert part is not None
        head: Group = part.head
        if part.head.take is None:
            head = _scalar_group(part.frozen(), mode)
        elif mode is Mode.SINGLES:
            head = MAPPINGS if part.head.mapping else REST
        elif mode is Mode.FORMS:
            head = FORMED
        found.setdefault(head, []).append(place)
    return {group: node.some(places) for group, places in found.items()}


def _so_many(length: int) -> Construction:
    return Construction(identity_key(length), 0, partial(_itself, length))


def _with_keys(construction: Construction, keys: tuple[Any, ...]) -> Construction:
    """A dict with these keys."""
    known = tuple(map(identity_key, keys))

    def take(value: Any) -> Sequence[Any] | None:
        if type(value) is not dict or len(value) != len(known):
            return None
        items = {identity_key(key): item for key, item in value.items()}
        return [items[key] for key in known] if items.keys() == set(known) else None

    def build(*values: Any) -> Any:
        return construction.build(tuple(zip(keys, values, strict=True)))

    return Construction((dict, known), len(keys), build, take, dict)


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
            return Construction(("of type", type(value)))
    return Construction(identity_key(value), 0, partial(_itself, value))


def _itself(value: Any) -> Any:
    return value


def _of_so_many(construction: Construction, length: int) -> Construction:
    """A sequence of a length."""

    def take(value: Any) -> Sequence[Any] | None:
        parts = None if construction.take is None else construction.take(value)
        return parts[0] if parts is not None and len(parts[0]) == length else None

    def build(*parts: Any) -> Any:
        return construction.build(parts)

    return Construction((construction.key, length), length, build, take, construction.makes)


def _equal_to(value: Any) -> Take:
    real = thaw(value)
    return lambda other: () if type(other) is type(real) and other == real else None
