"""The ledger: what was tried, written by the runner as events arrive and by nobody else.

For each domain it has the indices of the inputs that were performed, and what became of them. Everything that is said
of a run is derived from it (see `claims`): an index that no event accounts for is a gap, and nothing is claimed of a
domain with gaps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from refute.campaign.ranges import Ranges
from refute.judge.calls.refusals import Refusal
from refute.run.events import Settled
from refute.run.steps import marks
from refute.search.schedule.domains import Domain, Exhaustive, Families, Kept

FATES = ("held", "known", "discarded", "refused", "undecided", "unjudged", "walled", "unmade", "failed")


@dataclass
class Account:
    """What became of the inputs of one domain. Each index is in one of the sets at most, apart from those that say
    more of some: `unvaried`, `raised`, `refusals` and `failures`."""

    domain: Domain
    total: int | None = None  # how many inputs there are, once that is known
    held: Ranges = field(default_factory=Ranges)  # performed, and nothing was wrong
    known: Ranges = field(default_factory=Ranges)  # not performed here: known from before, or no input after all
    discarded: Ranges = field(default_factory=Ranges)  # by `assume`
    refused: Ranges = field(default_factory=Ranges)  # by an exception that is meant
    undecided: Ranges = field(default_factory=Ranges)  # by quantifiers that did not go far enough
    unjudged: Ranges = field(default_factory=Ranges)  # judging did not come to an end
    walled: Ranges = field(default_factory=Ranges)  # wanted something that is not allowed
    unmade: Ranges = field(default_factory=Ranges)  # no such input could be made
    failed: Ranges = field(default_factory=Ranges)
    unvaried: Ranges = field(default_factory=Ranges)  # of those held or known: functions were called more than varied
    raised: Ranges = field(default_factory=Ranges)  # of those held: by an exception that is declared
    refusals: dict[int, Ranges] = field(default_factory=dict)  # of those refused: which way, by its mark
    failures: dict[int, Ranges] = field(default_factory=dict)  # of those that failed: how, by its mark
    accounted: Ranges = field(default_factory=Ranges)  # all of these
    workers: dict[int, Ranges] = field(default_factory=dict)  # which process performed which
    runs: int = 0  # performances
    stands_for: dict[int, int] = field(default_factory=dict)  # how many inputs one stands for, if not for one
    is_given_up: bool = False  # whether nothing is to be proved by it

    def copy(self) -> Account:
        sets = {name: getattr(self, name).copy() for name in (*FATES, "unvaried", "raised", "accounted")}
        workers = {worker: performed.copy() for worker, performed in self.workers.items()}
        refusals = {code: inputs.copy() for code, inputs in self.refusals.items()}
        failures = {code: inputs.copy() for code, inputs in self.failures.items()}
        made = replace(self, **sets, workers=workers, refusals=refusals, failures=failures)
        made.stands_for = dict(self.stands_for)
        return made

    def become(self, index: int, fate: str) -> None:
        """An input, settled or not, has this fate and no other."""
        if index not in self.accounted:
            self.runs += 1
            self.accounted.add(index, index + 1)
        more = (*self.refusals.values(), *self.failures.values())
        for inputs in (*(getattr(self, name) for name in (*FATES, "raised")), *more):
            inputs.remove(index, index + 1)
        getattr(self, fate).add(index, index + 1)

    def say_more(self, code: int, first: int, stop: int) -> None:
        """What a mark says of inputs beside their fate."""
        if code in (marks.UNVARIED, marks.KNOWN_UNVARIED, marks.RAISED_UNVARIED):
            self.unvaried.add(first, stop)
        if code in (marks.RAISED, marks.RAISED_UNVARIED):
            self.raised.add(first, stop)
        if code >= marks.REFUSED:
            self.refusals.setdefault(code, Ranges()).add(first, stop)
        elif code >= marks.FAILED:
            self.failures.setdefault(code, Ranges()).add(first, stop)

    def inputs_in(self, performed: Ranges) -> int:
        """How many inputs some performances stand for."""
        return performed.count + sum(count - 1 for index, count in self.stands_for.items() if index in performed)

    @property
    def inputs(self) -> int:
        """How many inputs what was tried here stands for."""
        return self.inputs_in(self.accounted) - self.known.count - self.unmade.count

    @property
    def performed(self) -> int:
        """How many inputs were tried here."""
        return self.accounted.count - self.known.count - self.unmade.count

    @property
    def passed(self) -> Ranges:
        """The inputs that were performed here and did not fail, nor were left open."""
        return self.held | self.discarded | self.refused

    @property
    def is_ended(self) -> bool:
        """Whether every input is accounted for."""
        return self.total is not None and not self.accounted.gaps(self.total)

    @property
    def is_clean(self) -> bool:
        """Whether every input was performed, here or before, and none was left open."""
        return self.is_ended and not (self.undecided or self.unjudged or self.walled or self.unmade)


_SETS = {
    marks.KNOWN: "known",
    marks.KNOWN_UNVARIED: "known",
    marks.DISCARDED: "discarded",
    marks.UNDECIDED: "undecided",
    marks.WALLED: "walled",
    marks.FAILED_AGAIN: "failed",
    marks.NO_INPUT: "known",
}


def _fate(code: int) -> str:
    """The fate of inputs with a mark. Those of which a mark only says more have held."""
    if code >= marks.FAILED:
        return "refused" if code >= marks.REFUSED else "failed"
    return _SETS.get(code, "held")


class Ledger:
    """Accounts by domain, in the order in which they were opened."""

    def __init__(self) -> None:
        self._accounts: dict[Domain, Account] = {}
        self.refusals: dict[int, Refusal] = {}  # by their marks, the ways in which inputs were refused

    # -- what the runner writes ----------------------------------------------------------------------------------------

    def settle(
        self,
        domain: Domain,
        settled: Settled,
        fates: Mapping[int, int | None] | None = None,
        failed: int | None = None,
        stands_for: Mapping[int, int] | None = None,
    ) -> None:
        """Inputs were performed, or marked. `fates` are marks of single ones, None for those that were not judged;
        one may have failed; `stands_for`: how many inputs single ones stand for."""
        account = self._copy(domain)
        inside = range(settled.first, settled.stop)
        account.stands_for |= {index: count for index, count in (stands_for or {}).items() if index in inside}
        known, at = 0, settled.first  # what is between the marks, which are in order, held
        for mark in settled.marks:
            account.say_more(mark.code, mark.first, mark.stop)
            fate = _fate(mark.code)
            if fate == "held":
                continue
            getattr(account, fate).add(mark.first, mark.stop)
            account.held.add(at, mark.first)
            at = mark.stop
            known += mark.stop - mark.first if fate == "known" else 0
        account.held.add(at, settled.stop)
        account.accounted.add(settled.first, settled.stop)
        account.runs += settled.stop - settled.first - known
        account.workers.setdefault(settled.worker, Ranges()).add(settled.first, settled.stop)
        for index, code in (fates or {}).items():
            if settled.first <= index < settled.stop:
                account.become(index, "unjudged" if code is None else _fate(code))
                if code is not None:
                    account.say_more(code, index, index + 1)
        if failed is not None:
            account.become(failed, "failed")
        self._accounts[domain] = account

    def fail(self, domain: Domain, index: int) -> None:
        """An input was performed and failed."""
        self._become(domain, index, "failed")

    def recognise(self, domain: Domain, index: int) -> None:
        """An input that was performed turns out to be one of the previous scope."""
        self._become(domain, index, "known")

    def unjudged(self, domain: Domain) -> int:
        """How many inputs of a domain were not judged."""
        return self.account(domain).unjudged.count

    def leave_unjudged(self, domain: Domain, index: int) -> None:
        self._become(domain, index, "unjudged")

    def leave_unmade(self, domain: Domain, index: int) -> None:
        self._become(domain, index, "unmade")

    def end(self, domain: Domain, total: int) -> None:
        """There are so many inputs in a domain."""
        self._accounts.setdefault(domain, Account(domain)).total = total

    def give_up(self, domain: Domain) -> None:
        """Nothing is to be proved by a domain."""
        self._accounts[domain] = replace(self._copy(domain), is_given_up=True)

    def retract(self, domain: Domain) -> None:
        """What was performed proves nothing: inputs were not what they should have been."""
        self._accounts[domain] = Account(domain, self.account(domain).total)

    def _become(self, domain: Domain, index: int, fate: str) -> None:
        account = self._copy(domain)
        account.become(index, fate)
        self._accounts[domain] = account

    def _copy(self, domain: Domain) -> Account:
        """An account to be changed. It takes the place of the one before once all of it is written: an interrupt,
        which may come anywhere, leaves no account with half an event in it."""
        return self.account(domain).copy()

    # -- what it says --------------------------------------------------------------------------------------------------

    def number(self, domain: Domain) -> int:
        """How many inputs have been performed. Those that were kept from earlier runs are counted by themselves."""
        return self.replayed if isinstance(domain, Kept) else self.tests - self.replayed

    @property
    def accounts(self) -> Iterable[Account]:
        return self._accounts.values()

    def account(self, domain: Domain) -> Account:
        return self._accounts.get(domain) or Account(domain)

    @property
    def tests(self) -> int:
        """Inputs that were performed."""
        return sum(account.performed for account in self.accounts)

    @property
    def outcomes(self) -> int:
        """How many different things inputs have come to: fates, exceptions that are declared, ways of refusing."""
        fates = {name for account in self.accounts for name in (*FATES, "raised") if getattr(account, name)}
        return len(fates) + len({code for account in self.accounts for code in account.refusals})

    @property
    def replayed(self) -> int:
        """Of these, inputs that had been kept from earlier runs."""
        return sum(account.performed for account in self.accounts if isinstance(account.domain, Kept))

    def gaps(self, domain: Domain, total: int) -> list[tuple[int, int]]:
        account = self.account(domain)
        if account.total is not None:
            total = min(total, account.total)
        return account.accounted.gaps(total)

    def total(self, domain: Domain) -> int | None:
        return self.account(domain).total

    def ended(self, domain: Domain) -> bool:
        return self.account(domain).is_ended

    def is_given_up(self, domain: Domain) -> bool:
        return self.account(domain).is_given_up

    def inputs(self, domain: Domain) -> int:
        """How many inputs what was performed stands for."""
        return self.account(domain).inputs

    def is_complete(self, domain: Domain) -> bool:
        """Whether all inputs of a domain were performed and held, or failed: in it, or in those it builds on."""
        account = self.account(domain)
        if not account.is_clean or account.is_given_up:
            return False
        if isinstance(domain, Families):
            return self.inputs(domain) == domain.inputs
        if not account.known:
            return True
        if not isinstance(domain, Exhaustive) or domain.previous is None:
            return False
        before = [other for other in self._accounts if isinstance(other, Exhaustive) and other.scope == domain.previous]
        # a scope over other letters has inputs that this one has not; those that both have were looked up one by one
        others = domain.previous.letters != domain.scope.letters
        by_families = [one for one in self._accounts if isinstance(one, Families) and one.scope == domain.previous]
        return any(
            self.is_complete(one) and (others or self.account(one).total == account.known.count) for one in before
        ) or any(self.is_complete(one) and (others or one.inputs == account.known.count) for one in by_families)

    def __repr__(self) -> str:
        return "\n".join(map(_line, self.accounts)) or "nothing was tried"


def _line(account: Account) -> str:
    """`size 2: of 57, held 0..40, failed 41; gaps 42..56`"""
    parts = [f"{name} {found}" for name in FATES if (found := getattr(account, name))]
    total = "?" if account.total is None else account.total
    gaps = Ranges(account.accounted.gaps(account.total)) if account.total is not None else Ranges()
    return f"{account.domain}: of {total}, {', '.join(parts) or 'none'}" + (f"; gaps {gaps}" if gaps else "")
