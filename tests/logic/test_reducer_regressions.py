"""What the reducer once got wrong, each in its smallest form."""

from __future__ import annotations

from collections import deque
from typing import Any

from agreement import agreed
from random_values import (
    BOOL,
    DEQUE,
    DICT,
    FLOATS,
    INT,
    INTS,
    MATRIX,
    NAMED,
    OPTIONS,
    PAIR,
    ROSE,
    ROW,
    SET,
    STR,
    WORDS,
)
from small_world import Point, Rose

NAN = float("nan")


def value_of(text: str, *given: Any) -> Any:
    outcome = agreed(text, *given)
    assert outcome.error is None, outcome
    return outcome.value


def error_of(text: str, *given: Any) -> Any:
    return agreed(text, *given).error


# -- what may raise is not left out ------------------------------------------------------------------------------


def test_an_element_that_is_not_there_is_not_cancelled_against_itself() -> None:
    assert error_of("lambda v: v[0] - v[0] == 0", (INTS, [])) is IndexError


def test_an_element_that_decides_before_another_raises_is_met_first() -> None:
    assert value_of("lambda v, w: all(1 // (x - w) for x in v)", (INTS, [7, 1]), (INT, 1)) is False
    assert value_of("lambda v, w: any(1 // (x - w) for x in v)", (INTS, [2, 1]), (INT, 1)) is True


def test_zero_times_something_that_raises_raises() -> None:
    assert error_of("lambda v: 0 * v[0] + 1", (INTS, [])) is IndexError


def test_something_that_raises_is_not_equal_to_itself() -> None:
    assert error_of("lambda v: v // 0 == v // 0", (INT, 3)) is ZeroDivisionError


def test_a_condition_that_raises_counts_though_both_branches_are_the_same() -> None:
    assert error_of("lambda v: 1 if v[0] else 1", (INTS, [])) is IndexError


def test_all_items_of_a_tuple_are_evaluated_before_one_is_taken() -> None:
    assert error_of("lambda v: (1 // v, 2)[1]", (INT, 0)) is ZeroDivisionError


def test_all_items_of_a_list_are_evaluated_before_they_are_counted() -> None:
    assert error_of("lambda v: len([1 // v, 2])", (INT, 0)) is ZeroDivisionError


def test_all_items_of_a_list_are_evaluated_before_any_looks_at_them() -> None:
    assert error_of("lambda v: any([True, 1 // v])", (INT, 0)) is ZeroDivisionError


def test_all_elements_of_a_list_comprehension_are_evaluated_before_one_is_taken() -> None:
    assert error_of("lambda v: [1 // x for x in v][0]", (INTS, [1, 0])) is ZeroDivisionError


def test_a_place_in_a_list_comprehension_that_is_not_there_is_an_error_whatever_its_elements() -> None:
    assert error_of("lambda v: ['' for x in v][-1]", (INTS, [])) is IndexError


def test_all_arguments_of_max_are_evaluated_before_it_is_compared() -> None:
    assert error_of("lambda v: max(v[0], v[1]) <= 3", (INTS, [5])) is IndexError


def test_an_item_that_raises_is_not_missing_from_an_empty_container() -> None:
    assert error_of("lambda v: v[0] in ()", (INTS, [])) is IndexError


def test_an_item_that_raises_is_not_missing_from_an_empty_range() -> None:
    assert error_of("lambda v, w: v[0] in range(3, w)", (INTS, []), (INT, 3)) is IndexError


def test_something_that_raises_and_its_contrary_are_not_just_false() -> None:
    assert error_of("lambda v: v[0] >= 3 and v[0] < 3", (INTS, [])) is IndexError


def test_the_default_of_get_is_evaluated_though_the_key_is_there() -> None:
    assert error_of("lambda v, w: v.get(1, w[0])", (DICT, {1: 2}), (INTS, [])) is IndexError


def test_the_default_of_min_is_evaluated_though_there_are_elements() -> None:
    assert error_of("lambda v, w: min(v, default=w[0])", (INTS, [1]), (INTS, [])) is IndexError


def test_an_argument_is_evaluated_though_the_function_does_not_use_it() -> None:
    assert error_of("lambda v: greatest(v[0], [])", (INTS, [])) is IndexError


def test_what_a_loop_walks_through_is_evaluated_though_its_items_are_not_used() -> None:
    assert error_of("lambda v: sum(1 for x in map(lambda y: 1 // y, v))", (INTS, [1, 0])) is ZeroDivisionError


def test_an_element_is_counted_only_if_it_has_a_value() -> None:
    assert error_of("lambda v: len([1 // x for x in v if x < 1])", (INTS, [2, 0])) is ZeroDivisionError


# -- and what Python does not come to is not evaluated -----------------------------------------------------------------


def test_all_stops_at_the_first_false_element_and_not_conjunct_by_conjunct() -> None:
    assert value_of("lambda v: all(10 // x > 0 and x > 5 for x in v)", (INTS, [1, 0])) is False


def test_any_looks_at_a_reversed_list_from_its_end() -> None:
    assert value_of("lambda v: any(1 // x == 1 for x in reversed(v))", (INTS, [0, 1])) is True


def test_a_list_measure_ends_where_the_list_does() -> None:
    assert value_of("lambda v: alternating(v)", (INTS, [5, 3, 1])) == 3


def test_measures_of_a_list_that_call_each_other_end_where_the_list_does() -> None:
    assert value_of("lambda v: even_length(v)", (INTS, [5, 3])) is True


def test_a_loop_over_nothing_evaluates_no_element() -> None:
    assert value_of("lambda v: len({Leaf().key for x in range(0, len(v), -2)})", (INTS, [1, 2])) == 0


# -- lazy things and lists are not the same ----------------------------------------------------------------------------


def test_a_sum_over_nested_loops_with_an_element_that_raises_raises() -> None:
    text = "lambda v, w: len([x for y in v for x in y if [x] not in w])"
    assert error_of(text, (MATRIX, [[1]]), (SET, {1})) is TypeError


def test_a_range_is_no_list() -> None:
    assert value_of("lambda v: (range(len(v)) == [0, 1], range(len(v)) == range(2))", (INTS, [5, 5])) == (False, True)


def test_keys_are_compared_as_a_set() -> None:
    assert value_of("lambda v, w: (v.keys() == w, v.keys() <= w)", (DICT, {2: 0, 1: 0}), (SET, {1, 2})) == (True, True)


def test_a_place_in_the_list_of_a_dict_is_no_key_of_it() -> None:
    assert value_of("lambda v: list(v)[1]", (DICT, {7: 1, 1: 9})) == 1


def test_a_loop_over_a_dict_goes_through_its_keys_whatever_is_made_of_it() -> None:
    assert value_of("lambda v: any(i > 1 for i, x in enumerate(list(v)) if i > 0)", (DICT, {1: -1})) is False


def test_indexing_a_dict_with_numbers_is_not_looping_over_it() -> None:
    assert value_of("lambda v: [v[i] for i in range(len(v))]", (DICT, {0: 5, 1: 6})) == [5, 6]


def test_a_loop_over_every_other_place_is_not_a_loop_over_the_elements() -> None:
    assert value_of("lambda v: sum(v[i] for i in range(0, len(v), 2))", (INTS, [1, 2, 3])) == 4


# -- kinds of sequences ------------------------------------------------------------------------------------------------


def test_a_reversed_tuple_is_a_tuple() -> None:
    assert value_of("lambda v: v[::-1]", (ROW, (1, 2))) == (2, 1)


def test_a_list_and_a_tuple_cannot_be_joined() -> None:
    assert error_of("lambda v, w: v + w", (INTS, [1]), (ROW, (2,))) is TypeError


def test_a_deque_cannot_be_sliced() -> None:
    assert error_of("lambda v: v[1:]", (DEQUE, deque([1, 2]))) is TypeError


def test_a_named_tuple_equals_a_tuple() -> None:
    assert value_of("lambda v, w: v == w", (NAMED, Point(1, 2)), (PAIR, (1, 2))) is True


def test_sorting_in_reverse_is_not_sorting() -> None:
    assert value_of("lambda v: sorted(v, reverse=True)", (INTS, [1, 3, 2])) == [3, 2, 1]


def test_a_list_sorted_twice_in_reverse_is_compared_with_itself_not_with_its_source() -> None:
    text = "lambda v: sorted(v, reverse=True) == sorted(sorted(v, reverse=True), reverse=True)"
    assert value_of(text, (INTS, [1, 4, 0])) is True


def test_equal_lists_are_not_compared_by_order_first() -> None:
    assert value_of("lambda v, w: v < w", (OPTIONS, [None]), (OPTIONS, [None, 1])) is True


def test_unpacking_too_many_values_raises() -> None:
    assert error_of("lambda v: all(a < b for a, b in v)", (MATRIX, [[1, 2, 3]])) is ValueError


def test_unpacking_too_few_values_raises() -> None:
    assert error_of("lambda v: sum(a for a, b in v)", (MATRIX, [[1]])) is ValueError


# -- sets and dicts ----------------------------------------------------------------------------------------------------


def test_equal_items_of_a_set_are_one() -> None:
    assert value_of("lambda v, w: (len({v, w}), sum({v, w}))", (INT, 3), (INT, 3)) == (1, 3)


def test_equal_keys_of_a_dict_are_one_and_the_last_value_counts() -> None:
    assert value_of("lambda v, w: ({v: 1, w: 2}[v], len({v: 1, w: 2}))", (INT, 3), (INT, 3)) == (2, 1)


def test_known_sets_are_joined_intersected_and_subtracted() -> None:
    text = "lambda v, w: (set(v) | w, set(v) & w, set(v) - w, set(v) ^ w)"
    assert value_of(text, (INTS, [1, 2]), (SET, {2, 3})) == ({1, 2, 3}, {2}, {1}, {1, 3})


def test_the_union_of_a_set_and_a_list_is_a_set() -> None:
    assert value_of("lambda v: set(v).union(v)", (INTS, [])) == set()


def test_the_kind_of_a_union_is_that_of_its_first_operand() -> None:
    assert type(value_of("lambda v, w: set(w) | v", (SET, {1}), (INTS, [2]))) is set


def test_a_list_cannot_be_looked_for_in_a_set() -> None:
    assert error_of("lambda v, w: v in w", (INTS, [1]), (SET, {1})) is TypeError


def test_what_is_unlike_itself_is_found_where_it_is() -> None:
    assert value_of("lambda v: v[0] in v", (FLOATS, [NAN, 1.0])) is True


def test_lists_that_hold_the_same_thing_unlike_itself_are_equal() -> None:
    assert value_of("lambda v: v == v[:]", (FLOATS, [NAN])) is True


def test_repeated_things_unlike_themselves_are_repeated() -> None:
    assert value_of("lambda v: len(set(v)) == len(v)", (FLOATS, [NAN, NAN])) is False


# -- numbers -----------------------------------------------------------------------------------------------------------


def test_a_product_with_an_unknown_that_turns_out_zero() -> None:
    assert value_of("lambda v, w: len(v) * w", (INTS, [1, 2]), (INT, 0)) == 0


def test_floats_are_summed_as_python_does_it() -> None:
    floats = [1e16, 1.0, -1e16, 0.1]
    assert value_of("lambda v: sum(v)", (FLOATS, floats)) == sum(floats)


def test_texts_cannot_be_summed() -> None:
    assert error_of("lambda v, w: sum(v, w)", (WORDS, ["a"]), (STR, "")) is TypeError


def test_the_sum_of_some_lists_leaves_out_the_others() -> None:
    assert value_of("lambda v: sum((row for row in v if len(row) > 1), [])", (MATRIX, [[1], [2, 3]])) == [2, 3]


def test_the_sum_of_nothing_is_what_it_starts_with() -> None:
    assert value_of("lambda v, w: sum(v, w)", (INTS, []), (BOOL, False)) is False


def test_a_boolean_plus_zero_is_a_number() -> None:
    assert value_of("lambda v: (v or 3) + 0", (BOOL, True)) == 1


def test_of_an_equal_number_and_boolean_max_takes_the_first() -> None:
    assert value_of("lambda v: (max(1, v), max(v, 1))", (BOOL, True)) == (1, True)


# -- functions, methods, names -----------------------------------------------------------------------------------------


def test_loops_in_a_function_do_not_capture_the_variables_of_loops_around_its_call() -> None:
    assert value_of("lambda v: [greatest(x, v) for x in v]", (INTS, [1, 2, 1])) == [False, True, False]


def test_loops_in_a_method_do_not_capture_the_variables_of_loops_around_its_call() -> None:
    rose = Rose(1, (Rose(2, ()), Rose(3, ())))
    assert value_of("lambda v, w: [v.has(x) for x in w]", (ROSE, rose), (INTS, [1, 2])) == [False, True]


def test_loops_in_a_measure_do_not_capture_the_variables_of_loops_around_its_call() -> None:
    rose = Rose(1, (Rose(2, ()), Rose(1, ())))
    assert value_of("lambda v, w: [weight(v, x) for x in w]", (ROSE, rose), (INTS, [1, 2, 3])) == [2, 1, 0]


def test_a_method_that_is_a_measure_is_unfolded() -> None:
    assert value_of("lambda v: v.depth()", (ROSE, Rose(1, (Rose(2, ()),)))) == 2


def test_defaults_and_keywords_of_functions_are_filled_in() -> None:
    text = "lambda v: (occurrences(1, v), occurrences(xs=v, x=1), clamp(9, high=5, low=0))"
    assert value_of(text, (INTS, [1, 1])) == (2, 2, 5)


def test_counting_in_a_text_is_not_counting_in_a_list() -> None:
    assert value_of("lambda v: (v.count('ab'), v.count('a'))", (STR, "abab")) == (2, 2)


def test_a_text_is_no_list_of_its_characters() -> None:
    assert value_of("lambda v: ('ab' in v, 'ab' in list(v), 'a' in list(v))", (STR, "ab")) == (True, False, True)


def test_what_a_pattern_found_can_be_looked_at() -> None:
    assert value_of("lambda v: re.match('(a*)b', v).group(1)", (STR, "aab")) == "aa"


def test_a_constructor_that_refuses_its_arguments_is_run() -> None:
    assert error_of("lambda v: Span(v, 3).low", (INT, 5)) is ValueError
    assert value_of("lambda v: Span(v, 3).low", (INT, 2)) == 2


def test_the_negative_of_a_text_is_an_error_only_when_it_is_evaluated() -> None:
    assert error_of("lambda v: -'a'", (INT, 1)) is TypeError
