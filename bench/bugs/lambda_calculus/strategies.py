"""Well-typed terms for Hypothesis: from the types, and as someone who knows both would write them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hypothesis import assume
from hypothesis import strategies as st
from program import Abs, App, Bool, Fun, Term, Truth, Type, Var, type_of

Strategies = Mapping[str, st.SearchStrategy[object]]

# ------------------------------------------------------------------------------------------------- from the types


def assumed(t: Term) -> Term:
    assume(type_of(t, ()) is not None)
    return t


def types(prop: Callable[..., bool]) -> Strategies:
    return dict.fromkeys(_parameters(prop), st.from_type(Term).map(assumed))


# -------------------------------------------------------------------------------------------------------- by hand

DEEPEST_TYPE = 2
DEEPEST_TERM = 4
FLAGS = st.booleans()


@st.composite
def terms(draw: st.DrawFn) -> Term:
    """A type, and a term of that type."""
    return term(draw, simple_type(draw, DEEPEST_TYPE), (), DEEPEST_TERM)


def simple_type(draw: st.DrawFn, depth: int) -> Type:
    if depth == 0 or draw(FLAGS):
        return Bool()
    return Fun(simple_type(draw, depth - 1), simple_type(draw, depth - 1))


def term(draw: st.DrawFn, type: Type, env: tuple[Type, ...], depth: int) -> Term:
    """A term of a type in an environment: an application, or what the type asks for, or a variable that has it."""
    if depth > 0 and draw(FLAGS):
        takes = draw(st.sampled_from(env)) if env and draw(FLAGS) else simple_type(draw, 1)
        return App(term(draw, Fun(takes, type), env, depth - 1), term(draw, takes, env, depth - 1))
    variables = [Var(index) for index, own in enumerate(env) if own == type]
    if variables and draw(FLAGS):
        return draw(st.sampled_from(variables))
    if isinstance(type, Bool):
        return Truth(draw(FLAGS))
    return Abs(type.takes, term(draw, type.gives, (type.takes, *env), max(depth - 1, 0)))


def bespoke(prop: Callable[..., bool]) -> Strategies:
    return dict.fromkeys(_parameters(prop), terms())


def _parameters(prop: Callable[..., bool]) -> list[str]:
    """All of them are terms."""
    return [name for name in prop.__annotations__ if name != "return"]
