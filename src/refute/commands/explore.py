"""`refute explore TARGET…`."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from refute.check.client import imported
from refute.commands.check import status_of, try_to_write
from refute.commands.checker import fault
from refute.commands.statuses import FOUND_SOMETHING, UNHEARD
from refute.errors import RefuteError
from refute.explore.coverage_data import joined, refuse_where_missing, save
from refute.explore.data import ExploreOptions, InterfaceInfo
from refute.explore.entry import exploring, host_for
from refute.explore.expedition import Wishes, explored
from refute.programs.engine.picture import Picture
from refute.report.explored import Report, drawing
from refute.report.formats.output_files import OutputFile, WithFile, format_of
from refute.report.formats.standard_output import to_standard_output
from refute.report.formats.writers import Writer, writer_of
from refute.report.summary import Summary
from refute.report.terminal import Telling, progress
from refute.report.verdicts import Unusable, Verdict, heading
from refute.run.system.interrupts import Interrupts, interruptible
from refute.settings.settings import Settings, settings_for
from refute.store.files import store_of_project
from refute.targets.files import Exclusion, LeftOut, files_of_project, tests_in

# Options that are no settings of the project.
_OWN = (
    *("run", "calls", "for", "strategy", "bound", "names", "not_names", "model", "beside", "ints", "strs"),
    *("from_tests", "in_process", "no_store", "output", "threads", "explain", "draw", "audit", "coverage"),
)


def explore(options: argparse.Namespace, interrupts: Interrupts) -> int:
    given = {key.replace("_", "-"): value for key, value in vars(options).items() if key not in _OWN}
    settings = settings_for(given, Path.cwd())
    return _Run(settings, options, interrupts).run()


class _Run:
    """One run of the command: verdicts are written as they come, and summed up also where it was interrupted."""

    def __init__(self, settings: Settings, options: argparse.Namespace, interrupts: Interrupts) -> None:
        self._options = options
        self._interrupts = interrupts
        self._output: OutputFile | None = None
        if options.output is not None:
            file = Path(options.output)
            self._output = OutputFile(file, getattr(options, "format", None) or format_of(file, settings.format))
            settings = replace(settings, format="text")
        self._settings = settings
        self._verdicts: list[Verdict] = []
        self._interfaces: list[InterfaceInfo] = []
        self._left_out: list[LeftOut] = []
        self._store = None if options.no_store else store_of_project(Path.cwd())
        self._audit = None if options.audit is None else Path(options.audit).absolute()
        if options.coverage is not None:
            refuse_where_missing()

    def run(self) -> int:
        began = time.monotonic()
        new_store = None if self._store is not None and self._store.exists() else self._store
        if self._audit is not None:
            try_to_write(self._audit)
        limits, workers = self._settings.limits, self._settings.workers
        host = host_for(limits=limits, in_process=self._options.in_process, workers=workers, audit=self._audit)
        with contextlib.closing(host):
            with contextlib.suppress(KeyboardInterrupt):
                self._find(host)
            try:
                writer = self._written()
                for interface in self._interfaces:
                    if not self._interrupts.pressed:
                        self._explore(host, interface, writer)
                with to_standard_output():
                    writer.end(
                        Summary(
                            *(self._verdicts, len(self._interfaces), time.monotonic() - began),
                            self._interrupts.pressed,
                            left_out=self._left_out,
                            new_store=f"{os.path.relpath(new_store)}/" if new_store and new_store.is_dir() else "",
                            noun="interface",
                            unit="call",
                        )
                    )
                    sys.stdout.flush()
            except BrokenPipeError:  # whoever was reading has seen enough
                refuted = any(verdict.status == "refuted" for verdict in self._verdicts)
                return FOUND_SOMETHING if refuted else UNHEARD
        if self._options.coverage is not None:
            reports = [one for one in self._verdicts if isinstance(one, Report)]
            save(joined(report.arcs or {} for report in reports), Path(self._options.coverage))
        return status_of(self._verdicts, self._interrupts.pressed)

    @interruptible
    def _find(self, host: Any) -> None:
        """The interfaces to explore. A target that has none to offer does not stop the others."""
        settings = self._settings
        exclusion = Exclusion(settings.exclude, settings.project)
        seen: set[str] = set()
        for target in settings.targets or files_of_project(settings.project, settings.include or ["."], exclusion):
            for part in self._asked(host, "parts", target, exclusion, doing=f"looking for {target}"):
                if isinstance(part, LeftOut):
                    self._left_out.append(part)
                elif part not in seen:
                    seen.add(part)
                    self._interfaces += self._asked(host, "interfaces", part, doing=f"importing {part}")

    def _asked(self, host: Any, name: str, text: str, *how: Any, doing: str) -> list[Any]:
        try:
            return imported(host, name, text, *how, doing=doing, seconds=self._settings.limits.importing)
        except RefuteError as error:
            self._verdicts.append(Unusable(text, None, error, is_function=False))
            return []

    def _written(self) -> Writer:
        """What writes the verdicts, with those written that are known already."""
        settings = self._settings
        width = max((len(heading(one.place, one.name)) for one in self._interfaces), default=0)
        verbose = settings.verbose or self._options.explain
        how: dict[str, Any] = {"width": width, "quiet": settings.quiet, "verbose": verbose}
        writer, file = writer_of(settings.format, sys.stdout, **how), self._output
        if file is not None:
            writer = WithFile(writer, writer_of(file.format, file.out, **how), file)
        with to_standard_output():
            for verdict in self._verdicts:
                writer.finished(verdict)
        return writer

    def _explore(self, host: Any, interface: InterfaceInfo, writer: Writer) -> None:
        shown = not (self._settings.quiet or self._options.in_process)
        place, count = len(self._verdicts) + 1, len(self._interfaces)
        with progress(interface.name, place, count, shown=shown) as telling:
            verdict = self._verdict(host, interface, telling)
        self._verdicts.append(verdict)
        with to_standard_output():
            writer.finished(verdict)

    def _verdict(self, host: Any, interface: InterfaceInfo, telling: Telling) -> Verdict:
        options, settings = self._options, self._settings.for_module(interface.module)
        how = exploring(
            calls=options.calls,
            strategy=options.strategy,
            bounds=dict(options.bound or ()),
            seed=settings.seed,
            strict=settings.strict,
            raises=settings.raises,
            exempt=settings.exempt,
            jobs=settings.jobs,
            ints=options.ints,
            strs=options.strs,
            tests=tests_in(options.from_tests, settings.project),
        )
        names = tuple(options.names), tuple(options.not_names)
        given = ExploreOptions(
            *(settings.limits, how, *names, self._audit, settings.jobs),
            model=options.model,
            beside=tuple(options.beside),
        )
        seconds, findings = getattr(options, "for"), max(settings.max_findings, 10)
        more = (options.threads, options.explain, options.draw is not None)
        wishes = Wishes(seconds, findings, self._store, *more, telling, coverage=options.coverage is not None)
        try:
            report = explored(host, interface.reference, given, wishes, name=interface.name)
            if options.draw is not None:
                self._draw(report, Path(options.draw))
            return report
        except RefuteError as error:
            return Unusable(interface.name, interface.place, error)
        except (Exception, SystemExit) as error:  # a fault of refute's must not keep it from exploring the rest
            return Unusable(interface.name, interface.place, fault(error))

    def _draw(self, report: Report, file: Path) -> None:
        """Write the drawing of what was explored; of a second interface, beside it."""
        if len(self._interfaces) > 1:
            file = file.with_stem(f"{file.stem}-{report.target}")
        text = drawing(report)
        if not text:
            states = report.picture.states if isinstance(report.picture, Picture) else ()
            why = f"there are more than {len(states)} states" if states else "nothing was made"
            report.warnings.append(f"nothing is drawn in {file}: {why} (--calls N makes fewer)")
            return
        try:
            file.write_text(text, encoding="utf-8")
        except OSError as error:
            report.warnings.append(f"nothing is drawn in {file}: {error.strerror}")
