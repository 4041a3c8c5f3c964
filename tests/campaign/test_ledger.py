"""A ledger has one fate for every input that an event accounts for, and nothing else."""

from __future__ import annotations

import pytest
from naive_claims import is_complete, performed, table_of
from random_ledgers import lawful_books, random_books

from refute.campaign.ledger import Ledger
from refute.run.events import Settled
from refute.search.schedule.domains import Exhaustive
from refute.spaces.scope import Scope

SMALL = Exhaustive(Scope(size=1))


@pytest.mark.parametrize("seed", range(60))
def test_every_input_has_the_fate_that_was_written_last(seed: int) -> None:
    for books in random_books(seed):
        for account in books.ledger.accounts:
            table = books.table(account.domain)
            written = table_of(account)
            assert (written.fates, written.total, written.unvaried) == (table.fates, table.total, table.unvaried)
            assert written.raised == table.raised
            assert account.performed == table.performed
            assert account.is_clean == table.is_clean


@pytest.mark.parametrize("seed", range(60))
def test_all_that_is_counted_and_asked_follows_from_the_fates(seed: int) -> None:
    for books in random_books(seed):
        ledger, tables = books.ledger, list(books.tables.values())
        assert ledger.tests == performed(tables)
        assert ledger.replayed == performed(tables, replayed=True)
        for domain, table in books.tables.items():
            total = 14 if table.total is None else min(14, table.total)
            missing = [index for first, stop in ledger.gaps(domain, 14) for index in range(first, stop)]
            assert missing == [index for index in range(total) if index not in table.fates]
            assert ledger.ended(domain) == (
                table.total is not None and all(index in table.fates for index in range(table.total))
            )


@pytest.mark.parametrize("seed", range(100))
def test_a_scope_is_complete_if_its_inputs_and_those_of_the_scopes_it_builds_on_are(seed: int) -> None:
    books = lawful_books(seed)
    tables = list(books.tables.values())
    for domain, table in books.tables.items():
        assert books.ledger.is_complete(domain) == is_complete(table, tables)


def test_ledgers_with_complete_and_incomplete_scopes_are_both_among_those_that_are_tried() -> None:
    books = [lawful_books(seed) for seed in range(500)]
    complete = [ledger.is_complete(domain) for one in books for ledger in [one.ledger] for domain in one.tables]
    assert 0.2 < sum(complete) / len(complete) < 0.8


def test_an_account_that_someone_holds_does_not_change_under_them() -> None:
    ledger = Ledger()
    ledger.settle(SMALL, Settled(0, 3, (), 1))
    before = ledger.account(SMALL)
    ledger.settle(SMALL, Settled(3, 5, (), 1), failed=4)
    ledger.fail(SMALL, 0)
    assert (before.held.count, before.failed.count, before.accounted.count) == (3, 0, 3)
    assert repr(ledger) == "size 1: of ?, held 1..3, failed 0, 4"


def test_an_event_that_is_interrupted_while_it_is_written_leaves_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = Ledger()
    ledger.settle(SMALL, Settled(0, 3, (), 1))

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("refute.campaign.ranges.Ranges.remove", interrupted)
        with pytest.raises(KeyboardInterrupt):
            ledger.settle(SMALL, Settled(3, 6, (), 1), failed=5)
    assert repr(ledger) == "size 1: of ?, held 0..2"
