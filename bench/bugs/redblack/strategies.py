"""Red-black trees for Hypothesis: from the types, and as someone who knows both would write them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hypothesis import assume
from hypothesis import strategies as st
from program import BLACK, RED, Colour, Leaf, Node, Tree, is_red, is_red_black

Strategies = Mapping[str, st.SearchStrategy[object]]

# ------------------------------------------------------------------------------------------------- from the types


def assumed(t: Tree[int]) -> Tree[int]:
    assume(is_red_black(t))
    return t


_any: st.SearchStrategy[Tree[int]] = st.deferred(
    lambda: (
        st.builds(Leaf) | st.builds(Node, st.sampled_from(Colour), st.integers(), st.booleans(), left=_any, right=_any)
    )
)


def types(prop: Callable[..., bool]) -> Strategies:
    kinds = {"int": st.integers(), "bool": st.booleans(), "RedBlack": _any.map(assumed)}
    return {name: kinds[kind] for name, kind in prop.__annotations__.items() if name != "return"}


# -------------------------------------------------------------------------------------------------------- by hand

MOST_KEYS = 12
KEYS = st.integers(0, MOST_KEYS)  # few, so that what is looked up is often there


@st.composite
def red_black(draw: st.DrawFn) -> Tree[int]:
    """A number of keys, inserted one after another."""
    number = draw(st.integers(0, MOST_KEYS))
    t: Tree[int] = Leaf()
    for key, value in draw(st.lists(st.tuples(KEYS, st.booleans()), min_size=number, max_size=number)):
        grown = inserted(key, value, t)
        t = Node(BLACK, grown.key, grown.value, grown.left, grown.right)
    return t


def inserted(key: int, value: bool, t: Tree[int]) -> Node[int]:
    """A correct insertion: that of the program may have a fault."""
    if isinstance(t, Leaf):
        return Node(RED, key, value, t, t)
    if key < t.key:
        return rotated(t.colour, t.key, t.value, inserted(key, value, t.left), t.right)
    if key > t.key:
        return rotated(t.colour, t.key, t.value, t.left, inserted(key, value, t.right))
    return Node(t.colour, key, value, t.left, t.right)


def rotated(colour: Colour, key: int, value: bool, left: Tree[int], right: Tree[int]) -> Node[int]:
    """A node in which no red one is over a red one, if it is black."""
    whole = Node(colour, key, value, left, right)
    for side, inner in ((left, "left"), (left, "right"), (right, "left"), (right, "right")):
        if colour is BLACK and is_red(side) and is_red(getattr(side, inner)):
            low, middle, high = sorted([whole, side, getattr(side, inner)], key=lambda node: node.key)
            parts = [t for node in (low, middle, high) for t in (node.left, node.right)]
            a, b, c, d = (t for t in parts if not any(t is node for node in (low, middle, high)))
            return Node(
                RED,
                middle.key,
                middle.value,
                Node(BLACK, low.key, low.value, a, b),
                Node(BLACK, high.key, high.value, c, d),
            )
    return whole


def bespoke(prop: Callable[..., bool]) -> Strategies:
    kinds = {"int": KEYS, "bool": st.booleans(), "RedBlack": red_black()}
    return {name: kinds[kind] for name, kind in prop.__annotations__.items() if name != "return"}
