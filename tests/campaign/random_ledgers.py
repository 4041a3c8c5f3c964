"""Random ledgers, each beside a table of what was written into it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from naive_claims import Table

from refute.campaign.ledger import Ledger
from refute.run.events import Mark, Settled
from refute.run.steps import marks
from refute.search.schedule.domains import Aliased, Domain, Drawn, Exhaustive, Kept, Marked, Solved
from refute.spaces.ground.palette import CONSTANTS, Palette
from refute.spaces.scope import Scope

MARKED = {
    marks.KNOWN: "known",
    marks.DISCARDED: "discarded",
    marks.REFUSED: "refused",
    marks.REFUSED + 1: "refused",
    marks.UNDECIDED: "undecided",
    marks.UNVARIED: "held",
    marks.KNOWN_UNVARIED: "known",
    marks.RAISED: "held",
    marks.RAISED_UNVARIED: "held",
}


class Books:
    """A ledger and its tables, written together."""

    def __init__(self, random: Random) -> None:
        self.ledger = Ledger()
        self.tables: dict[Domain, Table] = {}
        self._random = random

    def table(self, domain: Domain) -> Table:
        return self.tables.setdefault(domain, Table(domain))

    def settle(self, domain: Domain, first: int, stop: int, codes: tuple[int, ...]) -> None:
        """Inputs are performed, some of them with marks, one may fail."""
        random, table = self._random, self.table(domain)
        told: list[Mark] = []
        fates: dict[int, int | None] = {}
        failed = random.randrange(first, stop) if random.random() < 0.2 else None
        at = first
        while at < stop:
            end = min(stop, at + random.choice([1, 1, 2, 4]))
            if codes and random.random() < 0.5:
                code = random.choice(codes)
                told.append(Mark(code, at, end))
                table.fates |= dict.fromkeys(range(at, end), MARKED[code])
                if code in (marks.UNVARIED, marks.KNOWN_UNVARIED, marks.RAISED_UNVARIED):
                    table.unvaried |= set(range(at, end))
                if code in (marks.RAISED, marks.RAISED_UNVARIED):
                    table.raised |= set(range(at, end))
            else:
                table.fates |= dict.fromkeys(range(at, end), "held")
            at = end
        if codes and random.random() < 0.2:
            single = random.choice([marks.DISCARDED, marks.UNDECIDED, marks.RAISED, marks.REFUSED + 1, None])
            index = random.randrange(first, stop)
            fates[index] = single
            table.become(index, "unjudged" if single is None else MARKED[single])
            if single == marks.RAISED:
                table.raised.add(index)
        if failed is not None:
            table.become(failed, "failed")
        worker = random.randrange(3)
        self.ledger.settle(domain, Settled(first, stop, tuple(told), worker), fates, failed)

    def end(self, domain: Domain, total: int) -> None:
        self.ledger.end(domain, total)
        self.table(domain).total = total

    def one(self, domain: Domain, index: int) -> None:
        """Something is told of one input."""
        fate = self._random.choice(["failed", "known", "unjudged", "unmade"])
        write = {
            "failed": self.ledger.fail,
            "known": self.ledger.recognise,
            "unjudged": self.ledger.leave_unjudged,
            "unmade": self.ledger.leave_unmade,
        }[fate]
        write(domain, index)
        self.table(domain).become(index, fate)

    def retract(self, domain: Domain) -> None:
        self.ledger.retract(domain)
        self.tables[domain] = Table(domain, self.table(domain).total)


def random_domains(random: Random) -> list[Domain]:
    scopes = [Scope(size=size) for size in sorted(random.sample(range(6), random.randint(1, 4)))]
    domains: list[Domain] = []
    previous = None
    for scope in scopes:
        domains.append(Exhaustive(scope, previous))
        previous = scope
    if random.random() < 0.5:
        wide = Scope(size=8, palette=Palette(seed=random.randrange(9)))
        domains.append(Drawn(wide, tuple(random.sample(range(9), random.randint(1, 8))), 20, 1))
    domains.append(Drawn(Scope(size=8), tuple(random.sample(range(1, 9), random.randint(1, 8))), 20, 1))
    if random.random() < 0.4:
        domains.append(Marked(Scope(size=3, palette=Palette(seed=0, manner=CONSTANTS, constants=(4711,))), 14))
    if random.random() < 0.3:
        domains.append(Aliased(Scope(size=3), "xs", "ys", 14))
    domains += [Solved(number, 12) for number in range(random.randint(0, 2))]
    return [*domains, Kept(("f(0)", "f(1)"))] if random.random() < 0.3 else domains


def random_books(seed: int) -> Iterator[Books]:
    """A ledger after each of some events, in any order."""
    random = Random(seed)
    books = Books(random)
    domains = random_domains(random)
    for _ in range(25):
        domain = random.choice(domains)
        gaps = books.ledger.gaps(domain, 14)
        match random.choice(["settle", "settle", "settle", "end", "one", "retract"]):
            case "settle" if gaps:
                first, stop = random.choice(gaps)
                first = random.randrange(first, stop)
                books.settle(domain, first, random.randint(first + 1, stop), tuple(MARKED))
            case "end":
                known = books.table(domain).total
                books.end(domain, known if known is not None else random.randint(len(books.table(domain).fates), 16))
            case "one":
                books.one(domain, random.randrange(14))
            case "retract" if random.random() < 0.3:
                books.retract(domain)
        yield books


def lawful_books(seed: int) -> Books:
    """Scopes one after the other as a plan runs them, mostly to their ends, each with the inputs of the one before."""
    random = Random(seed)
    books = Books(random)
    total = 0
    careless = random.random() < 0.5
    for domain in random_domains(random):
        if not isinstance(domain, Exhaustive):
            count = random.randint(1, 12)
            books.end(domain, count)
            books.settle(domain, 0, random.randint(1, count), (marks.DISCARDED,))
            continue
        known, total = total, total + random.choice([0, 1, 3, 8])
        if not total:
            continue
        books.end(domain, total)
        if known:
            books.ledger.settle(domain, Settled(0, known, (Mark(marks.KNOWN, 0, known),), 0))
            books.table(domain).fates |= dict.fromkeys(range(known), "known")
        stop = random.randint(known, total) if random.random() < 0.2 else total
        if known < stop:
            codes = (marks.DISCARDED, marks.REFUSED, marks.REFUSED + 1, marks.UNVARIED, marks.UNDECIDED)
            books.settle(domain, known, stop, codes if careless else ())
    return books
