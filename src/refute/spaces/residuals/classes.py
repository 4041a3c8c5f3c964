"""Classes: how a space is built without looking at its values one by one.

Two ideas, dual to each other.

*Observations* go up. Of a part, the rest of a value can see only what its predicates and measures use: the part
itself, some measures of it, or nothing. Values of a part are grouped into classes by what is seen of them; whatever
is decided further up is decided once for a class, and a class of a product counts the product of its parts' counts.

*Residuals* go down. Fields (elements, parameters) are taken left to right. When one is chosen, what was seen of it is
substituted into the conditions on the others, and what remains of those is reduced to normal form. A condition that is
left about one later field alone is handed down to it: the values that would fail it are never built.

A `State` is a question: a type, conditions on its values, what is to be seen of them, and a bound. A `ProductQuery` is
what is left of a product: the fields not yet chosen, the conditions among them, what is to be seen of the whole.
Both are memoised, so equal residuals are built once; both answer with classes, from what is seen to a node of the
algebra.

Red-black trees, for example. The root has colour, key, left and right. `black_height(left) == black_height(right)` is
about two fields: so `black_height` of the left is observed, its trees fall into a class for each height, and with
each height the right is asked for trees of just that height; since it is of the same type, it is asked the same
question as the left, and the class of that height is picked. `balanced(right)` is about the right alone: it is
required of it, and unbalanced trees never exist. `v < key` on the elements of the left makes the extension of its
keys smaller as the key is chosen.

Classes are discovered by size (see `fixpoint`): `extend(n)` finds all that have a value of size n or less.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from refute.logic.reduction.rewriter import Binding
from refute.logic.terms.term import BOOL, INTEGERS, Rank, RankTouched, Term
from refute.spaces.deadline import Deadline
from refute.spaces.ground.grounding import Closer
from refute.spaces.ground.min_size import MinSizes
from refute.spaces.ground.types import Closed, Scalars, family
from refute.spaces.nodes.derived import Placed
from refute.spaces.nodes.node import UNIT, Node, Product, Sum
from refute.spaces.residuals.budget import explosion
from refute.spaces.residuals.canonical import CanonicalForms
from refute.spaces.residuals.elimination import (
    RAISED,
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

# What is built is counted in alternatives; a question costs as much as some of them. The largest spaces that classes
# are good for take 700,000; past this many, there are mostly about as many classes as values.
_MOST_ALTERNATIVES = 2_000_000
_FOR_A_QUESTION = 100

_NOT_YET: Any = object()  # where None is an answer


class Builder:
    """Everything that is memoised while one space is built."""

    def __init__(
        self,
        scope: Scope,
        eliminations: Eliminations,
        productions_of: Callable[[State], list[Production]],
        deadline: Deadline | None = None,
    ) -> None:
        """`eliminations` may have been used for other scopes: what is known of the logic goes on being so."""
        self.reducer = reducer = eliminations.reducer
        self.productions_of = productions_of
        self.rules = Rules(scope)
        self.check_time = (deadline or Deadline(scope)).check_time
        self.closer = Closer(scope, reducer, self.check_time)
        self.eliminations = eliminations
        self._canonical = CanonicalForms(self.closer, self.rules)
        self._min_sizes = MinSizes()
        self._states: dict[Any, State] = {}
        self._slots: dict[Any, Slot] = {}
        self._products: dict[tuple[Residual, tuple[Slot, ...]], ProductQuery] = {}
        self._first_queries: dict[tuple[Elimination, Slot], Query] = {}
        self._shared: dict[Any, Any] = {}
        self.alternatives = 0
        self.efforts: list[Callable[[], Note]] = []  # what it took to narrow, to be asked when all is discovered
        self.limit = UNLIMITED if scope.size is None else scope.size  # sizes past this are not asked for

    def slot(self, variable: Term, tp: Closed, bound: Bound) -> Slot:
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
            tp = self.closer.substitute(slot.type, binding)
            found = slot.substituted[binding] = self.slot(slot.variable, tp, slot.bound)
        return found

    def min_size(self, tp: Closed) -> int:
        """A size that no value of a type falls below; not asked for where sizes have no limit."""
        return 0 if is_unlimited(self.limit) else self._min_sizes.of(tp)

    def shared(self, key: Any, make: Callable[[], Any]) -> Any:
        """Anything else that is to be made once for a space."""
        made = self._shared.get(key, _NOT_YET)
        if made is _NOT_YET:
            made = self._shared[key] = make()
        return made

    def ask(self, tp: Closed, required: Terms, observed: Terms, bound: Bound) -> Query:
        """A question, asked over ranks if only the order of the elements matters."""
        return Query(self, tp, required, observed, bound)

    def answering(
        self, tp: Closed, required: Terms, observed: Terms, bound: Bound
    ) -> tuple[State, tuple[Any, ...] | None, Hashable]:
        """The state that answers a question, what its ranks stand for, and how the question is known if it has any."""
        tp, required_now = self._canonical.of(tp, required)
        over_ranks = None if self.rules.scope.by_smallcheck else self._canonical.over_ranks(tp)
        if over_ranks is not None and required_now is not None:
            lowered, picks = over_ranks
            shape = (family(lowered), required_now, observed)
            if shape not in self.eliminations.touched:
                if any(term.ranked for term in (*required_now, *observed)):
                    raise RankTouched
                return self._state(self.closer.intern(lowered), required_now, observed, bound), picks, shape
            if any(type(pick) is Rank for pick in picks):
                raise RankTouched
        return self._state(tp, required_now, observed, bound), None, None

    def _state(self, tp: Closed, required: Terms | None, observed: Terms, bound: Bound) -> State:
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
        """The product of these fields under what is left to be asked of them."""
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
        """What is asked of the first field of a product."""
        query = self._first_queries.get((elimination, first))
        if query is None:
            query = self.ask(first.type, elimination.required, elimination.observed, first.bound)
            self._first_queries[elimination, first] = query
        return query

    def discard(self) -> None:
        """Drop all that was built, without waiting for the collector: everything leads back here, or through states."""
        for state in self._states.values():
            state.discard()
        vars(self).clear()

    def narrowed(self) -> tuple[Note, ...]:
        """What narrowing took, of all there was to be narrowed."""
        return tuple(effort() for effort in self.efforts)

    def spend(self, found: int) -> None:
        """So many more alternatives. Too many of them, and classes do not help here."""
        self.alternatives += found
        self.check_time()
        if self.alternatives > _MOST_ALTERNATIVES:
            raise explosion(self._states.values(), self.closer.sources.values())


class TouchedLate(BaseException):
    """A question looks at more than the order of elements, after others went by what it showed of smaller values.

    All has to be built anew; by then it is known, and not asked over ranks.
    """


class Query:
    """A question put to a state, and what the state's ranks stand for if it is asked over ranks."""

    __slots__ = ("_builder", "_classes", "_extended", "_order", "_placed", "_question", "_shape", "picks", "state")

    state: State
    picks: tuple[Any, ...] | None

    def __init__(self, builder: Builder, tp: Closed, required: Terms, observed: Terms, bound: Bound) -> None:
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
        """Discover what answers it, over the scalars themselves if it turns out to look at more than their order."""
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
        """Whether there may be so many classes that only those are looked for that there is room for.

        Otherwise a smaller extension is asked for all sizes at once: it leads to still smaller ones, and to an end.
        """
        return any(term.sort not in INTEGERS and term.sort != BOOL for term in self.state.observed)

    @property
    def order(self) -> Sequence[tuple[Observation, Sum]]:
        """The classes of the state by what is seen of their values in this extension, as they were discovered."""
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
    """A question about the values of a type; its answer are `classes`."""

    __slots__ = ("_productions", "bound", "builder", "impossible", "observed", "required", "type")

    def __init__(self, builder: Builder, tp: Closed, required: Terms | None, observed: Terms, bound: Bound) -> None:
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
        """Drop what it is made from, which may lead back to it."""
        self._productions = None


class Production(ABC):
    """One of the ways a state's values come about."""

    @abstractmethod
    def extend(self, size: int) -> None:
        """Discover what it is made from, up to a size."""

    @abstractmethod
    def collect(self, size: int) -> None:
        """Add what was discovered to the classes of the state."""


class ProductQuery(Discovery):
    """Fields still to be chosen under an elimination; its answer are `classes`, from what is seen of the whole."""

    __slots__ = ("_behind", "_branches", "_depends", "_taken", "builder", "elimination", "query", "slots")

    def __init__(self, builder: Builder, elimination: Elimination, slots: tuple[Slot, ...]) -> None:
        super().__init__()
        self.builder = builder
        self.elimination = elimination
        self.slots = slots
        self._branches: dict[Observation, Branch | None] = {}
        self._taken = 0
        self._behind = 0  # what the other fields need
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
            self._reached = UNLIMITED  # there is nothing else

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
        """The values of a product of which nothing is to be seen."""
        return next((node for observation, node in self.order if observation is not RAISED), None)

    def _finish(self) -> None:
        """The last field: once it is chosen, all is decided."""
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
        """What is left once the first field is chosen and this is seen of it."""
        residual, binding = self.elimination.step(observation)
        if residual is None:
            return None
        slots = self.slots[1:]
        if self._depends:
            if observation is RAISED:
                return None  # the types of the others cannot be known
            slots = tuple([self.builder.substituted(slot, binding) for slot in slots])
        product = self.builder.product(residual, slots)
        return None if product is None else Branch(product, self.query.node(node), node.rank_of_all)


class Branch:
    """A class of the first field, and the problem it leaves."""

    __slots__ = ("first", "product", "rank", "taken")

    def __init__(self, product: ProductQuery, first: Node, rank: int | None) -> None:
        self.product = product
        self.first = first
        self.rank = rank
        self.taken = 0  # how many of the problem's classes have been paired with the first field
