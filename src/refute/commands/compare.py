"""`refute compare OLD NEW`."""

from __future__ import annotations

import argparse
import contextlib
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from refute.campaign.campaign import Progress
from refute.commands.statuses import FOUND_NOTHING, FOUND_SOMETHING, INTERRUPTED, UNHEARD, UNUSABLE
from refute.commands.working.jobs import Jobs
from refute.compare.comparison import Comparing, OfThing, Piece, Result, Searched, Wishes
from refute.compare.saying.accepting import FILE, read_accepted, write_accepted
from refute.compare.saying.verdicts import UNDECIDED, Comparison
from refute.compare.table import DEFAULT_BUDGET as BUDGET_OF_TABLES
from refute.compare.table import Row, Table, names_of, row_of
from refute.compare.versions.naming import versions_of
from refute.errors import RefuteError, ScopeError
from refute.report.comparisons.table import write_table
from refute.report.comparisons.writers import WithFile, Writer, writer_of
from refute.report.formats.output_files import OF_COMPARISONS, OutputFile, format_of
from refute.report.formats.standard_output import to_standard_output
from refute.report.terminal import Telling, progress
from refute.report.verdicts import heading
from refute.run.clocks.frozen import begin_again_with_fixed_hashes
from refute.run.system.forks import way_of
from refute.run.system.interrupts import Interrupts, interruptible
from refute.settings.settings import Settings, settings_for
from refute.store.baseline import Accepted
from refute.words import plural

# Options that are no settings of the project.
_OWN = (
    *("run", "versions", "rev", "python", "beside", "reference", "names", "not_names", "tolerance", "speed"),
    *("accept", "no_accepted", "programs", "output", "format"),
)
_OF_TABLES = ("csv", "html")


def compare(options: argparse.Namespace, interrupts: Interrupts) -> int:
    given = {key.replace("_", "-"): value for key, value in vars(options).items() if key not in _OWN}
    settings = settings_for(given, Path.cwd())
    if settings.limits.freeze:
        begin_again_with_fixed_hashes()
    return _Run(settings, options, interrupts).run()


class _Run:
    """One run of the command: verdicts are written as they come, and summed up also where it was interrupted."""

    def __init__(self, settings: Settings, options: argparse.Namespace, interrupts: Interrupts) -> None:
        self._settings = settings
        self._options = options
        self._interrupts = interrupts
        self._accepted: list[Accepted] = [] if options.no_accepted else read_accepted(settings.project)

    def run(self) -> int:
        options = self._options
        if options.reference is not None:
            return self._table(options.reference, options.versions)
        file = self._options.output
        if options.format in _OF_TABLES or (file is not None and Path(file).suffix.lstrip(".") in _OF_TABLES):
            raise ScopeError(
                "CSV and HTML are for tables", remedy="Use them with --reference, or Markdown: --format markdown."
            )
        old, new = self._versions()
        versions = versions_of(old, new, rev=options.rev, python=options.python, more=options.beside)
        comparing = Comparing(*versions, self._wishes())
        with contextlib.closing(comparing):
            return self._compare(comparing)

    def _versions(self) -> tuple[str, str | None]:
        found = self._options.versions
        if len(found) > 2:
            raise ScopeError(
                f"{plural(len(found), 'version')} cannot be compared with each other",
                remedy="Name two, or say which one all others are compared with: --reference solution.py.",
            )
        return found[0], found[1] if len(found) > 1 else None

    def _wishes(self) -> Wishes:
        options, settings = self._options, self._settings
        return Wishes(
            *(settings.scope, settings.budget, settings.tests, settings.seed, settings.limits, settings.max_findings),
            *(settings.engine, settings.workers, tuple(options.names), tuple(options.not_names), options.tolerance),
            *(options.programs, settings.run_time, frozenset(one.fingerprint for one in self._accepted)),
            timing=options.speed,
        )

    def _compare(self, comparing: Comparing) -> int:
        writer = self._writer()
        with contextlib.suppress(KeyboardInterrupt):
            self._survey(comparing)
        comparison = comparing.comparison
        try:
            width = max((len(heading(_place(one), one.name)) for one in comparing.things), default=0)
            writer.begin(width)
            with self._results(comparing) as result:
                for one in comparing.verdicts(result):
                    with to_standard_output():
                        writer.finished(one)
            comparison.interrupted = comparison.interrupted or self._interrupts.pressed
            with to_standard_output():
                writer.end(comparison)
                self._accept(comparison)
                sys.stdout.flush()
        except BrokenPipeError:  # whoever was reading has seen enough
            return FOUND_SOMETHING if any(one.is_wrong for one in comparison.verdicts) else UNHEARD
        return _status_of(comparison)

    @interruptible
    def _survey(self, comparing: Comparing) -> None:
        comparing.survey()

    def _writer(self) -> Writer:
        settings, file = self._settings, self._file()
        how: dict[str, Any] = {"quiet": settings.quiet, "verbose": settings.verbose}
        if file is None:
            return writer_of(self._options.format, sys.stdout, **how)
        return WithFile(writer_of("text", sys.stdout, **how), writer_of(file.format, file.out, **how), file)

    def _file(self) -> OutputFile | None:
        """What is written beside standard output, which has the text then."""
        if self._options.output is None:
            return None
        file = Path(self._options.output)
        return OutputFile(file, format_of(file, self._options.format, OF_COMPARISONS))

    # -- many against one ----------------------------------------------------------------------------------------------

    def _table(self, reference: str, paths: Sequence[str]) -> int:
        names, wishes = names_of(paths), self._wishes()
        if wishes.scope is None and wishes.budget is None and wishes.tests is None and wishes.run_time is None:
            wishes = replace(wishes, budget=BUDGET_OF_TABLES)
        table, began = Table(Path(reference).name), time.monotonic()
        with self._rows(reference, paths, names, wishes) as row:
            for place, name in enumerate(names):
                with progress(name, place + 1, len(names), shown=not self._settings.quiet) as telling:
                    found = None if self._interrupts.pressed else row(place, telling)
                if found is None:
                    break
                table.rows.append(found)
        table.interrupted, table.seconds = self._interrupts.pressed, time.monotonic() - began
        format, file = self._options.format, self._file()
        if file is not None:
            with file.writing():
                write_table(table, file.format, file.out, verbose=self._settings.verbose)
                file.save()
        with to_standard_output():
            write_table(table, "text" if file else format, sys.stdout, verbose=self._settings.verbose)
            sys.stdout.flush()
        if table.interrupted:
            return INTERRUPTED
        return FOUND_NOTHING if all(one.is_right for one in table.rows) else FOUND_SOMETHING

    @contextlib.contextmanager
    def _rows(
        self, reference: str, paths: Sequence[str], names: Sequence[str], wishes: Wishes
    ) -> Iterator[Callable[[int, Telling], Row | None]]:
        """What compares submissions: this process, or jobs."""
        number = min(self._settings.jobs, len(paths)) if way_of("auto") == "fork" else 1

        def work(numbers: Sequence[int], tell: Callable[[int, Progress], None]) -> Iterable[tuple[int, Row]]:
            for place in numbers:
                yield place, row_of(reference, paths[place], names[place], wishes)

        def lost(place: int, how: str) -> Row:
            return Row(names[place], paths[place], error=RefuteError(f"the process that compared it {how}"))

        if number > 1:
            jobs: Jobs[Row] = Jobs(number, work, lambda: None, [[one] for one in range(len(paths))], lost)
            with contextlib.closing(jobs):
                yield jobs.result
        else:
            yield lambda place, telling: row_of(reference, paths[place], names[place], wishes)

    # -- changes that are intended -------------------------------------------------------------------------------------

    def _accept(self, comparison: Comparison) -> None:
        if self._options.accept and not comparison.interrupted:
            count = write_accepted(self._settings.project, self._accepted, comparison.verdicts)
            print(f"refute: {plural(count, 'change')} accepted, in {FILE}", file=sys.stderr)

    # -- pieces of work ------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _results(self, comparing: Comparing) -> Iterator[Callable[[Piece], Result]]:
        """What has pieces done: here, or by jobs."""
        pieces = comparing.pieces
        number = min(self._settings.jobs, len(pieces)) if way_of("auto") == "fork" else 1
        places = {piece: place for place, piece in enumerate(pieces)}
        if number > 1 and not self._interrupts.pressed:
            comparing.close()  # each job has hosts of its own

            def work(numbers: Sequence[int], tell: Callable[[int, Progress], None]) -> Iterable[tuple[int, Result]]:
                for place in numbers:
                    yield place, comparing.result(pieces[place], partial(tell, place))

            jobs: Jobs[Result] = Jobs(number, work, comparing.close, [[one] for one in range(len(pieces))], _lost)
            with contextlib.closing(jobs):
                yield lambda piece: self._told(comparing, piece, lambda telling: jobs.result(places[piece], telling))
        else:
            yield lambda piece: self._told(comparing, piece, lambda telling: comparing.result(piece, telling))

    def _told(self, comparing: Comparing, piece: Piece, action: Callable[[Telling], Result]) -> Result:
        """Do a piece of work, with a line on the terminal that says how far it has come."""
        if self._interrupts.pressed:
            return None
        place = comparing.pieces.index(piece) + 1
        name = comparing.things[piece.number].name if isinstance(piece, OfThing) else f"programs of {piece.module}"
        with progress(name, place, len(comparing.pieces), shown=not self._settings.quiet) as telling:
            return action(telling)


def _place(thing: Any) -> Any:
    return (thing.new or thing.old).member.place


def _lost(place: int, how: str) -> Result:
    error = RefuteError(f"the process that compared it {how}", remedy="Try it alone: --jobs 1 --include NAME.")
    return Searched(error=error)


def _status_of(comparison: Comparison) -> int:
    if comparison.interrupted:
        return INTERRUPTED
    if any(one.is_wrong for one in comparison.verdicts):
        return FOUND_SOMETHING
    if not comparison.verdicts or any(one.status == UNDECIDED for one in comparison.verdicts):
        return UNUSABLE
    return FOUND_NOTHING
