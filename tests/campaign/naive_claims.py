"""What may be said of a run, computed the naive way: from a table that has the fate of every input."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from refute.campaign.ledger import Account
from refute.search.schedule.domains import Aliased, Domain, Drawn, Exhaustive, Kept, Marked, Solved
from refute.spaces.scope import Scope

FATES = ("held", "known", "discarded", "refused", "undecided", "unjudged", "unmade", "failed")
OPEN = ("undecided", "unjudged", "unmade")


@dataclass
class Table:
    """The fates of the inputs of a domain by their indices, and how many inputs there are."""

    domain: Domain
    total: int | None = None
    fates: dict[int, str] = field(default_factory=dict)
    unvaried: set[int] = field(default_factory=set)
    raised: set[int] = field(default_factory=set)  # of those that held, those that raised what is declared

    def become(self, index: int, fate: str) -> None:
        self.fates[index] = fate
        self.raised.discard(index)

    def count(self, *fates: str) -> int:
        return sum(fate in fates for fate in self.fates.values())

    @property
    def performed(self) -> int:
        return len(self.fates) - self.count("known", "unmade")

    @property
    def is_clean(self) -> bool:
        return (
            self.total is not None
            and all(index in self.fates for index in range(self.total))
            and not any(fate in OPEN for fate in self.fates.values())
        )


def table_of(account: Account) -> Table:
    """An account written out. Each index has one fate, or it raises."""
    table = Table(account.domain, account.total)
    for fate in FATES:
        for first, stop in getattr(account, fate):
            for index in range(first, stop):
                assert index not in table.fates, f"{index} of {account.domain} is {table.fates[index]} and {fate}"
                table.fates[index] = fate
    accounted = {index for first, stop in account.accounted for index in range(first, stop)}
    assert accounted == set(table.fates), f"of {account.domain}, {accounted} are accounted for, {table.fates} are there"
    table.unvaried = {index for first, stop in account.unvaried for index in range(first, stop)}
    table.raised = {index for first, stop in account.raised for index in range(first, stop)}
    assert all(table.fates[index] == "held" for index in table.raised)
    refused = [index for inputs in account.refusals.values() for first, stop in inputs for index in range(first, stop)]
    assert sorted(refused) == sorted(index for index, fate in table.fates.items() if fate == "refused")
    return table


def is_complete(table: Table, tables: Sequence[Table]) -> bool:
    """Whether each input was performed and judged or given up, those that are known in the scope before."""
    if not table.is_clean:
        return False
    known = table.count("known")
    if not known:
        return True
    return any(
        isinstance(other.domain, Exhaustive)
        and isinstance(table.domain, Exhaustive)
        and other.domain.scope == table.domain.previous
        and (other.total == known or other.domain.scope.letters != table.domain.scope.letters)
        and is_complete(other, tables)
        for other in tables
    )


def _comma(number: int) -> str:
    return f"{number:,}"


def _inputs(number: int, noun: str = "input") -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def status(tables: Sequence[Table], *, refuted: bool, asked: Scope | None, ended: bool) -> str:
    """Without a solver that was asked for all inputs."""
    if refuted:
        return "refuted"
    if not any(table.count("held") for table in tables) or any(table.count("failed") for table in tables):
        return "undecided"
    complete = [table.domain for table in tables if isinstance(table.domain, Exhaustive) and is_complete(table, tables)]
    is_everything = bool(complete) and (ended or complete[-1].scope == asked)
    counted = [table for table in tables if isinstance(table.domain, Exhaustive | Aliased) or not (complete and ended)]
    is_open = any(table.count(*OPEN) for table in counted if table.performed)
    return "exhausted" if is_everything and not is_open else "held"


def sentence(
    tables: Sequence[Table],
    *,
    refuted: bool,
    ended: bool,
    seed: int,
    functions: Sequence[str],
    others: Mapping[Scope, int],
    letters: Mapping[Scope, Sequence[str]] | None = None,
) -> str:
    """What was tried, in words. `letters` are those that texts of scopes are made of."""
    exhaustive = [table for table in tables if isinstance(table.domain, Exhaustive)]
    complete = [table for table in exhaustive if is_complete(table, tables)]
    last = complete[-1] if complete else None
    if last is not None and ended:  # whatever else was tried is among these, but for one object in two places
        tables = [table for table in tables if isinstance(table.domain, Exhaustive | Aliased)]
    parts = []
    largest = None
    if last is not None:
        assert isinstance(last.domain, Exhaustive)
        largest = last.domain.scope.size
        total = last.total or 0
        noun = "behaviour" if functions else "input"
        told = ("" if total == 1 else "all ") + _inputs(total, noun)
        if functions:
            told += f" of {' and '.join(functions)}"
            if others.get(last.domain.scope, 0) > 1:
                told += f" on {_inputs(others[last.domain.scope], 'other input')}"
        told += " there are" if ended else _far(last.domain.scope, letters)
        parts.append("the only input" if ended and total == 1 and not functions else told)
        others_said = [
            (table.domain.scope, table.total)
            for table in complete
            if isinstance(table.domain, Exhaustive) and table.domain.scope.letters != last.domain.scope.letters
        ]
        for scope, inputs in [] if ended else others_said[-1:]:
            parts.append(f"all {_comma(inputs or 0)}{_far(scope, letters)}")
    beyond = sum(table.performed for table in exhaustive if table not in complete)
    if beyond:
        parts.append(f"{_comma(beyond)} larger" if complete else _inputs(beyond))
    marked = sum(table.performed for table in tables if isinstance(table.domain, Marked))
    if marked:
        parts.append(f"{_comma(marked) if parts else _inputs(marked)} with constants of the code")
    aliased = sum(table.performed for table in tables if isinstance(table.domain, Aliased))
    if aliased:
        parts.append(f"{_comma(aliased) if parts else _inputs(aliased)} with one object as two arguments")
    solved = sum(table.performed for table in tables if isinstance(table.domain, Solved))
    if solved:
        parts.append(f"{_comma(solved) if parts else _inputs(solved)} found by the solver")
    drawn = 0
    for noun, are_wide in (("sample", False), ("wide sample", True)):
        sizes = Counter(
            table.domain.size(index)
            for table in tables
            if isinstance(table.domain, Drawn) and (table.domain.scope.palette is not None) == are_wide
            for index, fate in table.fates.items()
            if fate not in ("known", "unmade") and not is_obsolete(table.domain, index, largest)
        )
        drawn += len(sizes)
        if sizes:
            low, high = min(sizes), max(sizes)
            span = f"size {low}" if low == high else f"sizes {low} to {high}"
            parts.append(f"{_inputs(sum(sizes.values()), noun)} of {span}")
    if drawn:
        parts.append(f"seed {seed}")
    if last is not None and last.unvaried:
        were = "was" if len(functions) == 1 else "were"
        parts.append(
            f"in {_comma(len(last.unvaried))} of them, {' and '.join(functions)} {were} called more often than the "
            "scope varies"
        )
    kept = sum(table.performed for table in tables if isinstance(table.domain, Kept))
    only_kept = not any(table.performed for table in tables if not isinstance(table.domain, Kept))
    if kept and not parts:
        parts.append(f"{_inputs(kept)} kept from earlier runs")
    spoken_of = [
        fate
        for table in tables
        if table.performed and (only_kept or not isinstance(table.domain, Kept))
        for index, fate in table.fates.items()
        if not is_obsolete(table.domain, index, largest)
    ]
    words = {"discarded": "discarded", "refused": "refused", "undecided": "undecided", "unjudged": "not checked"}
    for fate, told in (words if refuted else words | {"failed": "failed"}).items():
        if fate in spoken_of:
            parts.append(f"{_comma(spoken_of.count(fate))} of them {told}")
    return ", ".join(parts) or "nothing was tried"


def _far(scope: Scope, letters: Mapping[Scope, Sequence[str]] | None) -> str:
    said = " and ".join(f"the letters {own if own.isalnum() else repr(own)}" for own in (letters or {}).get(scope, ()))
    return f" to {replace(scope, letters=None)}" + (f" over {said}" if said else "")


def is_obsolete(domain: Domain, index: int, largest: int | None) -> bool:
    """Whether it was drawn of a size that has been exhausted since. Wide samples are of scalars that no scope has."""
    if not isinstance(domain, Drawn) or domain.scope.palette is not None or largest is None:
        return False
    return domain.size(index) <= largest


def performed(tables: Sequence[Table], *, replayed: bool = False) -> int:
    return sum(table.performed for table in tables if isinstance(table.domain, Kept) or not replayed)
