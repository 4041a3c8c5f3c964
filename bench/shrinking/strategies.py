"""How Hypothesis makes the inputs of the challenges: as their authors write them."""

from __future__ import annotations

from hypothesis import strategies as st

from shrinking import challenges
from shrinking.challenges import Add, Div, Heap, no_division_by_literal_zero, wrapped

INTEGERS = st.lists(st.integers())
POSITIVE = st.integers(min_value=1)


@st.composite
def heaps(draw: st.DrawFn, low: int = -100, depth: int = 5) -> Heap | None:
    if depth == 0 or draw(st.booleans()):
        return None
    value = draw(st.integers(min_value=low, max_value=100))
    return Heap(value, draw(heaps(value, depth - 1)), draw(heaps(value, depth - 1)))


EXPRESSIONS = st.deferred(
    lambda: st.integers() | st.builds(Add, EXPRESSIONS, EXPRESSIONS) | st.builds(Div, EXPRESSIONS, EXPRESSIONS)
)
BOUNDED = st.lists(st.integers(-32768, 32767), max_size=1).filter(lambda xs: wrapped(sum(xs)) < 256)

STRATEGIES = {
    challenges.reverse: st.tuples(INTEGERS),
    challenges.distinct: st.tuples(INTEGERS),
    challenges.nested_lists: st.tuples(st.lists(INTEGERS)),
    challenges.large_union_list: st.tuples(st.lists(INTEGERS)),
    challenges.coupling: st.tuples(
        st.integers(0, 10).flatmap(lambda n: st.lists(st.integers(0, max(n - 1, 0)), min_size=n, max_size=n))
    ),
    challenges.deletion: st.lists(st.integers(), min_size=1).flatmap(
        lambda xs: st.tuples(st.just(xs), st.sampled_from(xs))
    ),
    challenges.length_list: st.tuples(
        st.integers(1, 100).flatmap(lambda n: st.lists(st.integers(0, 1000), min_size=n, max_size=n))
    ),
    challenges.difference_not_zero: st.tuples(POSITIVE, POSITIVE),
    challenges.difference_not_small: st.tuples(POSITIVE, POSITIVE),
    challenges.difference_not_one: st.tuples(POSITIVE, POSITIVE),
    challenges.bound5: st.tuples(*[BOUNDED] * 5),
    challenges.binary_heap: st.tuples(heaps()),
    challenges.calculator: st.tuples(EXPRESSIONS.filter(no_division_by_literal_zero)),
}
