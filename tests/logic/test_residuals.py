"""Normal forms that spaces rely on: questions that are the same come out as the same term, whatever led to them."""

# ruff: noqa: B905, C413, C416, RUF007
# How a condition is spelled is the subject here.

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import Any

import pytest
from residuals import INTS, Question, asking, family, is_closed
from small_world import Leaf, Node, balanced, height, in_order, keys, makers, member, size

from refute.logic.reading.predicates import VALUE, read_predicate
from refute.logic.reduction.reducer import Reducer
from refute.logic.regular.pattern import language
from refute.logic.terms.term import BOOL, INT, NAT, STR, Container, Term, row_sort, seq_sort, set_sort, var

Predicate = Callable[..., Any]
MATRIX = seq_sort(INTS, "list")
PAIRS = seq_sort(row_sort((INT, INT)), "list")

SORTED: list[Predicate] = [
    lambda v: all(a <= b for a, b in zip(v, v[1:])),
    lambda v: all(a <= b for a, b in zip(v[:-1], v[1:])),
    lambda v: all(v[i] <= v[i + 1] for i in range(len(v) - 1)),
    lambda v: all(v[i - 1] <= v[i] for i in range(1, len(v))),
    lambda v: not any(a > b for a, b in zip(v, v[1:])),
    lambda v: v == sorted(v),
    lambda v: sorted(v) == v,
    lambda v: list(v) == sorted(v),
    lambda v: all(a <= b for a, b in itertools.pairwise(v)),
]
STRICTLY_SORTED: list[Predicate] = [
    lambda v: all(a < b for a, b in zip(v, v[1:])),
    lambda v: all(v[i] < v[i + 1] for i in range(len(v) - 1)),
    lambda v: v == sorted(set(v)),
]
UNIQUE: list[Predicate] = [
    lambda v: len(set(v)) == len(v),
    lambda v: len(v) == len(frozenset(v)),
    lambda v: len({*v}) == len(v),
    lambda v: len({x for x in v}) == len(v),
    lambda v: sorted(set(v)) == sorted(v),
    lambda v: all(v.count(x) == 1 for x in v),
    lambda v: all(v.count(x) <= 1 for x in v),
]
UNIQUE_BY_PAIRS: list[Predicate] = [
    lambda v: all(v[i] != v[j] for i in range(len(v)) for j in range(i + 1, len(v))),
    lambda v: all(v[i] != v[j] for i in range(len(v)) for j in range(i)),
    lambda v: all(v[i] != v[j] for i in range(len(v)) for j in range(len(v)) if i != j),
    lambda v: all(x != y for i, x in enumerate(v) for y in v[i + 1 :]),
    lambda v: all(x not in v[:i] for i, x in enumerate(v)),
    lambda v: all(x not in v[i + 1 :] for i, x in enumerate(v)),
    lambda v: all(x != y for x, y in itertools.combinations(v, 2)),
]


# -- sorted ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("predicate", [*SORTED, *STRICTLY_SORTED])
def test_of_a_sorted_list_only_the_last_element_matters(predicate: Predicate) -> None:
    question = asking(predicate)
    assert question.then(3).term is question.then(1, 3).term is question.then(-2, 0, 1, 3).term


@pytest.mark.parametrize("predicate", SORTED)
def test_a_list_that_descends_is_refused_at_once(predicate: Predicate) -> None:
    question = asking(predicate)
    assert question.then(3, 2).term is question.r.false


def test_spellings_with_sorted_and_zip_are_one_question() -> None:
    r = Reducer()
    by_zip, *others = (Question(r, SORTED[place]) for place in (0, 1, 4, 5, 6, 7, 8))
    assert all(other.term is by_zip.term for other in others)


def test_spellings_with_indices_from_either_side_are_one_question() -> None:
    r = Reducer()
    assert Question(r, SORTED[2]).term is Question(r, SORTED[3]).term


def test_sorted_in_reverse_is_sorted_from_the_other_side() -> None:
    r = Reducer()
    spellings: list[Predicate] = [
        lambda v: v == sorted(v, reverse=True),
        lambda v: v == list(reversed(sorted(v))),
        lambda v: v[::-1] == sorted(v),
        lambda v: all(a >= b for a, b in zip(v, v[1:])),
    ]
    first, *others = (Question(r, spelling) for spelling in spellings)
    assert all(other.term is first.term for other in others)


def test_sorted_by_a_key_asks_about_the_keys_of_neighbours() -> None:
    question = asking(lambda v: v == sorted(v, key=lambda pair: pair[0]), PAIRS)
    assert question.then((3, 0)).term is question.then((1, 5), (3, 9)).term
    assert question.then((3, 0), (1, 5)).term is question.r.false


# -- unique ------------------------------------------------------------------------------------------------------------


def test_spellings_of_unique_are_one_question() -> None:
    r = Reducer()
    first, *others = (Question(r, spelling) for spelling in UNIQUE)
    assert all(other.term is first.term for other in others)


@pytest.mark.parametrize("predicate", [*UNIQUE, *UNIQUE_BY_PAIRS[:1], *UNIQUE_BY_PAIRS[3:4], UNIQUE_BY_PAIRS[5]])
def test_of_a_unique_list_the_order_so_far_does_not_matter(predicate: Predicate) -> None:
    question = asking(predicate)
    assert question.then(3, 5).conjuncts == question.then(5, 3).conjuncts


@pytest.mark.parametrize("predicate", [*UNIQUE, *UNIQUE_BY_PAIRS])
def test_a_repeated_element_is_refused_at_once(predicate: Predicate) -> None:
    question = asking(predicate)
    assert question.then(3, 5, 3).term is question.r.false


def test_unique_after_an_element_is_unique_and_without_it() -> None:
    question = asking(UNIQUE[0])
    without = Question(question.r, lambda v: 3 not in v)
    assert question.then(3).conjuncts == question.conjuncts | without.conjuncts


def test_unique_by_a_key_is_unique_of_the_keys() -> None:
    question = asking(lambda v: len({x % 3 for x in v}) == len(v))
    assert question.then(1, 5).conjuncts == question.then(2, 4).conjuncts
    assert question.then(1, 4).term is question.r.false


# -- sums and counts ---------------------------------------------------------------------------------------------------


def test_a_bound_on_a_sum_shrinks_by_what_was_chosen() -> None:
    question = asking(lambda v: sum(v) <= 10)
    assert question.then(3).term is Question(question.r, lambda v: sum(v) <= 7).term
    assert question.then(1, 2).term is question.then(2, 1).term is question.then(3).term


def test_an_equation_about_a_sum_shrinks_by_what_was_chosen() -> None:
    question = asking(lambda v: sum(x * x for x in v) == 10)
    assert question.then(1, 3).term is Question(question.r, lambda v: sum(x * x for x in v) == 0).term


def test_a_count_that_is_exceeded_is_refused_at_once() -> None:
    question = asking(lambda v: v.count(1) == 1)
    assert question.then(1, 1).term is question.r.false


def test_a_sum_of_naturals_that_is_exceeded_is_refused_at_once() -> None:
    question = asking(lambda v: sum(v) <= 4, seq_sort(NAT, "list"))
    assert question.then(3, 2).term is question.r.false


def test_what_is_left_of_a_division_sees_only_remainders() -> None:
    question = asking(lambda v: sum(v) % 3 == 0)
    assert question.then(1, 2).term is question.term
    assert question.then(4).term is question.then(1).term


def test_a_bound_on_a_length_shrinks_by_one() -> None:
    question = asking(lambda v: len(v) <= 2)
    assert question.then(7).term is Question(question.r, lambda v: len(v) <= 1).term
    assert question.then(7, 7, 7).term is question.r.false


def test_a_bound_on_the_largest_is_a_bound_on_each() -> None:
    question = asking(lambda v: max(v) <= 5)
    assert question.then(3).term is Question(question.r, lambda v: all(x <= 5 for x in v)).term
    assert question.then(3, 6).term is question.r.false


def test_the_length_of_a_filtered_list_is_a_count() -> None:
    r = Reducer()
    listed = Question(r, lambda v: len([x for x in v if x > 1]) == 2)
    counted = Question(r, lambda v: sum(1 for x in v if x > 1) == 2)
    assert listed.term is counted.term


# -- membership and sets -----------------------------------------------------------------------------------------------


def test_an_element_that_was_found_need_not_be_found_again() -> None:
    question = asking(lambda v: {0, 1} <= set(v))
    assert question.then(1).term is Question(question.r, lambda v: 0 in v).term
    assert question.then(1, 0).term is question.r.true


def test_a_list_within_a_set_asks_the_same_of_each_element() -> None:
    question = asking(lambda v: set(v) <= {0, 1})
    assert question.then(0).term is question.then(1, 1).term is question.term
    assert question.then(2).term is question.r.false


def test_a_permutation_is_unique_and_within_its_length() -> None:
    question = asking(lambda v: sorted(v) == list(range(len(v))))
    assert question.then(2, 0).conjuncts == question.then(0, 2).conjuncts


def test_a_rearrangement_of_known_elements_uses_them_up() -> None:
    question = asking(lambda v: sorted(v) == [1, 2, 2])
    assert question.then(2, 1).term is Question(question.r, lambda v: sorted(v) == [2]).term
    assert question.then(1, 1).term is question.r.false


def test_sets_that_share_nothing_ask_each_element() -> None:
    r = Reducer()
    spellings: list[Predicate] = [
        lambda v: set(v).isdisjoint({1, 2}),
        lambda v: not set(v) & {1, 2},
    ]
    first, second = (Question(r, spelling) for spelling in spellings)
    assert first.then(0).term is second.then(0).term is first.term
    assert first.then(1).term is second.then(1).term is r.false


def test_of_a_set_the_order_of_selection_does_not_matter() -> None:
    question = asking(lambda v: sum(v) == 0 and 7 not in v, set_sort(INT))
    assert question.then(1, 2).term is question.then(2, 1).term


# -- text --------------------------------------------------------------------------------------------------------------


def test_a_pattern_leaves_its_derivative() -> None:
    question = asking(lambda v: re.fullmatch("a*b|c", v) is not None, STR)
    left = question.then("a").term
    assert left.op == "match"
    assert left.data is language("a*b|c").derivative("a")
    assert question.then("a", "a").term is left
    assert question.then("b", "a").term is question.r.false


def test_spellings_of_a_beginning_are_one_question() -> None:
    question = asking(lambda v: v.startswith("ab"), STR)
    by_pattern = Question(question.r, lambda v: bool(re.match("ab", v)), STR)
    assert question.then("a", "b").term is by_pattern.then("a", "b").term is question.r.true


def test_digits_ask_the_same_of_each_character() -> None:
    question = asking(lambda v: v.isdigit(), STR)
    assert question.then("1").term is question.then("4", "2").term
    assert question.then("1").end() is question.r.true
    assert question.end() is question.r.false


# -- lists of lists ----------------------------------------------------------------------------------------------------


def test_rows_of_equal_length_leave_the_length_of_the_first() -> None:
    question = asking(lambda m: all(len(row) == len(m[0]) for row in m), MATRIX)
    assert question.then([1, 2]).term is question.then([3, 4], [5, 6]).term
    assert question.then([1]).then([1, 2]).term is question.r.false


def test_a_condition_on_neighbouring_pairs_leaves_the_last() -> None:
    question = asking(lambda v: all(b <= c for (a, b), (c, d) in zip(v, v[1:])), PAIRS)
    assert question.then((0, 2)).then((2, 3)).conjuncts == question.then((2, 3)).conjuncts


# -- families ----------------------------------------------------------------------------------------------------------

CLOSED: list[Predicate] = [
    *SORTED,
    *STRICTLY_SORTED,
    *UNIQUE,
    *UNIQUE_BY_PAIRS,
    lambda v: sum(v) % 2 == 0,
    lambda v: max(v) - min(v) <= 1,
    lambda v: v[0] == v[-1],
    lambda v: v[0] == max(v),
    lambda v: len(v) % 2 == 0,
    lambda v: v.count(1) == 2,
    lambda v: len(set(v)) <= 2,
    lambda v: len(v) - len(set(v)) <= 1,
    lambda v: set(v) == {0, 1},
    lambda v: any(a == b for a, b in zip(v, v[1:])),
    lambda v: all(0 <= x < len(v) for x in v),
    lambda v: all(x == 0 for x in v[::2]),
    lambda v: all(x > 0 for i, x in enumerate(v) if i % 2 == 0),
    lambda v: v[-2:] == [0, 1],
    lambda v: v[:-1] == [0, 1],
    lambda v: all(v[i] < v[i + 2] for i in range(len(v) - 2)),
    lambda v: all(a < b < c for a, b, c in zip(v, v[1:], v[2:])),
    lambda v: all(sum(v[:i]) <= 3 for i in range(len(v) + 1)),
    lambda v: all(abs(a - b) <= 1 for a, b in zip(v, v[1:])),
    lambda v: [x for x in v if x > 0] == [1, 2],
    lambda v: all(v[i] <= v[i + 1] if i % 2 == 0 else v[i] >= v[i + 1] for i in range(len(v) - 1)),
    lambda v: any(v[i] + v[j] == 3 for i in range(len(v)) for j in range(i)),
    lambda v: sum(1 for a, b in zip(v, v[1:]) if a > b) <= 1,
    lambda v: bool(v) and v[-1] == 1,
]


@pytest.mark.parametrize("predicate", CLOSED)
def test_residuals_of_natural_spellings_do_not_grow_with_the_prefix(predicate: Predicate) -> None:
    assert is_closed(asking(predicate), (0, 1, 2))


CLOSED_ON_TEXT: list[Predicate] = [
    lambda s: re.search("ab", s),
    lambda s: "ab" in s and not s.endswith("b"),
    lambda s: s.isalpha() and len(s) <= 3,
    lambda s: s.islower() or s.isupper(),
    lambda s: s == s.lower(),
    lambda s: s == s.strip(),
    lambda s: list(s) == sorted(s),
    lambda s: len(set(s)) == len(s),
    lambda s: s.count("a") == 2,
    lambda s: all(c.isdigit() or c == "a" for c in s),
    lambda s: all(a != b for a, b in zip(s, s[1:])),
    lambda s: s in ("a", "ab"),
    lambda s: s < "b",
]


@pytest.mark.parametrize("predicate", CLOSED_ON_TEXT)
def test_residuals_of_conditions_on_text_do_not_grow_with_the_prefix(predicate: Predicate) -> None:
    assert is_closed(asking(predicate, STR), "ab0")


CLOSED_ON_ROWS: list[Predicate] = [
    lambda m: all(len(row) == len(m[0]) for row in m),
    lambda m: len({len(row) for row in m}) <= 1,
    lambda m: len(set(map(len, m))) <= 1,
    lambda m: all(len(a) == len(b) for a, b in zip(m, m[1:])),
    lambda m: not m or all(len(row) == len(m[0]) for row in m[1:]),
    lambda m: all(len(row) == len(m) for row in m),
    lambda m: all(x > 0 for row in m for x in row),
    lambda m: sum(len(row) for row in m) <= 3,
    lambda m: sum(row.count(1) for row in m) == 1,
    lambda m: len({tuple(row) for row in m}) == len(m),
    lambda m: all(a < b for row in m for a, b in zip(row, row[1:])),
    lambda m: all(m[i][j] == m[j][i] for i in range(len(m)) for j in range(len(m))),
]


@pytest.mark.parametrize("predicate", CLOSED_ON_ROWS)
def test_residuals_of_conditions_on_rows_do_not_grow_with_the_prefix(predicate: Predicate) -> None:
    assert is_closed(asking(predicate, MATRIX), ([], [0], [1], [0, 1]), depth=5)


def test_what_has_to_be_remembered_whole_does_grow() -> None:
    assert family(asking(lambda v: v == v[::-1]), (0, 1), 4) == [2, 4, 8, 16]


# -- measures ----------------------------------------------------------------------------------------------------------


def on_tree(predicate: Predicate, *fields: Term | object) -> tuple[Reducer, Term]:
    """A predicate on a node with these fields: terms, or values."""
    r = Reducer(makers())
    read = read_predicate(predicate, {}, None)
    parts = tuple(r.load(part) if isinstance(part, Term) else r.const(part) for part in fields)
    return r, r.replace(r.load(read.term), r.intern(var(VALUE)), r.make("make", parts, r.makers[Node]))


LEFT, RIGHT, KEY = var("left"), var("right"), var("key", INT)


def test_an_equation_about_a_measure_is_an_equation_about_its_parts() -> None:
    r, term = on_tree(lambda t: size(t) == 3, 5, LEFT, Leaf())
    assert term is r.load(Term("eq", (Term("call", (LEFT,), size, INT), r.const(2))))


def test_a_bound_on_a_height_is_a_bound_on_the_height_of_each_part() -> None:
    r, term = on_tree(lambda t: height(t) <= 3, KEY, LEFT, RIGHT)
    bounds = [r.load(Term("le", (Term("call", (part,), height, INT), r.const(2)))) for part in (LEFT, RIGHT)]
    assert set(term.args) == set(bounds)


def test_balance_is_required_of_the_parts_as_well() -> None:
    r, term = on_tree(lambda t: balanced(t), KEY, LEFT, RIGHT)
    assert term.op == "and"
    for part in (LEFT, RIGHT):
        assert r.load(Term("call", (part,), balanced, BOOL)) in term.args


def test_the_height_of_a_known_part_is_not_called_any_more() -> None:
    _, term = on_tree(lambda t: balanced(t), KEY, Leaf(), RIGHT)
    assert {part.data for conjunct in term.args for part in conjunct.args if part.op == "call"} == {height}


def test_a_member_is_the_key_or_a_member_of_a_part() -> None:
    r, term = on_tree(lambda t: member(t, 4), 5, LEFT, Leaf())
    assert term is r.load(Term("call", (LEFT, r.const(4)), member, BOOL))


def test_a_set_measure_collects_what_is_known_in_one_set() -> None:
    r, term = on_tree(lambda t: keys(t) <= {1, 2}, 1, Leaf(), Node(2, Leaf(), Leaf()))
    assert term is r.true
    r, term = on_tree(lambda t: 3 in keys(t), 1, LEFT, Leaf())
    assert term is r.load(Term("in", (r.const(3), Term("call", (LEFT,), keys, keys.sort))))


def test_a_tuple_measure_begins_with_what_is_known() -> None:
    r, term = on_tree(lambda t: in_order(t)[0] == 1, 1, Leaf(), RIGHT)
    assert term is r.true


def test_order_as_a_list_of_keys_is_settled_when_the_tree_is() -> None:
    _, term = on_tree(lambda t: list(in_order(t)) == sorted(in_order(t)), 1, Leaf(), Node(0, Leaf(), Leaf()))
    assert term.value


def test_terms_of_one_meaning_from_different_routes_are_one_object() -> None:
    r = Reducer()
    v = r.intern(var(VALUE, INTS))
    opened = r.make("seq", (r.const(3), v), Container("list", True))
    question = Question(r, lambda v: sum(v) <= 10 and len(v) < 4)
    assert r.replace(question.term, v, opened) is question.then(3).term
