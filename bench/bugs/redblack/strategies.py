"""Red-black trees for Hypothesis: from the types, and as someone who knows both would write them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate

from hypothesis import assume
from hypothesis import strategies as st
from program import BLACK, RED, Colour, Leaf, Node, Tree, is_red_black

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

HIGHEST = 3  # black nodes on a way down
KEYS = st.integers(0, 25)  # few, so that what is looked up is often there


@st.composite
def red_black(draw: st.DrawFn) -> Tree[int]:
    """Colours first, by black height; then keys and values, from left to right."""
    shape = draw(shapes(draw(st.integers(0, HIGHEST))))
    number = size(shape)
    steps = draw(st.lists(st.integers(1, 2), min_size=number, max_size=number))
    values = draw(st.lists(st.booleans(), min_size=number, max_size=number))
    return filled(shape, zip(accumulate(steps), values, strict=True))


@st.composite
def shapes(draw: st.DrawFn, height: int, red: bool = True) -> Tree[int]:
    """Trees of a black height whose keys are yet to come; the root may be red, or has to be black."""
    if red and draw(st.booleans()):
        return Node(RED, 0, False, draw(shapes(height, red=False)), draw(shapes(height, red=False)))
    if height == 0:
        return Leaf()
    return Node(BLACK, 0, False, draw(shapes(height - 1)), draw(shapes(height - 1)))


def size(t: Tree[int]) -> int:
    return 0 if isinstance(t, Leaf) else 1 + size(t.left) + size(t.right)


def filled(t: Tree[int], pairs: Iterator[tuple[int, bool]]) -> Tree[int]:
    if isinstance(t, Leaf):
        return t
    left = filled(t.left, pairs)
    key, value = next(pairs)
    return Node(t.colour, key, value, left, filled(t.right, pairs))


def bespoke(prop: Callable[..., bool]) -> Strategies:
    kinds = {"int": KEYS, "bool": st.booleans(), "RedBlack": red_black()}
    return {name: kinds[kind] for name, kind in prop.__annotations__.items() if name != "return"}
