"""Descents: ways from a value of which nothing is chosen to one that is chosen as far as code looks at it.

All values of a node are gone through as needed narrowing does, but one family after the other: at each *fork*, what is
at a place is chosen among all that is possible there. The choices of a descent are numbers, which lead to the same
family whenever they are made again.

    choices             value                           the code
    ()                  insert(?1, ?2)                  looks at ?2
    (0,)                insert(?1, Empty())             returns: a family, which has as many values as there are for ?1
    (1,)                insert(?1, Branch(?2, ?3, ?4))  looks at ?3
    (1, 0)              insert(?1, Branch(?2, 0, ?3))   looks at ?1
    (1, 0, 0)           insert(0, Branch(?1, 0, ?2))    fails
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from random import Random
from typing import Any

from refute.spaces.narrowing.holes import Demands, Hole, MappingHole, Path
from refute.spaces.narrowing.narrowed import MAPPINGS, Group
from refute.spaces.narrowing.partial import Part, Whole
from refute.spaces.narrowing.split import Mode, Splitter
from refute.spaces.nodes.construction import Construction
from refute.spaces.nodes.enumerate import listing
from refute.spaces.nodes.node import Node
from refute.spaces.nodes.pick import drawn, smallest
from refute.spaces.nodes.recipes import thaw

_FEW = 8  # values of a family that are all looked at, where it has no more
_LARGER = 4  # the sizes that examples are drawn from, beyond the smallest
_MOST_ALTERNATIVES = 5_000  # at one place

Choose = Callable[[int], int]  # one of so many


class TooWideError(Exception):
    """There is too much to choose from at one place."""


@dataclass(frozen=True)
class Family:
    """A value with holes, and the node of all values that it may become."""

    whole: Whole
    node: Node
    holes: tuple[Path, ...] = ()
    unsettled: tuple[Path, ...] = ()  # places of holes that may stand for something which `is` could tell from a hole


class Descent:
    """The families of a node of tuples of so many parts, among those up to a size."""

    def __init__(self, node: Node, width: int, largest: int | None) -> None:
        self._root = node
        self._width = width
        self._largest = node.max_size() if largest is None else largest
        self._splitter = Splitter(self._largest, lambda alternatives: None)
        self.demands = Demands()

    def __repr__(self) -> str:
        return f"<Descent of {self._root!r}>"

    def begun(self, choose: Choose) -> Family:
        """Nothing is chosen, but what no hole may stand for."""
        top = Family(Hole((), self.demands), self._root)
        return self._settled(self._with_parts(top, (), self._width, choose), choose)

    def _settled(self, family: Family, choose: Choose) -> Family:
        """Choose what no hole may stand for."""
        while family.unsettled:
            path, *later = family.unsettled
            groups = self._alternatives(family.node, path, Mode.SINGLES)
            group, node = groups[choose(len(groups))]
            left = tuple(later)
            if isinstance(group, Construction):
                family = self._put(family, path, Part(group), node, (), left)
            elif group == MAPPINGS:
                family = self._put(family, path, MappingHole(path, self.demands), node, (path,), left)
            else:
                family = Family(family.whole, node, family.holes, left)
        return family

    def filled(self, family: Family, path: Path, choose: Choose) -> Family:
        """Choose what is at the place of a hole, as far as it is asked for. Raises TooWideError."""
        return self._settled(self._with_parts(family, path, None, choose), choose)

    def _with_parts(self, family: Family, path: Path, width: int | None, choose: Choose) -> Family:
        heads = self._alternatives(family.node, path, Mode.HEADS)
        head, node = heads[choose(len(heads))]
        assert isinstance(head, Construction)
        inside = tuple([(*path, place) for place in range(head.arity if width is None else width)])
        part = Part(head, tuple([Hole(hole, self.demands) for hole in inside]))
        return self._put(family, path, part, node, inside, inside)

    def _alternatives(self, node: Node, path: Path, mode: Mode) -> list[tuple[Group, Node]]:
        found = self._splitter.split(node, path, mode).items()
        kept = [(group, part) for group, part in found if part.min_size <= self._largest]
        if len(kept) > _MOST_ALTERNATIVES:
            raise TooWideError
        return kept

    def _put(
        self,
        family: Family,
        path: Path,
        new: Whole,
        node: Node,
        holes: tuple[Path, ...],
        unsettled: tuple[Path, ...],
    ) -> Family:
        whole = family.whole.put(path, new) if type(family.whole) is Part and path else new
        others = tuple([hole for hole in family.holes if hole != path])
        return Family(whole, node, (*others, *holes), unsettled)

    def built(self, family: Family) -> tuple[Any, ...]:
        """The tuple with its holes, made anew. Raises Demand where a constructor looks at one."""
        self.demands.first = None
        return _thawed(_frozen(family.whole))

    def holes_in(self, family: Family) -> Iterator[Whole]:
        """The holes of a value, in order."""
        waiting: list[Whole] = [family.whole]
        while waiting:
            part = waiting.pop()
            if type(part) is Part:
                waiting.extend(reversed(part.parts))
            else:
                yield part

    def count(self, family: Family) -> int:
        """How many values there are in a family."""
        return sum([family.node.count(size) for size in range(family.node.min_size, self._largest + 1)])

    def examples(self, family: Family, draws: int, seed: str) -> Iterator[Callable[[], tuple[Any, ...]]]:
        """What makes tuples of a family: all, if there are few; else the smallest, and some that are drawn."""
        node = family.node
        if self.count(family) <= _FEW:
            sizes = (size for size in range(node.min_size, self._largest + 1) if node.count(size))
            chosen = chain.from_iterable(chain.from_iterable(listing(node, size)) for size in sizes)
        else:
            chance, room = Random(seed), min(self._largest, node.min_size + _LARGER)
            random = (drawn(node, room, chance)[0] for _ in range(draws))
            chosen = chain((smallest(node), smallest(node, last=True)), random)
        return (partial(_thawed, frozen) for frozen in chosen)


def _thawed(frozen: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(map(thaw, frozen))


def _frozen(whole: Whole) -> Any:
    """The value, in frozen form, with its holes: built each time, as code may change what it should not."""
    return whole.head.build(*map(_frozen, whole.parts)) if type(whole) is Part else whole
