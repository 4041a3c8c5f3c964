"""What keeps a verdict from meaning much."""

from __future__ import annotations

from refute.campaign.report import Report
from refute.check.client import Client
from refute.logic.terms.wording import listed
from refute.words import grouped

_MOST_DISCARDED = 0.5  # of the inputs


def warnings(client: Client, report: Report, *, late: bool) -> list[str]:
    """`late`: the budget was over."""
    info, claims = client.info, report.claims
    found = []
    if info.unannotated:
        found.append("the result has no annotation: only exceptions, hangs and deaths are noticed")
    elif info.admits_everything:
        found.append("the type of the result admits everything")
    if info.skipped:
        found.append(f"{listed(info.skipped)} {'has' if len(info.skipped) == 1 else 'have'} no annotation: never given")
    if info.assumed:
        found.append(
            f"{listed(info.assumed)} {'has' if len(info.assumed) == 1 else 'have'} no annotation: given None, "
            "booleans, integers and texts; a TypeError or an AttributeError counts as turning them down"
        )
    if info.cut:
        found.append(f"of {listed(info.cut)}, only the first constraint was tried")
    if any(finding.kind == "violation" for finding in report.findings):
        impossible = client.impossible_result()
        if impossible is not None:
            found.append(f"no result can be right: {impossible}")
    if report.findings or report.interrupted:
        return found
    if claims.scopes and not (claims.samples or claims.beyond or claims.functions or claims.solved):
        found += client.narrowness(claims.scopes[-1][0], claims.tests, report.seconds)
    given_up = claims.discarded + claims.refused
    if not claims.tests:
        found.append(
            "no input was tried before the budget was over" if late else "there was no input to try in this scope"
        )
    elif given_up > claims.tests * _MOST_DISCARDED:
        share = 100 * given_up // claims.tests
        by = f"turned down by {info.name}" if info.is_constructor else "discarded by assume()"
        if claims.functions:
            by += ", or given up as functions had nothing to answer, or were asked by other processes"
        found.append(f"{share} % of the inputs were {by}: say it with a refinement instead")
    if claims.raised and not claims.returned and info.raises:
        calls = "the only call" if claims.raised == 1 else f"every one of the {grouped(claims.raised)} calls"
        judged = (
            "" if claims.raised == claims.tests else " that was judged" if claims.raised == 1 else " that were judged"
        )
        found.append(f"{calls}{judged} raised {' or '.join(info.raises)}{'' if info.assumed else ', as declared'}")
    return found
