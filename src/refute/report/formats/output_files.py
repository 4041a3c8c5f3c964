"""`--output FILE`: verdicts in a file, beside the text on standard output."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from refute.choices import FORMATS
from refute.errors import RefuteError
from refute.report.formats.writers import Writer
from refute.report.summary import Summary
from refute.report.verdicts import Verdict
from refute.store.files import replace_file

_BY_SUFFIX = {".json": "json", ".jsonl": "jsonl", ".xml": "junit", ".txt": "text"}
OF_COMPARISONS = {**_BY_SUFFIX, ".md": "markdown", ".csv": "csv", ".html": "html"}


def format_of(file: Path, configured: str, by_suffix: Mapping[str, str] = _BY_SUFFIX) -> str:
    """The format that the suffix of a file stands for, else the one of the settings, unless that is for terminals."""
    format = by_suffix.get(file.suffix.lower())
    if format is None and configured == "text":
        formats = "|".join(dict.fromkeys((*FORMATS, *by_suffix.values())))
        raise RefuteError(
            f"the suffix of {file} stands for no format",
            remedy=f"Give a format, --format {formats}, or one of these suffixes: {', '.join(by_suffix)}.",
        )
    return format or configured


class OutputFile:
    """A file that is replaced at the end, as a whole; one for a format of lines, or no regular file, is written to."""

    def __init__(self, file: Path, format: str) -> None:
        self.format = format
        self._file = file.resolve()
        self._shown = file
        with self.writing():
            self._streamed = format == "jsonl" or (self._file.exists() and not self._file.is_file())
            if self._streamed or self._file.is_file():
                self._file.open("a").close()  # whether it can be written
            if not self._streamed:
                tempfile.TemporaryFile(dir=self._file.parent).close()  # whether it can be replaced
            self.out: TextIO = self._opened() if self._streamed else io.StringIO()

    def _opened(self) -> TextIO:
        return self._file.open("w", encoding="utf-8", errors="backslashreplace", newline="\n")

    def save(self) -> None:
        if isinstance(self.out, io.StringIO):
            replace_file(self._file, self.out.getvalue())
        else:
            self.out.close()

    @contextmanager
    def writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise RefuteError(
                f"the output {self._shown} cannot be written: {error.strerror or error}",
                remedy="Name a file that can be written, in a directory that is there.",
            ) from None


class WithFile:
    """Writes to a file whatever another writer writes to standard output, also where nobody reads that any more."""

    def __init__(self, shown: Writer, written: Writer, file: OutputFile) -> None:
        self._shown: Writer | None = shown
        self._written = written
        self._file = file

    def finished(self, verdict: Verdict) -> None:
        with self._file.writing():
            self._written.finished(verdict)
        with self._unheard():
            if self._shown is not None:
                self._shown.finished(verdict)

    def end(self, summary: Summary) -> None:
        with self._file.writing():
            self._written.end(summary)
            self._file.save()
        with self._unheard():
            if self._shown is not None:
                self._shown.end(summary)

    @contextmanager
    def _unheard(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            self._shown = None
