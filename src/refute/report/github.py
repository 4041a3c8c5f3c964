"""`--format github`: workflow commands, which GitHub shows as annotations beside the lines they name."""

from __future__ import annotations

import os
from typing import TextIO

from refute.check import Report
from refute.logic.errors import Place
from refute.report.lines import plain
from refute.report.summary import Summary
from refute.report.verdicts import Unusable, Verdict, finding_told


class GitHubWriter:
    def __init__(self, out: TextIO) -> None:
        self._out = out
        # files are named as seen from the root of the repository
        self._root = os.environ.get("GITHUB_WORKSPACE") or os.getcwd()

    def finished(self, verdict: Verdict) -> None:
        match verdict:
            case Report(findings=findings, place=place, target=target):
                for finding in findings:
                    title = f"{target} refuted: {finding.kind}"
                    self._say("error", finding.place or place, title, plain(finding_told(finding)))
                for warning in verdict.warnings:
                    self._say("warning", place, target, warning)
            case Unusable(error=error):
                where = error.place if error.place and os.path.isfile(error.place.file) else verdict.place
                text = f"{error.problem}\n{error.remedy}".rstrip()
                self._say("error", where, f"{verdict.target} unusable", text)

    def end(self, summary: Summary) -> None:
        self._say("notice", None, "refute", plain([summary.line(timed=True)]))

    def _say(self, level: str, place: Place | None, title: str, text: str) -> None:
        properties = {"title": title}
        if place is not None:
            properties = {"file": self._file(place.file), "line": str(place.line or 1), **properties}
        listed = ",".join(f"{name}={_in_property(value)}" for name, value in properties.items())
        self._out.write(f"::{level} {listed}::{_in_message(text)}\n")
        self._out.flush()

    def _file(self, file: str) -> str:
        relative = os.path.relpath(file, self._root)
        return file if relative.startswith("..") else relative


def _in_message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _in_property(text: str) -> str:
    return _in_message(text).replace(":", "%3A").replace(",", "%2C")
