"""Enumeration of argument lists by a solver: skeletons first, then scalars for each of them.

This is the loop of TARGET: query, decode, refute. A query is a skeleton with constraints on its unknown scalars; a
model is decoded into a value; and what is refuted is not the model but the part of the space that it was found in (see
`models`). Every value is confirmed by plain evaluation before it is used.

    Node(§0int, Leaf(), Leaf())   {§0int: -2..2, 0 < §0int}   ->   Node(1, Leaf(), Leaf()), Node(2, Leaf(), Leaf())
"""

from __future__ import annotations

import itertools
import time
from collections import deque
from collections.abc import Callable, Generator, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

from refute.errors import ConstructorError
from refute.logic.reduction.evaluate import BUILDERS
from refute.logic.reduction.reducer import Reducer
from refute.logic.terms.term import Constant, Container, Maker, Term, constant_value, identity_key
from refute.search.solver.boundaries import cornered, edges
from refute.search.solver.constraints import Constraints
from refute.search.solver.incremental import IncrementalSolver, words_for
from refute.search.solver.models import (
    CONTEXT,
    DEFAULT_LIMITS,
    QueryLimits,
    SolverSession,
    integers,
    one_at_a_time,
    spread,
)
from refute.search.solver.skeletons import Part, Skeletons, Terms
from refute.search.solver.spellings import spellings
from refute.search.solver.unknowns import bounded_parts, decoded, parts_of
from refute.spaces.arguments import admits, closed_parameters
from refute.spaces.ground.grounding import Grounder
from refute.spaces.ground.unbounded import OpenGrounder
from refute.spaces.scope import Rules, Scope
from refute.types.reading.annotations import Reader
from refute.types.signatures import Signature

_ATTEMPTS = 400  # candidates for one skeleton with unbounded unknowns
_WAITING = 32  # skeletons that are resumed later
_ROUND = 100  # candidates that are yielded together
_IN_WORDS = 100  # candidates for one skeleton that are searched for as bit vectors
_WORDS = QueryLimits(1_000, unanswered=2, fresh=True)
_FLOATS = QueryLimits(400, unanswered=2, fresh=True)


@dataclass(frozen=True)
class Solution:
    """Argument values, as terms over unknowns and the values of these, and their size."""

    terms: Terms
    chosen: Mapping[str, Any]
    size: int

    @property
    def values(self) -> tuple[Any, ...]:
        """The values, built anew each time because they may be mutable."""
        return tuple(built(term, self.chosen) for term in self.terms)


class Solutions:
    """Distinct argument lists in order of size.

    If `each` is None, they are exactly those of the scope. Otherwise scalars are unbounded, and there may be infinitely
    many: `each` are taken of every skeleton, then in turn more of those that have more. `admits` decides whether values
    satisfy all refinements.
    """

    def __init__(
        self,
        grounder: Grounder,
        parts: Sequence[Part],
        admits: Callable[[tuple[Any, ...]], bool],
        *,
        each: int | None = None,
        deadline: float | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.session = SolverSession(deadline, now)
        self.left_out: dict[str, None] = {}  # why conditions were not encoded, so that values were only tried
        self._grounder = grounder
        self._parts = parts
        self._admits = admits
        self._each = each
        self._seen: set[Hashable] = set()
        with CONTEXT:
            self._solver = IncrementalSolver(self.session.solver(), grounder.reducer, self.left_out)
            self._ieee_solver = IncrementalSolver(self.session.solver(), grounder.reducer, self.left_out, ieee=True)
        self._skeletons = Skeletons(grounder, Rules(grounder.scope), self._is_possible)

    @property
    def complete(self) -> bool:
        """Whether the enumeration, once it has ended, has constraints nothing out."""
        return self._each is None and self.session.unknown == 0 and not self.session.is_over()

    def __iter__(self) -> Iterator[Solution]:
        candidates = self._in_order() if self._each is None else self._in_turn(self._each)
        return filter(self._is_admitted, one_at_a_time(candidates))

    def rounds(self, each: int) -> Iterator[list[Solution]]:
        """Candidates in batches of growing size, for a caller that evaluates the refinements elsewhere."""
        found: list[Solution] = []
        enough = each
        for one in one_at_a_time(self._in_turn(each)):
            found.append(one)
            if len(found) >= enough:
                yield found
                found, enough = [], min(2 * enough, _ROUND)
        if found:
            yield found

    def _in_order(self) -> Generator[Solution]:
        """All candidates of every skeleton."""
        for size, terms, constraints in self._structures():
            yield from self._candidates(terms, constraints, size)

    def _in_turn(self, each: int) -> Generator[Solution]:
        """Some candidates of every skeleton, then in turn more of those that have more."""
        waiting: deque[Iterator[Solution]] = deque()
        for size, terms, constraints in self._structures():
            candidates: Iterator[Solution] = itertools.islice(self._candidates(terms, constraints, size), _ATTEMPTS)
            yield from itertools.islice(candidates, each)
            if len(waiting) < _WAITING and not constraints.bounded:
                waiting.append(candidates)
        while waiting:
            candidates = waiting.popleft()
            for one in itertools.islice(candidates, each):
                yield one
                if not waiting or waiting[-1] is not candidates:
                    waiting.append(candidates)

    def _structures(self) -> Iterator[tuple[int, Terms, Constraints]]:
        largest = self._grounder.scope.size
        if largest is None:
            largest = sum(self._skeletons.max_size(part.type, part.bound) for part in self._parts)
        for size in range(largest + 1):
            for terms, constraints in self._skeletons.of_parts(self._parts, size):
                yield size, terms, constraints

    def _candidates(self, terms: Terms, constraints: Constraints, size: int) -> Iterator[Solution]:
        """Solutions for a skeleton, without those that another skeleton has had."""
        names = [unknown.name for unknown in constraints.unknowns]
        for chosen in self._chosen(constraints):
            found = Solution(terms, dict(zip(names, chosen, strict=True)), size)
            identity = tuple(_identity(term, found.chosen) for term in found.terms)
            if identity not in self._seen:
                self._seen.add(identity)
                yield found

    def _is_admitted(self, found: Solution) -> bool:
        try:
            return self._admits(found.values)
        except ConstructorError:
            raise
        except (Exception, SystemExit):  # a constructor that refuses, or a refinement that raises
            return False

    def _chosen(self, constraints: Constraints) -> Iterator[tuple[Any, ...]]:
        if not constraints.unknowns:
            yield ()
        elif constraints.bounded:
            solver = self._solver.asserting(constraints)
            domains = [cast("tuple[int, ...]", unknown.domain) for unknown in constraints.unknowns]
            yield from integers(self.session, solver, [self._solver.variable(u) for u in constraints.unknowns], domains)
        else:
            yield from self._open(constraints)

    def _open(self, constraints: Constraints) -> Iterator[tuple[Any, ...]]:
        """Assignments by the first encoding that yields any. Texts are found quickest character by character."""
        encodings = [self._numbered(constraints)]
        if any(unknown.kind in ("str", "bytes") for unknown in constraints.unknowns):
            spelled = [self._spelled(constraints, common=common) for common in (True, False)]
            encodings = [*encodings, *spelled] if self._is_better_unspelled(constraints) else [*spelled, *encodings]
        for encoding in encodings:
            found = False
            for chosen in encoding:
                found = True
                yield chosen
            if found:
                return

    def _is_better_unspelled(self, constraints: Constraints) -> bool:
        """Whether all conditions can be encoded with texts of any length, but not character by character."""
        spelled = IncrementalSolver(
            self.session.solver(), self._grounder.reducer, {}, spelling=next(spellings(constraints, common=True))
        )
        return spelled.leaves_out(constraints) and not self._solver.leaves_out(constraints)

    def _spelled(self, constraints: Constraints, *, common: bool) -> Iterator[tuple[Any, ...]]:
        """Assignments with texts of every length in turn."""
        begun: deque[Iterator[tuple[Any, ...]]] = deque()
        for spelling in spellings(constraints, common=common):
            if self.session.is_over():
                self.session.unknown += 1
                return
            solver = IncrementalSolver(self.session.solver(), self._grounder.reducer, self.left_out, spelling=spelling)
            if not solver.is_refuted(constraints):
                begun.appendleft(self._spread(constraints, solver))
                yield from _turns(begun, 2)
        while begun and not self.session.is_over():
            yield from _turns(begun, 1)

    def _numbered(self, constraints: Constraints) -> Iterator[tuple[Any, ...]]:
        """Assignments with floats as reals, which is quick, in turn with IEEE floats where that is affordable.

        Conditions that combine unknowns bit by bit are tried with bit vectors first: with integers, few are found.
        """
        as_reals = self._spread(constraints, self._solver)
        bits = words_for(constraints)
        if bits is not None:
            in_words = IncrementalSolver(self.session.solver(), self._grounder.reducer, self.left_out, words=bits)
            return itertools.chain(itertools.islice(self._spread(constraints, in_words, _WORDS), _IN_WORDS), as_reals)
        floats = any(unknown.kind == "float" for unknown in constraints.unknowns)
        if not floats or not self._ieee_solver.is_affordable(constraints):
            return as_reals
        as_floats = self._spread(constraints, self._ieee_solver, _FLOATS)
        return (chosen for pair in itertools.zip_longest(as_reals, as_floats) for chosen in pair if chosen is not None)

    def _spread(
        self, constraints: Constraints, solver: IncrementalSolver, limits: QueryLimits = DEFAULT_LIMITS
    ) -> Iterator[tuple[Any, ...]]:
        """Assignments in corner cases, then at boundaries, then spread over the whole space."""
        variables = [solver.variable(unknown) for unknown in constraints.unknowns]
        conditions = [part for fact in constraints.facts for part in solver.encoded(fact)]
        flat = [part for variable in variables for part in parts_of(variable)]
        edged = [part for variable in variables for part in bounded_parts(variable)]
        for model in itertools.chain(
            cornered(self.session, conditions, solver.corners(constraints), limits),
            edges(self.session, conditions, edged),
            spread(self.session, conditions, flat, limits),
        ):
            with suppress(ValueError, OverflowError):  # no such date, no such float
                yield tuple(map(decoded, constraints.unknowns, variables, itertools.repeat(model)))

    def _is_possible(self, constraints: Constraints) -> bool:
        if self.session.is_over():
            return False
        if not constraints.bounded or not isinstance(constraints.facts[-1], Term):
            return True
        return self.session.is_possible(self._solver.asserting(constraints))


def _turns(begun: deque[Iterator[tuple[Any, ...]]], count: int) -> Iterator[tuple[Any, ...]]:
    """The next item of each of the first iterators, which then move to the end of the queue unless exhausted."""
    for _ in range(min(count, len(begun))):
        iterator = begun.popleft()
        chosen = next(iterator, None)
        if chosen is not None:
            yield chosen
            begun.append(iterator)


def solutions(
    signature: Signature,
    scope: Scope,
    *,
    bounded: bool = True,
    each: int = 16,
    deadline: float | None = None,
    now: Callable[[], float] = time.monotonic,
) -> Solutions:
    """Argument lists of a function, as a solver finds them. `now` is the clock of the deadline."""
    grounder = _grounder(scope, signature.reader, bounded)
    start = Rules(scope).start
    parts = [Part(variable, ground, start) for variable, ground in closed_parameters(grounder, signature)]
    taken = None if bounded else each
    return Solutions(grounder, parts, lambda values: admits(signature, values), each=taken, deadline=deadline, now=now)


def _grounder(scope: Scope, reader: Reader, bounded: bool) -> Grounder:
    return (Grounder if bounded else OpenGrounder)(scope, Reducer(reader.constructors))


def built(term: Term, known: Mapping[str, Any]) -> Any:
    """The value of a term under an assignment. Raises ValueError if elements of a set or dict are equal."""
    if term.op == "var":
        return known[str(term.data)]
    if term.op == "const":
        return constant_value(term)
    parts = [built(arg, known) for arg in term.args]
    if term.op == "make":
        return cast(Maker, term.data).build(parts)
    value = BUILDERS[cast(Container, term.data).of](parts)
    if term.op in ("set", "dict") and len(value) * (1 + (term.op == "dict")) != len(parts):
        raise ValueError("elements of a set, or keys of a dict, are equal")
    return value


def _identity(term: Term, chosen: Mapping[str, Any]) -> Hashable:
    """A key that is equal for equal values, whatever the order of a dict."""
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
