"""Production for a type with opaque predicates, by needed narrowing."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from refute.errors import ExplosionError
from refute.logic.identity import sees_identity
from refute.logic.reading.predicates import VALUE, Predicate
from refute.logic.reduction.running import can_only_be_run, runnable
from refute.logic.terms.term import Rank, RankTouched, Term, subterms
from refute.spaces.ground.grounding import Grounder
from refute.spaces.ground.types import (
    Collected,
    Either,
    Ground,
    Limited,
    Made,
    Mapped,
    Scalars,
    Sequenced,
    Tupled,
    scalars_in,
)
from refute.spaces.narrowing.introspection import handles_errors, sees_more
from refute.spaces.narrowing.narrowed import Narrowed
from refute.spaces.narrowing.search import Narrowing
from refute.spaces.nodes.node import Node
from refute.spaces.nodes.normal import normal
from refute.spaces.residuals.classes import Production, State
from refute.spaces.residuals.elimination import RAISING, Observation
from refute.spaces.residuals.fixpoint import is_unlimited
from refute.spaces.residuals.planner import Condition, jumping
from refute.types.reading.notes import Note


def narrowed_production(state: State) -> Production | None:
    """The production for a state with conditions that can only be run; None if it has none."""
    if not isinstance(state.type, Made | Either | Sequenced | Tupled | Collected | Mapped) or has_arrays(state.type):
        return None
    runs = {term: state.builder.shared((_predicate, term), partial(_predicate, term)) for term in state.required}
    opaque = {term: run for term, run in runs.items() if run is not None} | jumping(
        state.builder, state.type, state.required
    )
    if not opaque or any(term.op == "var" for term in state.observed) or _recurs(state, opaque):
        return None  # where values are observed as a whole, each is a class of its own
    return ByNarrowing(state, opaque, state.type)


def has_arrays(tp: Ground) -> bool:
    """Whether values of a type may be arrays: they cannot be made with holes in them."""
    match tp:
        case Made(constructor=constructor):
            return constructor.opaque
        case Either(members=members):
            return any(map(has_arrays, members))
        case Limited(base=base):
            return has_arrays(base)
    return False


def _predicate(term: Term) -> Condition | None:
    """A condition as a function of the whole value, if it contains a call that only a run can decide."""
    if term.free != {VALUE}:
        return None
    calls = calls_in(term)
    if not any(arg.op == "var" for call in calls for arg in call.args):
        return None  # a condition on parts: these are narrowed where they are chosen
    if any(sees_more(function_of(call)) for call in calls):
        return None
    holds = runnable(term, (VALUE,))
    return None if holds is None else lambda value: holds((value,))


def calls_in(term: Term) -> list[Term]:
    """The calls in a condition that can only be run."""
    return [part for part in subterms(term, known=False) if can_only_be_run(part)]


def function_of(call: Term) -> Any:
    return getattr(call.data, "function", call.data)


_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def _spelling(term: Term) -> tuple[str, list[int]]:
    """A condition as a text, and the lines of the functions in it, which distinguish functions of one name.

    Addresses are left out, as they differ between processes.
    """
    lines = [getattr(function_of(call), "__code__", None) for call in calls_in(term)]
    return _ADDRESS.sub("", repr(term)), [code.co_firstlineno if code else 0 for code in lines]


def _recurs(state: State, opaque: dict[Term, Any]) -> bool:
    """Whether parts of the values would be narrowed in turn, without a bound on the depth."""
    if state.bound.depth is not None:
        return False
    grounder = state.builder.grounder
    return any(_within(grounder, state.type, term) for term in opaque)


def _within(grounder: Grounder, tp: Ground, term: Term) -> bool:
    calls = {call.data for call in calls_in(term)}
    opened: set[object] = set()
    waiting = [*grounder.opened(tp, opened)]
    visited: set[Ground] = set()
    while waiting:
        part = waiting.pop()
        if part in visited:
            continue
        visited.add(part)
        own = (call.data for condition in part.own_terms() for call in calls_in(condition))
        if not calls.isdisjoint(own):
            return True
        waiting += grounder.opened(part, opened)
    return False


def _type_text(tp: Ground) -> str:
    """A type as an annotation, without the scalars of the scope."""
    match tp:
        case Scalars(values=values):
            return " | ".join(dict.fromkeys(type(constant.value).__name__ for constant in values))
        case Sequenced(kind=kind, element=element) | Collected(kind=kind, element=element):
            return f"{kind}[{_type_text(element)}{', ...' if kind == 'tuple' else ''}]"
        case Mapped(keys=keys, item=item):
            return f"dict[{_type_text(keys)}, {_type_text(item)}]"
        case Tupled(elements=elements):
            return f"tuple[{', '.join(map(_type_text, elements))}]"
        case Either(members=members):
            return " | ".join(map(_type_text, members))
        case Limited(base=base):
            return _type_text(base)
    return repr(tp)


def _in_tuple(value: Any) -> tuple[Any]:
    return (value,)


class ByNarrowing(Production):
    """The values that satisfy the opaque predicates, among those that satisfy the other conditions."""

    careful = False  # whether predicates are known to handle errors

    def __init__(self, state: State, predicates: Mapping[Term, Condition], among: Ground) -> None:
        extensions = (constant.value for scalars in scalars_in(state.type) for constant in scalars.values)
        if any(type(value) is Rank for value in extensions) or any(term.ranked for term in predicates):
            raise RankTouched
        self.state = state
        # sorted, so that the order in which refinements are written does not matter
        self.predicates = {term: predicates[term] for term in sorted(predicates, key=_spelling)}
        others = tuple(term for term in state.required if term not in predicates)
        self.query = state.builder.ask(among, others, state.observed, state.bound)
        self.searches: dict[Observation, Narrowing] = {}
        self._among: list[Node] = []  # the candidates, without those on which another condition raises
        self._done = self._collected = False

    def extend(self, size: int) -> None:
        """Narrow all sizes at once: larger sizes add nothing to smaller ones."""
        if self._done:
            return
        builder = self.state.builder
        self.query.extend(builder.limit)
        self._done = True
        predicates = [*dict.fromkeys(self.predicates.values())]
        functions = [function_of(call) for term in self.predicates for call in calls_in(term)]
        functions += [source.run for source in self._sources]
        careful = self.careful or any(map(handles_errors, functions))
        doubtful = any(map(sees_identity, functions))
        for observation, node in self.query.order:
            if observation is not RAISING:
                inner = normal(self.query.node(node))
                self._among.append(inner)
                self.searches[observation] = Narrowing(
                    inner, predicates, builder.limit, self._spend, careful=careful, doubtful=doubtful
                )
        builder.efforts.append(self._effort)

    def _spend(self, alternatives: int) -> None:
        self.state.builder.check_time()
        try:
            self.state.builder.spend(alternatives)
        except ExplosionError:
            raise ExplosionError(
                f"`{self._text}` has to be run too often in this scope, though not on every value",
                place=next((source.place for source in self._sources), None),
                remedy="Use a smaller scope, or say it with measures, which need not be run.",
            ) from None

    @property
    def _sources(self) -> list[Predicate]:
        known = self.state.builder.grounder.sources.items()
        return [
            predicate
            for source, predicate in known
            if not self.predicates.keys().isdisjoint((source, *(source.args if source.op == "and" else ())))
        ]

    @property
    def _text(self) -> str:
        return " and ".join(dict.fromkeys(source.text for source in self._sources)) or "a refinement"

    def collect(self, size: int) -> None:
        if not self._done or self._collected:
            return
        self._collected = True
        for observation, search in self.searches.items():
            for raises in (False, True):
                found = [(at, self.made(node)) for at, (node, raised) in enumerate(search.found) if raised == raises]
                if found:
                    self.state.into(RAISING if raises else observation).add(
                        Narrowed(found, search.root, self.searched_of)
                    )
        if RAISING in self.query.classes:
            self.state.into(RAISING).add(self.made(normal(self.query.node(self.query.classes[RAISING]))))

    def made(self, node: Node) -> Node:
        """The node of values, from a node of what the predicates were run on."""
        return node

    @property
    def searched_of(self) -> Callable[[Any], tuple[Any] | None]:
        """The inverse of `made` for one value, in a tuple; None for other values.

        Spaces keep it, so it does not refer to the search.
        """
        return _in_tuple

    def _effort(self) -> Note:
        """A note on the runs that narrowing took, and the number of candidates. Called when all is discovered."""
        builder = self.state.builder
        sizes = None if is_unlimited(builder.limit) else range(builder.limit + 1)
        among = sum(node.total() if sizes is None else sum(map(node.count, sizes)) for node in self._among)
        runs = sum(search.runs for search in self.searches.values())
        return Note(_type_text(self.state.type), self._text, "narrowed", f"{runs:,} runs for {among:,} values")
