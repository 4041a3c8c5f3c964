"""Interest: whether going on may still show something new, where nobody has said how long to go on.

Now and then, some of the inputs that were tried are looked at: which places of the code they get to, and what is
returned there. A search is over when all code of the functions that are called has been run, a look at the last inputs
showed nothing that was not seen before, and there have been many of them, the more the larger the code is. Numbers in
the code that are larger than the scopes so far keep it going, as it is not known what happens there; so do calls that
did otherwise when they were looked at, and recursion that gets deeper.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass

from refute.campaign.ledger import Account, Ledger
from refute.campaign.ranges import Ranges
from refute.search.schedule.domains import Domain, Drawn, Exhaustive, Kept, Segment

_FIRST = 300  # inputs before the first look
_LEAST = 1_000  # inputs without anything new,
_FOR_EACH_PLACE = 50  # or so many for each place of the code
_TIMES_MORE = 2  # as many inputs before the next look, where code was not run yet
_DOMAINS = 4  # those that were tried last, of each of which
_INPUTS = 48  # are looked at, in the middle and at the end
_WITHIN_REACH = 20_000  # integers; larger ones are not tried within the time that there is by default


@dataclass(frozen=True)
class Reach:
    """How far the inputs that were looked at get in the user's code."""

    places: int  # of all functions that are entered
    unreached: int  # of these
    constants: tuple[int, ...]  # integers in that code, without signs
    new: int  # what the last look showed that those before it did not: places, kinds of results, deeper recursion
    otherwise: bool = False  # whether an input that had held did not, when it was looked at, or that cannot be told
    cut: bool = False  # the last look ended before all inputs were looked at

    @classmethod
    def of(cls, did: Set[str], new: int, *, cut: bool = False) -> Reach:
        """From what a `Tracing` says."""
        by_kind: defaultdict[str, set[str]] = defaultdict(set)
        for text in did:
            kind, _, what = text.partition(" ")
            by_kind[kind].add(what)
        places, constants = by_kind["place"], tuple(sorted(map(int, by_kind["constant"])))
        return cls(len(places), len(places - by_kind["reached"]), constants, new, bool(by_kind["otherwise"]), cut)


class Interest:
    """Of one search. `look` says what some inputs do; None where it cannot be told, and nothing is given up then."""

    def __init__(self, look: Callable[[Sequence[Segment]], Reach | None], ledger: Ledger) -> None:
        self._look = look
        self._ledger = ledger
        self._due: float = _FIRST  # how many inputs are to be tried before the next look
        self._new_at = 0  # how many had been tried when the last new thing was seen
        self._seen: dict[object, int] = {}  # how many inputs of a domain had been tried at the last look
        self._ways: set[int] = set()  # of refusing inputs, of which one was looked at
        self.is_over = False

    def __repr__(self) -> str:
        return f"<Interest: last in input {self._new_at}, next look at {self._due}>"

    @property
    def staleness(self) -> float:
        """The share of the inputs so far that came after the last in which something new was seen."""
        tests = self._ledger.tests
        return (tests - self._new_at) / tests if tests and self._new_at else 0.0

    def ask(self, *, may_end: bool) -> bool:
        """Whether to go on. Where it may not end yet, the first look is taken, for others to be compared with."""
        tests = self._ledger.tests
        if tests < self._due or (self._new_at and not may_end):
            return True
        segments = self._inputs()
        reach = self._look(segments) if segments else None
        if reach is None:
            self._due = math.inf
            return True
        if reach.new:
            self._new_at = tests
        enough = max(_LEAST, _FOR_EACH_PLACE * reach.places)
        beyond = any(self._size() < one <= _WITHIN_REACH for one in reach.constants)
        is_open = not reach.places or reach.cut or reach.unreached or reach.otherwise or beyond
        self.is_over = may_end and not (reach.new or is_open) and tests - self._new_at >= enough
        self._due = tests * _TIMES_MORE if is_open else max(self._new_at + enough, tests + _FIRST)
        return not self.is_over

    def sees_new(self, domains: Sequence[Domain]) -> bool | None:
        """Whether some inputs of the last ones of some domains do something that was not seen before; None if that
        cannot be told."""
        accounts = [self._ledger.account(domain) for domain in domains]
        segments = [segment for account in accounts[-_DOMAINS:] for segment in _some_of(account)]
        reach = self._look(segments) if segments else None
        if reach is None:
            return None
        if reach.new:
            self._new_at = self._ledger.tests
        return reach.new > 0

    def _inputs(self) -> list[Segment]:
        """Some of the inputs that held or were refused since the last look, and the first that was in each way."""
        fresh = [
            account
            for account in self._ledger.accounts
            if _tried(account) > self._seen.get(account.domain, 0) and not isinstance(account.domain, Kept)
        ]
        self._seen |= {account.domain: _tried(account) for account in fresh}
        firsts = {
            way: Segment(account.domain, first, first + 1)
            for account in reversed(fresh)
            for way, inputs in account.refusals.items()
            for first, _ in list(inputs)[:1]
            if way not in self._ways
        }
        self._ways.update(firsts)
        return [*firsts.values(), *(segment for account in fresh[-_DOMAINS:] for segment in _some_of(account))]

    def _size(self) -> int:
        """The largest of which all inputs have been tried, or some were drawn."""
        size = 0
        for domain in (account.domain for account in self._ledger.accounts):
            if isinstance(domain, Drawn) and not domain.is_wide:
                size = max(size, *domain.sizes)
            elif isinstance(domain, Exhaustive) and self._ledger.is_complete(domain):
                size = max(size, domain.scope.reach)
        return size


def _tried(account: Account) -> int:
    return account.held.count + account.refused.count


def _some_of(account: Account) -> list[Segment]:
    """Of those that held and of those that were refused: where code parts them, neither stands for the other."""
    return [*_some_in(account.domain, account.held), *_some_in(account.domain, account.refused)]


def _some_in(domain: Domain, inputs: Ranges) -> list[Segment]:
    ranges = list(inputs)
    if not ranges:
        return []
    ends = dict.fromkeys((ranges[len(ranges) // 2], ranges[-1]))
    found = [Segment(domain, max(first, stop - _INPUTS), stop) for first, stop in ends]
    first, stop = ranges[0]
    middle = (first + stop) // 2
    if middle + _INPUTS < found[0].first:
        found.insert(0, Segment(domain, middle, middle + _INPUTS))
    return found
