"""Classes: how a space is built without looking at its values one by one.

Two ideas, dual to each other.

*Observations* go up. Of a part, the rest of a value can see only what its predicates and measures use: the part itself, some
measures of it, or nothing. Values of a part are grouped into classes by what is seen of them; whatever
is decided further up is decided once for a class, and a class of a product counts the product of its parts' counts.

*Residuals* go down. Fields (elements, parameters) are taken left to right. When one is chosen, what was seen of it is
substituted into the conditions on the others, and what remains of those is reduced to normal form. A condition that is
left about one later field alone is handed down to it: the values that would fail it are never built.

A `State` is a question: a type, conditions on its values, what is wanted to be seen of them, and a bound. A `Problem` is
what is left of a product: the fields not yet chosen, the conditions among them, what is to be seen of the whole. Both
are memoised, so equal residuals are built once; both answer with classes, from what is seen to a node of the algebra.

Red-black trees, for example. The root has colour, key, left and right. `black_height(left) == black_height(right)` is about
two fields: so `black_height` of the left is observed, its trees fall into a class for each height, and with each height
the right is asked for trees of just that height; since it is of the same type, it is asked the same question as the left,
and the class of that height is picked. `balanced(right)` is about the right alone: it is required of it, and unbalanced
trees never exist. `v < key` on the elements of the left makes the extension of its keys smaller as the key is chosen.

Discovery goes by size: `extend(n)` finds all classes that have a value of size n or less. Types that recur through a
constructor are asked for smaller sizes of themselves; types bounded by depth never recur, and are extended without limit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from refute.logic.errors import ExplosionError
from refute.logic.predicates import VALUE
from refute.logic.reducer import Binding, Reducer
from refute.logic.terms import Raised, Rank, RankTouched, Term, var
from refute.spaces.algebra import UNIT, Choice, Node, Pair, Placed, Sum
from refute.spaces.closed import Called, Closed, Either, Limited, Scalars, family
from refute.spaces.closing import Closer
from refute.spaces.questions import (
    atoms,
    conditions_of,
    conjuncts,
    observed,
    pushed_into_elements,
    tightened,
)
from refute.spaces.renaming import Extension, renamed
from refute.spaces.scope import Bound, Rules, Scope
from refute.spaces.shapes import Slot

Seen = tuple[Term, ...]  # what is seen of a value: one known term for each observation
UNLIMITED = 1 << 60
# Past this many alternatives, classes are no better than the values themselves.
_MOST_ALTERNATIVES = 4_000_000


# What is "seen" of values for which a condition raises instead of answering.
class _Unanswered(Exception):
    """Not raised by anything: marks the class of such values apart from observations that raise."""


RAISED: Seen = (Term("raise", (), Raised(_Unanswered())),)


class NotInside(Exception):
    """A value is not in the space."""


class Builder:
    """Everything that is memoised while one space is built."""

    def __init__(self, scope: Scope, reducer: Reducer, ways_of: Callable[[State], list[Way]]) -> None:
        self.reducer = reducer
        self.ways_of = ways_of
        self.rules = Rules(scope)
        self.closer = Closer(scope, reducer)
        self._states: dict[Any, State] = {}
        self._problems: dict[Any, Problem] = {}
        self._shared: dict[Any, Any] = {}
        self._touched: set[Any] = set()
        self._cut: dict[tuple[Closed, int], Closed] = {}
        self.alternatives = 0
        self.limit = UNLIMITED if scope.size is None else scope.size  # sizes past this are not asked for

    def ask(self, tp: Closed, wanted: Sequence[Term], seen: Sequence[Term], bound: Bound) -> Asked:
        """The state of a question, over ranks if only the order of the elements matters."""
        tp, wanted_now = self._canonical(tp, wanted)
        over_ranks = None if self.rules.scope.by_smallcheck or wanted_now is None else renamed(tp)
        if over_ranks is not None:
            lowered, picks = over_ranks
            shape = (family(lowered), tuple(wanted), tuple(seen))
            if shape not in self._touched:
                if any(term.ranked for term in (*wanted, *seen)):
                    raise RankTouched
                return Asked(self._state(self.closer.intern(lowered), wanted_now, seen, bound), picks, shape)
            if any(type(pick) is Rank for pick in picks):
                raise RankTouched
        return Asked(self._state(tp, wanted_now, seen, bound), None, None)

    def touched(self, shape: Any) -> None:
        """This question looks at more than the order of elements: not to be asked over ranks again."""
        self._touched.add(shape)

    def _canonical(self, tp: Closed, wanted: Sequence[Term]) -> tuple[Closed, list[Term] | None]:
        terms = list(wanted)
        while isinstance(tp, Limited | Called):
            if isinstance(tp, Limited):
                terms = [*tp.terms, *terms]
                tp = tp.base
            else:
                tp = self.closer.expand(tp)
        found = conjuncts(self.reducer, terms)
        if found is not None:
            found = tightened(self.reducer, found)
        if found is not None:
            tp, found = pushed_into_elements(self.closer, tp, found)
        return tp, found

    def _state(self, tp: Closed, wanted: list[Term] | None, seen: Sequence[Term], bound: Bound) -> State:
        if self.rules.scope.by_smallcheck:
            tp = self._within_reach(tp, bound)
            bound = Bound(None) if isinstance(tp, Scalars) else bound
        elif isinstance(tp, Scalars):
            bound = Bound(None)
        key = (tp, None if wanted is None else tuple(wanted), tuple(seen), bound)
        state = self._states.get(key)
        if state is None:
            state = self._states[key] = State(self, tp, wanted, tuple(seen), bound)
        return state

    def _within_reach(self, tp: Closed, bound: Bound) -> Closed:
        """By SmallCheck's rule integers shrink on the way down: leave out those that cannot occur here any more."""
        inside = bound if isinstance(tp, Scalars | Either) else self.rules.inside(bound)
        reach = self.rules.reach(inside)
        if (tp, reach) not in self._cut:
            self._cut[tp, reach] = self.closer.cut(tp, reach)
        return self._cut[tp, reach]

    def problem(
        self, slots: tuple[Slot, ...], clauses: Sequence[Term], seen: Seen, asked: frozenset[Any], raised: bool
    ) -> Problem:
        key = (slots, tuple(clauses), seen, asked, raised)
        problem = self._problems.get(key)
        if problem is None:
            problem = self._problems[key] = Problem(self, slots, tuple(clauses), seen, asked, raised)
        return problem

    def shared(self, key: Any, make: Callable[[], Any]) -> Any:
        """Anything else that is to be made once for a space."""
        if key not in self._shared:
            self._shared[key] = make()
        return self._shared[key]

    def spend(self, tp: Closed, seen: Sequence[Term]) -> None:
        """One more alternative. Too many of them, and classes do not help here."""
        self.alternatives += 1
        if self.alternatives > _MOST_ALTERNATIVES:
            what = f"what has to be seen of it ({', '.join(map(str, seen))})" if seen else "its conditions"
            raise ExplosionError(
                f"the classes of {tp!r} are too many: {what} takes too many different values",
                remedy="Use a smaller scope, or refinements that compare numbers or Booleans instead of whole structures.",
            )


class Asked:
    """A state, and what its ranks stand for if it was asked over ranks."""

    __slots__ = ("_placed", "picks", "shape", "state")

    def __init__(self, state: State, picks: tuple[Any, ...] | None, shape: Any) -> None:
        self.state = state
        self.picks = picks
        self.shape = shape
        self._placed: dict[Node, Node] = {}

    def node(self, node: Node) -> Node:
        if self.picks is None:
            return node
        if node not in self._placed:
            self._placed[node] = Placed(node, self.picks)
        return self._placed[node]

    def within(self, extension: Extension) -> Extension:
        if self.picks is None:
            return extension
        return tuple([extension[pick.place] if type(pick) is Rank else pick for pick in self.picks])


class State:
    """A question about the values of a type; its answer are `classes`."""

    def __init__(self, builder: Builder, tp: Closed, wanted: list[Term] | None, seen: Seen, bound: Bound) -> None:
        self.builder = builder
        self.type = tp
        self.wanted = wanted
        self.seen = seen
        self.bound = bound
        self.classes: dict[Seen, Sum] = {}
        self._reached = -1
        self._busy = False
        self._ways: list[Way] | None = None

    def extend(self, size: int) -> None:
        """Discover all classes that have a value of this size or less."""
        if size <= self._reached or size < 0:
            return
        if self._busy:
            # it asks for itself: smaller sizes first, one at a time, each from those before
            for smaller in range(self._reached + 1, size + 1):
                self._discover(smaller)
            return
        self._busy = True
        try:
            self._discover(size)
        finally:
            self._busy = False

    def _discover(self, size: int) -> None:
        if self._ways is None:
            self._ways = [] if self.wanted is None else self.builder.ways_of(self)
        for way in self._ways:
            way.extend(size)
        for way in self._ways:
            way.collect(size)
        self._reached = max(self._reached, size)

    def into(self, seen: Seen) -> Sum:
        node = self.classes.get(seen)
        if node is None:
            node = self.classes[seen] = Sum()
        return node

    def rank(self, value: Any, extension: Extension) -> tuple[Seen, int, int]:
        """The class of a value, its size, and its place among the values of that class and size."""
        for way in self._ways or ():
            found = way.rank(value, extension)
            if found is not None:
                return found
        raise NotInside


class Way:
    """One of the ways a state's values come about."""

    def extend(self, size: int) -> None:
        raise NotImplementedError

    def collect(self, size: int) -> None:
        raise NotImplementedError

    def rank(self, value: Any, extension: Extension) -> tuple[Seen, int, int] | None:
        raise NotImplementedError


def residual(
    builder: Builder, slots: tuple[Slot, ...], clauses: Sequence[Term], seen: Seen, asked: frozenset[Any], raised: bool
) -> Problem | None:
    """What is left of a product; None if a condition is already false."""
    found = conjuncts(builder.reducer, clauses)
    if found is None:
        return None
    if found and found[-1].op == "raise":
        # whatever comes after the condition that raised was never evaluated; what came before has to hold
        found, raised = found[:-1], True
    return builder.problem(slots, found, seen, asked, raised)


class Problem:
    """Fields still to be chosen, conditions among them, and what is to be seen of the whole."""

    def __init__(
        self,
        builder: Builder,
        slots: tuple[Slot, ...],
        clauses: tuple[Term, ...],
        seen: Seen,
        asked: frozenset[Any],
        raised: bool,
    ) -> None:
        self.builder = builder
        self.slots = slots
        self.clauses = clauses
        self.seen = seen
        self.raised = raised
        self.classes: dict[Seen, Sum] = {}
        self._reached = -1
        self._busy = False
        self._branches: dict[Seen, Problem | None] = {}
        self._parts: dict[tuple[Seen, Seen], int] = {}
        self._before = asked
        if slots:
            self._prepare(slots[0])
        else:
            assert not clauses, clauses
            node = Sum()
            node.add(UNIT)
            self.classes[RAISED if raised else seen] = node

    def _prepare(self, slot: Slot) -> None:
        """Ask the first field what is about it alone, and to be shown what the others need to see of it."""
        r = self.builder.reducer
        name = slot.name
        alone = [term for term in self.clauses if term.free == {name}]
        others = [term for term in self.clauses if term.free != {name}]
        later = [term for s in self.slots[1:] for term in conditions_of(s.type)]
        looks = observed(name, (*others, *self.seen, *later))
        to_value = Binding([(slot.variable, r.intern(var(VALUE, slot.variable.sort)))])
        kind = family(slot.type)
        alone, looks = self._join(name, kind, alone, looks, to_value)
        self.kept = [term for term in self.clauses if term not in alone]
        self.looks = looks
        wanted = tuple(r.substitute(term, to_value) for term in alone)
        shown = tuple(r.substitute(term, to_value) for term in looks)
        self.asked = self.builder.ask(slot.type, wanted, shown, slot.bound)
        self._question = (slot.type, wanted, shown, slot.bound)
        self._after = (
            self._before | {(kind, frozenset(wanted), frozenset(shown))} if len(self.slots) > 1 else frozenset()
        )

    def _join(
        self, name: str, kind: Any, alone: list[Term], looks: list[Term], to_value: Binding
    ) -> tuple[list[Term], list[Term]]:
        """Ask this field just what a sibling of its kind was asked, if that shows enough to decide the rest.

        The sibling's classes exist already; picking among them is cheaper than building a space for each case.
        """
        r = self.builder.reducer
        for other, wanted, shown in self._before:
            if other != kind or not shown:
                continue
            remaining = [t for t in alone if r.substitute(t, to_value) not in wanted]
            required = {r.substitute(t, to_value) for t in alone} - {r.substitute(t, to_value) for t in remaining}
            measured = {a for t in remaining for a in atoms(name, t)} | set(looks)
            if remaining and required == wanted and {r.substitute(a, to_value) for a in measured} <= shown:
                back = Binding([(new, old) for old, new in to_value.pairs])
                return [t for t in alone if t not in remaining], [
                    r.substitute(t, back) for t in sorted(shown, key=_age)
                ]
        return alone, looks

    def extend(self, size: int) -> None:
        if size <= self._reached or size < 0 or not self.slots:
            return
        if self._busy:
            for smaller in range(self._reached + 1, size + 1):
                self._discover(smaller)
            return
        self._busy = True
        try:
            self._discover(size)
        finally:
            self._busy = False

    def _discover(self, size: int) -> None:
        self._extend_first(size)
        first = self.asked.state
        for shown, node in list(first.classes.items()):
            if node.least <= size:
                branch = self._branch(shown)
                if branch is not None:
                    branch.extend(size - node.least)
        for shown, node in list(first.classes.items()):
            branch = self._branches.get(shown)
            if branch is None or node.least > size:
                continue
            rank = _rank_chosen(shown, node)
            for seen, rest in list(branch.classes.items()):
                if (shown, seen) not in self._parts and node.least + rest.least <= size:
                    into = self.classes.get(seen)
                    if into is None:
                        into = self.classes[seen] = Sum()
                    self._parts[shown, seen] = len(into.parts)
                    into.add(Pair(self.asked.node(node), rest), rank)
                    self.builder.spend(self.slots[0].type, self.looks)
        self._reached = max(self._reached, size)

    def _extend_first(self, size: int) -> None:
        """Discover the first field, over the scalars themselves if it turns out that it looks at more than order."""
        asked = self.asked
        try:
            # a smaller extension can be asked for all sizes at once: it leads to still smaller ones, and to an end
            asked.state.extend(size if asked.picks is None else self.builder.limit)
            if asked.picks is not None and any(term.ranked for shown in asked.state.classes for term in shown):
                raise RankTouched
        except RankTouched:
            if asked.picks is None or any(type(pick) is Rank for pick in asked.picks):
                raise
            self.builder.touched(asked.shape)
            self.asked = self.builder.ask(*self._question)
            self._extend_first(size)

    def _branch(self, shown: Seen) -> Problem | None:
        if shown not in self._branches:
            self._branches[shown] = self._chosen(shown)
        return self._branches[shown]

    def _chosen(self, shown: Seen) -> Problem | None:
        """What is left once the first field is chosen and this is seen of it."""
        builder = self.builder
        if shown is RAISED:
            name = self.slots[0].name
            free = [term for term in self.kept if name not in term.free]
            slots = tuple(slot for slot in self.slots[1:] if name not in slot.type.free)
            if len(slots) < len(self.slots) - 1:
                return None
            return residual(builder, slots, free, (), self._after, True)
        binding = Binding(list(zip(self.looks, shown, strict=True)))
        r = builder.reducer
        clauses = [r.substitute(term, binding) for term in self.kept]
        slots = tuple([slot.substituted(builder.closer, binding) for slot in self.slots[1:]])
        seen = tuple([r.substitute(term, binding) for term in self.seen])
        return residual(builder, slots, clauses, seen, self._after, self.raised)

    def rank(self, values: Sequence[Any], extension: Extension) -> tuple[Seen, int, int]:
        if not self.slots:
            return self.seen, 0, 0
        shown, size, index = self.asked.state.rank(values[0], self.asked.within(extension))
        branch = self._branches.get(shown)
        if branch is None:
            raise NotInside
        seen, more, place = branch.rank(values[1:], extension)
        part = self._parts.get((shown, seen))
        if part is None:
            raise NotInside
        node = self.classes[seen]
        pair = node.parts[part]
        assert isinstance(pair, Pair)
        whole = size + more
        offset = node.before(whole, part, extension) + pair.before(whole, size)
        return seen, whole, offset + index * pair.rest.count(more) + place


def _age(term: Term) -> int:
    return term.serial


def _rank_chosen(shown: Seen, node: Sum) -> int | None:
    """The rank a class consists of, if that is what it is."""
    if len(node.parts) == 1 and isinstance(node.parts[0], Choice) and len(node.parts[0].values) == 1:
        value = node.parts[0].values[0]
        return value.place if type(value) is Rank else None
    return None
