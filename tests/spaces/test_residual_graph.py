"""The residual graph can be looked at: everything in it shows what is required and what is observed."""

from __future__ import annotations

from typing import Annotated

from refute import Scope, where
from refute.logic.terms.term import var
from refute.spaces.productions.production import productions_of
from refute.spaces.residuals.classes import Builder, ProductQuery
from refute.spaces.residuals.elimination import RAISING, Eliminations
from refute.types.reading.annotations import Reader
from refute.types.reading.context import Context

Pair = Annotated[tuple[int, int], where(lambda v: v[0] < v[1])]


def product_of_pairs() -> ProductQuery:
    reader, eliminations = Reader(), Eliminations()
    whole = reader.read_whole(Pair, Context("the type", globals(), {}, None))
    builder = Builder(Scope(size=1, ints=(0, 1)), eliminations, productions_of)
    ground = builder.grounder.ground(whole, {}, {})
    variable = builder.reducer.intern(var("pair", ground.sort))
    slots = (builder.slot(variable, ground, builder.rules.start),)
    product = builder.product(eliminations.residual((variable,), (), ()), slots)
    assert product is not None
    product.extend(1)
    return product


def test_queries_show_the_type_and_what_is_required() -> None:
    product = product_of_pairs()
    assert repr(product) == "ProductQuery(Residual(pair | no condition): 1 classes)"
    assert repr(product.elimination) == "Elimination(pair | no condition; later no condition)"
    assert repr(product.query).startswith("Query(")
    assert repr(product.query.state).startswith("State(")
    assert "@[0] < @[1]" in repr(product.query.state)


def test_observations_show_their_terms() -> None:
    eliminations = Eliminations()
    three = eliminations.reducer.const(3)
    assert repr(eliminations.observation((three,))) == "Observation(3)"
    assert repr(RAISING) == "RAISING"
