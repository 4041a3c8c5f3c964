"""Refinements as users write them: what names mean, what is said of mistakes."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from small_world import Leaf, Node, balanced, member

from refute.errors import Place, RefinementError
from refute.logic.reading.predicates import VALUE, Predicate, Where, read_predicate, where
from refute.logic.reduction.reducer import Reducer
from refute.logic.terms.term import Term, const, subterms, var

LIMIT = 10
HERE = Place("user.py", 7)


def read(spec: Callable[..., Any] | str, siblings: tuple[str, ...] = ()) -> Predicate:
    return read_predicate(spec, globals(), HERE, siblings)


def refused(spec: Any, siblings: tuple[str, ...] = ()) -> RefinementError:
    with pytest.raises(RefinementError) as caught:
        read(spec, siblings=siblings)
    return caught.value


def decides(predicate: Predicate, value: object, **siblings: object) -> bool:
    """The term's answer, which has to be that of the function."""
    r = Reducer()
    given = [(var(VALUE), r.const(value)), *((var(name), r.const(siblings[name])) for name in predicate.names)]
    answer = r.bind(r.load(predicate.term), given)
    assert answer in (r.true, r.false), answer
    assert (answer is r.true) is predicate.holds(value, siblings)
    return answer is r.true


# -- names -------------------------------------------------------------------------------------------------------------


def test_a_global_means_its_value() -> None:
    assert read(lambda v: v < LIMIT).term == Term("lt", (var(VALUE), const(10)))


def test_a_closure_means_the_value_it_closes_over() -> None:
    def below(bound: int) -> Callable[[int], bool]:
        return lambda v: v < bound

    assert [decides(read(below(bound)), 5) for bound in (5, 6)] == [False, True]


def test_a_default_is_a_constant_and_no_sibling() -> None:
    predicate = read(lambda v, bound=LIMIT - 7: v < bound)
    assert predicate.names == ()
    assert predicate.term == Term("lt", (var(VALUE), const(3)))


def test_other_parameters_are_siblings_by_name() -> None:
    predicate = read(lambda v, low, high: low <= v < high)
    assert predicate.names == ("low", "high")
    assert decides(predicate, 3, low=1, high=4)
    assert not decides(predicate, 3, low=1, high=3)


def test_a_parameter_shadows_a_global() -> None:
    assert decides(read(lambda v, LIMIT: v < LIMIT), 11, LIMIT=12)  # noqa: N803


def test_a_function_is_as_good_as_a_lambda() -> None:
    def is_even(number: int) -> bool:
        """With a docstring."""
        return number % 2 == 0 and number > 0

    predicate = read(is_even)
    assert predicate.text == "is_even"
    assert [conjunct.text for conjunct in predicate.conjuncts] == ["number % 2 == 0", "number > 0"]
    assert decides(predicate, 4)


def test_a_function_of_several_statements_is_one_conjunct() -> None:
    def sign_is(v: int, wanted: int) -> bool:
        if v < 0:
            return wanted == -1
        return wanted == (v > 0)

    predicate = read(sign_is)
    assert predicate.symbolic
    assert [conjunct.text for conjunct in predicate.conjuncts] == ["sign_is"]
    assert decides(predicate, -4, wanted=-1)
    assert not decides(predicate, 4, wanted=0)


def test_conjuncts_are_kept_apart_and_quoted() -> None:
    predicate = read(lambda v: v > 0 and (v < 9 and v % 2 == 1))
    assert [conjunct.text for conjunct in predicate.conjuncts] == ["v > 0", "v < 9", "v % 2 == 1"]
    assert predicate.text == "v > 0 and (v < 9 and v % 2 == 1)"


def test_a_predicate_that_is_no_boolean_counts_by_its_truth() -> None:
    assert decides(read(lambda v: v), [1])
    assert not decides(read(lambda v: v and v[0]), [0])


# -- strings -----------------------------------------------------------------------------------------------------------


def test_in_a_string_the_value_is_called_v() -> None:
    predicate = read("0 <= v < LIMIT")
    assert predicate.names == ()
    assert decides(predicate, 3)


def test_in_a_string_siblings_come_before_globals() -> None:
    predicate = read("v < LIMIT", siblings=("LIMIT",))
    assert predicate.names == ("LIMIT",)
    assert decides(predicate, 11, LIMIT=12)


def test_a_string_may_be_a_lambda() -> None:
    predicate = read("lambda x, n: x in range(n)", siblings=("n",))
    assert predicate.names == ("n",)
    assert decides(predicate, 3, n=4)


def test_names_bound_in_a_string_are_no_siblings() -> None:
    predicate = read("all(x < n for x in v) and any(map(lambda y: y == 1, v))", siblings=("n",))
    assert predicate.names == ("n",)
    assert decides(predicate, [1, 2], n=3)


def test_a_string_over_several_lines_is_one_expression() -> None:
    assert decides(read("v > 0\n  and v < 5"), 4)


# -- what else can be a predicate --------------------------------------------------------------------------------------


def test_a_method_of_a_builtin_type_is_asked_of_the_value() -> None:
    predicate = read(str.isdigit)
    assert predicate.symbolic
    assert (decides(predicate, "12"), decides(predicate, "1a")) == (True, False)


def test_a_builtin_function_is_applied_to_the_value() -> None:
    predicate = read(math.isfinite)
    assert predicate.symbolic
    assert (decides(predicate, 1.0), decides(predicate, math.inf)) == (True, False)


def test_a_measure_is_a_predicate() -> None:
    predicate = read(balanced)
    assert predicate.symbolic
    assert predicate.term == Term("call", (var(VALUE),), balanced, balanced.sort)
    assert predicate.holds(Leaf(), {})


def test_a_measure_with_scalars_finds_them_among_the_siblings() -> None:
    predicate = read(member)
    assert predicate.names == ("wanted",)
    assert predicate.holds(Node(1, Leaf(), Leaf()), {"wanted": 1})


class Limits:
    top = LIMIT

    def below(self, v: int, least: int) -> bool:
        return least <= v < self.top

    def reached(self, v: int) -> bool:
        while v < self.top:
            v += 4
        return v == self.top

    @classmethod
    def at_top(cls, v: int) -> bool:
        return v == cls.top


def test_a_bound_method_knows_its_object() -> None:
    predicate = read(Limits().below)
    assert predicate.symbolic
    assert predicate.names == ("least",)
    assert [decides(predicate, value, least=2) for value in (1, 2, LIMIT)] == [False, True, False]
    assert decides(read(Limits.at_top), LIMIT)


def test_a_bound_method_that_cannot_be_read_is_run_with_its_object() -> None:
    predicate = read(Limits().reached)
    assert not predicate.symbolic
    assert [decides(predicate, value) for value in (1, 2)] == [False, True]


def test_a_partial_application_can_only_be_run() -> None:
    predicate = read(functools.partial(lambda bound, v: v < bound, 3))
    assert not predicate.symbolic
    assert decides(predicate, 2)


def test_an_object_that_can_be_called_can_only_be_run() -> None:
    class Below:
        def __call__(self, v: int, bound: int) -> bool:
            return v < bound

    predicate = read(Below())
    assert not predicate.symbolic
    assert predicate.names == ("bound",)
    assert decides(predicate, 2, bound=3)


def test_a_function_without_source_can_only_be_run() -> None:
    predicate = read(eval("lambda v, n: v < n"))
    assert [conjunct.reason for conjunct in predicate.conjuncts] == ["its source cannot be found"]
    assert decides(predicate, 1, n=2)


def test_a_name_bound_within_an_expression_is_known_to_all_that_follows() -> None:
    predicate = read(lambda v: (half := v // 2) > 1 and half < 4)
    assert [conjunct.symbolic for conjunct in predicate.conjuncts] == [False]
    assert [decides(predicate, value) for value in (3, 4, 8)] == [False, True, False]
    assert decides(read("(half := v // 2) > 1 and half < 4"), 4)


def test_an_iterator_is_true_whatever_it_would_give() -> None:
    assert decides(read(lambda v: (x > 0 for x in v)), [])
    assert decides(read(lambda v: reversed(v)), [])
    assert decides(read(functools.partial(filter, None)), [])


# -- mistakes ----------------------------------------------------------------------------------------------------------


def test_an_unknown_name_is_reported_with_its_place_and_a_remedy() -> None:
    error = refused(lambda v: v < undefined)  # type: ignore[name-defined]  # noqa: F821
    assert "unknown name 'undefined' in the refinement `lambda v: v < undefined`" in error.problem
    assert error.place is not None
    assert error.place.file == __file__
    assert "where(lambda v, undefined: ...)" in error.remedy


def test_an_unknown_name_in_a_string_becomes_a_sibling_to_be_refused_by_whoever_knows_them() -> None:
    assert read("v < undefined").names == ("undefined",)


def test_an_unknown_name_in_a_part_that_is_run_is_reported_as_well() -> None:
    assert "unknown name 'undefined'" in refused(lambda v: v > 0 and undefined(v)).problem  # type: ignore[name-defined]  # noqa: F821


@pytest.mark.parametrize("spec", [lambda: True, lambda *, v: v])
def test_a_refinement_without_an_argument_is_refused(spec: Callable[..., Any]) -> None:
    error = refused(spec)
    assert "takes no argument" in error.problem
    assert "first parameter has to be the value" in error.remedy
    assert error.place is not None


@pytest.mark.parametrize("spec", [lambda v, *rest: True, lambda v, **rest: True, lambda *v: True])
def test_parameters_that_gather_several_are_refused(spec: Callable[..., Any]) -> None:
    assert "Name each parameter" in refused(spec).remedy


def test_a_sibling_by_keyword_only_is_refused() -> None:
    error = refused(lambda v, *, low: v > low)
    assert "keyword-only" in error.problem
    assert "as ordinary ones" in error.remedy


async def asynchronous(v: int) -> bool:
    return v > 0


def generating(v: int) -> Iterator[bool]:
    yield v > 0


@pytest.mark.parametrize("spec", [asynchronous, generating])
def test_a_function_that_does_not_answer_when_called_is_refused(spec: Callable[..., Any]) -> None:
    error = refused(spec)
    assert f"the refinement {spec.__name__} does not answer when it is called" in str(error)
    assert "Use a plain function" in str(error)


def test_a_string_that_is_a_tuple_is_true() -> None:
    assert decides(read("v,"), 0)


def test_a_string_that_is_no_expression_is_refused() -> None:
    error = refused("must be positive")
    assert "'must be positive' is not a Python expression" in error.problem
    assert error.place == HERE


def test_a_string_that_does_not_mention_the_value_is_refused() -> None:
    error = refused("x > 0")
    assert "does not mention the value" in error.problem
    assert "`v`" in error.remedy


def test_what_is_neither_callable_nor_a_string_is_refused() -> None:
    assert "neither callable nor a string" in refused(3).problem


def test_where_remembers_its_module_and_place() -> None:
    made = where("v > 0")
    assert isinstance(made, Where)
    assert made.namespace is globals()
    assert made.place is not None
    assert made.place.file == __file__
    assert repr(made) == "where('v > 0')"


def test_an_exception_in_a_refinement_is_kept_as_one() -> None:
    predicate = read(lambda v: 10 // v > 1)
    r = Reducer()
    assert r.replace(r.load(predicate.term), r.intern(var(VALUE)), r.const(0)).op == "raise"
    with pytest.raises(ZeroDivisionError):
        predicate.holds(0, {})


def test_a_symbolic_predicate_has_no_opaque_part() -> None:
    predicate = read(lambda v, n: len(v) < n and all(x in v[i:] for i, x in enumerate(v)))
    assert predicate.symbolic
    assert not any(part.op == "opaque" for part in subterms(predicate.term))
