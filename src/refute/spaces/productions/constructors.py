"""The shapes of a type: each constructor as a product of fields, and the term of its value over them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from refute.logic.reduction.running import can_only_be_run
from refute.logic.terms.term import Container, Term, subterms, var
from refute.spaces.ground.mutability import constructing, is_mutable
from refute.spaces.ground.types import Arguments, Cells, Ground, Made, Tupled
from refute.spaces.nodes.construction import CELL, END, Build, Construction, Take, together
from refute.spaces.nodes.recipes import Recipe
from refute.spaces.residuals.classes import Builder
from refute.spaces.residuals.slot import Shape
from refute.spaces.scope import Bound


def shapes_of(builder: Builder, tp: Ground, bound: Bound) -> list[Shape]:
    match tp:
        case Made():
            return list(_made(builder, tp, bound))
        case Tupled():
            return list(_tupled(builder, tp, bound))
        case Cells():
            return list(_cells(builder, tp, bound))
        case Arguments(made=made):
            return [_arguments(shape) for shape in _made(builder, made, bound)]
    raise AssertionError(tp)


def _made(builder: Builder, tp: Made, bound: Bound) -> Iterator[Shape]:
    constructor, grounder, r = tp.constructor, builder.grounder, builder.reducer
    fields = grounder.fields(tp)
    if fields and not constructor.scalar and not builder.rules.opens(bound, constructor.recursive):
        return
    inside = bound if constructor.scalar else builder.rules.inside(bound)
    slots = tuple(builder.slot(variable, ground, inside) for _, variable, ground in fields)
    typed = [(var(field.name), variable) for field, variable, _ in fields]
    clauses = []
    types = {field.name: field.type for field in constructor.fields}
    for predicate in constructor.invariants:
        clause = r.bind(r.load(grounder.proofs.trusting(predicate.term, types)), typed)
        grounder.sources.setdefault(clause, predicate)
        clauses.append(clause)
    mutable = is_mutable(grounder, tp)

    def take(value: Any) -> Sequence[Any] | None:
        if constructor.form == "mapping":
            return constructor.parts(value) if type(value) is dict and set(value) <= set(constructor.names) else None
        return constructor.parts(value) if constructor.makes(value) else None

    term = r.make("make", tuple(slot.variable for slot in slots), constructor)
    build = constructing(constructor, mutable)
    if not fields and not mutable:
        only = constructor.builder()
        build = partial(_itself, only)
    makes = dict if constructor.form == "mapping" else constructor.cls
    construction = Construction((constructor, mutable), len(slots), build, take, makes)
    yield Shape(construction, slots, term, constructor.cost, tuple(clauses))


def _itself(value: Any) -> Any:
    return value


def _arguments(shape: Shape) -> Shape:
    """A shape whose values are the tuples of its fields, without the conditions that can only be run."""
    clauses = tuple(clause for clause in shape.clauses if clause not in run_clauses(shape))
    key, size = (Arguments, shape.construction.key), len(shape.slots)
    return replace(shape, construction=Construction(key, size, _in_tuple, _tuple_of(size), tuple), clauses=clauses)


def _tuple_of(size: int) -> Take:
    return lambda value: value if type(value) is tuple and len(value) == size else None


def run_clauses(shape: Shape) -> list[Term]:
    """Conditions of a constructor that can only be run."""
    return [clause for clause in shape.clauses if any(can_only_be_run(part) for part in subterms(clause))]


def _tupled(builder: Builder, tp: Tupled, bound: Bound) -> Iterator[Shape]:
    r = builder.reducer
    if tp.elements and not builder.rules.opens(bound, False):
        return
    inside = builder.rules.inside(bound)
    slots = tuple(
        builder.slot(r.intern(var(f"·{place}", element.sort)), element, inside)
        for place, element in enumerate(tp.elements)
    )
    size, mutable = len(slots), is_mutable(builder.grounder, tp)
    build: Build = _in_tuple if mutable else together
    term = r.make("seq", tuple(slot.variable for slot in slots), Container("tuple"))
    construction = Construction((tuple, size, mutable), size, build, _tuple_of(size), tuple)
    yield Shape(construction, slots, term, 1 if slots else 0)


def _in_tuple(*parts: Any) -> Recipe:
    return Recipe(tuple, parts)


def _cells(builder: Builder, tp: Cells, bound: Bound) -> Iterator[Shape]:
    r = builder.reducer
    empty = r.make("seq", (), Container(tp.kind))
    yield Shape(END, (), empty, 0)
    if not builder.rules.more(bound):
        return
    head = builder.slot(r.intern(var("·head", tp.element.sort)), tp.element, builder.rules.inside(bound))
    tail = builder.slot(r.intern(var("·tail", tp.sort)), tp, builder.rules.after(bound))
    term = r.make("seq", (head.variable, tail.variable), Container(tp.kind, True))
    yield Shape(CELL, (head, tail), term, 1)
