"""Claims: all that is said of what was tried, derived from the ledger. Nobody else counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from refute.campaign.ledger import Account, Ledger
from refute.campaign.ranges import Ranges
from refute.judge.calls.refusals import Refusal
from refute.logic.terms.wording import listed
from refute.search.schedule.domains import Aliased, Drawn, Exhaustive, Families, Kept, Marked, OnStates, Solved
from refute.spaces.scope import Scope
from refute.words import grouped, plural

Alphabets = tuple[str | bytes, ...]
_MOST_WAYS = 3  # of refusing inputs, that are told
_MOST_LETTERS = 16  # that are told one by one
_MOST_ALPHABETS = 2


@dataclass(frozen=True)
class Claims:
    """What can be said of the inputs of one function, and no more than that."""

    unit: ClassVar[str] = "input"  # what is counted

    status: str  # "refuted", "exhausted", "held" or "undecided"
    tests: int  # inputs that were performed
    replayed: int  # of them, those kept from earlier runs
    scopes: Sequence[tuple[Scope, int]]  # those of which all inputs were performed, with how many each added
    alphabets: Mapping[Scope, Alphabets]  # of the texts in these
    whole: int  # inputs of the largest of them
    over_others: tuple[Scope, int] | None  # the largest of them with other letters than the last, and its inputs
    everything: bool  # there are no other inputs
    beyond: int  # inputs of scopes of which not all were performed
    marked: int  # inputs with constants of the code
    aliased: int  # inputs in which two parameters are one object
    solved: int  # inputs that a solver found
    samples: Mapping[int, int]  # size → how many were drawn, of sizes beyond the scopes
    wide: Mapping[int, int]  # size → how many were drawn from all over their types
    seed: int
    discarded: int
    refused: int
    refusals: Sequence[tuple[Refusal, int]]  # how many of these in each way, the most frequent first
    undecided: int
    unjudged: int
    walled: int
    raised: int  # of the inputs that held, those whose calls raised an exception that is declared
    returned: int  # the others of them
    of_them: Mapping[str, int]  # of the inputs that `tried` speaks of, how many had such a fate
    ways_of_them: Sequence[tuple[Refusal, int]]  # of those that were refused, in which way
    unvaried: int  # of the largest scope, inputs whose functions were called more than it varies
    functions: Sequence[str]  # parameters that are functions
    others: int  # inputs of the largest scope, whatever those functions answer
    stopped: bool  # before the time was over, as going on showed nothing new
    on_states: int = 0  # inputs that are calls on instances which other methods have made
    states: int = 0  # how many such instances there were
    whole_by: int = 0  # calls that stand for all inputs of the largest scope, if not one for each
    beyond_by: int = 0  # calls that stand for those of scopes of which not all were performed

    @property
    def tried(self) -> str:
        """`all 48,620 inputs to size 6, 9,000 samples of sizes 7 to 30, 4,000 wide samples of sizes 0 to 40, seed 0`"""
        parts = []
        if self.everything and self.whole == 1 and not self.functions:
            parts.append("the only input")
        elif self.scopes:
            how_far = "there are" if self.everything else self._world(self.scopes[-1][0])
            parts.append(f"{self._all()} {how_far}{_by(self.whole_by)}")
            if self.over_others is not None and not self.everything:
                scope, whole = self.over_others
                parts.append(f"all {grouped(whole)} {self._world(scope)}")
        if self.beyond:
            beyond = f"{grouped(self.beyond)} larger" if self.scopes else plural(self.beyond, "input")
            parts.append(f"{beyond}{_by(self.beyond_by)}")
        if self.marked:
            marked = grouped(self.marked) if parts else plural(self.marked, "input")
            parts.append(f"{marked} with constants of the code")
        if self.aliased:
            aliased = grouped(self.aliased) if parts else plural(self.aliased, "input")
            parts.append(f"{aliased} with one object as two arguments")
        if self.on_states:
            calls = grouped(self.on_states) if parts else plural(self.on_states, "call")
            parts.append(f"{calls} on {plural(self.states, 'state')} of self that other methods lead to")
        if self.solved:
            parts.append(f"{grouped(self.solved) if parts else plural(self.solved, 'input')} found by the solver")
        drawn = [
            f"{plural(sum(samples.values()), noun)} of {_span(samples)}"
            for samples, noun in ((self.samples, "sample"), (self.wide, "wide sample"))
            if samples
        ]
        if drawn:
            parts += [*drawn, f"seed {self.seed}"]
        if self.unvaried:
            parts.append(
                f"in {grouped(self.unvaried)} of them, {listed(self.functions)} "
                f"{'was' if len(self.functions) == 1 else 'were'} called more often than the scope varies"
            )
        if self.replayed and not parts:
            parts.append(f"{plural(self.replayed, 'input')} kept from earlier runs")
        parts += [f"{grouped(count)} of them {fate}{self._ways(fate)}" for fate, count in self.of_them.items() if count]
        said = ", ".join(parts) or "nothing was tried"
        return f"{said}; stopped: all its code was run, nothing new" if self.stopped else said

    def which(self, number: int, size: int, first: int | None, *, kept: bool) -> str:
        """Which input was the first to fail: `input 22, size 3`. `first` is its size before it was made smaller."""
        which = "kept input" if kept else f"input {grouped(number)}"
        if first in (None, size):
            return f"{which}, size {size}"
        return f"{which}, made smaller: from size {first} to {size}"

    def _world(self, scope: Scope) -> str:
        """`to size 12 over the letters ab`"""
        over = over_letters(self.alphabets.get(scope, ()))
        return f"to {replace(scope, letters=None)}{over and f' over {over}'}"

    def _ways(self, fate: str) -> str:
        """` (ValueError 'empty' ×300, KeyError at maps.py:9 ×12)`, the counts only where there are several."""
        ways = self.ways_of_them if fate == _TOLD["refused"] else ()
        if len(ways) <= 1:
            return f" ({ways[0][0]})" if ways else ""
        shown = [f"{way} ×{grouped(count)}" for way, count in ways[:_MOST_WAYS]]
        more = [f"{len(ways) - _MOST_WAYS} more"] if len(ways) > _MOST_WAYS else []
        return f" ({', '.join([*shown, *more])})"

    def _all(self) -> str:
        """How many inputs a scope has. Where some are functions, those are their behaviours on the others."""
        every = "all " if self.whole != 1 else ""
        if not self.functions:
            return f"{every}{plural(self.whole, 'input')}"
        others = f" on {plural(self.others, 'other input')}" if self.others > 1 else ""
        return f"{every}{plural(self.whole, 'behaviour')} of {listed(self.functions)}{others}"


def _by(calls: int) -> str:
    return f" by {plural(calls, 'call')}" if calls else ""


def over_letters(alphabets: Alphabets) -> str:
    """`the letters ab and abxy`, `the bytes b'a\\x00'`; nothing where there are no texts."""
    told = list(map(_spelled, alphabets[:_MOST_ALPHABETS]))
    more = [f"{len(alphabets) - _MOST_ALPHABETS} more alphabets"] if len(alphabets) > _MOST_ALPHABETS else []
    return listed([*told, *more]) if told else ""


def _spelled(alphabet: str | bytes) -> str:
    noun = "letters" if isinstance(alphabet, str) else "bytes"
    if len(alphabet) > _MOST_LETTERS:
        return f"{len(alphabet)} {noun}"
    if isinstance(alphabet, str) and alphabet.isascii() and alphabet.isalnum():
        return f"the {noun} {alphabet}"
    return f"the {noun} {alphabet!r}"


def claims_of(
    ledger: Ledger,
    *,
    refuted: bool,
    asked: Scope | None,
    ended: bool,
    seed: int = 0,
    functions: Sequence[str] = (),
    others: Mapping[Scope, int] | None = None,
    alphabets: Mapping[Scope, Alphabets] | None = None,
    by_solver: Scope | None = None,
    stopped: bool = False,
    states: int = 0,
) -> Claims:
    """What a ledger proves. `asked` is the scope that was asked for; `ended`: larger scopes have no more inputs;
    `alphabets`: those of the texts in scopes; `by_solver`: the scope of which the solver found all inputs; `stopped`:
    it was, as nothing new was seen; `states`: how many instances other methods made for a method."""
    complete = [account for account in ledger.accounts if _is_whole_scope(ledger, account)]
    last = complete[-1] if complete else None
    scopes = [(_scope(account), _inputs(account) - account.known.count) for account in complete]
    told = [account for account in ledger.accounts if not _is_repeated(ledger, account, complete)]
    exhaustive = [account for account in told if isinstance(account.domain, Exhaustive | Families)]
    incomplete = [account for account in exhaustive if not _is_whole_scope(ledger, account) and not account.is_given_up]
    everything = ended and last is not None and last is exhaustive[-1]
    counted = [account for account in told if account.performed]
    # where all inputs there are have been tried, others were among them, but for those with one object in two places
    spoken_of = (
        [one for one in counted if isinstance(one.domain, Exhaustive | Families | Aliased | OnStates)]
        if everything
        else _without_kept(counted)
    )
    held = sum(account.held.count for account in counted)
    raised = sum(account.raised.count for account in counted)
    untold = 0 if refuted else sum(account.failed.count for account in counted)
    open_ends = sum(
        account.undecided.count + account.unjudged.count + account.walled.count + account.unmade.count
        for account in (spoken_of if everything else counted)
    )
    asked_for = last is not None and _scope(last) == asked
    solved = [account for account in counted if isinstance(account.domain, Solved)]
    found = sum(account.performed for account in solved)
    if by_solver is not None and all(account.is_clean for account in solved):
        scopes, asked_for = [(by_solver, found)], by_solver == asked
    exhausted = bool(scopes) and not open_ends and (everything or asked_for)
    is_open = untold or not held
    status = "refuted" if refuted else "undecided" if is_open else "exhausted" if exhausted else "held"
    largest = _scope(last).size if last is not None else None
    over_others = [one for one in complete if last is not None and _scope(one).letters != _scope(last).letters]
    samples: Counter[int] = Counter()
    wide: Counter[int] = Counter()
    for account in spoken_of:
        if isinstance(account.domain, Drawn):
            (wide if account.domain.is_wide else samples).update(_by_size(account, account.domain))
    return Claims(
        status=status,
        tests=ledger.tests,
        replayed=ledger.replayed,
        scopes=scopes,
        alphabets={scope: (alphabets or {}).get(scope, ()) for scope, _ in scopes},
        whole=_inputs(last) if last is not None else found if scopes else 0,
        whole_by=last.performed if last is not None and isinstance(last.domain, Families) else 0,
        over_others=(_scope(over_others[-1]), _inputs(over_others[-1])) if over_others else None,
        everything=everything,
        beyond=sum(account.inputs for account in incomplete),
        beyond_by=sum(account.performed for account in incomplete) if _have_families(incomplete) else 0,
        marked=sum(account.performed for account in spoken_of if isinstance(account.domain, Marked)),
        aliased=sum(account.performed for account in spoken_of if isinstance(account.domain, Aliased)),
        solved=0 if everything or (scopes and last is None) else found,
        # what was drawn of sizes that have been exhausted since adds nothing to what is known
        samples={size: count for size, count in samples.items() if largest is None or size > largest},
        wide=wide,
        seed=seed,
        discarded=sum(account.discarded.count for account in counted),
        refused=sum(account.refused.count for account in counted),
        undecided=sum(account.undecided.count for account in counted),
        unjudged=sum(account.unjudged.count for account in counted),
        walled=sum(account.walled.count for account in counted),
        raised=raised,
        returned=held - raised,
        refusals=_refusals(ledger, counted, None),
        of_them=_of_them(spoken_of, largest, _TOLD if refuted else _TOLD | _UNTOLD),
        ways_of_them=_refusals(ledger, spoken_of, largest),
        unvaried=0 if last is None else last.unvaried.count,
        functions=tuple(functions),
        others=0 if last is None else (others or {}).get(_scope(last), 0),
        stopped=stopped,
        on_states=sum(account.performed for account in counted if isinstance(account.domain, OnStates)),
        states=states,
    )


_TOLD = {
    "discarded": "discarded",
    "refused": "refused",
    "undecided": "undecided",
    "unjudged": "not checked",
    "walled": "blocked",
}
_UNTOLD = {"failed": "failed"}  # with no finding that tells how: it was interrupted


def _of_them(accounts: Sequence[Account], largest: int | None, fates: Mapping[str, str]) -> dict[str, int]:
    """What became of inputs, without those of samples of sizes that have been exhausted since."""
    found = dict.fromkeys(fates.values(), 0)
    for account in accounts:
        for fate, words in fates.items():
            found[words] += _beyond(account, getattr(account, fate), largest)
    return found


def _refusals(ledger: Ledger, accounts: Sequence[Account], largest: int | None) -> list[tuple[Refusal, int]]:
    """In which ways inputs were refused, and how many in each."""
    found: Counter[int] = Counter()
    for account in accounts:
        found.update({code: _beyond(account, inputs, largest) for code, inputs in account.refusals.items()})
    known = ((ledger.refusals[code], count) for code, count in found.most_common() if code in ledger.refusals)
    return [(way, count) for way, count in known if count]


def _without_kept(accounts: Sequence[Account]) -> Sequence[Account]:
    """Those of inputs kept from earlier runs only if there are no others."""
    return [one for one in accounts if not isinstance(one.domain, Kept)] or accounts


def _beyond(account: Account, inputs: Ranges, largest: int | None) -> int:
    """How many inputs are not samples of sizes that have been exhausted since."""
    if isinstance(account.domain, Drawn) and not account.domain.is_wide and largest is not None:
        sizes = (account.domain.size(index) for first, stop in inputs for index in range(first, stop))
        return sum(size > largest for size in sizes)
    return account.inputs_in(inputs)


def _is_whole_scope(ledger: Ledger, account: Account) -> bool:
    return isinstance(account.domain, Exhaustive | Families) and ledger.is_complete(account.domain)


def _is_repeated(ledger: Ledger, account: Account, complete: Sequence[Account]) -> bool:
    """Whether it has some families of a scope of which all inputs have been performed one by one since."""
    if not isinstance(account.domain, Families) or _is_whole_scope(ledger, account):
        return False
    return account.domain.scope in {_scope(one) for one in complete}


def _scope(account: Account) -> Scope:
    assert isinstance(account.domain, Exhaustive | Families)
    return account.domain.scope


def _inputs(account: Account) -> int:
    """How many inputs a scope has that is complete."""
    return account.domain.inputs if isinstance(account.domain, Families) else account.total or 0


def _have_families(accounts: Sequence[Account]) -> bool:
    return any(isinstance(account.domain, Families) and account.performed for account in accounts)


def _span(samples: Mapping[int, int]) -> str:
    smallest, largest = min(samples), max(samples)
    return f"size {largest}" if smallest == largest else f"sizes {smallest} to {largest}"


def _by_size(account: Account, domain: Drawn) -> Counter[int]:
    """How many inputs of each size were performed."""
    performed = account.accounted.copy()
    for first, stop in (*account.known, *account.unmade):
        performed.remove(first, stop)
    return Counter(domain.size(index) for first, stop in performed for index in range(first, stop))
