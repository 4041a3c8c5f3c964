"""`inhabitants`: from a type as the user wrote it to the space of its values."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from refute.errors import AnnotationError, Place, RefuteError, ScopeError
from refute.logic.terms.term import var
from refute.logic.time_limit import time_limit
from refute.spaces.discovery import discovered, report_raising
from refute.spaces.ground.mutability import is_mutable
from refute.spaces.productions.production import productions_of
from refute.spaces.residuals.classes import Builder, ProductQuery
from refute.spaces.residuals.elimination import Eliminations
from refute.spaces.residuals.emptiness import refuse_empty
from refute.spaces.runtime import building
from refute.spaces.scope import Scope
from refute.spaces.space import Space
from refute.types.membership import inhabits
from refute.types.model import Type, has_functions
from refute.types.reading.annotations import Reader
from refute.types.reading.context import Context


def inhabitants(tp: Any, scope: Scope, engine: str = "auto") -> Space[Any]:
    """All values of a type in a scope: `inhabitants(list[int], Scope(size=3))`."""
    frame = sys._getframe(1)
    place = Place(frame.f_code.co_filename, frame.f_lineno)
    return inhabitants_in(Context("the type", frame.f_globals, frame.f_locals, place), tp, scope, engine)


def inhabitants_in(context: Context, tp: Any, scope: Scope, engine: str = "auto") -> Space[Any]:
    """The same, of a type whose names are those of a context."""
    try:
        return _built(context, tp, scope, engine)
    except RefuteError as error:
        error.place = error.place or context.place  # where the function was called, if nothing nearer is known
        raise


def _built(context: Context, tp: Any, scope: Scope, engine: str) -> Space[Any]:
    if engine not in ("auto", "classes"):
        raise ScopeError(f"there is no engine {engine!r}", remedy="Use 'auto' or 'classes'.")
    reader = Reader()
    whole = reader.read_whole(tp, context)
    refuse_functions(whole, context)
    refuse_empty(whole)
    return space_of(whole, reader, scope)


def refuse_functions(whole: Type, context: Context) -> None:
    """Raise if values of a type have functions in them: those are made up as they are called, and cannot be listed."""
    if has_functions(whole):
        raise AnnotationError(
            f"{context.owner}: functions have no finite space of values",
            place=context.place,
            remedy="They can be parameters of functions that are checked: `refute check` tries all they may answer.",
        )


def space_of(whole: Type, reader: Reader, scope: Scope, known: Mapping[str, Any] | None = None) -> Space[Any]:
    """The space of a type, which may be empty. `known` has the values of siblings that refinements depend on."""
    siblings = known or {}
    eliminations = Eliminations(reader.constructors)

    def started() -> tuple[Builder, ProductQuery]:
        builder = Builder(scope, eliminations, productions_of)
        given = {name: builder.reducer.const(value) for name, value in siblings.items()}
        ground = builder.grounder.ground(whole, {}, given)
        variable = builder.reducer.intern(var("·", ground.sort))
        product = builder.product(
            eliminations.residual((variable,), (), ()), (builder.slot(variable, ground, builder.rules.start),)
        )
        assert product is not None
        return builder, product

    def evaluate(values: list[Any]) -> None:
        (value,) = values
        inhabits(whole, value, siblings)

    with building(), time_limit():
        builder, product = discovered(started)
        report_raising(product, scope, evaluate)
        notes = tuple(dict.fromkeys(reader.notes)) + builder.narrowed()
        mutable = any(is_mutable(builder.grounder, slot.type) for slot in product.slots)
        space = Space[Any](product.only_class, scope.size, mutable, notes)
        builder.discard()
        return space
