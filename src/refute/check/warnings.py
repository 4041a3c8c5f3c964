"""What keeps a verdict from meaning much."""

from __future__ import annotations

from refute.campaign.claims import Claims
from refute.campaign.report import Report
from refute.check.client import Client
from refute.check.data import FunctionInfo
from refute.logic.terms.wording import listed
from refute.spaces.scope import Scope
from refute.words import grouped

_MOST_DISCARDED = 0.5  # of the inputs
_FEW = 4  # inputs; fewer say next to nothing


def warnings(client: Client, report: Report, *, late: bool, empty: Scope | None = None) -> list[str]:
    """`late`: the time was over before the search was; `empty`: the largest scope, if it has no input."""
    info, claims = client.info, report.claims
    found = []
    if info.unannotated:
        found.append("the result has no annotation: only exceptions, hangs and deaths are noticed")
    elif info.admits_everything:
        found.append("the type of the result admits everything")
    if info.skipped:
        found.append(f"{listed(info.skipped)} {'has' if len(info.skipped) == 1 else 'have'} no annotation: never given")
    if info.unreached:
        found.append(f"{listed(info.unreached)} cannot be given without {listed(info.skipped)}: never given")
    if info.assumed:
        found.append(
            f"{listed(info.assumed)} {'has' if len(info.assumed) == 1 else 'have'} no annotation: given None, "
            "booleans, integers and texts; a TypeError or an AttributeError counts as refusing them"
        )
    if info.shared:
        found.append(
            f"values of {listed(info.shared)} cannot be copied: all calls are given the same, and what one changes in "
            "them is changed for the next (register it with make= instead)"
        )
    if info.unlinked:
        found.append(
            f"no objects of {listed(info.unlinked)} with sharing or cycles were tried, though an invariant compares "
            "some: only those can be linked that keep their arguments without checking them"
        )
    if info.cut:
        found.append(f"of {listed(info.cut)}, only the first constraint was tried")
    selected = {note.text: note.reason for note in info.notes if note.status == "selected"}
    found += [f"of {name}, only {which} were tried" for name, which in selected.items()]
    if any(finding.kind == "violation" for finding in report.findings):
        impossible = client.impossible_result()
        if impossible is not None:
            found.append(f"no result can be right: {impossible}")
    if report.findings or report.interrupted:
        return found
    if late and report.status == "held" and claims.tests < _FEW:
        inputs = "1 input was" if claims.tests == 1 else f"{claims.tests} inputs were"
        found.append(f"only {inputs} tried before its time was over")
    elif claims.scopes and not (claims.samples or claims.beyond or claims.functions or claims.solved):
        found += client.narrowness(claims.scopes[-1][0], claims.tests, report.seconds)
    if not claims.tests and empty is not None:
        found.append(
            client.emptiness(empty)
            + (", and others were not found in time: --budget gives more" if late else ": there was nothing to try")
        )
    elif not claims.tests:
        found.append(
            "no input was tried before its time was over: --budget gives more" if late else "there was no input to try"
        )
    elif claims.refused == claims.tests:
        found.append(f"every input was refused: nothing is known of what {info.name} does with those that it takes")
    elif claims.discarded + claims.refused > claims.tests * _MOST_DISCARDED:
        found.append(_given_up(info, claims))
    if claims.raised and not claims.returned and info.raises:
        calls = "the only call" if claims.raised == 1 else f"every one of the {grouped(claims.raised)} calls"
        judged = "" if claims.raised == claims.tests else " that counts" if claims.raised == 1 else " that count"
        found.append(f"{calls}{judged} raised {' or '.join(info.raises)}{'' if info.assumed else ', as declared'}")
    return found


def _given_up(info: FunctionInfo, claims: Claims) -> str:
    """How many of the inputs say nothing of results, and why."""
    share = 100 * (claims.discarded + claims.refused) // claims.tests
    by = []
    if claims.refused:
        by.append(f"refused by {info.name}")
    if claims.discarded:
        by.append("discarded by assume()")
        if claims.functions:
            by.append(
                "given up because a function that was given had nothing to return, or was called by another process"
            )
    return f"{share} % of the inputs were {', or '.join(by)}: rule them out with a refinement instead"
