"""The planner: six rewrites, each of which makes the spaces of one family of types cheaper to build.

No rewrite changes which values there are. Each reduces the number of queries; some change the order of values of one
size. They act at different stages, and the table says who calls them:

| rewrite           | acts on                               | called by                 | made for                    |
|-------------------|---------------------------------------|---------------------------|-----------------------------|
| `as_sibling`      | the query for the next field          | `elimination`             | red-black trees             |
| `as_whole`        | the query for the next field          | `elimination`             | well-typed terms            |
| `bounded_by_sum`  | the elements of a container           | `queries`                 | partitions of a number      |
| `order_of_choice` | the order of the fields               | `productions/production`  | trees that store their size |
| `case_split`      | a constructor with containers         | `productions/production`  | stack sets                  |
| `jumping`         | conditions on the places of sequences | `narrowing/opaque`        | heaps in arrays             |

The docstring of each shows what it rewrites, and names the test or bench that justifies it.
`tests/spaces/test_planner.py` switches each off: the values stay the same, and there are more queries.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, Protocol

from refute.logic.reading.predicates import VALUE, Predicate
from refute.logic.reduction.linear import combine, linear
from refute.logic.reduction.reducer import Reducer
from refute.logic.reduction.rewriter import Binding
from refute.logic.terms.term import ANY, INTEGERS, Container, Term, constant_value, subterms, var
from refute.spaces.ground.grounding import Grounder
from refute.spaces.ground.types import Cells, Collected, Ground, Limited, Scalars, Sequenced
from refute.spaces.narrowing.introspection import sees_more
from refute.spaces.residuals.slot import Shape, Slot
from refute.spaces.scope import Bound

_JOINTS = frozenset(
    {"and", "or", "not", "ite", "eq", "lt", "le", "lin", "is", "in", "truth", "abs", "min", "max", "mul"}
)


class Sibling(NamedTuple):
    """The query of an earlier field, over the value."""

    kind: Hashable
    required: frozenset[Term]
    observed: frozenset[Term]


Before = frozenset[Sibling]
NOTHING_BEFORE: Before = frozenset()


class FieldQuery(NamedTuple):
    """The query for a field, over its variable: conditions on it alone, and the terms observed of it."""

    name: str
    to_value: Binding  # from the variable of the field to the value
    required: list[Term]
    observed: list[Term]


Rewritten = tuple[list[Term], list[Term]]  # what is required, and what is observed
Rewrite = Callable[[Reducer, Before, Hashable, FieldQuery], Rewritten | None]


class Building(Protocol):
    """What rewrites of types, shapes and states use of the builder of a space."""

    @property
    def grounder(self) -> Grounder: ...
    @property
    def reducer(self) -> Reducer: ...
    def slot(self, variable: Term, tp: Ground, bound: Bound) -> Slot: ...
    def min_size(self, tp: Ground) -> int: ...
    def shared(self, key: Any, make: Callable[[], Any]) -> Any: ...


def planned(r: Reducer, before: Before, kind: Hashable, query: FieldQuery) -> Rewritten:
    """The query for a field of some kind, by the first rewrite that applies.

    A condition that a rewrite leaves out is decided when the classes of the field are picked.
    """
    for rewrite in REWRITES:
        rewritten = rewrite(r, before, kind, query)
        if rewritten is not None:
            return rewritten
    return query.required, query.observed


def as_sibling(r: Reducer, before: Before, kind: Hashable, query: FieldQuery) -> Rewritten | None:
    """Use the query of a sibling of the same kind, if it observes enough to decide the other conditions.

        right: black_height(v) == 2, no_red_red(v)        left: no_red_red(v), observing black_height(v)
        →  right: no_red_red(v), observing black_height(v); the class of height 2 is picked

    The sibling's classes exist already; picking among them is cheaper than building a space for each case. Red-black
    trees in `bench/spaces.py`.
    """
    name, to_value, alone, observed = query
    siblings = [sibling for sibling in before if sibling.kind == kind and sibling.observed]
    if not siblings:
        return None
    siblings.sort(key=_fewest_observations)
    of_value = {term: r.substitute(term, to_value) for term in alone}
    for sibling in siblings:
        remaining = [term for term in alone if of_value[term] not in sibling.required]
        required = {of_value[term] for term in alone if term not in remaining}
        if not remaining or required != sibling.required:
            continue
        measured = {part for term in remaining for part in atoms(name, term)} | set(observed)
        if {r.substitute(part, to_value) for part in measured} <= sibling.observed:
            back = Binding([(new, old) for old, new in to_value.pairs])
            in_order = sorted(sibling.observed, key=lambda term: term.serial)
            return [term for term in alone if term not in remaining], [r.substitute(term, back) for term in in_order]
    return None


def _fewest_observations(sibling: Sibling) -> list[tuple[int, list[int]]]:
    """The fewer observations, the fewer classes; among as many, an order that does not depend on hashes."""
    return [(len(terms), sorted(term.serial for term in terms)) for terms in (sibling.observed, sibling.required)]


def as_whole(r: Reducer, before: Before, kind: Hashable, query: FieldQuery) -> Rewritten | None:
    """Observe a measure that may be a structure, instead of conditions on its shape and on its parts.

        inferred(body, env) == Bool(), inferred(body, env) is not None
        →  inferred(body, env) is not None, observing inferred(body, env)

    Of the terms inside a well-typed term, some have to be functions, and their argument type is observed; others have
    to have just that type, and others any type. All these become one query. It applies where only the shape of the
    measured structure matters and None is excluded; or, for an equation, where the measure of a sibling was observed
    already. Other conditions on parts of a structure prune more if they stay conditions. Well-typed terms in
    `tests/spaces/test_typed_terms.py`.
    """
    name, to_value, alone, observed = query
    observed_before = {term for sibling in before if sibling.kind == kind for term in sibling.observed}
    calls = _calls_on(name, (*alone, *observed))
    if len(calls) != 1:
        return None
    (measured,) = calls
    if measured.sort != ANY or measured.free != {name}:
        return None
    if not (all(_tests(measured, term) for term in alone) and all(_is_about(measured, term) for term in observed)):
        return None
    if (
        all(term.op == "eq" for term in alone)
        and not observed
        and r.substitute(measured, to_value) not in observed_before
    ):
        return None
    has_one = r.make("not", (r.make("is", (measured, r.none)),))
    if has_one not in alone and not any(r.replace(term, measured, r.none) is r.false for term in alone):
        return None
    return [has_one], [measured]


REWRITES: tuple[Rewrite, ...] = (as_sibling, as_whole)


def bounded_by_sum(grounder: Grounder, tp: Ground, term: Term) -> Term | None:
    """Bound the elements of a container by what they add up to, if none of them is negative.

        list[Nat], sum(v) <= 5
        →  list[Nat up to 5], sum(v) <= 5

    The result is the condition on an element; false if no elements add up to so little. Without it,
    each element that is too large leaves a residual, which turns out to be empty. Partitions of a number in
    `tests/spaces/test_planner.py`.
    """
    if not isinstance(tp, Sequenced | Cells | Collected) or not grounder.is_natural(tp.element):
        return None
    largest = _largest_sum(term)
    if largest is None:
        return None
    if largest < 0:
        return grounder.reducer.false
    element = grounder.reducer.intern(var(VALUE, tp.element.sort))
    return grounder.as_written(grounder.reducer.make("le", (element, grounder.reducer.const(largest))))


def order_of_choice(slots: Sequence[Slot], clauses: Sequence[Term]) -> tuple[int, ...]:
    """Choose fields from left to right, except one that an equation determines: that one last.

        size: Nat, key, left, right; size == 1 + count(left) + count(right)
        →  key, left, right, size

    The result is a permutation of the places of the slots. A size that is chosen first may be any number; chosen last,
    it is determined by the subtrees. Trees that store their size in `tests/spaces/test_oracles.py`.
    """
    places = list(range(len(slots)))
    parts = [part for clause in clauses for part in (clause.args if clause.op == "and" else (clause,))]
    for place, slot in enumerate(slots):
        later = slots[place + 1 :]
        if slot.variable.sort not in INTEGERS or any(slot.name in other.type.free for other in later):
            continue
        names = {other.name for other in later}
        linking = [part for part in parts if slot.name in part.free and not names.isdisjoint(part.free)]
        # other conditions on it and later fields would prune these if it were chosen first
        if len(linking) == 1 and linking[0].op == "eq" and _determines(linking[0], slot.variable, names):
            places.remove(place)
            places.append(place)
    return tuple(places)


def _determines(equation: Term, variable: Term, later: set[str]) -> bool:
    """Whether an equation between integers gives a variable once later fields are known."""
    if not all(side.sort in INTEGERS for side in equation.args):
        return False
    _, table = combine(linear(equation.args[0]), linear(equation.args[1]), -1)
    others = [atom for atom in table if atom is not variable]
    if abs(table.get(variable, 0)) != 1 or any(str(variable.data) in atom.free for atom in others):
        return False
    return any(not later.isdisjoint(atom.free) for atom in others)


def containers(builder: Building, shape: Shape) -> list[int]:
    """The places at which `case_split` may apply: containers, next to other fields, of elements that have a size."""
    if len(shape.slots) < 2:
        return []
    return [place for place, slot in enumerate(shape.slots) if _takes_room(builder, slot)]


def case_split(builder: Building, shape: Shape, places: list[int], clauses: list[Term]) -> list[Shape]:
    """Split a constructor into cases, by which of the containers that share a condition with other fields are empty.

        StackSet(current: Workspace, others: list[Workspace]), no tag occurs twice
        →  StackSet(current, []),        no tag occurs twice in current
           StackSet(current, others),    others is not empty, no tag occurs twice

    The query for the others depends on all tags of the current workspace, which have to be observed. Where there are no
    others, nothing is observed. Where there are some, they have a size, so that the current workspace is smaller.
    Rooms and their parcels in `tests/spaces/test_jointly_distinct.py`.
    """
    cases = [shape]
    for place in places:
        if _is_tied(shape, shape.slots[place], clauses):
            cases = [case for each in cases for case in _empty_or_not(builder, each, place)]
    return cases


def _takes_room(builder: Building, slot: Slot) -> bool:
    sequence = _sequence(slot.type)
    return slot.min_size == 0 and sequence is not None and builder.min_size(sequence.element) > 0


def _sequence(tp: Ground) -> Sequenced | Cells | None:
    while isinstance(tp, Limited):
        tp = tp.base
    return tp if isinstance(tp, Sequenced | Cells) else None


def _is_tied(shape: Shape, slot: Slot, clauses: list[Term]) -> bool:
    """Whether conditions are on this field and others together, and no type of another depends on it."""
    if any(slot.name in other.type.free for other in shape.slots):
        return False
    names = {other.name for other in shape.slots if other is not slot}
    return any(slot.name in clause.free and not names.isdisjoint(clause.free) for clause in clauses)


def _empty_or_not(builder: Building, shape: Shape, place: int) -> Iterator[Shape]:
    slot, grounder, r = shape.slots[place], builder.grounder, builder.reducer
    sequence = _sequence(slot.type)
    assert sequence is not None
    none = type(sequence)(sequence.kind, grounder.intern(Scalars((), sequence.element.sort)))
    conditions = slot.type.terms if isinstance(slot.type, Limited) else ()
    empty = r.make("seq", (), Container(sequence.kind))
    yield replace(
        _with_type(builder, shape, place, grounder.limit(grounder.intern(none), conditions)),
        term=r.replace(shape.term, slot.variable, empty),
        clauses=tuple([r.replace(clause, slot.variable, empty) for clause in shape.clauses]),
    )
    value = r.intern(var(VALUE, slot.type.sort))
    yield _with_type(builder, shape, place, grounder.limit(slot.type, [r.make("truth", (value,))]))


def _with_type(builder: Building, shape: Shape, place: int, tp: Ground) -> Shape:
    slots = list(shape.slots)
    slots[place] = builder.slot(slots[place].variable, tp, slots[place].bound)
    return replace(shape, slots=tuple(slots))


Condition = Callable[[Any], bool]


def jumping(builder: Building, tp: Ground, required: Sequence[Term]) -> dict[Term, Condition]:
    """Run the conditions that compare distant elements of a sequence, instead of reducing them.

        tuple[int, ...], all(h[(i - 1) // 2] < h[i] for i in range(1, len(h)))
        →  the same condition as a Python function, by needed narrowing

    The residual of such a condition contains all elements so far, so that there would be as many classes as values.
    Heaps in arrays in `tests/spaces/test_classic_invariants.py`.
    """
    found: dict[Term, Condition] = {}
    if isinstance(tp, Sequenced):
        for source, predicate in builder.grounder.sources.items():
            terms = source.args if source.op == "and" else (source,)
            distant = [term for term in terms if builder.shared((_jumps, term), partial(_jumps, term))]
            if distant and not predicate.names and {*terms} <= {*required} and not sees_more(predicate.run):
                found |= dict.fromkeys(distant, _held(predicate))
    return found


def atoms(name: str, term: Term) -> list[Term]:
    """The largest parts of a condition on one variable that are neither logic nor arithmetic."""
    found: dict[Term, None] = {}

    def collect(part: Term) -> None:
        if name not in part.free:
            return
        if part.op not in _JOINTS:
            found[part] = None
            return
        for arg in part.args:
            collect(arg)

    collect(term)
    return list(found)


def _calls_on(name: str, terms: Iterable[Term]) -> set[Term]:
    """The calls in terms that depend on a variable. Parts without the variable, which may be large, are skipped."""
    visited: set[Term] = set()
    waiting = list(terms)
    while waiting:
        term = waiting.pop()
        if name in term.free and term not in visited:
            visited.add(term)
            waiting += term.args
    return {term for term in visited if term.op == "call"}


def _tests(measured: Term, condition: Term) -> bool:
    """Whether a condition is about the shape of the measured structure, not about numbers or Booleans in it."""
    match condition.op:
        case "not" | "and" | "or":
            return all(_tests(measured, arg) for arg in condition.args)
        case "isinstance" | "is" | "eq":
            return all(_is_about(measured, arg) for arg in condition.args)
    return False


def _is_about(measured: Term, term: Term) -> bool:
    """Whether a term is the measured structure, a part of it, or a test of the shape of these."""
    match term.op:
        case "attr" | "make" | "seq" | "ite":
            return all(_is_about(measured, arg) for arg in term.args)
    return term is measured or term.free.isdisjoint(measured.free) or _tests(measured, term)


def _largest_sum(term: Term) -> int | None:
    """The number that a condition says the elements of the value add up to at most."""
    if term.op not in ("le", "eq") or term.args[0].op != "sum" or term.args[1].op != "const":
        return None
    box, start = term.args[0].args
    is_value = box.op == "var" and box.data == VALUE
    if not is_value or start.op != "const" or not all(t.sort in INTEGERS for t in (start, term.args[1])):
        return None
    return int(constant_value(term.args[1])) - int(constant_value(start))


def _jumps(term: Term) -> bool:
    """Whether it has an element at a place that is neither known nor at a constant distance from another."""
    places = [part.args[1] for part in subterms(term) if part.op == "index" and part.args[0].op == "var"]
    return any(place.op not in ("const", "var") and not _is_next(place) for place in places)


def _is_next(place: Term) -> bool:
    """Whether it is a variable and a constant, added."""
    return place.op == "lin" and len(place.args) == 1 and place.args[0].op == "var" and place.data[1] == (1,)  # type: ignore[index]


def _held(predicate: Predicate) -> Condition:
    return lambda value: predicate.holds(value, {})
