"""Ways of choosing inputs have more time where something new is seen, and always some."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from made_up import followed

from refute.campaign.ledger import Ledger
from refute.run.events import Mark, Settled
from refute.run.steps import marks
from refute.search.schedule.domains import Domain, Drawn, Exhaustive
from refute.search.schedule.shares import Shares
from refute.spaces.scope import Scope

WAYS = ("scopes", "samples", "wide")


@pytest.mark.parametrize("seed", range(20))
def test_shares_are_one_together_and_none_vanishes(seed: int) -> None:
    random = Random(seed)
    shares = Shares(0.5)
    for _ in range(200):
        shares.learn(random.choice(WAYS), is_new=random.random() < 0.3)
        assert sum(map(shares.of, WAYS)) == pytest.approx(1)
        assert min(map(shares.of, WAYS)) >= 0.1 - 1e-9


@pytest.mark.parametrize("way", WAYS)
def test_what_shows_something_new_has_more_and_the_others_less(way: str) -> None:
    shares = Shares(0.5)
    before = {one: shares.of(one) for one in WAYS}
    shares.learn(way, is_new=True)
    assert all((shares.of(one) > before[one]) == (one == way) for one in WAYS)
    for _ in range(50):
        shares.learn(way, is_new=False)
    assert all((shares.of(one) < before[one]) == (one == way) for one in WAYS)


def test_where_there_are_only_scopes_they_keep_all() -> None:
    shares = Shares(1.0)
    shares.learn("scopes", is_new=False)
    assert [shares.of(way) for way in WAYS] == [1.0, 0.0, 0.0]


def way_of(domain: Domain) -> str:
    return "scopes" if isinstance(domain, Exhaustive) else "wide" if getattr(domain, "is_wide", False) else "samples"


def tried(way: str | None) -> dict[str, int]:
    """How many inputs were tried in each way, if one shows something new all the time, the others nothing."""

    def novelty(domains: Sequence[Domain]) -> bool:
        return any(way_of(domain) == way for domain in domains)

    found = followed([10**size for size in range(6)], budget=60.0, same=False, novelty=novelty)
    found.host.each = 1e-2
    for _ in found.carry_out(found.plan.growing(), Random(0)):
        pass
    domains = [domain for domain, _ in found.host.run_through if isinstance(domain, Drawn | Exhaustive)]
    return {one: sum(way_of(domain) == one for domain in domains) for one in WAYS}


@pytest.mark.parametrize("way", WAYS)
def test_a_way_that_still_shows_something_has_more_of_the_time(way: str) -> None:
    assert tried(way)[way] > 1.2 * tried(None)[way]


def test_outcomes_are_counted_by_their_kinds() -> None:
    ledger, domain = Ledger(), Exhaustive(Scope(size=1))
    assert ledger.outcomes == 0
    ledger.settle(domain, Settled(0, 3, (), 1))
    assert ledger.outcomes == 1
    ledger.settle(domain, Settled(3, 6, (Mark(marks.REFUSED, 3, 4), Mark(marks.REFUSED + 1, 5, 6)), 1))
    assert ledger.outcomes == 4  # held, refused, and that in two ways
    ledger.settle(domain, Settled(6, 9, (Mark(marks.REFUSED, 6, 9),), 1))
    assert ledger.outcomes == 4
