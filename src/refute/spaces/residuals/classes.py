"""Classes: how a space is built without enumerating its values.

Two ideas, dual to each other.

*Observations* go up. The conditions on the rest of a value depend only on what they observe of a part: the part itself,
some measures of it, or nothing. Values of a part with the same observation form a class. What is decided further up is
decided once for a class, and the count of a class of a product is the product of the counts of its parts.

*Residuals* go down. Fields (elements, parameters) are chosen from left to right. The observation of a chosen field is
substituted into the conditions on the others, and the result is reduced to normal form. A condition that is left on one
later field alone becomes a condition of that field's query: the values that would fail it are never built.

A `State` has a type, conditions on its values, the terms observed of them, and a bound. A `ProductQuery` has the fields
of a product that are not yet chosen, the conditions on them, and the terms observed of the whole. Both are memoised, so
equal residuals are built once. Both are answered by classes: a map from observations to nodes of the algebra.

For example, red-black trees. The root has colour, key, left and right. `black_height(left) == black_height(right)` is
about two fields, so `black_height` of the left is observed. Its trees form one class for each height, and for each
height the right has to have just that height. Since the right is of the same type, its query is that of the left, and
the class of that height is picked. `balanced(right)` is about the right alone: it is required of it, and no unbalanced
tree is built. `v < key` on the elements of the left makes the extension of its keys smaller once the key is chosen.

Classes are discovered by size (see `fixpoint`): `extend(n)` finds all that have a value of size n or less.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from refute.logic.reduction.rewriter import Binding
from refute.logic.terms.term import BOOL, INTEGERS, Rank, RankTouched, Term
from refute.spaces.deadline import Deadline
from refute.spaces.ground.grounding import Grounder
from refute.spaces.ground.min_size import MinSizes
from refute.spaces.ground.types import Ground, Scalars, family
from refute.spaces.nodes.derived import Placed
from refute.spaces.nodes.node import UNIT, Node, Product, Sum
from refute.spaces.residuals.budget import explosion
from refute.spaces.residuals.canonical import CanonicalForms
from refute.spaces.residuals.elimination import (
    RAISING,
    Elimination,
    Eliminations,
    Observation,
    Residual,
    Terms,
    described,
)
from refute.spaces.residuals.fixpoint import UNLIMITED, Discovery, is_unlimited
from refute.spaces.residuals.renaming import in_extension
from refute.spaces.residuals.slot import Slot
from refute.spaces.scope import Bound, Rules, Scope
from refute.types.reading.notes import Note

# The work is counted in alternatives of sums; a query counts as some of them. The largest spaces in practice take
# 700,000. Spaces that take more than this have mostly about as many classes as values.
_MAX_ALTERNATIVES = 2_000_000
_FOR_A_QUESTION = 100

_NOT_YET: Any = object()  # where None is an answer


class Builder:
    """The memo tables of one space while it is built."""

    def __init__(
        self,
        scope: Scope,
        eliminations: Eliminations,
        productions_of: Callable[[State], list[Production]],
        deadline: Deadline | None = None,
    ) -> None:
        """`eliminations` may have been used for other scopes: they do not depend on the scope."""
        self.reducer = reducer = eliminations.reducer
        self.productions_of = productions_of
        self.rules = Rules(scope)
        self.check_time = (deadline or Deadline(scope)).check_time
        self.grounder = Grounder(scope, reducer, self.check_time, eliminations.proofs)
        self.eliminations = eliminations
        self._canonical = CanonicalForms(self.grounder, self.rules)
        self._min_sizes = MinSizes()
        self._states: dict[Any, State] = {}
        self._slots: dict[Any, Slot] = {}
        self._products: dict[tuple[Residual, tuple[Slot, ...]], ProductQuery] = {}
        self._first_queries: dict[tuple[Elimination, Slot], Query] = {}
        self._shared: dict[Any, Any] = {}
        self.alternatives = 0
        self.efforts: list[Callable[[], Note]] = []  # what narrowing took; called when all is discovered
        self.limit = UNLIMITED if scope.size is None else scope.size  # no larger sizes are discovered

    def slot(self, variable: Term, tp: Ground, bound: Bound) -> Slot:
        key = (variable, tp, bound)
        slot = self._slots.get(key)
        if slot is None:
            slot = self._slots[key] = Slot(variable, tp, bound, self.min_size(tp))
        return slot

    def substituted(self, slot: Slot, binding: Binding) -> Slot:
        """A slot after fields before it were chosen."""
        if slot.free.isdisjoint(binding.names):
            return slot
        found = slot.substituted.get(binding)
        if found is None:
            tp = self.grounder.substitute(slot.type, binding)
            found = slot.substituted[binding] = self.slot(slot.variable, tp, slot.bound)
        return found

    def min_size(self, tp: Ground) -> int:
        """A lower bound on the size of the values of a type; 0 where sizes are unlimited."""
        return 0 if is_unlimited(self.limit) else self._min_sizes.of(tp)

    def shared(self, key: Any, make: Callable[[], Any]) -> Any:
        """A value that is made once for a space, by its key."""
        made = self._shared.get(key, _NOT_YET)
        if made is _NOT_YET:
            made = self._shared[key] = make()
        return made

    def requirements(self, tp: Ground) -> Terms:
        """The conditions that a type puts on its values."""
        return self._canonical.of(tp, ())[1] or ()

    def ask(self, tp: Ground, required: Terms, observed: Terms, bound: Bound) -> Query:
        """A query; over ranks if only the order of the elements matters."""
        return Query(self, tp, required, observed, bound)

    def answering(
        self, tp: Ground, required: Terms, observed: Terms, bound: Bound
    ) -> tuple[State, tuple[Any, ...] | None, Hashable]:
        """The state that answers a query; over ranks, also the scalars they stand for, and the key of the query."""
        tp, required_now = self._canonical.of(tp, required)
        over_ranks = None if self.rules.scope.by_smallcheck else self._canonical.over_ranks(tp)
        if over_ranks is not None and required_now is not None:
            lowered, picks = over_ranks
            shape = (family(lowered), required_now, observed)
            if shape not in self.eliminations.touched:
                if any(term.ranked for term in (*required_now, *observed)):
                    raise RankTouched
                return self._state(self.grounder.intern(lowered), required_now, observed, bound), picks, shape
            if any(type(pick) is Rank for pick in picks):
                raise RankTouched
        return self._state(tp, required_now, observed, bound), None, None

    def _state(self, tp: Ground, required: Terms | None, observed: Terms, bound: Bound) -> State:
        if self.rules.scope.by_smallcheck:
            tp = self._canonical.within_reach(tp, bound)
            bound = Bound(None) if isinstance(tp, Scalars) else bound
        elif isinstance(tp, Scalars):
            bound = Bound(None)
        key = (tp, required, observed, bound)
        state = self._states.get(key)
        if state is None:
            self.spend(_FOR_A_QUESTION)
            state = self._states[key] = State(self, tp, required, observed, bound)
        return state

    def product(self, residual: Residual | None, slots: tuple[Slot, ...]) -> ProductQuery | None:
        """The query for the product of these fields under a residual."""
        if residual is None:
            return None
        key = (residual, slots)
        product = self._products.get(key)
        if product is None:
            kind = slots[0].family if slots else None
            elimination = self.eliminations.elimination(residual, kind, tuple([slot.conditions for slot in slots[1:]]))
            product = self._products[key] = ProductQuery(self, elimination, slots)
        return product

    def first_query(self, elimination: Elimination, first: Slot) -> Query:
        """The query for the first field of a product."""
        query = self._first_queries.get((elimination, first))
        if query is None:
            query = self.ask(first.type, elimination.required, elimination.observed, first.bound)
            self._first_queries[elimination, first] = query
        return query

    def discard(self) -> None:
        """Break the reference cycles, all of which lead through the builder or states, to free the memory at once."""
        for state in self._states.values():
            state.discard()
        vars(self).clear()

    def narrowed(self) -> tuple[Note, ...]:
        """One note for each production that was narrowed: how many runs it took."""
        return tuple(effort() for effort in self.efforts)

    def spend(self, found: int) -> None:
        """Count alternatives, and raise an ExplosionError if there are too many."""
        self.alternatives += found
        self.check_time()
        if self.alternatives > _MAX_ALTERNATIVES:
            raise explosion(self._states.values(), self.grounder.sources.values())


class TouchedLate(BaseException):
    """A query over ranks depends on more than their order, and others have already used its smaller classes.

    The space is built again, with that query over the scalars themselves.
    """


class Query:
    """A query: the state that answers it and, if that is over ranks, the scalars they stand for."""

    __slots__ = ("_builder", "_classes", "_extended", "_order", "_placed", "_question", "_shape", "picks", "state")

    state: State
    picks: tuple[Any, ...] | None

    def __init__(self, builder: Builder, tp: Ground, required: Terms, observed: Terms, bound: Bound) -> None:
        self._builder = builder
        self._question = (tp, required, observed, bound)
        self._placed: dict[Node, Node] = {}
        self._order: list[tuple[Observation, Sum]] = []
        self._classes: dict[Observation, Sum] = {}
        self._extended = False
        self.state, self.picks, self._shape = builder.answering(tp, required, observed, bound)

    def __repr__(self) -> str:
        tp, required, observed, _ = self._question
        return f"Query({tp!r} | {described(required, observed)}{'' if self.picks is None else ', over ranks'})"

    def extend(self, size: int) -> None:
        """Discover its classes; over the scalars themselves if it depends on more than their order."""
        if self.picks is None:
            self.state.extend(size)
            self._extended = True
            return
        try:
            self.state.extend(size if self._shows_structures() else self._builder.limit)
        except RankTouched:
            if any(type(pick) is Rank for pick in self.picks):
                raise
            self._builder.eliminations.touched.add(self._shape)
            if self._extended:
                raise TouchedLate from None
            self.state, self.picks, self._shape = self._builder.answering(*self._question)
            self.extend(size)
        self._extended = True

    def _shows_structures(self) -> bool:
        """Whether structures are observed: there may be many classes, so only those up to the size are discovered.

        Otherwise all sizes are discovered at once. That ends, since each query leads to a smaller extension.
        """
        return any(term.sort not in INTEGERS and term.sort != BOOL for term in self.state.observed)

    @property
    def order(self) -> Sequence[tuple[Observation, Sum]]:
        """The classes of the state in the order of discovery, by their observations in this extension."""
        if self.picks is None:
            return self.state.order
        for over_ranks, node in self.state.order[len(self._order) :]:
            observation = self._over_scalars(over_ranks)
            self._order.append((observation, node))
            self._classes[observation] = node
        return self._order

    @property
    def classes(self) -> Mapping[Observation, Sum]:
        return self.state.classes if self.picks is None or not self.order else self._classes

    def _over_scalars(self, observation: Observation) -> Observation:
        """An observation over ranks, in this extension."""
        if self.picks is None or not observation.ranked:
            return observation
        eliminations, picks = self._builder.eliminations, self.picks
        return eliminations.observation(
            tuple([in_extension(eliminations.reducer, term, picks) for term in observation.terms])
        )

    def node(self, node: Node) -> Node:
        if self.picks is None:
            return node
        if node not in self._placed:
            self._placed[node] = Placed(node, self.picks)
        return self._placed[node]


class State(Discovery):
    """A type, conditions on its values, and the terms observed of them; answered by `classes`."""

    __slots__ = ("_productions", "bound", "builder", "impossible", "observed", "required", "type")

    def __init__(self, builder: Builder, tp: Ground, required: Terms | None, observed: Terms, bound: Bound) -> None:
        super().__init__()
        self.builder = builder
        self.type = tp
        self.required: Terms = required or ()
        self.impossible = required is None
        self.observed = observed
        self.bound = bound
        self._productions: list[Production] | None = None

    def __repr__(self) -> str:
        query = "nothing" if self.impossible else described(self.required, self.observed)
        return f"State({self.type!r} | {query}: {len(self.classes)} classes)"

    def _discover(self, size: int) -> None:
        if self._productions is None:
            self._productions = [] if self.impossible else self.builder.productions_of(self)
        for production in self._productions:
            production.extend(size)
        for production in self._productions:
            production.collect(size)

    def discard(self) -> None:
        """Drop its productions, which refer back to it."""
        self._productions = None


class Production(ABC):
    """A production of a state: one constructor, one member of a union, or the like."""

    @abstractmethod
    def extend(self, size: int) -> None:
        """Discover the classes of its parts, up to a size."""

    @abstractmethod
    def collect(self, size: int) -> None:
        """Add what was discovered to the classes of the state."""


class ProductQuery(Discovery):
    """Fields still to be chosen under an elimination; answered by `classes`, by the observation of the whole."""

    __slots__ = ("_behind", "_branches", "_depends", "_taken", "builder", "elimination", "query", "slots")

    def __init__(self, builder: Builder, elimination: Elimination, slots: tuple[Slot, ...]) -> None:
        super().__init__()
        self.builder = builder
        self.elimination = elimination
        self.slots = slots
        self._branches: dict[Observation, Branch | None] = {}
        self._taken = 0
        self._behind = 0  # the smallest size of the other fields
        self._depends = False  # whether the type of another field depends on the first
        if slots:
            name = slots[0].name
            for slot in slots[1:]:
                self._behind += slot.min_size
                if name in slot.free:
                    self._depends = True
            self.query = builder.first_query(elimination, slots[0])
        else:
            assert elimination.residual.observation is not None
            self.into(elimination.residual.observation).add(UNIT)
            self._reached = UNLIMITED  # the empty tuple is all there is

    def __repr__(self) -> str:
        return f"ProductQuery({self.elimination.residual!r}: {len(self.classes)} classes)"

    def _discover(self, size: int) -> None:
        room = size - self._behind
        self.query.extend(room)
        if len(self.slots) == 1:
            self._finish()
            return
        branches, known = [], self._branches
        for observation, node in self.query.order:
            if node.min_size <= room:
                branch = known.get(observation, _NOT_YET)
                if branch is _NOT_YET:
                    branch = known[observation] = self._branch(observation, node)
                if branch is not None:
                    branch.product.extend(size - node.min_size)
                    branches.append(branch)
        found = 0
        for branch in branches:
            classes = branch.product.order
            if branch.taken < len(classes):
                first, rank = (branch.first,), branch.rank
                for observation, tail in classes[branch.taken :]:
                    self.into(observation).add(Product(first, tail), rank)
                    found += observation.weight
                branch.taken = len(classes)
        self.builder.spend(found)

    @property
    def only_class(self) -> Sum | None:
        """The values of a product of which nothing is observed."""
        return next((node for observation, node in self.order if observation is not RAISING), None)

    def _finish(self) -> None:
        """Add the classes of the last field: each decides all conditions that are left."""
        found, elimination, query = 0, self.elimination, self.query
        for observation, node in query.order[self._taken :]:
            residual, _ = elimination.step(observation)
            if residual is not None:
                assert residual.observation is not None
                self.into(residual.observation).add(Product((query.node(node),)), node.rank_of_all)
                found += residual.observation.weight
        self._taken = len(query.order)
        self.builder.spend(found)

    def _branch(self, observation: Observation, node: Sum) -> Branch | None:
        """The product that an observation of the first field leaves; None if a condition is false."""
        residual, binding = self.elimination.step(observation)
        if residual is None:
            return None
        slots = self.slots[1:]
        if self._depends:
            if observation is RAISING:
                return None  # the types of the others depend on a value that is not known
            slots = tuple([self.builder.substituted(slot, binding) for slot in slots])
        product = self.builder.product(residual, slots)
        return None if product is None else Branch(product, self.query.node(node), node.rank_of_all)


class Branch:
    """A class of the first field, and the product of the other fields that it leaves."""

    __slots__ = ("first", "product", "rank", "taken")

    def __init__(self, product: ProductQuery, first: Node, rank: int | None) -> None:
        self.product = product
        self.first = first
        self.rank = rank
        self.taken = 0  # how many classes of the product have been paired with the first field
