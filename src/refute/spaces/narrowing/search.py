"""Needed narrowing: the values of a node that satisfy predicates which can only be run.

The predicates are run on a value made of holes. A hole that one of them demands is filled in turn with everything that
is possible at its place, and the predicates are run again. Where a predicate answers without demanding more, its answer
holds for the whole *family*: for all values that differ only in what is still a hole. A family is a node again (see
`split`), so conditions that classes have established hold in it as well. Predicates that are joined by `and` are run
separately, so that the first that is false prunes.

Holes cannot intercept everything (see `holes`). So an answer is confirmed by real values of the family: one for each
kind of value that its holes stand for, and some at random. If one gives another answer, the values of the family are
run one by one. A predicate that raises on a value with holes is run on a real one, too. If that raises as well, it is
an error of the predicate; if not, the first hole is filled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from refute.spaces.narrowing.holes import OPEN_SIZE, SIZE, Demand, Demands, Hole, MappingHole, Path
from refute.spaces.narrowing.introspection import TypeErrors
from refute.spaces.narrowing.narrowed import MAPPINGS, SELECTED, Fork, Leaf, Singles, Spot
from refute.spaces.narrowing.partial import Part, Whole
from refute.spaces.narrowing.split import Groups, Mode, Splitter
from refute.spaces.nodes.construction import Construction
from refute.spaces.nodes.enumerate import listing
from refute.spaces.nodes.node import UNIT, Node
from refute.spaces.nodes.pick import drawn, smallest
from refute.spaces.nodes.recipes import thaw

Predicate = Callable[[Any], bool]
RAISES = "raises"
Answer = bool | str | Path  # whether it holds, RAISES, or the hole that it demanded
# How many real values confirm a family: one for each kind of value that its holes stand for, up to _KINDS, and some
# that are drawn at random, more for the first families, which are the largest. Of the later ones, every tenth is
# confirmed that closely, and the others by one value, unless a real value ever gave another answer.
_KINDS = 4
_DRAWN = ((3, 60), (10, 12), (40, 4), (200, 1))
_DRAWN_IN_DOUBT = 12
_CLOSELY_AGAIN = 10
_FOR_A_RUN = 15  # what a run costs, in alternatives of a space
_LARGER = 4  # the sizes that are drawn from, beyond the smallest


class Partial(NamedTuple):
    """A value with holes, and the node of all values it may become."""

    whole: Whole
    node: Node
    holes: tuple[Path, ...]
    known: tuple[Answer, ...]  # what each predicate answered last
    doubted: bool = False  # whether a real value gave another answer: then only real values are run

    def filled(self, path: Path, new: Whole, node: Node, holes: Sequence[Path] = ()) -> Partial:
        whole = self.whole.put(path, new) if type(self.whole) is Part and path else new
        others = tuple([hole for hole in self.holes if hole not in (path, (*path, SIZE))])
        return Partial(whole, node, (*others, *holes), self.known, self.doubted)


class Narrowing:
    """One search, among values up to size `largest`. `spend` is called with the cost of runs, in alternatives."""

    def __init__(
        self,
        node: Node,
        predicates: Sequence[Predicate],
        largest: int,
        spend: Callable[[int], None],
        *,
        careful: bool,
        doubtful: bool,
    ) -> None:
        """`careful`: predicates may handle errors that holes cause. `doubtful`: they may do what holes miss."""
        self.runs = 0
        self.found: list[tuple[Node, bool]] = []  # and whether its values make a predicate raise
        self._predicates = predicates
        self._largest = largest
        self._splitter = Splitter(largest, spend)
        self._spend = spend
        self._demands = Demands()
        self._confirmed = 0
        self._refused = [0] * len(predicates)  # how often each was false
        self._doubtful = doubtful
        self._run: Callable[[Predicate, Any], Answer] = _carefully if careful else _plainly
        self._alone: dict[tuple[int, bool], tuple[int, list[Part]]] = {}
        start = Partial(Hole((), self._demands), node, ((),), (RAISES,) * len(predicates))
        self.root = self._settled(start, [()])  # the root of the decision tree
        for (size, _), (place, parts) in self._alone.items():
            self.found[place] = Singles(parts, size), self.found[place][1]

    def _groups(self, node: Node, path: Path, mode: Mode) -> Groups:
        found = self._splitter.split(node, path, mode)
        return {group: part for group, part in found.items() if part.min_size <= self._largest}

    def _settled(self, partial: Partial, paths: list[Path]) -> Spot:
        """Branch on what no hole may stand for at these places, and go on."""
        if not paths:
            return self._narrowed(partial)
        path, *later = paths
        fork = Fork(path)
        groups = self._groups(partial.node, path, Mode.SINGLES)
        for group, node in groups.items():
            if isinstance(group, Construction):
                then = partial.filled(path, Part(group), node)
            else:
                then = self._left_open(partial, path, node, MappingHole if group == MAPPINGS else Hole)
            spot = self._settled(then, later)
            if len(groups) == 1 and not isinstance(group, Construction):
                return spot
            fork.add(group, spot)
        return fork

    def _left_open(self, partial: Partial, path: Path, node: Node, hole: type[Hole] | type[MappingHole]) -> Partial:
        """Put a hole at a place. Of sets and dicts, the size can be demanded alone."""
        if SELECTED in self._groups(node, path, Mode.FORMS) and len(self._groups(node, path, Mode.FORMS)) == 1:
            sized = hole(path, self._demands, OPEN_SIZE)
            return partial.filled(path, sized, node, [path, (*path, SIZE)])
        return (
            partial._replace(node=node)
            if hole is Hole
            else partial.filled(path, hole(path, self._demands), node, [path])
        )

    def _narrowed(self, partial: Partial) -> Spot:
        if partial.doubted and partial.holes:
            return self._filled(partial, partial.holes[0])
        known = self._answers(partial)
        answer = _together(known)
        if isinstance(answer, tuple):
            # of the holes demanded, that with the fewest choices: the order of predicates does not matter
            demanded = {path for path in known if isinstance(path, tuple)}
            fewest = min(demanded, key=lambda path: (len(self._groups(partial.node, path, Mode.HEADS)), path))
            return self._filled(partial._replace(known=known), fewest)
        if not partial.holes:
            if answer is True and True in partial.known:  # the answer was given for holes, and not confirmed
                answer = self._real_answer(smallest(partial.node))
            return self._leaf(partial, answer)
        if answer == RAISES:
            if self._real_answer(smallest(partial.node)) == RAISES:
                return self._leaf(partial, answer)
            return self._filled(partial, partial.holes[0])
        self._confirmed += 1
        if all(self._real_answer(value) == answer for value in self._examples(partial)):
            return self._leaf(partial, answer)
        self._doubtful = True
        return self._narrowed(partial._replace(doubted=True))

    def _filled(self, partial: Partial, path: Path) -> Spot:
        """Fill a hole in turn with everything that is possible at its place."""
        fork = Fork(path)
        if path[-1:] == (SIZE,):
            return self._sized(partial, path[:-1], fork)
        for head, node in self._groups(partial.node, path, Mode.HEADS).items():
            assert isinstance(head, Construction)
            inside = [(*path, place) for place in range(head.arity)]
            part = Part(head, tuple(Hole(hole, self._demands) for hole in inside))
            fork.add(head, self._settled(partial.filled(path, part, node, inside), inside))
        return fork

    def _sized(self, partial: Partial, path: Path, fork: Fork) -> Spot:
        """Choose how many elements a hole stands for."""
        for head, node in self._groups(partial.node, fork.path, Mode.HEADS).items():
            assert isinstance(head, Construction)
            is_dict = MAPPINGS in self._groups(node, path, Mode.SINGLES)
            sized = (MappingHole if is_dict else Hole)(path, self._demands, head.build())
            fork.add(head, self._narrowed(partial.filled(path, sized, node, [path])))
        return fork

    def _answers(self, partial: Partial) -> tuple[Answer, ...]:
        """The answers of the predicates, up to the first that is false. Those run first that were false most often."""
        answers = list(partial.known)
        for place in sorted(range(len(answers)), key=self._refused.__getitem__, reverse=True):
            last = answers[place]
            if last is True or (isinstance(last, tuple) and last in partial.holes):
                continue
            answers[place] = self._asked(self._predicates[place], partial)
            if answers[place] is False:
                self._refused[place] += 1
                break
        return tuple(answers)

    def _asked(self, predicate: Predicate, partial: Partial) -> Answer:
        self._count()
        self._demands.first = None
        whole = partial.whole
        answer: Answer
        try:
            value = thaw(whole.frozen()) if type(whole) is Part else whole
            answer = self._run(predicate, value) if partial.holes else predicate(value)
        except (Exception, SystemExit, Demand):
            answer = RAISES
        except BaseException as error:  # a time limit, say; a demand that was caught may be the cause
            if self._demands.first is None or isinstance(error, KeyboardInterrupt):
                raise
            answer = RAISES
        path = self._demands.first
        # a hole that is not in this value was kept by an earlier run
        return answer if path is None else path if path in partial.holes else RAISES

    def _count(self) -> None:
        self.runs += 1
        self._spend(_FOR_A_RUN)

    def _real_answer(self, frozen: Any) -> Answer:
        raised = False
        for place in sorted(range(len(self._predicates)), key=self._refused.__getitem__, reverse=True):
            self._count()
            try:
                if not self._predicates[place](thaw(frozen)):
                    return False
            except Exception:
                raised = True
        return RAISES if raised else True

    def _examples(self, partial: Partial) -> Iterator[Any]:
        """Real values of a family, to confirm its answer."""
        turn, node = self._confirmed, partial.node
        draws = next((draws for last, draws in _DRAWN if turn <= last), 0)
        draws = max(draws, _DRAWN_IN_DOUBT) if self._doubtful else draws
        if not draws and turn % _CLOSELY_AGAIN:
            yield smallest(node, last=turn % 2 == 1)
            return
        yield from self._of_each_kind(partial)
        chance = Random(turn)
        room = min(self._largest, node.min_size + _LARGER)
        if draws > 1:
            sizes = range(node.min_size, room + 1)
            if sum(node.count(size) for size in sizes) <= draws:
                yield from (value for size in sizes for value in chain.from_iterable(listing(node, size)))
                return
        for _ in range(draws):
            yield drawn(node, room, chance)[0]

    def _of_each_kind(self, partial: Partial) -> Iterator[Any]:
        widest = 1
        for turn in range(_KINDS):
            node = partial.node
            for path in partial.holes:
                kinds = sorted(self._groups(node, path, Mode.KINDS).values(), key=lambda kind: kind.min_size)
                widest = max(widest, len(kinds))
                node = kinds[turn % len(kinds)]
            yield smallest(node, last=turn % 2 == 1)
            if turn + 1 >= widest:
                return

    def _leaf(self, partial: Partial, answer: Answer) -> Leaf:
        if answer is False:
            return Leaf()
        raises = answer == RAISES
        if partial.holes:
            self.found.append((partial.node, raises))
            return Leaf(len(self.found) - 1)
        assert type(partial.whole) is Part
        return Leaf(*self._kept(partial.whole, partial.node.min_size, raises))

    def _kept(self, part: Part, size: int, raises: bool) -> tuple[int, int]:
        """Keep a value that is a family of its own, with others of its size."""
        if (size, raises) not in self._alone:
            self._alone[size, raises] = len(self.found), []
            self.found.append((UNIT, raises))
        family, parts = self._alone[size, raises]
        parts.append(part)
        return family, len(parts) - 1


def _together(answers: Sequence[Answer]) -> Answer:
    """The answer of predicates joined by `and`: false if any is false, whatever its place."""
    if False in answers:
        return False
    demanded = next((answer for answer in answers if isinstance(answer, tuple)), None)
    return (RAISES if RAISES in answers else True) if demanded is None else demanded


def _plainly(predicate: Predicate, value: Any) -> Answer:
    return predicate(value)


def _carefully(predicate: Predicate, value: Any) -> Answer:
    """The answer of a predicate; RAISES if a hole may have caused an error, even one that was handled."""
    with TypeErrors() as errors:
        answer = predicate(value)
    return RAISES if errors.noticed else answer
