"""`forall`, `exists`, `exists_unique`: what they answer, over which values, and what they refuse."""

from __future__ import annotations

import operator
import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
import zoo
from brute_force import fingerprint

from refute import Nat, Rng, Scope, exists, exists_unique, forall, inhabitants, where
from refute.errors import AnnotationError, RefinementError, RefuteError, ScopeError
from refute.quantifiers.decisions import Decision, recorded

QUANTIFIERS = [forall, exists, exists_unique]
Empty = Annotated[int, "v > 3 and v < 2"]


@pytest.fixture(autouse=True)
def _nothing_recorded() -> Iterator[None]:
    recorded.value.clear()
    yield
    recorded.value.clear()


def last() -> Decision:
    answer = recorded.value[-1]
    assert isinstance(answer, Decision)
    return answer


# In a scope


# Asks from where the types of the zoo are written: some of them are in quotes
ask: Callable[..., bool] = eval("lambda quantifier, *args, **settings: quantifier(*args, **settings)", vars(zoo))


@pytest.mark.sampled(6)
@pytest.mark.parametrize("entry", zoo.ENTRIES, ids=str)
def test_in_a_scope_they_answer_as_all_and_any_do_of_what_brute_force_finds(entry: zoo.Entry) -> None:
    tp, scope, found = entry.annotation, entry.scope, [fingerprint(value) for value, _ in entry.brute_force()]
    wanted: set[Any]
    for wanted in (set(), {found[0]}, {found[-1]}, {*found[::2]}, {*found}):

        def fits(value: Any, wanted: set[Any] = wanted) -> bool:
            return fingerprint(value) in wanted

        assert ask(forall, tp, fits, scope=scope) is (len(wanted) == len(found))
        assert ask(exists, tp, fits, scope=scope) is (len(wanted) > 0)
        assert ask(exists_unique, tp, fits, scope=scope) is (len(wanted) == 1)


@pytest.mark.parametrize("tp", [bool, Nat, int, list[bool], tuple[int, int], Rng(3, 9), Empty, str])
@pytest.mark.parametrize(
    "predicate", [bool, lambda v: not v, lambda v: v == v, lambda v: v != v, lambda v: hash(str(v)) is None]
)
def test_all_is_the_same_as_none_that_does_not(tp: Any, predicate: Callable[[Any], bool]) -> None:
    assert forall(tp, predicate) is not exists(tp, lambda v: not predicate(v))
    assert exists(tp, predicate) is not forall(tp, lambda v: not predicate(v))


# Without a scope


def test_without_a_scope_they_go_as_far_as_they_can_afford() -> None:
    assert exists(Nat, lambda k: k == 1_000)
    assert not exists(Nat, lambda k: k == 1_001)
    assert not forall(int, lambda k: k != -900)
    assert last().values() == [-900]
    assert exists(list[int], lambda xs: xs == [3, -3, 3])


def test_constants_of_the_type_lie_beyond_that() -> None:
    assert exists(Annotated[int, where(lambda v: v >= 123_456)], lambda k: k == 123_456)


def test_what_is_sought_for_all_may_lie_further_out() -> None:
    assert forall(Nat, lambda n: exists(Nat, lambda k: k == n * n))
    assert not exists(Nat, lambda n: forall(Nat, lambda k: k != n * n))


def test_quantifiers_of_one_kind_inside_each_other_see_as_far() -> None:
    assert exists(Nat, lambda a: exists(Nat, lambda b: a * a + b * b == 200 and a > b - 1))
    assert forall(int, lambda a: forall(int, lambda b: a + b == b + a))
    assert last().range.scope == Scope(size=20)


def test_a_type_with_few_values_is_asked_about_completely() -> None:
    assert forall(tuple[bool, Literal["a", "b"]], lambda pair: len(pair) == 2)
    assert last().range.complete
    assert not last().open
    assert forall(list[bool], lambda xs: len(xs) < 100)
    assert last().open


def test_a_type_whose_smallest_values_are_many_is_not_taken_for_empty() -> None:
    five = tuple[int, int, int, int, int, int]
    assert exists(five, lambda values: sum(values) == 6)


def test_nothing_is_true_of_all_values_of_an_empty_type_and_of_none() -> None:
    assert forall(Empty, lambda v: False)
    assert last().range.count == 0
    assert not exists(Empty, lambda v: True)
    assert not exists_unique(Empty, lambda v: True)


def test_conditions_that_can_only_be_run_are_honoured() -> None:
    def smooth(v: list[int]) -> bool:
        before = None
        for item in v:
            if before is not None and abs(item - before) > 1:
                return False
            before = item
        return True

    smooth_lists = Annotated[list[int], where(smooth)]
    assert forall(smooth_lists, smooth)
    assert exists(smooth_lists, lambda v: v == [1, 2, 3])
    assert not exists(smooth_lists, lambda v: v == [1, 3])
    assert not exists(list[smooth_lists], lambda v: v == [[0, 2]])
    assert last().range.count == sum(1 for v in inhabitants(list[list[int]], last().range.scope) if all(map(smooth, v)))


# What they are asked with


@dataclass
class Box:
    content: list[bool]


def test_values_that_can_be_changed_are_fresh_for_every_call() -> None:
    def spoils(box: Box) -> bool:
        fine = False not in box.content
        box.content.append(False)
        return fine

    for _ in range(2):
        assert exists_unique(Box, spoils, scope=Scope(size=2)) is False
        assert last().values() == [Box([]), Box([True])]


def test_values_are_built_once_for_many_calls() -> None:
    built = []

    @dataclass(frozen=True)
    class Counted:
        inside: bool

        def __post_init__(self) -> None:
            built.append(self)

    def ask() -> int:
        assert forall(Counted, lambda value: value.inside in (False, True))
        return len(built)

    at_first = ask()
    assert at_first > 0
    assert ask() == ask() == at_first


def test_types_made_anew_for_every_call_are_known_again() -> None:
    first = Rng(0, 5)
    assert Rng(0, 5) == first
    assert Rng(0, 6) != first
    assert forall(Rng(0, 5), lambda v: v < 5)
    assert not forall(Rng(0, 6), lambda v: v < 5)


def test_names_in_quotes_are_those_of_the_caller() -> None:
    for Own in (bool, Literal["a", "b", "c"]):  # noqa: N806
        count = []
        assert forall("tuple[Own, Own]", lambda pair: count.append(pair) or True)  # noqa: B023
        assert len(set(count)) == (4 if Own is bool else 9)
    assert exists("Nat", lambda k: k == 3)
    assert last().text == "exists(Nat, lambda k: k == 3)"


def test_what_counts_is_the_truth_of_what_a_predicate_returns() -> None:
    assert exists(list[bool], lambda xs: xs)
    assert not forall(list[bool], len)


# What they tell


def test_an_answer_knows_what_settled_it_and_what_was_asked_for_that() -> None:
    assert not forall(Nat, lambda n: exists(Nat, lambda k: 2 * k == n))
    answer = last()
    assert (answer.values(), answer.settled, answer.open) == ([1], True, False)
    assert answer.text == "forall(Nat, lambda n: exists(Nat, lambda k: 2 * k == n))"
    (inner,) = answer.inner
    assert (inner.quantifier, inner.found, inner.open) == ("exists", (), True)
    assert inner.range.scope == Scope(size=500)


@pytest.mark.parametrize(
    ("tp", "name"),
    [
        (Nat, "Nat"),
        (tuple[Nat, ...], "tuple[Nat, ...]"),
        (dict[str, list[Empty]], "dict[str, list[Empty]]"),
        (Nat | None, "Nat | None"),
        (Literal["a"], "Literal['a']"),
        (list[Annotated[int, "v > 0"]], "list[Annotated[int, 'v > 0']]"),
    ],
)
def test_a_type_is_called_what_it_is_called_where_it_is_used(tp: Any, name: str) -> None:
    forall(tp, bool)
    assert last().text == f"forall({name}, bool)"


def test_an_exception_of_a_predicate_comes_through_and_the_value_is_known() -> None:
    with pytest.raises(ZeroDivisionError):
        forall(int, lambda k: 3 // (k - 2) != 7)
    assert (last().raised, last().values()) == (True, [2])


# What they refuse


def refused(kind: type[RefuteError], ask: Callable[[], object]) -> RefuteError:
    with pytest.raises(RefuteError) as caught:
        ask()
    error = caught.value
    assert type(error) is kind
    assert error.place is not None
    assert Path(error.place.file) == Path(__file__)
    assert error.remedy
    assert recorded.value[-1] is error
    return error


@pytest.mark.parametrize("quantifier", QUANTIFIERS)
def test_what_cannot_be_used_is_refused_with_a_place(quantifier: Any) -> None:
    assert "Nowhere" in refused(AnnotationError, lambda: quantifier("Nowhere", bool)).problem
    assert "cannot be read" in refused(AnnotationError, lambda: quantifier(3, bool)).problem
    assert "'no'" in refused(RefinementError, lambda: quantifier(int, "no")).problem
    assert (
        "'n'" in refused(RefinementError, lambda: quantifier(Annotated[int, where(lambda v, n: v < n)], bool)).problem
    )
    assert "5" in refused(ScopeError, lambda: quantifier(int, bool, scope=5)).problem


def test_too_many_values_are_refused_before_they_are_tried() -> None:
    error = refused(ScopeError, lambda: forall(list[int], operator.truth, scope=Scope(size=9)))
    assert f"{inhabitants(list[int], Scope(size=9)).count:,} values" in error.problem
    lists = list[int]
    refused(
        ScopeError,
        lambda: forall(lists, lambda a: forall(lists, lambda b: forall(lists, lambda c: a + b + c == a + (b + c)))),
    )
    smaller = Scope(size=1)
    assert forall(
        lists,
        lambda a: forall(
            lists, lambda b: forall(lists, lambda c: a + b + c == a + (b + c), scope=smaller), scope=smaller
        ),
        scope=smaller,
    )


def test_too_many_values_are_refused_while_they_are_tried() -> None:
    wide = Scope(size=1_000)
    error = refused(
        ScopeError, lambda: forall(Nat, lambda a: not exists(Nat, lambda b: a == b + 2_000, scope=wide), scope=wide)
    )
    assert "500,000" in error.problem


def test_errors_can_be_sent_between_processes() -> None:
    error = refused(AnnotationError, lambda: forall("Nowhere", bool))
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is AnnotationError
    assert str(again) == str(error)


# In refinements


def test_in_a_refinement_they_are_run_and_said_to_be_opaque() -> None:
    square = Annotated[Nat, where(lambda v: exists("Nat", lambda k: k * k == v) and v != 4)]
    space = inhabitants(square, Scope(size=20))
    assert list(space) == [0, 1, 9, 16]
    notes = {note.text: (note.status, note.reason) for note in space.notes}
    assert ("opaque", "`exists` can only be run") in notes.values()


def is_even(v: int) -> bool:
    return v % 2 == 0


def test_in_a_refinement_they_may_be_given_functions_by_name() -> None:
    whole = Annotated[list[int], where(lambda v: forall(Rng(0, 3), is_even) or len(v) == 1)]
    assert inhabitants(whole, Scope(size=2)).tiers == {1: 5}
    found = Annotated[int, where(lambda v, exists_=exists: exists_(Nat, is_even) and v > 0)]
    assert list(inhabitants(found, Scope(size=2))) == [1, 2]


def test_in_a_refinement_they_may_hide_the_value_by_a_name_of_their_own() -> None:
    odd = Annotated[int, where(lambda v: not exists(int, lambda v: v > 4_000) and v > 1)]
    assert list(inhabitants(odd, Scope(size=3))) == [2, 3]
