"""The formats of `refute check`, behind one interface: each is told of every verdict as it comes, then of the end."""

from __future__ import annotations

from typing import Protocol, TextIO

from refute.report.summary import Summary
from refute.report.verdicts import Verdict


class Writer(Protocol):
    """Writes its format and nothing else."""

    def finished(self, verdict: Verdict) -> None:
        """A function has been checked, or could not be."""

    def end(self, summary: Summary) -> None:
        """Nothing more will come, also where the run was interrupted."""


def writer_of(format: str, out: TextIO, *, width: int = 0, quiet: bool = False, verbose: bool = False) -> Writer:
    """`width` is that of the longest heading, for formats that align them."""
    match format:
        case "json":
            from refute.report.formats.json_lines import JsonWriter

            return JsonWriter(out)
        case "jsonl":
            from refute.report.formats.json_lines import JsonLinesWriter

            return JsonLinesWriter(out)
        case "junit":
            from refute.report.formats.junit import JUnitWriter

            return JUnitWriter(out)
        case "github":
            from refute.report.formats.github import GitHubWriter

            return GitHubWriter(out)
    from refute.report.terminal import TextWriter, console

    return TextWriter(console(out), width=width, quiet=quiet, verbose=verbose)
