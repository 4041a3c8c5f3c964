"""The argument lists of a function in a scope: the product of its parameters, which may depend on earlier ones."""

from __future__ import annotations

import inspect
import time
from collections.abc import Sequence
from typing import Any

from refute.errors import RefinementError
from refute.logic.reading.predicates import VALUE
from refute.logic.reduction.reducer import Reducer
from refute.logic.terms.term import ANY, Constant, Term, var
from refute.logic.time_limit import time_limit
from refute.spaces.deadline import Clock, Deadline
from refute.spaces.discovery import discovered, report_raising
from refute.spaces.ground.grounding import Grounder
from refute.spaces.ground.mutability import is_mutable
from refute.spaces.ground.types import Ground, Scalars
from refute.spaces.productions.production import productions_of
from refute.spaces.residuals.classes import Builder, ProductQuery
from refute.spaces.residuals.elimination import Eliminations
from refute.spaces.residuals.emptiness import refuse_empty
from refute.spaces.runtime import building
from refute.spaces.scope import Scope
from refute.spaces.space import Space
from refute.types.membership import inhabits
from refute.types.model import Refined
from refute.types.signatures import LEFT_OUT, Parameter, Signature


def argument_lists(
    signature: Signature,
    scope: Scope,
    eliminations: Eliminations | None = None,
    until: float | None = None,
    clock: Clock = time.monotonic,
) -> Space[tuple[Any, ...]]:
    """The space of values for `signature.parameters`, in that order.

    `eliminations` may be those of its other scopes. An ExplosionError is raised at the time `until`, by a clock.
    """
    deadline = Deadline(scope, until, clock)
    known = eliminations or Eliminations(signature.reader.constructors)

    def started() -> tuple[Builder, ProductQuery]:
        builder = Builder(scope, known, productions_of, deadline)
        fields = closed_parameters(builder.grounder, signature)
        residual = known.residual(tuple(variable for variable, _ in fields), (), ())
        slots = tuple(builder.slot(variable, ground, builder.rules.start) for variable, ground in fields)
        product = builder.product(residual, slots)
        assert product is not None
        return builder, product

    def evaluate(values: list[Any]) -> None:
        siblings = signature.siblings(values)
        for parameter in signature.parameters:
            deadline.check_time()
            inhabits(parameter.type, siblings[parameter.name], siblings)

    with building(hurried=until is not None), time_limit(), known.reducer.until(deadline):
        for parameter in signature.parameters:
            refuse_empty(parameter.type, deadline)
        builder, product = discovered(started)
        report_raising(product, scope, evaluate)
        mutable = any(is_mutable(builder.grounder, slot.type) for slot in product.slots)
        notes = signature.notes + builder.narrowed()
        space = Space[tuple[Any, ...]](product.only_class, scope.size, mutable, notes, several=True)
        space.alphabets = tuple(builder.grounder.alphabets)
        builder.discard()
        return space


def admits(signature: Signature, values: Sequence[Any]) -> bool:
    """Whether values are an argument list, by plain evaluation. They are not, where a refinement raises."""
    siblings = signature.siblings(values)
    try:
        return signature.passes_all(values) and all(
            value is LEFT_OUT or inhabits(parameter.type, value, siblings)
            for parameter, value in zip(signature.parameters, values, strict=True)
        )
    except RefinementError:
        return False


def closed_parameters(grounder: Grounder, signature: Signature) -> list[tuple[Term, Ground]]:
    """The parameters as fields: the variable that stands for each, and its type over the variables before it."""
    given: dict[str, Term] = {}
    variables: dict[str, Term] = {}
    fields: list[tuple[Term, Ground]] = []
    for parameter in signature.parameters:
        ground = _passable(grounder, signature, parameter, _ground(grounder, parameter, given), variables)
        variable = grounder.reducer.intern(var(parameter.name, ground.sort))
        variables[parameter.name] = variable
        fields.append((variable, ground))
        given[parameter.name] = _observed(grounder.reducer, parameter, variable)
    return fields


def _ground(grounder: Grounder, parameter: Parameter, given: dict[str, Term]) -> Ground:
    ground = grounder.ground(parameter.type, {}, given)
    if not parameter.optional:
        return ground
    left_out = grounder.intern(Scalars((Constant(LEFT_OUT),), ANY))
    return grounder.either([grounder.limit(left_out, _on_default(grounder.reducer, parameter, given)), ground])


def _passable(
    grounder: Grounder, signature: Signature, parameter: Parameter, ground: Ground, known: dict[str, Term]
) -> Ground:
    """The type of a parameter, without values that cannot be passed beside those of the parameters before it."""
    r = grounder.reducer
    kinds = {p.name: p.kind for p in signature.parameters}
    own = r.intern(var(VALUE, ground.sort))
    terms = {**known, parameter.name: own}
    conditions = []
    for before, after in sorted(signature.shut_out):
        if parameter.name in (before, after) and terms.keys() >= {before, after}:
            is_rest = kinds[after] is inspect.Parameter.VAR_POSITIONAL
            is_there = r.make("not", (_is_left_out(r, terms[before]),))
            none = r.make("eq", (terms[after], r.const(()))) if is_rest else _is_left_out(r, terms[after])
            conditions.append(r.make("or", (is_there, none)))
    return grounder.limit(ground, conditions)


def _is_left_out(r: Reducer, variable: Term) -> Term:
    return r.make("is", (variable, r.const(LEFT_OUT)))


def _on_default(r: Reducer, parameter: Parameter, given: dict[str, Term]) -> list[Term]:
    """The conditions on other parameters under which one may be left out: those its default has to satisfy."""
    predicates = parameter.type.predicates if isinstance(parameter.type, Refined) else ()
    default = r.const(parameter.default)
    return [
        r.bind(r.load(p.term), [(var(VALUE), default), *((var(name), given[name]) for name in p.names)])
        for p in predicates
        if p.names
    ]


def _observed(r: Reducer, parameter: Parameter, variable: Term) -> Term:
    """The term of a parameter in the types of others: its default if it is left out."""
    if not parameter.optional:
        return variable
    return r.make("ite", (_is_left_out(r, variable), r.const(parameter.default), variable))
