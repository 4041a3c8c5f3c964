"""Verdicts seen against a baseline: what is in it is known, and does not fail."""

from __future__ import annotations

import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from refute.campaign.claims import Claims
from refute.campaign.known_findings import KnownFindings
from refute.campaign.report import Report
from refute.check.data import SubjectInfo
from refute.errors import Fault, RefuteError
from refute.judge.findings import fingerprint_of
from refute.report.verdicts import Unusable, Verdict
from refute.store.baseline import FILE, Accepted, read_baseline
from refute.words import visible

_LONGEST = 120  # characters of a message
_FATES = ("walled", "unjudged", "undecided", "refused", "discarded")  # of inputs that did not hold
_PATH = re.compile(r"[^\s'\"`(]*[/\\][^\s'\"`),:]*")
_VARIES = re.compile(r"\b(?:0x[0-9a-f]+|\d[\d.,]*)\b|['\"`]")  # numbers and quotes


class Known:
    """The findings of a baseline, and which of them occurred on this run."""

    def __init__(self, project: Path, *, ignored: bool = False, room: int = 0) -> None:
        """`room` is for so many findings of a function that are taken for known: the baseline is written anew."""
        self._project = project
        self.is_written_anew = room > 0
        self._room = room
        self._accepted = [] if ignored else read_baseline(project / FILE)
        self._counts: defaultdict[str, Counter[str]] = defaultdict(Counter)  # by function, of each fingerprint
        for one in self._accepted:
            self._counts[one.function][one.fingerprint] += 1
        self._found: dict[str, list[Accepted]] = {}  # by the functions that were examined

    def findings_of(self, subject: SubjectInfo) -> KnownFindings:
        """What is known of a function, and must not keep other findings from being made."""
        return KnownFindings(self._counts[_full_name(subject)], self._room)

    def seen(self, verdict: Verdict, subject: SubjectInfo | None = None) -> Verdict:
        """A verdict on a function, or on a target if there is no function, with what is known of it marked."""
        if (isinstance(verdict, Report) and verdict.interrupted) or (subject is None and not _is_file(verdict.target)):
            return verdict
        function = self._file(verdict.target) if subject is None else _full_name(subject)
        left = self._counts[function].copy()
        found = self._found[function] = []

        def is_known(kind: str, fingerprint: str, message: str) -> bool:
            found.append(Accepted(function, kind, fingerprint, _line(message)))
            left[fingerprint] -= 1
            return left[fingerprint] >= 0

        if isinstance(verdict, Unusable):
            if isinstance(verdict.error, Fault):
                return verdict
            mark, problem = fingerprint_of(function, *_unusable(verdict.error)), verdict.error.problem
            return replace(verdict, status="known") if is_known("unusable", mark, problem) else verdict
        if verdict.status == "undecided":
            verdict.is_known = is_known(
                "undecided", fingerprint_of(function, "undecided", _reason(verdict.claims)), verdict.claims.tried
            )
            return verdict
        told = [(is_known(one.kind, one.fingerprint, one.summary), one) for one in verdict.findings]
        verdict.known = [one for known, one in told if known]
        verdict.findings = [one for known, one in told if not known]
        verdict.is_known = bool(verdict.known) and not verdict.findings
        return verdict

    def _file(self, path: str) -> str:
        return os.path.relpath(path, self._project).replace(os.sep, "/")

    def gone(self, *, everything: bool) -> list[Accepted]:
        """What did not occur, of functions that were examined; with `everything`, also of those that are not there."""
        left = {function: Counter(one.fingerprint for one in found) for function, found in self._found.items()}
        gone = []
        for one in self._accepted:
            if one.function not in left:
                gone += [one] if everything else []
            elif left[one.function][one.fingerprint] > 0:
                left[one.function][one.fingerprint] -= 1
            else:
                gone.append(one)
        return gone

    def updated(self, *, everything: bool) -> list[Accepted]:
        """The baseline of this run: what occurred, and what is known of functions that were not examined.

        What was known already keeps its message, so that files differ only in what is new.
        """
        messages = {one.fingerprint: one.message for one in self._accepted}
        found = [one for findings in self._found.values() for one in findings]
        others = [one for one in self._accepted if one.function not in self._found and not everything]
        return [*others, *(replace(one, message=messages.get(one.fingerprint, one.message)) for one in found)]


def _is_file(target: str) -> bool:
    """Whether a target is a file that is there: what is misspelled is never known."""
    return target.endswith(".py") and Path(target).is_file()


def _full_name(subject: SubjectInfo) -> str:
    return f"{subject.module}.{subject.name}"


def _unusable(error: RefuteError) -> Iterable[str]:
    text = _VARIES.sub(" ", _PATH.sub(" ", error.problem))
    return "unusable", type(error).__name__, " ".join(text.split())


def _reason(claims: Claims) -> str:
    """Why nothing can be said of a function."""
    return next((fate for fate in _FATES if getattr(claims, fate)), "untried")


def _line(message: str) -> str:
    text = " ".join(visible(message).split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
