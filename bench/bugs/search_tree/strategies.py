"""Search trees for Hypothesis: from the types, and as someone who knows both would write them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hypothesis import assume
from hypothesis import strategies as st
from program import Leaf, Node, Tree, is_search_tree

Strategies = Mapping[str, st.SearchStrategy[object]]

# ------------------------------------------------------------------------------------------------- from the types


def assumed(t: Tree[int]) -> Tree[int]:
    assume(is_search_tree(t))
    return t


_any: st.SearchStrategy[Tree[int]] = st.deferred(
    lambda: st.builds(Leaf) | st.builds(Node, st.integers(), st.booleans(), _any, _any)
)


def types(prop: Callable[..., bool]) -> Strategies:
    kinds = {"int": st.integers(), "bool": st.booleans(), "Ordered": _any.map(assumed)}
    return {name: kinds[kind] for name, kind in prop.__annotations__.items() if name != "return"}


# -------------------------------------------------------------------------------------------------------- by hand

MOST_KEYS = 12
KEYS = st.integers(0, MOST_KEYS)  # few, so that trees have keys in common with each other and with what is looked up


@st.composite
def ordered(draw: st.DrawFn) -> Tree[int]:
    """A number of keys, inserted one after another."""
    number = draw(st.integers(0, MOST_KEYS))
    t: Tree[int] = Leaf()
    for key, value in draw(st.lists(st.tuples(KEYS, st.booleans()), min_size=number, max_size=number)):
        t = inserted(key, value, t)
    return t


def inserted(key: int, value: bool, t: Tree[int]) -> Tree[int]:
    """A correct insertion: that of the program may have a fault."""
    if isinstance(t, Leaf) or key == t.key:
        return Node(key, value, t, t) if isinstance(t, Leaf) else Node(key, value, t.left, t.right)
    if key < t.key:
        return Node(t.key, t.value, inserted(key, value, t.left), t.right)
    return Node(t.key, t.value, t.left, inserted(key, value, t.right))


def bespoke(prop: Callable[..., bool]) -> Strategies:
    kinds = {"int": KEYS, "bool": st.booleans(), "Ordered": ordered()}
    return {name: kinds[kind] for name, kind in prop.__annotations__.items() if name != "return"}
