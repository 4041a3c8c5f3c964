"""What is said of a run follows from the fates of its inputs, and from nothing else."""

from __future__ import annotations

import naive_claims
import pytest
from naive_claims import is_complete
from random_ledgers import Books, lawful_books, random_books

from refute.campaign.claims import Claims, claims_of
from refute.campaign.ledger import Ledger
from refute.run.events import Mark, Settled
from refute.run.steps import marks
from refute.search.schedule.domains import Drawn, Exhaustive, Families
from refute.spaces.scope import Scope

ZERO, ONE, TWO = (Scope(size=size) for size in range(3))


def claims(books: Books, *, refuted: bool, asked: Scope | None, ended: bool, functions: tuple[str, ...]) -> Claims:
    return claims_of(
        books.ledger, refuted=refuted, asked=asked, ended=ended, seed=7, functions=functions, others=_others(books)
    )


def _others(books: Books) -> dict[Scope, int]:
    return {domain.scope: domain.scope.reach for domain in books.tables if isinstance(domain, Exhaustive)}


def last_scope(books: Books) -> Scope | None:
    return next((domain.scope for domain in reversed(books.tables) if isinstance(domain, Exhaustive)), None)


def everything(books: Books) -> bool:
    """Whether the last scope that was begun is complete."""
    tables = list(books.tables.values())
    exhaustive = [table for table in tables if isinstance(table.domain, Exhaustive)]
    return bool(exhaustive) and is_complete(exhaustive[-1], tables)


CASES = [(lawful, seed) for lawful in (True, False) for seed in range(60)]


@pytest.mark.parametrize(("lawful", "seed"), CASES)
def test_the_status_and_the_sentence_are_those_of_the_naive_count(lawful: bool, seed: int) -> None:
    for books in [lawful_books(seed)] if lawful else list(random_books(seed))[-3:]:
        tables = list(books.tables.values())
        functions = ("g", "h")[: 2 - seed % 2] if any(table.unvaried for table in tables) else ()
        for asked, ended in ((None, False), (last_scope(books), False), (None, True)):
            for refuted in (False, True):
                told = claims(books, refuted=refuted, asked=asked, ended=ended, functions=functions)
                ends = ended and everything(books)
                assert told.status == naive_claims.status(tables, refuted=refuted, asked=asked, ended=ends)
                assert told.tried == naive_claims.sentence(
                    tables, refuted=refuted, ended=ends, seed=7, functions=functions, others=_others(books)
                )
                assert told.tests == naive_claims.performed(tables)
                assert told.raised == sum(len(table.raised) for table in tables)
                assert told.returned == sum(table.count("held") - len(table.raised) for table in tables)
                complete = [table for table in tables if is_complete(table, tables)]
                exhaustive = [table for table in complete if isinstance(table.domain, Exhaustive)]
                assert told.scopes == [
                    (table.domain.scope, (table.total or 0) - table.count("known")) for table in exhaustive
                ]
                assert told.whole == (exhaustive[-1].total if exhaustive else 0)


def test_every_status_is_among_those_that_are_tried() -> None:
    found = set()
    for seed in range(300):
        books = lawful_books(seed)
        found.add(claims(books, refuted=False, asked=last_scope(books), ended=False, functions=()).status)
    assert found == {"held", "exhausted", "undecided"}


def test_where_nothing_was_judged_nothing_is_said_to_hold() -> None:
    ledger = Ledger()
    ledger.end(Exhaustive(ONE), 4)
    ledger.settle(Exhaustive(ONE), Settled(0, 4, (Mark(marks.DISCARDED, 0, 4),), 1))
    told = claims_of(ledger, refuted=False, asked=ONE, ended=False)
    assert (told.status, told.tried) == ("undecided", "all 4 inputs to size 1, 4 of them discarded")


def test_an_input_that_failed_and_is_no_finding_is_not_said_to_hold() -> None:
    ledger = Ledger()
    ledger.end(Exhaustive(ONE), 4)
    ledger.settle(Exhaustive(ONE), Settled(0, 4, (), 1), failed=3)
    told = claims_of(ledger, refuted=False, asked=ONE, ended=False)
    assert (told.status, told.tried) == ("undecided", "all 4 inputs to size 1, 1 of them failed")


def test_a_smaller_scope_is_not_said_to_be_all_there_is_where_the_last_one_is_left_open() -> None:
    ledger = Ledger()
    ledger.end(Exhaustive(ZERO), 2)
    ledger.settle(Exhaustive(ZERO), Settled(0, 2, (), 1))
    last = Exhaustive(ONE, ZERO)
    ledger.end(last, 4)
    ledger.settle(last, Settled(0, 3, (Mark(marks.KNOWN, 0, 2),), 1))
    ledger.leave_unjudged(last, 3)
    told = claims_of(ledger, refuted=False, asked=None, ended=True)
    assert (told.status, told.everything) == ("held", False)
    assert told.tried == "all 2 inputs to size 0, 2 larger, 1 of them not checked"


def test_a_sample_that_could_not_be_made_is_not_counted() -> None:
    ledger = Ledger()
    drawn = Drawn(TWO, (2,), 50, 0)
    ledger.settle(drawn, Settled(0, 3, (), 1))
    ledger.leave_unmade(drawn, 3)
    told = claims_of(ledger, refuted=False, asked=None, ended=False)
    assert (told.tests, told.tried) == (3, "3 samples of size 2, seed 0")


def test_families_of_a_scope_are_not_told_once_its_inputs_have_been_tried_one_by_one() -> None:
    ledger = Ledger()
    families = Families(TWO, 40)
    ledger.settle(families, Settled(0, 3, (Mark(marks.DISCARDED, 1, 2),), 1))
    one_by_one = Exhaustive(TWO, None)
    ledger.settle(one_by_one, Settled(0, 40, (), 1))
    ledger.end(one_by_one, 40)
    told = claims_of(ledger, refuted=False, asked=TWO, ended=False)
    assert told.tried == "all 40 inputs to size 2"
    assert (told.status, told.beyond) == ("exhausted", 0)
