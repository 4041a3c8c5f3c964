"""Claims of an exploration: all that is said of what was tried, derived from the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import ClassVar

from refute.campaign.claims import Claims, claims_of
from refute.campaign.ledger import Ledger
from refute.explore.data import Constant
from refute.logic.terms.wording import listed
from refute.programs.engine.messages import Began
from refute.programs.hosting.explored import Counts
from refute.search.schedule.domains import InThreads, Looks, Programs
from refute.words import grouped, plural

_MOST_TEXTS = 8  # constants of a type that are told
_MOST_TYPES = 4


@dataclass(frozen=True)
class ProgramClaims(Claims):
    """What can be said of the programs that were run."""

    unit: ClassVar[str] = "call"

    calls: int | None = None  # all programs of up to so many were run; None: of no number
    counted: str = "calls"  # what a stage counts: calls, nested calls, or the size of programs
    systematic: int = 0  # calls of complete stages
    beyond_stages: int = 0  # calls of stages that are not complete
    random: int = 0
    sampled: int = 0
    constants: Sequence[Constant] = ()
    limits: Sequence[str] = ()  # what programs are not made of, though clients could
    nothing_new: bool = False  # no longer programs lead to anything new
    looks: int = 0  # at objects,
    contracts: Sequence[str] = ()  # as these say
    in_threads: int = 0  # pairs of calls that were made at a time
    joins: bool = False  # whether a program may use a value for two arguments, which counts its calls twice

    @property
    def tried(self) -> str:
        """`all programs of up to 4 calls over the integers -1, 0, 1: 120 calls, 39 states; 4,000 random calls`"""
        parts = []
        if self.calls is not None:
            noun = self.counted.removesuffix("s") if self.calls == 1 else self.counted
            far = f"to size {grouped(self.calls)}" if noun == "size" else f"of up to {grouped(self.calls)} {noun}"
            once = " that use each value once" if self.joins and self.counted == "calls" else ""
            which = "of any length" if self.nothing_new else f"{far}{once}"
            parts.append(
                f"all programs {which}{self._over()}: {plural(self.systematic, 'call')}, {plural(self.states, 'state')}"
            )
        if self.beyond_stages:
            parts.append(f"{plural(self.beyond_stages, 'call')}{' of longer ones' if parts else ''}")
        if self.random:
            parts.append(f"{plural(self.random, 'random call')}, seed {self.seed}")
        if self.in_threads:
            parts.append(f"{plural(self.in_threads, 'pair')} of calls in two threads")
        if self.looks:
            parts.append(f"{plural(self.looks, 'look')} at objects ({', '.join(self.contracts)})")
        if self.replayed and not parts:
            parts.append(f"{plural(self.replayed, 'program')} kept from earlier runs")
        told = [f"{grouped(count)} {fate}" for fate, count in self.of_them.items() if count]
        return "; ".join(parts + ([f"of these calls, {listed(told)}"] if told else [])) or "nothing was called"

    def which(self, number: int, size: int, first: int | None, *, kept: bool) -> str:
        """`call 47, a program of 3 calls`"""
        which = "kept program" if kept else f"call {grouped(number)}"
        made = "" if first in (None, size) else f" (made smaller: from {grouped(first or 0)})"
        return f"{which}, a program of {plural(size, 'call')}{made}"

    def _over(self) -> str:
        """` over int -1, 0, 1 and str '', 'a'`"""
        told = [
            f"{constant.type} {_first(constant.texts)}{f' up to {constant.up_to}' if constant.up_to else ''}"
            for constant in self.constants[:_MOST_TYPES]
        ]
        more = [f"{len(self.constants) - _MOST_TYPES} more types"] if len(self.constants) > _MOST_TYPES else []
        over = f" over {listed([*told, *more])}" if told else ""
        return f"{over}, with {listed(self.limits)}" if self.limits else over


def _first(texts: Sequence[str]) -> str:
    return ", ".join([*texts[:_MOST_TEXTS], *(["…"] if len(texts) > _MOST_TEXTS else [])])


def program_claims(
    ledger: Ledger,
    segments: Sequence[Began],
    counts: Counts,
    *,
    refuted: bool,
    asked: int | None,
    ended: bool,
    seed: int,
    counted: str,
    constants: Sequence[Constant],
    limits: Sequence[str],
    joins: bool,
    is_steady: bool,
    is_exact: bool,
    contracts: Sequence[str] = (),
) -> ProgramClaims:
    """What a ledger proves. `asked` is the number of calls that was asked for; `ended`: there was no more to call;
    `is_steady`: calls do the same when they are made again, and leave modules as they are, or else programs stand for
    themselves only; `is_exact`: instances are told apart by all that they are made of."""
    plain = claims_of(ledger, refuted=refuted, asked=None, ended=False, seed=seed)
    stages = {one.number: one for one in segments if not one.is_random}
    complete = -1
    while complete + 1 in stages or complete + 1 == 0:
        number = complete + 1
        account = ledger.account(Programs(number, False))
        if number in stages and (not account.is_clean or stages[number].is_cut):
            break
        complete = number
    complete = complete if is_steady else -1
    systematic = sum(ledger.account(Programs(number, False)).performed for number in range(complete + 1))
    every = sum(a.performed for a in ledger.accounts if isinstance(a.domain, Programs) and not a.domain.is_random)
    random = sum(a.performed for a in ledger.accounts if isinstance(a.domain, Programs) and a.domain.is_random)
    is_cut = any(one.is_cut for one in stages.values()) or any(cut for *_, cut in counts.states)
    open_ends = plain.undecided + plain.unjudged + plain.walled
    # no stage has calls any more, and not because it was not to be gone further
    closed = any(one.after_all for one in segments) or (ended and (asked is None or max(stages, default=0) < asked))
    is_complete = complete == max(stages, default=-1)
    whole = is_complete and (closed or ended or (asked is not None and complete >= asked))
    status = plain.status
    if (
        status == "held"
        and is_steady
        and is_exact
        and whole
        and not is_cut
        and not open_ends
        and not random_only(segments)
    ):
        status = "exhausted"
    given = {one.name: getattr(plain, one.name) for one in fields(Claims) if one.name != "tests"}
    return ProgramClaims(
        **(given | {"status": status, "of_them": _fates(plain), "states": sum(one[1] for one in counts.states)}),
        tests=every + random + plain.replayed,
        calls=complete if complete > 0 else None,
        counted=counted,
        systematic=systematic,
        beyond_stages=every - systematic,
        random=random,
        sampled=sum(sampled for _, _, sampled, *_ in counts.states),
        constants=constants,
        limits=limits,
        joins=joins,
        looks=ledger.account(Looks()).performed,
        contracts=contracts,
        in_threads=ledger.account(InThreads()).performed,
        nothing_new=closed and is_steady and not is_cut and is_complete,
    )


def random_only(segments: Sequence[Began]) -> bool:
    return bool(segments) and all(one.is_random for one in segments)


def _fates(claims: Claims) -> dict[str, int]:
    return {
        "refused": claims.refused,
        "discarded": claims.discarded,
        "not checked": claims.unjudged,
        "blocked": claims.walled,
        "undecided": claims.undecided,
    }
