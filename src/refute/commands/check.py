"""`refute check TARGET…`."""

from __future__ import annotations

import argparse
import contextlib
import signal
import sys
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from refute.campaign.report import Report
from refute.check.client import Requests, imported
from refute.check.data import SubjectInfo
from refute.check.debugging import debug
from refute.check.entry import checked, host_for
from refute.commands.statuses import FOUND_NOTHING, FOUND_SOMETHING, INTERRUPTED, UNHEARD, UNUSABLE
from refute.errors import RefuteError, TargetError
from refute.report.formats.writers import Writer, writer_of
from refute.report.standard_output import to_standard_output
from refute.report.summary import Summary
from refute.report.terminal import Telling, progress
from refute.report.verdicts import Unusable, Verdict, heading
from refute.run.system.interrupts import Interrupts, interruptible
from refute.settings.settings import Settings, settings_for
from refute.store.files import store_of_project

NOT_SETTINGS = ("run", "in_process", "pdb", "no_store", "audit")  # they are for one run


def check(options: argparse.Namespace) -> int:
    given = {key.replace("_", "-"): value for key, value in vars(options).items() if key not in NOT_SETTINGS}
    settings = settings_for(given, Path.cwd())
    if not settings.targets:
        raise TargetError(
            "there is nothing to check", remedy="Name a file, a module or a directory, or set targets in [tool.refute]."
        )
    if options.audit is not None:
        _try_to_write(Path(options.audit))
    in_process = options.in_process or options.pdb
    with (
        Interrupts(signal.SIGINT, signal.SIGTERM) as interrupts,
        contextlib.closing(
            host_for(in_process=in_process, limits=settings.limits, audit=options.audit, workers=settings.workers)
        ) as host,
    ):
        return _Run(host, settings, options, interrupts).run()


def _try_to_write(file: Path) -> None:
    try:
        file.open("ab").close()
    except OSError as error:
        raise RefuteError(
            f"the audit {file} cannot be written: {error.strerror}", remedy="Name a file that can be."
        ) from None


class _Run:
    """One run of the command: verdicts are written as they come, and summed up also where it was interrupted."""

    def __init__(self, host: Requests, settings: Settings, options: argparse.Namespace, interrupts: Interrupts) -> None:
        self._host = host
        self._interrupts = interrupts
        self._settings = settings
        self._options = options
        self._in_process = options.in_process or options.pdb
        self._store = None if options.no_store else store_of_project(Path.cwd())
        self._verdicts: list[Verdict] = []
        self._subjects: list[SubjectInfo] = []

    def run(self) -> int:
        """An interrupt ends what is under way. What is known by then is written: it does not interrupt that."""
        begin = time.monotonic()
        with contextlib.suppress(KeyboardInterrupt):
            self._find()
        try:
            writer = self._written()
            self._check(writer)
            if self._options.pdb and not any(verdict.status == "refuted" for verdict in self._verdicts):
                print("nothing to debug: no call failed", file=sys.stderr)
            interrupted = self._interrupts.pressed
            with to_standard_output():
                writer.end(Summary(self._verdicts, len(self._subjects), time.monotonic() - begin, interrupted))
                sys.stdout.flush()
        except BrokenPipeError:  # whoever was reading has seen enough
            return self._unheard()
        return status_of(self._verdicts, interrupted)

    def _unheard(self) -> int:
        is_refuted = any(verdict.status == "refuted" for verdict in self._verdicts)
        return FOUND_SOMETHING if is_refuted else UNHEARD

    @interruptible
    def _find(self) -> None:
        """The functions to check. A target that has none to offer does not stop the others."""
        for target in self._settings.targets:
            for part in self._asked("parts", target, doing=f"looking for {target}"):
                told = len(self._verdicts)
                self._subjects += self._asked("subjects", part, doing=f"importing {part}")
                for denial in self._host.taken_denials():
                    if len(self._verdicts) == told:  # else the error says it
                        print(f"refute: {denial.told(f'importing {part}')}", file=sys.stderr)

    def _asked(self, name: str, text: str, *, doing: str) -> list[Any]:
        try:
            return imported(self._host, name, text, doing=doing, seconds=self._settings.limits.importing)
        except RefuteError as error:
            self._verdicts.append(Unusable(text, None, error, is_function=False))
            return []

    def _written(self) -> Writer:
        """What writes the verdicts, with those written that are known already."""
        settings = self._settings
        width = max((len(heading(subject.place, subject.name)) for subject in self._subjects), default=0)
        writer = writer_of(settings.format, width=width, quiet=settings.quiet, verbose=settings.verbose)
        with to_standard_output():
            for verdict in self._verdicts:
                writer.finished(verdict)
        return writer

    def _check(self, writer: Writer) -> None:
        shown = not (self._settings.quiet or self._in_process)
        for number, subject in enumerate(self._subjects, 1):
            if self._interrupts.pressed:
                return
            with progress(subject.name, number, len(self._subjects), shown=shown) as telling:
                verdict = self._checked(subject, telling)
            self._verdicts.append(verdict)
            with to_standard_output():
                writer.finished(verdict)
            if self._options.pdb and isinstance(verdict, Report) and verdict.findings and not verdict.interrupted:
                with contextlib.suppress(KeyboardInterrupt):
                    self._debug(subject, verdict)

    @interruptible
    def _debug(self, subject: SubjectInfo, report: Report) -> None:
        debug(self._host, subject.reference, report.findings[0])

    def _checked(self, subject: SubjectInfo, telling: Telling) -> Verdict:
        # what the code prints in this process must not get into what other programs read
        aside = self._in_process and self._settings.format != "text"
        try:
            with contextlib.redirect_stdout(sys.stderr) if aside else contextlib.nullcontext():
                report = checked(
                    self._host,
                    subject.reference,
                    name=subject.name,
                    **self._settings.for_check(),
                    store=self._store,
                    audit=self._options.audit,
                    progress=telling,
                )
            report.place = report.place or subject.place  # interrupted before its types were read
            return report
        except RefuteError as error:
            return Unusable(subject.name, subject.place, error)
        except (Exception, SystemExit) as error:  # a fault of refute's must not keep it from checking the rest
            return Unusable(subject.name, subject.place, fault(error))


def fault(error: BaseException) -> RefuteError:
    """What to say when refute itself fails."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    problem = f"refute failed: {type(error).__name__}: {error}"
    remedy = f"That is a fault of refute; it happened at {Path(last.filename).name}:{last.lineno}. Please report it."
    return RefuteError(problem, remedy=remedy)


def status_of(verdicts: Sequence[Verdict], interrupted: bool) -> int:
    statuses = {verdict.status for verdict in verdicts}
    if interrupted:
        return INTERRUPTED
    if "refuted" in statuses:
        return FOUND_SOMETHING
    return UNUSABLE if statuses & {"unusable", "undecided"} or not statuses else FOUND_NOTHING
