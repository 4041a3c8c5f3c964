"""The solver's way through a type: a structure first, then scalars that a solver finds for it.

This is the loop of the paper: query, decode, refute. A query is a skeleton with conditions on its unknown scalars; a
model is decoded into a value; and what is refuted is not the model but the part of the space that has been looked at
(see `models`), in terms of the unknowns alone. No value is given that plain evaluation does not confirm.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

from refute.logic.reduction.evaluate import BUILDERS
from refute.logic.reduction.reducer import Reducer
from refute.logic.terms.term import Constant, Container, Maker, Term, constant_value, identity_key, var
from refute.search.solver.boundaries import cornered, edges
from refute.search.solver.models import DEFAULT_LIMITS, QueryLimits, SolverSession, integers, spread
from refute.search.solver.skeletons import Constraints, Part, Skeletons, Terms
from refute.search.solver.spellings import spellings
from refute.search.solver.unknowns import IncrementalSolver, decoded, edged_of, parts_of, words_for
from refute.spaces.arguments import admits, closed_parameters
from refute.spaces.ground.grounding import Closer
from refute.spaces.ground.unbounded import OpenCloser
from refute.spaces.scope import Rules, Scope
from refute.types.membership import inhabits
from refute.types.model import Type
from refute.types.reading.annotations import Reader
from refute.types.signatures import Signature

_ATTEMPTS = 400  # candidates for one structure, where there is no end to them
_WAITING = 32  # structures of which more may be wanted later
_ROUND = 100  # candidates that are given together
_IN_WORDS = 100  # of these, candidates in words of bits
_WORDS = QueryLimits(1_000, unanswered=2, fresh=True)
_FLOATS = QueryLimits(400, unanswered=2, fresh=True)


@dataclass(frozen=True)
class Solution:
    """Values that satisfy what was asked, and their size."""

    terms: Terms
    chosen: Mapping[str, Any]
    size: int

    @property
    def values(self) -> tuple[Any, ...]:
        """Built anew each time: whoever gets them may change them."""
        return tuple(built(term, self.chosen) for term in self.terms)


class Solutions:
    """Distinct values in order of size, as a solver finds them.

    Bounded, they are exactly those of the scope. Otherwise its bounds on scalars do not count, and there is no end to
    them: of each structure `each` are taken, then in turn some more of those that have more.
    """

    def __init__(
        self,
        closer: Closer,
        places: Sequence[Part],
        right: Callable[[tuple[Any, ...]], bool],
        *,
        each: int | None = None,
        deadline: float | None = None,
    ) -> None:
        self.session = SolverSession(deadline)
        self.left_out: dict[str, None] = {}  # what was not understood of the conditions, so that values were only tried
        self._closer = closer
        self._places = places
        self._right = right
        self._each = each
        self._seen: set[Hashable] = set()
        self._trail = IncrementalSolver(self.session.solver(), closer.reducer, self.left_out)
        self._rounded = IncrementalSolver(self.session.solver(), closer.reducer, self.left_out, ieee=True)
        self._skeletons = Skeletons(closer, Rules(closer.scope), self._is_possible)

    @property
    def complete(self) -> bool:
        """Whether, once they have ended, there are no others."""
        return self._each is None and self.session.unknown == 0 and not self.session.is_over()

    def __iter__(self) -> Iterator[Solution]:
        if self._each is None:
            for size, terms, left in self._structures():
                yield from filter(self._is_right, self._candidates(terms, left, size))
        else:
            yield from filter(self._is_right, self._in_turn(self._each))

    def rounds(self, each: int) -> Iterator[list[Solution]]:
        """Candidates, more and more at a time, for whoever runs them through the conditions elsewhere."""
        found: list[Solution] = []
        enough = each
        for one in self._in_turn(each):
            found.append(one)
            if len(found) >= enough:
                yield found
                found, enough = [], min(2 * enough, _ROUND)
        if found:
            yield found

    def _in_turn(self, each: int) -> Iterator[Solution]:
        """Some candidates of every structure, then some more of those that have more."""
        waiting: deque[Iterator[Solution]] = deque()
        for size, terms, left in self._structures():
            candidates: Iterator[Solution] = itertools.islice(self._candidates(terms, left, size), _ATTEMPTS)
            yield from itertools.islice(candidates, each)
            if len(waiting) < _WAITING and not _is_bounded(left):
                waiting.append(candidates)
        while waiting:
            candidates = waiting.popleft()
            for one in itertools.islice(candidates, each):
                yield one
                if not waiting or waiting[-1] is not candidates:
                    waiting.append(candidates)

    def _structures(self) -> Iterator[tuple[int, Terms, Constraints]]:
        largest = self._closer.scope.size
        if largest is None:
            largest = sum(self._skeletons.largest(place.type, place.bound) for place in self._places)
        for size in range(largest + 1):
            for terms, left in self._skeletons.of_parts(self._places, size):
                yield size, terms, left

    def _candidates(self, terms: Terms, left: Constraints, size: int) -> Iterator[Solution]:
        """What a skeleton can become, less what another has become before."""
        names = [unknown.name for unknown in left.unknowns]
        for chosen in self._chosen(left):
            found = Solution(terms, dict(zip(names, chosen, strict=True)), size)
            identity = tuple(_identity(term, found.chosen) for term in found.terms)
            if identity not in self._seen:
                self._seen.add(identity)
                yield found

    def _is_right(self, found: Solution) -> bool:
        try:
            return self._right(found.values)
        except (Exception, SystemExit):  # a constructor that refuses, a refinement that raises: no value either way
            return False

    def _chosen(self, left: Constraints) -> Iterator[tuple[Any, ...]]:
        if not left.unknowns:
            yield ()
        elif _is_bounded(left):
            solver = self._trail.follow(left)
            domains = [cast("tuple[int, ...]", unknown.domain) for unknown in left.unknowns]
            yield from integers(self.session, solver, [self._trail.variable(u) for u in left.unknowns], domains)
        else:
            yield from self._open(left)

    def _open(self, left: Constraints) -> Iterator[tuple[Any, ...]]:
        """One way after the other, until one has found something. Texts are quickest found letter by letter."""
        ways = [self._numbered(left)]
        if any(unknown.kind in ("str", "bytes") for unknown in left.unknowns):
            spelled = [self._spelled(left, common=common) for common in (True, False)]
            ways = [*ways, *spelled] if self._is_better_unspelled(left) else [*spelled, *ways]
        for way in ways:
            found = False
            for chosen in way:
                found = True
                yield chosen
            if found:
                return

    def _is_better_unspelled(self, left: Constraints) -> bool:
        """Whether only texts of any length can be told all conditions."""
        spelled = IncrementalSolver(
            self.session.solver(), self._closer.reducer, {}, spelling=next(spellings(left, common=True))
        )
        return spelled.leaves_out(left) and not self._trail.leaves_out(left)

    def _spelled(self, left: Constraints, *, common: bool) -> Iterator[tuple[Any, ...]]:
        """Texts of every length in turn."""
        begun: deque[Iterator[tuple[Any, ...]]] = deque()
        for spelling in spellings(left, common=common):
            if self.session.is_over():
                self.session.unknown += 1
                return
            trail = IncrementalSolver(self.session.solver(), self._closer.reducer, self.left_out, spelling=spelling)
            if not trail.is_refuted(left):
                begun.appendleft(self._spread(left, trail))
                yield from _turns(begun, 2)
        while begun and not self.session.is_over():
            yield from _turns(begun, 1)

    def _numbered(self, left: Constraints) -> Iterator[tuple[Any, ...]]:
        """With floats as reals, which is quick; in turn with floats as they are, where that can be afforded.

        Where bits of unknowns are combined, words are tried first: of numbers without bounds little is found.
        """
        as_reals = self._spread(left, self._trail)
        bits = words_for(left)
        if bits is not None:
            in_words = IncrementalSolver(self.session.solver(), self._closer.reducer, self.left_out, words=bits)
            return itertools.chain(itertools.islice(self._spread(left, in_words, _WORDS), _IN_WORDS), as_reals)
        if all(unknown.kind != "float" for unknown in left.unknowns) or not self._rounded.is_affordable(left):
            return as_reals
        as_floats = self._spread(left, self._rounded, _FLOATS)
        return (chosen for pair in itertools.zip_longest(as_reals, as_floats) for chosen in pair if chosen is not None)

    def _spread(
        self, left: Constraints, trail: IncrementalSolver, limits: QueryLimits = DEFAULT_LIMITS
    ) -> Iterator[tuple[Any, ...]]:
        variables = [trail.variable(unknown) for unknown in left.unknowns]
        conditions = [part for fact in left.facts for part in trail.told(fact)]
        flat = [part for variable in variables for part in parts_of(variable)]
        edged = [part for variable in variables for part in edged_of(variable)]
        for model in itertools.chain(
            cornered(self.session, conditions, trail.corners(left), limits),
            edges(self.session, conditions, edged),
            spread(self.session, conditions, flat, limits),
        ):
            with suppress(ValueError, OverflowError):  # no such date, no such float
                yield tuple(map(decoded, left.unknowns, variables, itertools.repeat(model)))

    def _is_possible(self, left: Constraints) -> bool:
        if self.session.is_over():
            return False
        if not _is_bounded(left) or not isinstance(left.facts[-1], Term):
            return True
        return self.session.is_possible(self._trail.follow(left))


def _turns(begun: deque[Iterator[tuple[Any, ...]]], count: int) -> Iterator[tuple[Any, ...]]:
    """What the first of several have next; those that have not come to an end go to the end of the row."""
    for _ in range(min(count, len(begun))):
        way = begun.popleft()
        chosen = next(way, None)
        if chosen is not None:
            yield chosen
            begun.append(way)


def _is_bounded(left: Constraints) -> bool:
    return all(unknown.domain is not None for unknown in left.unknowns)


def solutions(
    signature: Signature, scope: Scope, *, bounded: bool = True, each: int = 16, deadline: float | None = None
) -> Solutions:
    """Argument lists of a function."""
    closer = _closer(scope, signature.reader, bounded)
    start = Rules(scope).start
    places = [Part(variable, closed, start) for variable, closed in closed_parameters(closer, signature)]
    return Solutions(
        closer, places, lambda values: admits(signature, values), each=None if bounded else each, deadline=deadline
    )


def values_of(
    tp: Type, reader: Reader, scope: Scope, *, bounded: bool = True, each: int = 16, deadline: float | None = None
) -> Solutions:
    """Values of a type, each alone in a tuple."""
    closer = _closer(scope, reader, bounded)
    closed = closer.close(tp, {}, {})
    place = Part(closer.reducer.intern(var("·", closed.sort)), closed, Rules(scope).start)
    return Solutions(
        closer, [place], lambda values: inhabits(tp, values[0]), each=None if bounded else each, deadline=deadline
    )


def _closer(scope: Scope, reader: Reader, bounded: bool) -> Closer:
    return (Closer if bounded else OpenCloser)(scope, Reducer(reader.constructors))


def built(term: Term, known: Mapping[str, Any]) -> Any:
    """The value of a term once its unknowns are chosen. Raises ValueError if a set or dict would lose an element."""
    if term.op == "var":
        return known[str(term.data)]
    if term.op == "const":
        return constant_value(term)
    parts = [built(arg, known) for arg in term.args]
    if term.op == "make":
        return cast(Maker, term.data).build(parts)
    value = BUILDERS[cast(Container, term.data).of](parts)
    if term.op in ("set", "dict") and len(value) * (1 + (term.op == "dict")) != len(parts):
        raise ValueError("elements that were to differ are equal")
    return value


def _identity(term: Term, chosen: Mapping[str, Any]) -> Hashable:
    """What is the same for values that are: of a dict, the order of its items is not."""
    match term.op:
        case "var":
            return identity_key(chosen[str(term.data)])
        case "const":
            return cast(Constant, term.data).key
    parts = [_identity(arg, chosen) for arg in term.args]
    match term.op:
        case "dict":
            return "dict", frozenset(zip(parts[::2], parts[1::2], strict=True))
        case "set":
            return term.data, frozenset(parts)
    return term.data, tuple(parts)
