"""A search ends early only where all code was run and many inputs in a row showed nothing new."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from refute.campaign.interest import Interest, Reach
from refute.campaign.ledger import Ledger
from refute.run.events import Mark, Settled
from refute.run.steps.marks import REFUSED
from refute.search.schedule.domains import Exhaustive, Segment
from refute.spaces.scope import Scope

NOTHING_NEW = Reach(places=5, unreached=0, constants=(), new=0)


class Search:
    """Tries inputs of growing sizes, as many of each as it is told, and answers looks from a list."""

    def __init__(self, *answers: Reach | None) -> None:
        self.ledger = Ledger()
        self.looked_at: list[Segment] = []
        self._answers = list(answers)
        self._size = 0
        self.interest = Interest(self._look, self.ledger)

    def _look(self, segments: Sequence[Segment]) -> Reach | None:
        self.looked_at += segments
        return self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]

    def goes_on_after(self, inputs: int, *, may_end: bool = True) -> bool:
        self._size += 1
        domain = Exhaustive(Scope(size=self._size))
        self.ledger.end(domain, inputs)
        self.ledger.settle(domain, Settled(0, inputs, (), 1))
        return self.interest.ask(may_end=may_end)


FIRST = Reach(places=5, unreached=0, constants=(), new=7)


def test_it_ends_when_many_inputs_have_shown_nothing_new() -> None:
    search = Search(FIRST, NOTHING_NEW)
    assert search.goes_on_after(500)
    assert search.goes_on_after(500)
    assert not search.goes_on_after(500)
    assert search.interest.is_over


def test_few_inputs_are_not_looked_at() -> None:
    search = Search(NOTHING_NEW)
    assert search.goes_on_after(100)
    assert not search.looked_at


@pytest.mark.parametrize(
    "reach",
    [
        Reach(places=5, unreached=1, constants=(), new=0),
        Reach(places=5, unreached=0, constants=(5_000,), new=0),
        Reach(places=5, unreached=0, constants=(), new=1),
        Reach(places=5, unreached=0, constants=(), new=0, cut=True),
        Reach(places=0, unreached=0, constants=(), new=0),
        Reach(places=1_000_000, unreached=0, constants=(), new=0),
        Reach(places=5, unreached=0, constants=(), new=0, otherwise=True),
        None,
    ],
    ids=[
        "code that was not run",
        "an integer beyond the scopes",
        "something new",
        "a look that was cut",
        "no code that can be seen",
        "much code",
        "another outcome",
        "nothing can be told",
    ],
)
def test_it_goes_on_where_there_is(reach: Reach | None) -> None:
    search = Search(FIRST, reach)
    assert all(search.goes_on_after(1_500) for _ in range(10))
    assert not search.interest.is_over


def test_what_no_scope_comes_near_keeps_nothing_going() -> None:
    search = Search(FIRST, Reach(places=5, unreached=0, constants=(1, 10**9), new=0))
    assert not all(search.goes_on_after(1_500) for _ in range(2))


def test_it_does_not_end_before_all_ways_were_tried() -> None:
    search = Search(FIRST, NOTHING_NEW)
    assert all(search.goes_on_after(1_500, may_end=False) for _ in range(5))
    assert not search.goes_on_after(1_500)


def test_only_inputs_that_held_are_looked_at_and_few_of_them() -> None:
    search = Search(FIRST)
    search.goes_on_after(100_000)
    assert 0 < sum(segment.stop - segment.first for segment in search.looked_at) < 500
    for segment in search.looked_at:
        held = search.ledger.account(segment.domain).held
        assert all(index in held for index in range(segment.first, segment.stop))


def test_of_refused_inputs_some_are_looked_at_and_the_first_in_each_way() -> None:
    search = Search(FIRST)
    domain = Exhaustive(Scope(size=1))
    refused = (Mark(REFUSED + 1, 3, 5), Mark(REFUSED + 2, 7, 8), Mark(REFUSED + 1, 50_000, 90_000))
    search.ledger.settle(domain, Settled(0, 100_000, refused, 1))
    search.interest.ask(may_end=True)
    assert search.looked_at[:2] == [Segment(domain, 3, 4), Segment(domain, 7, 8)]
    assert any(50_000 <= segment.first < segment.stop <= 90_000 for segment in search.looked_at)
    assert any(segment.first >= 90_000 for segment in search.looked_at)


@pytest.mark.parametrize(("reach", "expected"), [(FIRST, True), (NOTHING_NEW, False), (None, None)])
def test_what_a_look_at_some_domains_shows_is_not_forgotten(reach: Reach | None, expected: bool | None) -> None:
    search = Search(reach)
    assert search.interest.sees_new([Exhaustive(Scope(size=1))]) is None  # of which nothing was tried
    assert search.goes_on_after(200)
    assert search.interest.sees_new([Exhaustive(Scope(size=1))]) is expected
    assert {segment.domain for segment in search.looked_at} == {Exhaustive(Scope(size=1))}
    assert search.goes_on_after(50)
    assert search.interest.staleness == (pytest.approx(50 / 250) if expected else 0.0)
