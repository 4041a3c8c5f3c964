"""`--format text`: what a person reads, coloured on a terminal, and what moves there while a function is checked."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TextIO

from rich.console import Console
from rich.control import Control
from rich.live import Live
from rich.live_render import LiveRender
from rich.spinner import Spinner
from rich.text import Text

from refute.campaign.campaign import Progress
from refute.campaign.report import Report
from refute.report.lines import Line, Whole, wrapped
from refute.report.summary import Summary
from refute.report.verdicts import STYLES, Unusable, Verdict, heading, told
from refute.words import grouped, plural, visible

WRONG = ("refuted", "undecided", "unusable")
_ALIGNED = 60  # columns; longer headings stick out
_SCREEN = 30  # lines; after more, what was found has scrolled away
Telling = Callable[[Progress], None]


def console(out: TextIO | None = None) -> Console:
    """Without any escape sequence where there is no terminal, with NO_COLOR, and with TERM=dumb."""
    return _Console(file=out, highlight=False, color_system=None if os.environ.get("NO_COLOR") else "auto")


class _Console(Console):
    """One that leaves it to its caller what becomes of a run that nobody reads."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class TextWriter:
    """Some lines for each function, and a summary. What differs from run to run, as times, is for a terminal only."""

    def __init__(self, console: Console, *, width: int, quiet: bool, verbose: bool) -> None:
        self._console = console
        self._columns = columns_of(console)
        self._width = min(width, _ALIGNED if self._columns is None else self._columns // 2)
        self._quiet = quiet
        self._verbose = verbose
        self._timed = console.color_system is not None and not quiet
        self._printed = 0
        self._remedies: set[str] = set()  # that have been told

    def finished(self, verdict: Verdict) -> None:
        if not self._quiet or verdict.status in WRONG:
            self._print(
                told(
                    verdict,
                    width=self._width,
                    columns=self._columns,
                    timed=self._timed,
                    verbose=self._verbose,
                    remedies=self._remedies,
                )
            )

    def end(self, summary: Summary) -> None:
        wrong = [verdict for verdict in summary.verdicts if verdict.status in WRONG]
        if len(wrong) > 1 and self._printed > _SCREEN:
            self._print([[], *_again(wrong)])
        others = [*summary.lines_on_baseline(), *summary.lines_on_left_out(listed=self._verbose)]
        if self._timed and summary.new_store:
            others.append([(f"failures are kept in {summary.new_store} and tried first next time", "dim")])
        self._print([*([[]] if self._printed else []), summary.line(timed=self._timed), *others])

    def _print(self, lines: Iterable[Line]) -> None:
        self._printed += print_lines(self._console, lines)


def print_lines(console: Console, lines: Iterable[Line]) -> int:
    """Print lines, wrapped where there is a terminal; returns how many were printed."""
    columns = columns_of(console)
    parts = [part for line in lines for part in ([line] if columns is None else wrapped(line, columns))]
    for part in parts:
        text = Text.assemble(*part)
        text.rstrip()
        console.print(text, soft_wrap=True)  # what is to be pasted must not be broken into lines
    return len(parts)


def columns_of(console: Console) -> int | None:
    """The width of a terminal; None where lines are not to be wrapped."""
    return console.width if console.color_system is not None else None


def _again(verdicts: list[Verdict]) -> Iterator[Line]:
    """What was found, a line each."""
    width = max(len(heading(verdict.place, verdict.target)) for verdict in verdicts)
    for verdict in verdicts:
        line = [
            (f"{heading(verdict.place, verdict.target):<{width}}  ", ""),
            (f"{verdict.status:<9}  ", STYLES[verdict.status]),
        ]
        match verdict:
            case Report(findings=[first, *_]):
                line += [(visible(first.named_call), "bold"), (visible(first.answers), "")]
            case Unusable(error=error):
                line.append((visible(error.problem).partition("\n")[0], ""))
        yield Whole(line)


@contextmanager
def progress(name: str, number: int, among: int, *, shown: bool) -> Iterator[Telling]:
    """A line on standard error that says how far the check of a function has come, gone when it ends."""
    out = console(sys.stderr)
    place = f"{number}/{among} {name}"
    if not (shown and sys.stderr.isatty() and out.color_system is not None):
        yield lambda progress: None
        return
    moving = Spinner("dots", _one_line(place), style="green")
    # the standard streams stay what they are: workers inherit them
    live = Live(console=out, transient=True, refresh_per_second=12, redirect_stdout=False, redirect_stderr=False)
    live._live_render = Reflowed(out)
    live.update(moving)
    with live:
        yield lambda progress: moving.update(text=_one_line(f"{place}: {how_far(progress)}"))


class Reflowed(LiveRender):
    """What is erased on a terminal: a line takes several rows after the terminal was made narrower."""

    def __init__(self, console: Console) -> None:
        super().__init__("")
        self._console = console

    def position_cursor(self) -> Control:
        with self._reflowed():
            return super().position_cursor()

    def restore_cursor(self) -> Control:
        with self._reflowed():
            return super().restore_cursor()

    @contextmanager
    def _reflowed(self) -> Iterator[None]:
        before = self._shape
        if before is not None:
            width, height = before
            self._shape = width, height * max(1, -(-width // self._console.width))
        yield
        self._shape = before


def _one_line(text: str) -> Text:
    return Text(text, no_wrap=True, overflow="ellipsis")


def how_far(progress: Progress) -> str:
    """How many inputs or calls, how fast, and what is being tried."""
    rate = f", {grouped(round(progress.tests / progress.seconds))}/s" if progress.seconds > 0 else ""
    return f"{plural(progress.tests, progress.unit)}{rate}, {progress.doing}"
