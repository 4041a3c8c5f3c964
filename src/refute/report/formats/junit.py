"""`--format junit`: XML as test runners write it and CI systems read it, a test case for each function."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TextIO
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from refute.campaign.report import Report
from refute.errors import Place
from refute.report.lines import plain
from refute.report.summary import Summary
from refute.report.verdicts import Unusable, Verdict, finding_told, told

# Characters that XML cannot hold, not even escaped.
_UNHEARD_OF = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class JUnitWriter:
    def __init__(self, out: TextIO) -> None:
        self._out = out

    def finished(self, verdict: Verdict) -> None:
        """All is written at the end, from the summary: the first line has the numbers."""

    def end(self, summary: Summary) -> None:
        numbers = {
            "name": "refute",
            "tests": str(len(summary.verdicts)),
            "failures": str(summary.counts["refuted"]),
            "errors": str(summary.counts["unusable"] + summary.counts["undecided"] + summary.unusable_targets),
            "skipped": str(sum(isinstance(one, Unusable) and one.status == "known" for one in summary.verdicts)),
            "time": f"{summary.seconds:.3f}",
        }
        root = Element("testsuites", numbers)
        suite = SubElement(root, "testsuite", numbers)
        if summary.interrupted:
            properties = SubElement(suite, "properties")
            SubElement(properties, "property", name="interrupted", value="true")
        for verdict in summary.verdicts:
            suite.append(_case(verdict))
        ElementTree.indent(root)
        # all characters beyond ASCII as references, so that it is well-formed in whatever encoding it is written
        self._out.write(ElementTree.tostring(root, encoding="us-ascii", xml_declaration=True).decode() + "\n")


def _case(verdict: Verdict) -> Element:
    case = Element("testcase", classname=_module(verdict.place), name=held(verdict.target))
    if verdict.place is not None:
        case.set("file", held(str(Place(verdict.place.file))))
        case.set("line", str(verdict.place.line))
    match verdict:
        case Report():
            _fill(case, verdict)
        case Unusable(error=error) if verdict.status == "known":
            case.set("time", "0")
            SubElement(case, "skipped", message=held(error.problem))
        case Unusable(error=error):
            case.set("time", "0")
            failed = SubElement(case, "error", type=type(error).__name__, message=held(error.problem))
            failed.text = held(str(error))
    return case


def _fill(case: Element, report: Report) -> None:
    case.set("time", f"{report.seconds:.3f}")
    properties = SubElement(case, "properties")
    for name, value in report.properties:
        SubElement(properties, "property", name=name, value=held(value))
    if report.findings:
        first = report.findings[0]
        failure = SubElement(case, "failure", type=first.kind, message=held(first.summary))
        failure.text = held("\n\n".join(plain(finding_told(finding, whole=True)) for finding in report.findings))
    elif report.status == "undecided":
        SubElement(case, "error", type="undecided", message=held(report.claims.tried)).text = held(plain(told(report)))
    else:
        SubElement(case, "system-out").text = held(plain(told(report)))


def _module(place: Place | None) -> str:
    """The file as a dotted name."""
    if place is None:
        return "refute"
    path = PurePath(str(Place(place.file))).with_suffix("")
    return held(".".join(part for part in path.parts if part != path.anchor))


def held(text: str) -> str:
    return _UNHEARD_OF.sub(lambda found: repr(found[0])[1:-1], text)
