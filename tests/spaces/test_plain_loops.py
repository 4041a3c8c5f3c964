"""Loops in refinements: the spaces are those of a filter."""

from __future__ import annotations

from typing import Annotated

import plain_loops as loops
import pytest

from refute.errors import RefinementError
from refute.spaces.inhabitants import inhabitants
from refute.spaces.scope import Scope

SMALL = Scope(size=3, ints=(-1, 2), landmarks=False)
ALL = loops.CONDITIONS | loops.RUN


@pytest.mark.parametrize("name", ALL)
def test_a_space_has_the_values_that_a_filter_leaves(name: str) -> None:
    tp, condition = ALL[name]
    # a text with the letters of the condition
    base = Annotated[str, "v == '' or v[0] != '(' or v[0] == '('"] if tp is str else tp
    found = inhabitants(Annotated[base, condition], SMALL)
    filtered = [value for value in inhabitants(base, SMALL) if condition(value)]
    assert sorted(map(repr, found)) == sorted(map(repr, filtered))
    assert 0 < found.count < inhabitants(base, SMALL).count


@pytest.mark.parametrize("name", loops.CONDITIONS)
def test_loops_are_symbolic(name: str) -> None:
    tp, condition = loops.CONDITIONS[name]
    statuses = {note.status for note in inhabitants(Annotated[tp, condition], Scope(size=1)).notes}
    assert statuses <= {"symbolic", "as a measure"}


@pytest.mark.parametrize(
    ("name", "reason"), [("is_prime", "a loop over numbers is run"), ("left_over", "is bound by a loop")]
)
def test_what_cannot_be_read_is_run_and_said_to_be(name: str, reason: str) -> None:
    tp, condition = loops.RUN[name]
    (note, *_) = inhabitants(Annotated[tp, condition], Scope(size=1)).notes
    assert note.status == "opaque"
    assert reason in note.reason


def test_what_is_added_to_in_its_place_is_not_read() -> None:
    (note, *_) = inhabitants(Annotated[list[bool], loops.one_more], Scope(size=0)).notes
    assert "`grown += [x]` may change an object; write `grown = grown …`" in note.reason


def test_a_loop_that_raises_is_an_error() -> None:
    with pytest.raises(RefinementError, match="ZeroDivisionError"):
        inhabitants(Annotated[list[int], loops.divides], Scope(size=2))


def test_long_lists_are_counted_by_what_a_loop_leaves_of_them() -> None:
    assert inhabitants(Annotated[list[int], loops.climbs], Scope(size=12)).count > 10**9
