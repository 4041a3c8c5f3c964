"""`--format github`: workflow commands, which GitHub shows as annotations beside the lines they name."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TextIO

from refute.campaign.report import Report
from refute.errors import Place
from refute.report.lines import plain
from refute.report.summary import Summary
from refute.report.verdicts import Unusable, Verdict, finding_told


class Annotations:
    """Says things beside lines of files."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        # files are named as seen from the root of the repository
        self._root = os.environ.get("GITHUB_WORKSPACE") or os.getcwd()

    def say(self, level: str, places: Iterable[Place | None], title: str, text: str) -> None:
        """Say something at the first of some places that is in a file."""
        properties = {"title": title}
        for place in places:
            if place is not None and os.path.isfile(place.file):
                properties = {"file": self._file(place.file), "line": str(place.line or 1), **properties}
                break
        listed = ",".join(f"{name}={_in_property(value)}" for name, value in properties.items())
        self._out.write(f"::{level} {listed}::{_in_message(text)}\n")
        self._out.flush()

    def _file(self, file: str) -> str:
        relative = os.path.relpath(file, self._root)
        return file if relative.startswith("..") else relative


class GitHubWriter:
    def __init__(self, out: TextIO) -> None:
        self._say = Annotations(out).say

    def finished(self, verdict: Verdict) -> None:
        match verdict:
            case Report(findings=findings, place=place, target=target):
                for finding in findings:
                    title = f"{target} refuted: {finding.kind}"
                    self._say("error", [finding.place, place], title, plain(finding_told(finding)))
                for warning in verdict.warnings:
                    self._say("warning", [place], target, warning)
            case Unusable(error=error) if verdict.status != "known":
                text = f"{error.problem}\n{error.remedy}".rstrip()
                self._say("error", [error.place, verdict.place], f"{verdict.target} unusable", text)

    def end(self, summary: Summary) -> None:
        self._say("notice", [], "refute", plain([summary.line(timed=True)]))


def _in_message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _in_property(text: str) -> str:
    return _in_message(text).replace(":", "%3A").replace(",", "%2C")
