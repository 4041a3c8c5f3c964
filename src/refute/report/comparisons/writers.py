"""The formats of `refute compare`, behind one interface: each is told of every verdict as it comes, then of the end."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Protocol, TextIO
from xml.etree import ElementTree

from refute.compare.saying.verdicts import UNDECIDED, Compared, Comparison
from refute.report.comparisons.markdown import as_markdown
from refute.report.comparisons.structured import SCHEMA, as_json
from refute.report.comparisons.structured import summary as summary_as_json
from refute.report.comparisons.told import is_quiet, summary, told
from refute.report.formats.github import Annotations
from refute.report.formats.junit import held
from refute.report.formats.output_files import OutputFile
from refute.report.lines import Line, plain
from refute.report.terminal import columns_of, console, print_lines

_ALIGNED = 60  # columns; longer headings stick out


class Writer(Protocol):
    """Writes its format and nothing else."""

    def begin(self, width: int) -> None:
        """`width` is that of the longest heading."""

    def finished(self, one: Compared) -> None:
        """A thing has been compared."""

    def end(self, comparison: Comparison) -> None:
        """Nothing more will come, also where the run was interrupted."""


class _AtTheEnd:
    """All is written when everything is known."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def begin(self, width: int) -> None:
        pass

    def finished(self, one: Compared) -> None:
        pass


class TextWriter:
    """Some lines for each name, and a summary."""

    def __init__(self, out: TextIO, *, quiet: bool, verbose: bool) -> None:
        self._console = console(out)
        self._columns = columns_of(self._console)
        self._timed = self._console.color_system is not None and not quiet
        self._quiet = quiet
        self._verbose = verbose
        self._width = 0
        self._printed = 0

    def begin(self, width: int) -> None:
        self._width = min(width, _ALIGNED if self._columns is None else self._columns // 2)

    def finished(self, one: Compared) -> None:
        is_told = one.is_wrong or one.status == UNDECIDED if self._quiet else self._verbose or not is_quiet(one)
        if is_told:
            how = {"timed": self._timed, "verbose": self._verbose}
            self._print(told(one, width=self._width, columns=self._columns, **how))

    def end(self, comparison: Comparison) -> None:
        lines = summary(comparison, timed=self._timed, verbose=self._verbose)
        self._print([*([[]] if self._printed else []), *lines])

    def _print(self, lines: Iterable[Line]) -> None:
        self._printed += print_lines(self._console, lines)


class JsonWriter(_AtTheEnd):
    def end(self, comparison: Comparison) -> None:
        found = {
            "schema": SCHEMA,
            "names": list(map(as_json, comparison.verdicts)),
            "summary": summary_as_json(comparison),
        }
        self._out.write(json.dumps(found, indent=2) + "\n")


class JsonLinesWriter(_AtTheEnd):
    def finished(self, one: Compared) -> None:
        self._write({"event": "name"} | as_json(one))

    def end(self, comparison: Comparison) -> None:
        self._write({"event": "summary", "schema": SCHEMA} | summary_as_json(comparison))

    def _write(self, found: dict[str, object]) -> None:
        self._out.write(json.dumps(found) + "\n")
        self._out.flush()


class MarkdownWriter(_AtTheEnd):
    def end(self, comparison: Comparison) -> None:
        self._out.write(as_markdown(comparison))


class JUnitWriter(_AtTheEnd):
    """A test case for each name."""

    def end(self, comparison: Comparison) -> None:
        wrong = sum(one.is_wrong for one in comparison.verdicts)
        errors = sum(one.status == UNDECIDED for one in comparison.verdicts)
        about = {"name": "refute compare", "tests": str(len(comparison.verdicts))}
        suite = ElementTree.Element("testsuite", about, failures=str(wrong), errors=str(errors))
        for one in comparison.verdicts:
            case = ElementTree.SubElement(suite, "testcase", classname=held(comparison.new), name=held(one.name))
            case.set("time", f"{one.seconds:.3f}")
            if one.is_wrong:
                ElementTree.SubElement(case, "failure", message=one.status).text = held(plain(told(one)))
            elif one.status == UNDECIDED:
                ElementTree.SubElement(case, "error", message=held(one.why)).text = held(plain(told(one)))
        ElementTree.indent(suite)
        self._out.write(ElementTree.tostring(suite, encoding="us-ascii", xml_declaration=True).decode() + "\n")


class GitHubWriter(_AtTheEnd):
    """Workflow commands: changes become annotations beside the code."""

    def finished(self, one: Compared) -> None:
        if one.is_wrong or one.status == UNDECIDED:
            level = "warning" if one.status == UNDECIDED else "error"
            Annotations(self._out).say(level, [one.place], f"{one.name} {one.status}", plain(told(one)))

    def end(self, comparison: Comparison) -> None:
        Annotations(self._out).say("notice", [], "refute compare", plain(summary(comparison)))


class WithFile:
    """Writes to a file whatever another writer writes to standard output, also where nobody reads that any more."""

    def __init__(self, shown: Writer, written: Writer, file: OutputFile) -> None:
        self._shown: Writer | None = shown
        self._written = written
        self._file = file

    def begin(self, width: int) -> None:
        self._written.begin(width)
        if self._shown is not None:
            self._shown.begin(width)

    def finished(self, one: Compared) -> None:
        with self._file.writing():
            self._written.finished(one)
        try:
            if self._shown is not None:
                self._shown.finished(one)
        except BrokenPipeError:
            self._shown = None

    def end(self, comparison: Comparison) -> None:
        with self._file.writing():
            self._written.end(comparison)
            self._file.save()
        try:
            if self._shown is not None:
                self._shown.end(comparison)
        except BrokenPipeError:
            self._shown = None


def writer_of(format: str, out: TextIO, *, quiet: bool = False, verbose: bool = False) -> Writer:
    match format:
        case "json":
            return JsonWriter(out)
        case "jsonl":
            return JsonLinesWriter(out)
        case "markdown":
            return MarkdownWriter(out)
        case "junit":
            return JUnitWriter(out)
        case "github":
            return GitHubWriter(out)
    return TextWriter(out, quiet=quiet, verbose=verbose)
