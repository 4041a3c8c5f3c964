"""Production for a class whose instances are heaps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from refute.errors import ExplosionError, RefinementError
from refute.logic.identity import codes, uses
from refute.logic.reading.predicates import VALUE, Predicate
from refute.logic.reduction.reducer import Reducer
from refute.logic.reduction.rewriter import Binding
from refute.logic.reduction.running import runnable
from refute.logic.terms.term import Constant, Raised, Rank, RankTouched, Term, subterms
from refute.logic.time_limit import run
from refute.spaces.ground.types import Ground, Made, scalars_in
from refute.spaces.narrowing.heaps.families import Families
from refute.spaces.narrowing.heaps.forms import canonical
from refute.spaces.narrowing.heaps.heap import Heap
from refute.spaces.narrowing.heaps.layout import Domain, Layout
from refute.spaces.narrowing.heaps.search import Search
from refute.spaces.narrowing.heaps.sharing import is_heap, whole
from refute.spaces.narrowing.opaque import calls_in, function_of
from refute.spaces.nodes.normal import normal
from refute.spaces.residuals.classes import Production, State
from refute.spaces.residuals.elimination import RAISING, Observation
from refute.types.model import ABSENT
from refute.types.reading.notes import Note
from refute.words import grouped, plural

_SEEING = ("type", "vars", "forall", "exists", "exists_unique")  # what tells a probe, or records its decisions
_FOR_A_RUN = 10  # alternatives, which take as long


def heap_production(state: State) -> Production | None:
    """The production for a state of heaps; None if its type is another."""
    if not isinstance(state.type, Made) or not is_heap(state.type.constructor):
        return None
    return ByHeaps(state, state.type)


class ByHeaps(Production):
    """The heaps for which all conditions hold. In a scope by depth, those of at most that size."""

    def __init__(self, state: State, root: Made) -> None:
        extensions = (constant.value for scalars in scalars_in(root) for constant in scalars.values)
        terms = (*state.required, *state.observed)
        if any(type(value) is Rank for value in extensions) or any(term.ranked for term in terms):
            raise RankTouched
        self.state = state
        builder, depth = state.builder, state.bound.depth
        self.largest = builder.limit if depth is None else min(builder.limit, depth)
        self.layout = Layout(Made(whole(root.constructor), root.args), builder.grounder, self._domain)
        declared = root.constructor.declared
        own = builder.requirements(builder.grounder.refined(root, declared))
        self.conditions: tuple[Predicate | Term, ...] = (
            *declared,
            *(term for term in state.required if term not in own),
        )
        self.families: dict[Observation, Families] = {}
        self.search: Search | None = None
        self._conditions: dict[Term, _Condition] = {}
        self._collected = False

    def extend(self, size: int) -> None:
        """Search all sizes at once: the larger ones take no more runs after the smaller."""
        if self.search is not None:
            return
        functions = [function_of(call) for term in self.state.required for call in calls_in(term)]
        functions += [predicate.run for made in self.layout.classes for predicate in made.constructor.declared]
        classes = [made.constructor.cls for made in self.layout.classes]
        if not self._find(probing=not any(_sees_probes(function, classes) for function in functions)):
            self._find(probing=False)
        assert self.search is not None
        if not self.families and self.search.raised is not None:
            raise self._raising(self.search.raised)
        self.layout.release()
        self.state.builder.efforts.append(self._effort)

    def collect(self, size: int) -> None:
        if self.search is not None and not self._collected:
            self._collected = True
            for observation, families in self.families.items():
                self.state.into(observation).add(families)

    def _find(self, *, probing: bool) -> bool:
        """Find all families; whether the conditions say the same of real heaps, as far as these are asked."""
        self.search = search = Search(
            self.layout,
            self.conditions,
            self._holds,
            self._observe,
            self.largest,
            self._spend,
            probing=probing,
            whole=any(term.op == "var" for term in self.state.observed),
            keeps=bool(self.state.observed),
        )
        self.families = {}
        for success in search.found():
            heap = success.heap()
            heap = canonical(heap, self.layout.classes) if self.layout.unordered else heap.in_order()
            if probing and not self._is_real(heap):
                return False
            self.families.setdefault(success.observed, Families(self.layout)).insert(heap, success.size)
        return not search.misled

    def _is_real(self, heap: Heap) -> bool:
        """Whether the smallest real heap of a family satisfies the conditions."""
        smallest = [leaf.domain.first() for leaf in heap.open]
        if ABSENT in smallest:
            return True  # there is none
        root = heap.built(smallest)
        try:
            return all(self._holds(condition, root, partial(getattr, root)) for condition in self.conditions)
        except Exception:
            return False

    def _domain(self, tp: Ground) -> Domain:
        builder = self.state.builder
        query = builder.ask(tp, (), (), builder.rules.inside(self.state.bound))
        query.extend(self.largest)
        nodes = [node for observation, node in query.order if observation is not RAISING]
        return Domain(normal(query.node(nodes[0])) if nodes else None, self._spend)

    def _holds(self, asked: Predicate | Term, value: Any, field: Callable[[str], Any]) -> bool:
        """Whether a condition holds: by the user's own function, where it is one."""
        if isinstance(asked, Term):
            asked = self.state.builder.grounder.sources.get(asked, asked)
        if isinstance(asked, Predicate):
            return bool(run(asked.run, (value, *map(field, asked.names))))
        if asked not in self._conditions:
            self._conditions[asked] = _condition(self.state.builder.reducer, asked)
        return self._conditions[asked](value, field)

    def _observe(self, root: Any) -> Observation:
        r, eliminations = self.state.builder.reducer, self.state.builder.eliminations
        binding = self.state.builder.grounder.value_is(Constant(root), self.state.type.sort)
        return eliminations.observation(tuple([r.substitute(term, binding) for term in self.state.observed]))

    def _spend(self) -> None:
        try:
            self.state.builder.spend(_FOR_A_RUN)
        except ExplosionError:
            raise ExplosionError(
                f"`{self._text}` has to be run too often in this scope",
                place=next((source.place for source in self._sources), None),
                remedy="Use a smaller scope, or return False at the first wrong link: what is not read is not varied.",
            ) from None

    @property
    def _sources(self) -> list[Predicate]:
        return list(self.layout.root.constructor.declared)

    @property
    def _text(self) -> str:
        return " and ".join(dict.fromkeys(source.text for source in self._sources))

    def _raising(self, error: Exception) -> RefinementError:
        return RefinementError(
            f"the invariant `{self._text}` of {self.layout.root.constructor.name} holds for no heap in this scope, and "
            f"raised {type(error).__name__}: {error}",
            place=next((source.place for source in self._sources), None),
            remedy="Let it return False where a link is missing: it is run on objects that are linked in any way.",
        )

    def _effort(self) -> Note:
        assert self.search is not None
        search = self.search
        found = f"{plural(sum(len(one.parts) for one in self.families.values()), 'shape')} with sharing and cycles"
        said = [f"{plural(search.runs, 'run')} for {found}"]
        if search.endless:
            said.append(f"{grouped(search.endless)} did not end and count as false")
        if search.raising:
            said.append(f"{grouped(search.raising)} raised and count as false")
        name = self.layout.root.constructor.name
        return Note(name, self._text, "narrowed", ", ".join(said), unsettled=search.endless > 0)


def _sees_probes(function: Any, classes: Sequence[type]) -> bool:
    """Whether a function can tell a probe from an object."""
    return uses(function, _SEEING, classes) or any("__dict__" in code.co_names for code in codes(function, classes))


_Condition = Callable[[Any, Callable[[str], Any]], bool]


def _condition(reducer: Reducer, term: Term) -> _Condition:
    """A condition as a function of a value and of what gives the fields beside it."""
    names = sorted(name for name in term.free if name != VALUE)
    compiled = runnable(term, (VALUE, *names))
    if compiled is not None:
        return lambda value, field: compiled((value, *map(field, names)))
    variables = [part for part in subterms(term) if part.op == "var" and part.data in term.free]

    def holds(value: Any, field: Callable[[str], Any]) -> bool:
        known = [Constant(value if part.data == VALUE else field(str(part.data))) for part in variables]
        pairs = [(part, reducer.intern(Term("const", (), one))) for part, one in zip(variables, known, strict=True)]
        decided = reducer.substitute(term, Binding(pairs))
        if isinstance(decided.data, Raised):
            raise decided.data.error
        return decided is reducer.true

    return holds
