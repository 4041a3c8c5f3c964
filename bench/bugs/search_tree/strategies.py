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
def ordered(draw: st.DrawFn, low: int = 0, high: int = MOST_KEYS) -> Tree[int]:
    """A tree with keys between bounds, which its subtrees share."""
    if low > high or draw(st.integers(0, 3)) == 0:
        return Leaf()
    key = draw(st.integers(low, high))
    return Node(key, draw(st.booleans()), draw(ordered(low, key - 1)), draw(ordered(key + 1, high)))


def bespoke(prop: Callable[..., bool]) -> Strategies:
    kinds = {"int": KEYS, "bool": st.booleans(), "Ordered": ordered()}
    return {name: kinds[kind] for name, kind in prop.__annotations__.items() if name != "return"}
