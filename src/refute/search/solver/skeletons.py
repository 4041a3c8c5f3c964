"""Skeletons: values whose scalars are unknown, by increasing size, with constraints on the unknowns.

Constructors and lengths are chosen, parts from left to right. Each choice is substituted into the conditions on the
other parts, which unfolds measures by one step. A skeleton is abandoned as soon as its conditions are refuted. The
conditions of a complete skeleton are on scalars alone:

    increasing lists of size 2      [§0int, §1int]   {§0int: -2..2, §1int: -2..2, §0int < §1int}
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from refute.logic.reading.predicates import VALUE
from refute.logic.reduction.rewriter import Binding
from refute.logic.terms.term import Constant, Container, Term, var
from refute.search.solver.constraints import Constraints
from refute.search.solver.unknowns import Unknown
from refute.spaces.ground.grounding import Grounder
from refute.spaces.ground.types import (
    Called,
    Collected,
    Either,
    Ground,
    Limited,
    Made,
    Mapped,
    Scalars,
    Sequenced,
    Text,
    Tupled,
)
from refute.spaces.ground.unbounded import Unbounded
from refute.spaces.residuals.queries import conjuncts
from refute.spaces.scope import Bound, Rules

Terms = tuple[Term, ...]
_UNKNOWN = "§"


@dataclass(frozen=True)
class Part:
    """A part to be chosen: the variable that stands for it, its type and its bound."""

    variable: Term
    type: Ground
    bound: Bound


class Skeletons:
    """Enumerates skeletons. `is_possible` is called on constraints whenever they grow; it prunes the enumeration."""

    def __init__(self, grounder: Grounder, rules: Rules, is_possible: Callable[[Constraints], bool]) -> None:
        self.grounder = grounder
        self.is_possible = is_possible
        self.rules = rules
        self.reducer = grounder.reducer
        self._domains: dict[tuple[Scalars, Term], Scalars] = {}
        self._texts: dict[tuple[Text, int], Scalars] = {}
        self._max_sizes: dict[tuple[Ground, Bound], int] = {}

    def of_parts(self, parts: Sequence[Part], size: int) -> Iterator[tuple[Terms, Constraints]]:
        """The skeletons of several parts, of which later ones may depend on earlier ones."""
        return self._product(tuple(parts), (), size, Constraints())

    def max_size(self, tp: Ground, bound: Bound) -> int:
        """The largest size of a value of a type whose depth is bounded."""
        key = (tp, bound)
        if key not in self._max_sizes:
            self._max_sizes[key] = self._measured(tp, bound)
        return self._max_sizes[key]

    def _measured(self, tp: Ground, bound: Bound) -> int:
        match tp:
            case Limited(base=base):
                return self.max_size(base, bound)
            case Called():
                return self.max_size(self.grounder.expand(tp), bound)
            case Either(members=members):
                return max((self.max_size(member, bound) for member in members), default=0)
            case Made(constructor=constructor) if self.rules.opens(bound, constructor.recursive):
                return self._with_parts([ground for _, _, ground in self.grounder.fields(tp)], bound)
            case Tupled(elements=elements) if self.rules.opens(bound, False):
                return self._with_parts(elements, bound)
            case Sequenced() | Collected() | Mapped():
                cells = self.rules.container if isinstance(tp, Sequenced) else self.rules.selection
                total, room = 0, cells(bound)
                while self.rules.more(room):
                    total += 1 + sum(self.max_size(part, self.rules.inside(room)) for part in tp.parts)
                    room = self.rules.after(room)
                return total
        return 0

    def _with_parts(self, parts: Sequence[Ground], bound: Bound) -> int:
        inside = self.rules.inside(bound)
        return sum(self.max_size(part, inside) for part in parts) + bool(parts)

    def _fits(self, places: Sequence[Part], size: int) -> bool:
        """Whether parts of bounded depth can have this size together."""
        if self.rules.scope.depth is None:
            return True
        return size <= sum(self.max_size(place.type, place.bound) for place in places)

    # -- products ----------------------------------------------------------------------------------------------------

    def _product(
        self, places: tuple[Part, ...], clauses: Terms, size: int, so_far: Constraints
    ) -> Iterator[tuple[Terms, Constraints]]:
        """Skeletons of parts in turn; a clause is passed on to the last part that it mentions."""
        names = {str(place.variable.data) for place in places}
        settled = [clause for clause in clauses if clause.free.isdisjoint(names)]
        clauses = tuple(clause for clause in clauses if not clause.free.isdisjoint(names))
        so_far = so_far.with_facts(settled)
        if not places:
            if size == 0:
                yield (), so_far
            return
        first, *rest = places
        own = str(first.variable.data)
        required = tuple(clause for clause in clauses if clause.free.isdisjoint(names - {own}))
        later = [clause for clause in clauses if clause not in required]
        value = self.reducer.intern(var(VALUE, first.type.sort))
        asked = tuple(self.reducer.replace(clause, first.variable, value) for clause in required)
        for used in range(size + 1) if rest else (size,):
            if not self._fits((first,), used) or not self._fits(rest, size - used):
                continue
            for term, after in self._skeletons(first.type, first.bound, used, asked, so_far):
                if after is not so_far and not self.is_possible(after):
                    continue
                binding = Binding([(first.variable, term)])
                left = conjuncts(self.reducer, [self.reducer.substitute(clause, binding) for clause in later])
                if left is None or _raises(left):
                    continue
                others = tuple(
                    Part(place.variable, self.grounder.substitute(place.type, binding), place.bound) for place in rest
                )
                for terms, end in self._product(others, tuple(left), size - used, after):
                    yield (term, *terms), end

    def _built(
        self, places: Sequence[Part], term: Term, clauses: Terms, required: Terms, size: int, so_far: Constraints
    ) -> Iterator[tuple[Terms, Constraints]]:
        """Skeletons of the parts of a value that is `term` over them and has to satisfy `required`."""
        unfolded = conjuncts(self.reducer, [*clauses, *(self._said_of(term, condition) for condition in required)])
        if unfolded is not None and not _raises(unfolded) and size >= 0:
            yield from self._product(tuple(places), tuple(unfolded), size, so_far)

    def _said_of(self, term: Term, condition: Term) -> Term:
        r = self.reducer
        values = _values_in(condition)
        return r.substitute(condition, Binding([(r.intern(value), term) for value in values])) if values else condition

    # -- types -------------------------------------------------------------------------------------------------------

    def _skeletons(
        self, tp: Ground, bound: Bound, size: int, required: Terms, so_far: Constraints
    ) -> Iterator[tuple[Term, Constraints]]:
        while isinstance(tp, Limited | Called):
            if isinstance(tp, Limited):
                required = (*tp.terms, *required)
                tp = tp.base
            else:
                tp = self.grounder.expand(tp)
        if self.rules.scope.by_smallcheck:
            inside = bound if isinstance(tp, Scalars | Either) else self.rules.inside(bound)
            tp = self.grounder.cut(tp, self.rules.reach(inside))
        match tp:
            case Scalars():
                yield from self._scalars(tp, required, so_far) if size == 0 else ()
            case Text():
                yield from self._scalars(self._listed(tp, bound), required, so_far) if size == 0 else ()
            case Unbounded(kind=kind):
                yield from self._unknown(Unknown(_name(so_far, kind), kind), tp, required, so_far) if size == 0 else ()
            case Either(members=members):
                for member in members:
                    yield from self._skeletons(member, bound, size, required, so_far)
            case Made():
                yield from self._made(tp, bound, size, required, so_far)
            case Tupled(elements=elements):
                if not elements or self.rules.opens(bound, False):
                    inside = self.rules.inside(bound)
                    places = [self._item(place, element, inside) for place, element in enumerate(elements)]
                    yield from self._row(places, "tuple", size - bool(elements), required, so_far)
            case Sequenced(kind=kind, element=element):
                yield from self._sequenced(kind, element, bound, size, required, so_far)
            case Collected() | Mapped():
                yield from self._selected(tp, bound, size, required, so_far)
            case _:
                raise AssertionError(tp)

    def _scalars(self, tp: Scalars, required: Terms, so_far: Constraints) -> Iterator[tuple[Term, Constraints]]:
        """An unknown for several integers, otherwise each scalar in turn."""
        alone = [term for term in required if term.free <= {VALUE}]
        for term in alone:
            tp = self._domain(tp, term)
        others = tuple(term for term in required if not term.free <= {VALUE})
        if len(tp.values) > 1 and all(type(constant.value) is int for constant in tp.values):
            numbers: list[Any] = [constant.value for constant in tp.values]
            domain = tuple(sorted(numbers))
            yield from self._unknown(Unknown(_name(so_far, "int"), "int", domain), tp, others, so_far)
            return
        for constant in tp.values:
            binding = self.grounder.value_is(constant, tp.sort)
            left = conjuncts(self.reducer, [self.reducer.substitute(term, binding) for term in others])
            if left is not None and not _raises(left):
                yield self.reducer.intern(Term("const", (), constant)), so_far.with_facts(left)

    def _domain(self, tp: Scalars, term: Term) -> Scalars:
        """The scalars that satisfy a condition in which nothing else occurs."""
        key = (tp, term)
        if key not in self._domains:
            r = self.reducer
            kept = tuple(
                constant
                for constant in tp.values
                if r.substitute(term, self.grounder.value_is(constant, tp.sort)) is r.true
            )
            self._domains[key] = tp.with_values(kept)
        return self._domains[key]

    def _listed(self, tp: Text, bound: Bound) -> Scalars:
        """All texts over the alphabet, shortest first, and the landmarks."""
        length = max(bound.depth or 0, 0) if self.rules.scope.by_smallcheck else tp.length
        key = (tp, length)
        if key not in self._texts:
            letters: list[Any] = [constant.value for constant in tp.alphabet.values]
            join: Callable[[Sequence[Any]], Any] = "".join if tp.kind == "str" else bytes
            texts = [
                Constant(join(chosen))
                for count in range(length + 1)
                for chosen in itertools.product(letters, repeat=count)
            ]
            self._texts[key] = Scalars((*texts, *tp.landmarks), tp.sort)
        return self._texts[key]

    def _unknown(
        self, unknown: Unknown, tp: Ground, required: Terms, so_far: Constraints
    ) -> Iterator[tuple[Term, Constraints]]:
        variable = self.reducer.intern(var(unknown.name, tp.sort))
        left = conjuncts(self.reducer, [self._said_of(variable, condition) for condition in required])
        if left is not None and not _raises(left):
            yield variable, so_far.with_facts([unknown, *left])

    def _made(
        self, tp: Made, bound: Bound, size: int, required: Terms, so_far: Constraints
    ) -> Iterator[tuple[Term, Constraints]]:
        constructor, r = tp.constructor, self.reducer
        fields = self.grounder.fields(tp)
        if fields and not self.rules.opens(bound, constructor.recursive):
            return
        inside = self.rules.inside(bound)
        places = [Part(variable, ground, inside) for _, variable, ground in fields]
        typed = [(var(field.name), variable) for field, variable, _ in fields]
        clauses = tuple(r.bind(r.load(predicate.term), typed) for predicate in constructor.invariants)
        term = r.make("make", tuple(place.variable for place in places), constructor)
        for parts, end in self._built(places, term, clauses, required, size - bool(fields), so_far):
            yield r.make("make", parts, constructor), end

    def _item(self, place: int, tp: Ground, bound: Bound) -> Part:
        return Part(self.reducer.intern(var(f"·{place}", tp.sort)), tp, bound)

    def _row(
        self, places: Sequence[Part], kind: str, size: int, required: Terms, so_far: Constraints
    ) -> Iterator[tuple[Term, Constraints]]:
        r = self.reducer
        term = r.make("seq", tuple(place.variable for place in places), Container(kind))
        for parts, end in self._built(places, term, (), required, size, so_far):
            yield r.make("seq", parts, Container(kind)), end

    def _sequenced(
        self, kind: str, element: Ground, bound: Bound, size: int, required: Terms, so_far: Constraints
    ) -> Iterator[tuple[Term, Constraints]]:
        """Sequences of every length: an element counts one and its own size."""
        places: list[Part] = []
        bound = self.rules.container(bound)
        for length in range(size + 1):
            if length or size == 0:
                yield from self._row(places, kind, size - length, required, so_far)
            if not self.rules.more(bound):
                return
            places.append(self._item(length, element, self.rules.inside(bound)))
            bound = self.rules.after(bound)

    def _selected(
        self, tp: Collected | Mapped, bound: Bound, size: int, required: Terms, so_far: Constraints
    ) -> Iterator[tuple[Term, Constraints]]:
        """Sets and dicts: distinct elements or keys in one canonical order."""
        room = self.rules.selection(bound)
        inside = self.rules.inside(room)
        keys = tp.keys if isinstance(tp, Mapped) else tp.element
        for length in range(size + 1):
            if length and not self.rules.more(Bound(room.depth, None if room.room is None else room.room - length + 1)):
                return
            if size and not length:
                continue
            places = [self._item(place, keys, inside) for place in range(length)]
            items = (
                [self._item(length + place, tp.item, self.rules.inside(bound)) for place in range(length)]
                if isinstance(tp, Mapped)
                else []
            )
            variables = tuple(place.variable for place in (*places, *items))
            differ = tuple(
                self.reducer.make("not", (self.reducer.make("eq", pair),))
                for pair in itertools.combinations(variables[:length], 2)
            )
            for parts, end in self._built(
                [*places, *items], self._gathered(tp, variables), differ, required, size - length, so_far
            ):
                order = self._in_order(parts[:length])
                if order is not None:
                    yield self._gathered(tp, parts), end.with_facts(order)

    def _gathered(self, tp: Collected | Mapped, parts: Terms) -> Term:
        if isinstance(tp, Collected):
            return self.reducer.make("set", parts, Container(tp.kind))
        half = len(parts) // 2
        flat = [part for pair in zip(parts[:half], parts[half:], strict=True) for part in pair]
        return self.reducer.make("dict", tuple(flat), Container("dict"))

    def _in_order(self, parts: Terms) -> list[Term] | None:
        """Conditions for parts to be in canonical order, None if they are not: by form, then by their unknowns."""
        r = self.reducer
        found: list[Term] = []
        for a, b in itertools.pairwise(parts):
            left, right = _form(a), _form(b)
            if left > right:
                return None
            if left == right:
                ordered = self._lexically(_unknowns_in(a), _unknowns_in(b))
                if ordered is r.false and a.serial > b.serial:
                    return None
                if ordered is not r.false:
                    found.append(ordered)
        return conjuncts(r, found)

    def _lexically(self, a: Sequence[Term], b: Sequence[Term]) -> Term:
        r = self.reducer
        ordered = r.false
        for x, y in reversed(list(zip(a, b, strict=True))):
            equal = r.make("and", (r.make("eq", (x, y)), ordered))
            ordered = r.make("or", (r.make("lt", (x, y)), equal))
        return ordered


def _name(so_far: Constraints, kind: str) -> str:
    """A name that includes the kind, because a solver must not see one name with two sorts."""
    return f"{_UNKNOWN}{len(so_far.unknowns)}{kind}"


def _raises(terms: Sequence[Term]) -> bool:
    return any(term.op == "raise" for term in terms)


def _values_in(term: Term) -> list[Term]:
    """The variables in a condition that stand for the value; there may be one with and one without its sort."""
    found: dict[Term, None] = {}
    waiting = [term]
    while waiting:
        part = waiting.pop()
        if part.op == "var":
            if part.data == VALUE:
                found[part] = None
        elif VALUE in part.free:
            waiting += part.args
    return list(found)


def _form(term: Term) -> str:
    """A key that is equal for skeletons that differ in the names of their unknowns alone."""
    if term.op == "var":
        return _UNKNOWN
    if term.op == "const":
        return repr(term.data)
    parts = [repr(term.data), *map(_form, term.args)]
    return f"{term.op}({', '.join(parts)})"


def _unknowns_in(term: Term) -> list[Term]:
    if term.op == "var":
        return [term]
    return [part for arg in term.args for part in _unknowns_in(arg)]
