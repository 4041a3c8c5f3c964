"""The law: nothing is claimed of inputs on which no call was seen.

Two logs say which calls of a random program happened: the audit of refute, and one that the program itself keeps in
this process. What a report claims is computed again, from the types by hand or by listing the scopes anew, and held
against the logs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import chain, islice
from typing import Any

import naive_claims
from naive_claims import OPEN, Table, is_complete, table_of
from random_programs import FINDINGS, HARMLESS, LEFTOVERS
from random_runs import Run

from refute.campaign.report import Report
from refute.judge.findings import Finding, call_line
from refute.search.aliasing import without
from refute.search.pairs import places_of_pairs
from refute.search.schedule.domains import Aliased, Domain, Drawn, Exhaustive, Marked
from refute.search.schedule.stages import Exhaust, Inputs, Sample
from refute.spaces.arguments import argument_lists
from refute.spaces.scope import Scope
from refute.types.signatures import read_signature

Values = tuple[Any, ...]  # in the order of `signature.parameters`
_TOO_MUCH = ("memory", "hang", "devour")  # fates that are left open where inputs are from all over their types
_FURTHER = 3  # sizes beyond the last scope in which there is nothing new, where all there is was tried


def breaches(run: Run) -> list[str]:
    """What a report claims, and the logs do not show."""
    try:
        tables = [table_of(account) for account in run.report.ledger.accounts]
    except AssertionError as error:
        return [str(error)]
    judged = _Judged(run, run.report, tables)
    laws = [judged.claims, judged.limits, judged.findings]
    if run.program.with_functions:
        laws.append(judged.behaviours)
    else:
        laws += [judged.calls, judged.fates, judged.scopes, judged.smallest, judged.numbers]
    return list(chain.from_iterable(law() for law in laws))


class _Judged:
    def __init__(self, run: Run, report: Report, tables: list[Table]) -> None:
        self.run = run
        self.report = report
        self.tables = tables
        self.program = run.program
        self.signature = read_signature(run.program.function)
        self._spaces: dict[Scope, Inputs] = {}

    # -- what there is to be called ------------------------------------------------------------------------------------

    def space(self, scope: Scope) -> Inputs:
        if scope not in self._spaces:
            self._spaces[scope] = argument_lists(self.signature, scope)
        return self._spaces[scope]

    @cached_property
    def inputs(self) -> dict[Domain, dict[int, Values]]:
        """Of each domain the inputs that are accounted for, by index, listed anew."""
        found: dict[Domain, dict[int, Values]] = {}
        for table in self.tables:
            match table.domain:
                case Exhaustive(scope=scope, order=None):
                    listed = enumerate(self.space(scope))
                    found[table.domain] = {index: values for index, values in listed if index in table.fates}
                case Exhaustive(scope=scope, previous=previous, order=order):
                    before = None if previous is None else Exhaust(previous, self.space(previous))
                    stage = Exhaust(scope, self.space(scope), before, None, order)
                    found[table.domain] = {index: stage.input(index) for index in table.fates}
                case Drawn():
                    found[table.domain] = self._drawn(table.domain, table)
                case Aliased():
                    found[table.domain] = self._aliased(table.domain, table)
                case Marked(scope=scope, pairs=True):
                    places = places_of_pairs(self.signature, scope, self.space(scope))
                    found[table.domain] = {index: self.space(scope)[places[index]] for index in table.fates}
                case Marked(scope=scope, sizes=()):
                    space = self.space(scope)
                    found[table.domain] = {index: space[index] for index in table.fates}
                case Marked(scope=scope, count=count, sizes=sizes, seed=seed):
                    found[table.domain] = self._drawn(Drawn(scope, sizes, count, seed), table)
        return found  # what a solver found, or a store kept, is known to the host alone

    def _aliased(self, domain: Aliased, table: Table) -> dict[int, Values]:
        """With one object in the place of both parameters."""
        names = [parameter.name for parameter in self.signature.parameters]
        kept, dropped = names.index(domain.kept), names.index(domain.dropped)
        space = argument_lists(without(self.signature, domain.kept, domain.dropped), domain.scope)
        found = {}
        for index in table.fates:
            values = list(space[index])
            values.insert(dropped, values[kept - (dropped < kept)])
            found[index] = tuple(values)
        return found

    def _drawn(self, domain: Drawn, table: Table) -> dict[int, Values]:
        sample = Sample(domain, self.space(domain.scope))
        drawn = enumerate(islice(sample.start(0), max(table.fates, default=-1) + 1))
        return {index: values for index, values in drawn if index in table.fates}

    @cached_property
    def logs(self) -> dict[Callable[[Values], str], Counter[str]]:
        """The calls that happened, as each log writes them."""
        found: dict[Callable[[Values], str], Counter[str]] = {}
        if self.run.audit is not None:
            found[self.call] = Counter(self.run.audit)
        if not self.run.isolated:
            found[self.text] = Counter(self.program.calls)
        return found

    def call(self, values: Values) -> str:
        return call_line(self.signature, values)

    def text(self, values: Values) -> str:
        """The same as the program writes it."""
        return self.program.text(tuple(self.signature.arguments(values).values()))

    def fate(self, values: Values) -> str:
        return self.program.fate(self.text(values))

    def text_of(self, finding: Finding) -> str:
        arguments = finding.arguments
        return self.program.text(tuple(arguments[name] for name in self.signature.order))

    def fate_of(self, finding: Finding) -> str:
        return self.program.fate(self.text_of(finding))

    # -- laws ----------------------------------------------------------------------------------------------------------

    def claims(self) -> Iterator[str]:
        """Status, counts and sentence follow from the fates of the inputs."""
        report, tables, claims = self.report, self.tables, self.report.claims
        refuted, ended = bool(report.findings), claims.everything
        expected = naive_claims.status(tables, refuted=refuted, asked=self.run.settings.scope, ended=ended)
        if report.status != expected:
            yield f"it is {expected}, and called {report.status}"
        others = {scope: claims.others for scope, _ in claims.scopes[-1:]}
        told = naive_claims.sentence(
            tables,
            refuted=refuted,
            ended=ended,
            seed=self.run.settings.seed,
            functions=claims.functions,
            others=others,
            letters={scope: [str(own) for own in self.space(scope).alphabets] for scope, _ in claims.scopes},
        )
        if claims.tried != told:
            yield f"it says {claims.tried!r}, not {told!r}"
        if report.tests != naive_claims.performed(tables):
            yield f"{naive_claims.performed(tables)} inputs were tried, it says {report.tests}"
        for calls in self.logs.values():
            if report.tests > calls.total():
                yield f"it says that {report.tests} inputs were tried, and {calls.total()} calls were made"
        if len({calls.total() for calls in self.logs.values()}) > 1:
            yield f"{len(self.program.calls)} calls happened, and the audit does not have as many"

    def limits(self) -> Iterator[str]:
        """No more is done than may be, and no less than nothing keeps it from."""
        settings, report = self.run.settings, self.report
        if len(report.findings) > settings.max_findings:
            yield f"there are {len(report.findings)} findings, where {settings.max_findings} may be"
        if settings.tests is not None and report.tests > settings.tests:
            yield f"{report.tests} inputs were tried, where {settings.tests} may be"
        bounded = settings.budget is not None or settings.tests is not None or settings.scope is None
        if self.run.interrupted or bounded or report.findings:
            return
        is_open = any(table.count(*OPEN) for table in self.tables)
        if any(table.count("held") for table in self.tables) and not is_open and report.status != "exhausted":
            yield f"nothing kept it from exhausting {settings.scope}, and it is {report.status}: {report.claims.tried}"

    def calls(self) -> Iterator[str]:
        """Each input that is counted was called, as often as it is counted."""
        counted = [
            values
            for table in self.tables
            for index, values in self.inputs.get(table.domain, {}).items()
            if table.fates[index] not in ("known", "unmade")
        ]
        for write, calls in self.logs.items():
            if missing := Counter(map(write, counted)) - calls:
                yield f"calls are counted that did not happen: {dict(missing)}"

    def fates(self) -> Iterator[str]:
        """What fails is not said to hold, and what holds is not said to fail."""
        for table in self.tables:
            for index, values in self.inputs.get(table.domain, {}).items():
                fate, told = self.fate(values), table.fates[index]
                if self.run.settings.leftovers == "fail" and fate in LEFTOVERS and told == "failed":
                    continue  # which is told once for each kind of leftovers
                if fate == "tamper" and told in ("held", "failed"):
                    continue  # it breaks a promise only where other inputs share what is changed
                if told == "unjudged" and _is_far(table.domain) and fate in _TOO_MUCH:
                    continue  # large inputs are excused
                if told not in ("known", _right(fate)):
                    yield f"{self.call(values)} is said to be {told}: {fate}"

    def scopes(self) -> Iterator[str]:
        """All inputs of scopes that are said to be exhausted were called, as many as there are by hand."""
        claims = self.report.claims
        before = Counter[str]()
        for scope, count in claims.scopes:
            space = self.space(scope)
            inputs = Counter(map(self.text, space))
            by_hand = self.program.inputs(scope.reach) if scope.depth is None and scope.letters is None else None
            if by_hand is not None and Counter(self.program.text(values) for values, _ in by_hand) != inputs:
                yield f"{scope} has {len(by_hand)} inputs, not {space.count}"
            if (inputs - before).total() != count:
                yield f"{scope} has {(inputs - before).total()} inputs more, and {count} are said to be"
            before = inputs
            for write, calls in self.logs.items():
                if missing := [call for values in space if (call := write(values)) not in calls]:
                    yield f"{scope} is said to be exhausted, without {missing[:5]}"
            wrong = [values for values in space if _fails(self.fate(values))]
            if wrong and self.report.status not in ("refuted", "undecided"):
                yield f"{scope} has inputs that fail, such as {self.call(wrong[0])}, and it is {self.report.status}"
        whole = before.total()
        if claims.scopes and claims.whole != whole:
            yield f"{claims.whole} inputs are said to be in all, {whole} are"
        if claims.everything:
            further = Scope(size=claims.scopes[-1][0].reach + _FURTHER)
            if self.space(further).count != whole:
                yield f"{whole} inputs are said to be all there are, {further} has {self.space(further).count}"

    def findings(self) -> Iterator[str]:
        """What is said to fail was called, and fails when it is called again."""
        for finding in self.report.findings:
            if not finding.kept and not 1 <= finding.number <= self.report.tests:
                yield f"{finding} is said to be input {finding.number} of {self.report.tests}"
            if self.program.with_functions:
                continue
            if self.run.audit is not None and finding.call not in self.run.audit:
                yield f"{finding} is not in the audit"
            if not self.run.isolated and self.text_of(finding) not in self.program.calls:
                yield f"{finding} was not called"
            fate = self.fate_of(finding)
            if finding.kind not in (("misuse",) if fate in LEFTOVERS else FINDINGS.get(fate, ())):
                yield f"{finding} is {finding.kind}, where its input is {fate}"

    def smallest(self) -> Iterator[str]:
        """In the first scope that has failures of a kind, none is smaller than the one that is reported, if it comes
        smallest first."""
        if self.run.interrupted:
            return
        for finding in self.report.findings:
            if finding.kept:
                continue
            fate = self.fate_of(finding)
            for table in self.tables:
                if not isinstance(table.domain, Exhaustive) or not is_complete(table, self.tables):
                    continue
                space = self.space(table.domain.scope)
                sizes = [space.size_of(index) for index, values in enumerate(space) if self.fate(values) == fate]
                if sizes:
                    if finding.size > min(sizes) and table.domain.order is None:
                        yield f"{finding} has size {finding.size}, and there is one of size {min(sizes)}"
                    break

    def numbers(self) -> Iterator[str]:
        """The number of the first finding is that of the first call that failed."""
        tampered = any(fate == "tamper" for fate, _ in self.program.fates)
        if self.run.isolated or self.run.stored or tampered or not self.report.findings:
            return
        left_open = {
            self.text(values)
            for table in self.tables
            for index, values in self.inputs.get(table.domain, {}).items()
            if _is_far(table.domain) and table.fates[index] == "unjudged"
        }
        failing = [number for number, text in enumerate(self.program.calls, 1) if _fails(self.program.fate(text))]
        told = [number for number in failing if self.program.calls[number - 1] not in left_open]
        if self.report.findings[0].number not in (failing[0], *told[:1]):
            yield f"call {failing[0]} was the first to fail, and {self.report.findings[0].number} is said to be"

    def behaviours(self) -> Iterator[str]:
        """There are as many different behaviours in the log as are counted, and no failure among those that hold."""
        if self.run.isolated:
            return
        seen, claims = set(self.program.behaviours), self.report.claims
        counted = [table.performed for table in self.tables if isinstance(table.domain, Exhaustive)]
        if max([*counted, claims.whole]) > len(seen):
            yield f"{max([*counted, claims.whole])} behaviours are counted, and {len(seen)} were seen"
        wrong = [text for text in seen if _fails(self.program.fate(text))]
        if wrong and not self.run.interrupted and self.report.status not in ("refuted", "undecided"):
            yield f"{wrong[0]} failed, and it is {self.report.status}"


def _is_far(domain: Domain) -> bool:
    """Whether its inputs are from all over their types."""
    return isinstance(domain, Marked) or (isinstance(domain, Drawn) and domain.is_wide)


def _right(fate: str) -> str:
    """The fate of an input in a ledger."""
    if fate in HARMLESS:
        return "held"
    return {"discard": "discarded", "endless judging": "unjudged"}.get(fate, "failed")


def _fails(fate: str) -> bool:
    return _right(fate) == "failed" and fate != "tamper"
