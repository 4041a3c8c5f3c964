"""Needed narrowing: the values of a node that satisfy predicates which can only be run.

The predicates are run on a value made of holes. A hole that one of them looks at is filled, with all there is at its
place, and each of these values is tried again; where a predicate answers without looking further, the answer is that
of the whole *family*: of all values that differ only in what is still a hole. A family is a node again (see
`splitting`), and what was known of the values before, by the logic, is known of it still: parts that do not go together
never meet. Predicates that are joined by `and` are each run, so that whichever is false first prunes.

A hole does not see everything (see `holes`). So no answer is trusted before real values of the family have confirmed
it, one for every kind of thing that its holes stand for; where one does not, the family's values are run one by one.
A predicate that raises on a value with holes is asked again with a real one, too: if that raises, it is an error; if
not, the holes are to blame, and the first is filled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from refute.logic.terms import identity_key
from refute.spaces.algebra import UNIT, Built, Choice, Node, Pair
from refute.spaces.frozen import thaw
from refute.spaces.holes import Demand, Hole, Looks, MappingHole, Path
from refute.spaces.listing import listing
from refute.spaces.splitting import MAPPINGS, Group, Groups, Head, Mode, Splitter, counted, smallest
from refute.spaces.unseen import TypeErrors

Predicate = Callable[[Any], bool]
RAISES = "raises"
Answer = bool | str | Path  # whether it holds, that it raises, or which hole it looked at
# How many real values a family is confirmed by at most, if its holes stand for many kinds of things.
_CONFIRMING = 4
# How many families are confirmed by a value of every kind, and which of those that come later. The others are confirmed
# by one value, unless any was ever confirmed in vain.
_CLOSELY, _CLOSELY_AGAIN = 200, 10
_THOROUGHLY = 20  # the first are confirmed by larger values, too


class Part:
    """A part of a value that is known, with parts of its own that may be holes."""

    def __init__(self, head: Head, parts: tuple[Whole, ...] = ()) -> None:
        self.head = head
        self.parts = parts

    @cached_property
    def frozen(self) -> Any:
        """The value, in frozen form, with its holes."""
        return self.head.build(*[part.frozen if type(part) is Part else part for part in self.parts])

    def again(self) -> Any:
        """The value, in frozen form, built anew. It has no holes."""
        return self.head.build(*[part.again() for part in self.parts if type(part) is Part])

    def put(self, path: Path, new: Whole) -> Part:
        """The same with another part at a place."""
        place, *inside = path
        old = self.parts[place]
        if inside:
            assert type(old) is Part
            new = old.put(tuple(inside), new)
        return Part(self.head, (*self.parts[:place], new, *self.parts[place + 1 :]))


Whole = Part | Hole | MappingHole


class Partial(NamedTuple):
    """A value with holes, and the node of all values it may become."""

    whole: Whole
    node: Node
    holes: tuple[Path, ...]
    known: tuple[Answer, ...]  # what each predicate answered last

    def filled(self, path: Path, new: Whole, node: Node, holes: Sequence[Path] = ()) -> Partial:
        whole = self.whole.put(path, new) if type(self.whole) is Part and path else new
        others = tuple([hole for hole in self.holes if hole != path])
        return Partial(whole, node, (*others, *holes), self.known)


@dataclass
class Fork:
    """A place at which values go different ways."""

    path: Path
    scalars: dict[Any, Spot] = field(default_factory=dict)
    structures: list[tuple[Head, Spot]] = field(default_factory=list)
    holes: dict[bool, Spot] = field(default_factory=dict)  # for mappings, and for all else

    def add(self, group: Group, then: Spot) -> None:
        if not isinstance(group, Head):
            self.holes[group == MAPPINGS] = then
        elif group.take is None:
            self.scalars[group.key] = then
        else:
            self.structures.append((group, then))


@dataclass
class Leaf:
    """Where values of one family end, or values that were run one by one: by size and place among them."""

    node: Node
    family: int | None = None  # which of the nodes found has them; None if they are not wanted
    place: int | None = None  # and where, if there is just one
    listed: dict[tuple[int, int], tuple[int, int]] | None = None


Spot = Fork | Leaf


class Narrowing:
    """One search. What is larger than `largest` is left out; `spend` is told of every run."""

    def __init__(
        self,
        node: Node,
        predicates: Sequence[Predicate],
        largest: int,
        spend: Callable[[int], None],
        *,
        careful: bool,
    ) -> None:
        """`careful`: predicates may handle errors that holes have caused."""
        self.runs = 0
        self.found: list[tuple[Node, bool]] = []  # and whether its values make a predicate raise
        self._predicates = predicates
        self._largest = largest
        self._splitter = Splitter(largest)
        self._spend = spend
        self._looks = Looks()
        self._confirmed = 0
        self._distrust = False
        self._run: Callable[[Predicate, Any], Answer] = _carefully if careful else _plainly
        self._alone: dict[tuple[int, bool], tuple[int, list[Part]]] = {}
        start = Partial(Hole((), self._looks), node, ((),), (False,) * len(predicates))
        self._root = self._settled(start, [()])
        for (size, _), (place, parts) in self._alone.items():
            choice = Pair(Choice(tuple(range(len(parts)))), UNIT)
            self.found[place] = Built(_building(parts), choice, size), self.found[place][1]

    def _groups(self, node: Node, path: Path, mode: Mode) -> Groups:
        found = self._splitter.split(node, path, mode)
        return {group: part for group, part in found.items() if part.least <= self._largest}

    def _settled(self, partial: Partial, paths: list[Path]) -> Spot:
        """Choose between what no hole may stand for at these places, and go on."""
        if not paths:
            return self._narrowed(partial)
        path, *later = paths
        fork = Fork(path)
        groups = self._groups(partial.node, path, Mode.SINGLES)
        for group, node in groups.items():
            if isinstance(group, Head):
                then = partial.filled(path, Part(group), node)
            elif group == MAPPINGS:
                then = partial.filled(path, MappingHole(path, self._looks), node, [path])
            else:
                then = partial._replace(node=node)
            spot = self._settled(then, later)
            if len(groups) == 1 and not isinstance(group, Head):
                return spot
            fork.add(group, spot)
        return fork

    def _narrowed(self, partial: Partial) -> Spot:
        known = self._answers(partial)
        answer = _together(known)
        if isinstance(answer, tuple):
            # which predicate stands first must not matter: of holes that are looked at, that with the fewest choices
            looked = {path for path in known if isinstance(path, tuple)}
            fewest = min(looked, key=lambda path: (len(self._groups(partial.node, path, Mode.HEADS)), path))
            return self._filled(partial._replace(known=known), fewest)
        if not partial.holes:
            return self._leaf(partial, answer)
        if answer == RAISES:
            if self._real_answer(smallest(partial.node)) == RAISES:
                return self._leaf(partial, answer)
            return self._filled(partial, partial.holes[0])
        self._confirmed += 1
        if all(self._real_answer(value) == answer for value in self._examples(partial)):
            return self._leaf(partial, answer)
        self._distrust = True
        return self._filtered(partial)

    def _filled(self, partial: Partial, path: Path) -> Spot:
        """Fill a hole with all there is at its place."""
        fork = Fork(path)
        for head, node in self._groups(partial.node, path, Mode.HEADS).items():
            assert isinstance(head, Head)
            inside = [(*path, place) for place in range(head.arity)]
            part = Part(head, tuple(Hole(hole, self._looks) for hole in inside))
            fork.add(head, self._settled(partial.filled(path, part, node, inside), inside))
        return fork

    def _answers(self, partial: Partial) -> tuple[Answer, ...]:
        """What the predicates answer, as far as they have to be asked."""
        answers: list[Answer] = []
        for predicate, last in zip(self._predicates, partial.known, strict=True):
            if last is True or (isinstance(last, tuple) and last in partial.holes):
                answers.append(last)
                continue
            answers.append(self._asked(predicate, partial))
            if not isinstance(_together(answers), tuple) and answers[-1] is not True:
                answers += [False] * (len(partial.known) - len(answers))
                break
        return tuple(answers)

    def _asked(self, predicate: Predicate, partial: Partial) -> Answer:
        self._count()
        self._looks.first = None
        whole = partial.whole
        answer: Answer
        try:
            answer = self._run(predicate, thaw(whole.frozen) if type(whole) is Part else whole)
        except (Exception, SystemExit, Demand):
            answer = RAISES
        except BaseException as error:  # it was given up: a look that was not answered may be why
            if self._looks.first is None or isinstance(error, KeyboardInterrupt):
                raise
            answer = RAISES
        path = self._looks.first
        # a hole of an earlier run was kept somewhere if it is none of this value
        return answer if path is None else path if path in partial.holes else RAISES

    def _count(self) -> None:
        self.runs += 1
        self._spend(1)

    def _real_answer(self, frozen: Any) -> Answer:
        for predicate in self._predicates:
            self._count()
            try:
                if not predicate(thaw(frozen)):
                    return False
            except Exception:
                return RAISES
        return True

    def _examples(self, partial: Partial) -> Iterator[Any]:
        """Real values of a family, at first of all kinds that its holes stand for."""
        most = 1
        if not self._distrust and self._confirmed > _CLOSELY and self._confirmed % _CLOSELY_AGAIN:
            yield smallest(partial.node, last=self._confirmed % 2 == 1)
            return
        if self._confirmed <= _THOROUGHLY:
            yield from self._larger(counted(partial.node))
        for turn in range(_CONFIRMING):
            node = partial.node
            for path in partial.holes:
                kinds = sorted(self._groups(node, path, Mode.KINDS).values(), key=lambda kind: kind.least)
                most = max(most, len(kinds))
                node = kinds[turn % len(kinds)]
            yield smallest(node, last=turn % 2 == 1)
            if turn + 1 >= most:
                return

    def _larger(self, node: Node) -> Iterator[Any]:
        """Some values that are not the smallest."""
        for size in range(node.least + 1, min(node.least + 4, self._splitter.most(node) + 1)):
            count = node.count(size)
            yield from (
                node.unrank(size, place, ()) for place in sorted({count * part // 4 for part in (1, 2, 3)}) if count
            )

    def _leaf(self, partial: Partial, answer: Answer) -> Leaf:
        leaf = Leaf(partial.node)
        if answer is not False:
            raises = answer == RAISES
            if partial.holes:
                leaf.node = counted(partial.node)
                leaf.family = len(self.found)
                self.found.append((leaf.node, raises))
            else:
                assert type(partial.whole) is Part
                leaf.family, leaf.place = self._kept(partial.whole, partial.node.least, raises)
        return leaf

    def _kept(self, part: Part, size: int, raises: bool) -> tuple[int, int]:
        """Keep a value that is a family of its own, with others of its size."""
        if (size, raises) not in self._alone:
            self._alone[size, raises] = len(self.found), []
            self.found.append((UNIT, raises))
        family, parts = self._alone[size, raises]
        parts.append(part)
        return family, len(parts) - 1

    def _filtered(self, partial: Partial) -> Leaf:
        """Run each value: the holes have not seen all that was looked at."""
        node = counted(partial.node)
        leaf = Leaf(node, listed={})
        assert leaf.listed is not None
        for size in range(node.least, self._splitter.most(node) + 1):
            for place, value in enumerate(chain.from_iterable(listing(node, size))) if node.count(size) else ():
                answer = self._real_answer(value)
                if answer is not False:
                    part = Part(Head(("listed", size, place), build=_always(value)))
                    leaf.listed[size, place] = self._kept(part, size, answer == RAISES)
        return leaf

    def locate(self, value: Any, size: int, index: int, index_of: Callable[[Any], int]) -> tuple[int, int] | None:
        """Which of the nodes found has a value, and where; None if none has.

        `index` is its place among the values of its size before any was dropped; `index_of` gives that of others.
        """
        inside: dict[Path, Any] = {(): value}
        spot = self._root
        while isinstance(spot, Fork):
            then = _way(spot, inside)
            if then is None:
                return None
            spot = then
        family, listed, node = spot.family, spot.listed, spot.node
        if family is None and listed is None:
            return None
        if family is not None and spot.place is not None:
            return family, spot.place
        place, end = 0, node.count(size)
        while place < end:
            middle = (place + end) // 2
            if index_of(thaw(node.unrank(size, middle, ()))) < index:
                place = middle + 1
            else:
                end = middle
        if family is not None:
            return family, place
        return None if listed is None else listed.get((size, place))


def _way(fork: Fork, inside: dict[Path, Any]) -> Spot | None:
    """The way a value goes; what it is made of there is noted for later forks."""
    value = inside[fork.path]
    then = fork.scalars.get(identity_key(value))
    if then is not None:
        return then
    for head, way in fork.structures:
        parts = head.take(value) if head.take is not None else None
        if parts is not None:
            inside.update({(*fork.path, place): part for place, part in enumerate(parts)})
            return way
    return fork.holes.get(isinstance(value, dict | set | frozenset))


def _together(answers: Sequence[Answer]) -> Answer:
    """What predicates joined by `and` come to: one that is false decides, wherever it stands."""
    demanded: Path | None = None
    for answer in answers:
        match answer:
            case False:
                return False
            case tuple():
                demanded = answer if demanded is None else demanded
            case str() if demanded is None:
                return answer
    return True if demanded is None else demanded


def _plainly(predicate: Predicate, value: Any) -> Answer:
    return predicate(value)


def _carefully(predicate: Predicate, value: Any) -> Answer:
    """An error that a hole may have caused counts, even if it was handled."""
    with TypeErrors() as errors:
        answer = predicate(value)
    return RAISES if errors.noticed else answer


def _building(parts: Sequence[Part]) -> Callable[[int], Any]:
    return lambda place: parts[place].again()


def _always(value: Any) -> Callable[[], Any]:
    return lambda: value
