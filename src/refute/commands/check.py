"""`refute check TARGET…`."""

from __future__ import annotations

import argparse
import contextlib
import functools
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from refute.campaign.campaign import Progress
from refute.campaign.report import Report
from refute.check.client import imported
from refute.check.data import SubjectInfo
from refute.commands.checker import Checker
from refute.commands.known import Known
from refute.commands.statuses import FOUND_NOTHING, FOUND_SOMETHING, INTERRUPTED, UNHEARD, UNUSABLE
from refute.commands.working.jobs import Jobs
from refute.commands.working.rounds import Rounds
from refute.errors import Fault, RefuteError
from refute.report.formats.output_files import OutputFile, WithFile, format_of
from refute.report.formats.standard_output import to_standard_output
from refute.report.formats.writers import Writer, writer_of
from refute.report.summary import Summary
from refute.report.terminal import Telling, progress
from refute.report.verdicts import Unusable, Verdict, heading
from refute.run.clocks.frozen import begin_again_with_fixed_hashes
from refute.run.system.forks import way_of
from refute.run.system.interrupts import Interrupts, interruptible
from refute.settings.settings import Settings, settings_for
from refute.store.files import store_of_project
from refute.targets.files import Exclusion, LeftOut, files_of_project, idle_marks

_VerdictOf = Callable[[int, Telling], Verdict | None]
_Tell = Callable[[int, Progress], None]
_SILENCE = 60.0  # seconds without a word from a job, and
_TIMES_THE_BUDGET = 4  # as many as its function has, before it is given up
# They are for one run.
NOT_SETTINGS = ("run", "in_process", "pdb", "no_store", "audit", "output", "no_baseline", "update")


def check(options: argparse.Namespace, interrupts: Interrupts) -> int:
    settings = settings_of(options)
    return carried_out(settings, options, Known(settings.project, ignored=options.no_baseline), interrupts).status


def settings_of(options: argparse.Namespace) -> Settings:
    given = {key.replace("_", "-"): value for key, value in vars(options).items() if key not in NOT_SETTINGS}
    return settings_for(given, Path.cwd())


def carried_out(settings: Settings, options: argparse.Namespace, known: Known, interrupts: Interrupts) -> _Run:
    """A check, with what is known."""
    if settings.limits.freeze:
        begin_again_with_fixed_hashes()
    if options.audit is not None:
        try_to_write(Path(options.audit))
    output = None
    if options.output is not None:
        file = Path(options.output)
        output = OutputFile(file, getattr(options, "format", None) or format_of(file, settings.format))
        settings = replace(settings, format="text")
    store = None if options.no_store else store_of_project(Path.cwd())
    checker = Checker(
        settings,
        store=store,
        audit=options.audit,
        in_process=options.in_process or options.pdb,
        known=known.findings_of,
    )
    with contextlib.closing(checker):
        new_store = None if store is not None and store.exists() else store
        run = _Run(checker, settings, options, interrupts, known, output=output, new_store=new_store)
        run.status = run.run()
        return run


def try_to_write(file: Path) -> None:
    try:
        file.open("ab").close()
    except OSError as error:
        raise RefuteError(
            f"the audit {file} cannot be written: {error.strerror}", remedy="Name a file that can be written."
        ) from None


class _Run:
    """One run of the command: verdicts are written as they come, and summed up also where it was interrupted."""

    status = UNUSABLE

    def __init__(
        self,
        checker: Checker,
        settings: Settings,
        options: argparse.Namespace,
        interrupts: Interrupts,
        known: Known,
        *,
        output: OutputFile | None,
        new_store: Path | None,
    ) -> None:
        """`output` is written beside standard output; `new_store` is the directory for failures, if it is new."""
        self._checker = checker
        self._output = output
        self._new_store = new_store
        self._host = checker.host()
        self._known = known
        self._interrupts = interrupts
        self._settings = settings
        self._options = options
        self._in_process = options.in_process or options.pdb
        self._verdicts: list[Verdict] = []
        self._subjects: list[SubjectInfo] = []
        self._left_out: list[LeftOut] = []
        self._modules: set[str] = set()  # that have functions
        self._began = 0.0

    def run(self) -> int:
        """An interrupt ends what is under way. What is known by then is written: it does not interrupt that."""
        self._began = begin = time.monotonic()
        with contextlib.suppress(KeyboardInterrupt):
            self._find()
        self._checker.give_back(self._host)  # it has imported the code
        try:
            writer = self._written()
            self._check(writer)
            if self._options.pdb and not any(verdict.status == "refuted" for verdict in self._verdicts):
                print("nothing to debug: no call failed", file=sys.stderr)
            interrupted, new = self._interrupts.pressed, self._new_store
            tells_gone = not (interrupted or self._known.is_written_anew)
            with to_standard_output():
                writer.end(
                    Summary(
                        *(self._verdicts, len(self._subjects), time.monotonic() - begin, interrupted),
                        left_out=self._left_out,
                        gone=len(self._known.gone(everything=self.everything)) if tells_gone else 0,
                        new_store=f"{os.path.relpath(new)}/" if new is not None and new.is_dir() else "",
                    )
                )
                sys.stdout.flush()
        except BrokenPipeError:  # whoever was reading has seen enough
            return self._unheard()
        return status_of(self._verdicts, interrupted)

    @property
    def everything(self) -> bool:
        """Whether all of the project was looked into."""
        is_named = bool(getattr(self._options, "targets", ()))
        return not is_named and all(isinstance(one, Report) or one.is_function for one in self._verdicts)

    @property
    def is_complete(self) -> bool:
        """Whether there is a verdict on each function that there is, and there is something at all."""
        functions = [one for one in self._verdicts if isinstance(one, Report) or one.is_function]
        return bool(self._verdicts) and len(functions) == len(self._subjects) and not self._interrupts.pressed

    def _unheard(self) -> int:
        is_refuted = any(verdict.status == "refuted" for verdict in self._verdicts)
        return FOUND_SOMETHING if is_refuted else UNHEARD

    @interruptible
    def _find(self) -> None:
        """The functions to check. A target that has none to offer does not stop the others."""
        settings, seen = self._settings, set()
        exclusion = Exclusion(settings.exclude, settings.project)
        for target in settings.targets or files_of_project(settings.project, settings.include or ["."], exclusion):
            for part in self._checkable("parts", target, exclusion, doing=f"looking for {target}"):
                if part in seen:
                    continue
                seen.add(part)
                told = len(self._verdicts)
                for place in idle_marks(Path(part)) if part.endswith(".py") else ():
                    said = "this comment skips nothing: put it beside a def or class, or directly above"
                    print(f"refute: {place}: {said}", file=sys.stderr)
                for subject in self._checkable("subjects", part, doing=f"importing {part}"):
                    self._add(subject)
                for denial in self._host.taken_denials():
                    if len(self._verdicts) == told:  # else the error says it
                        print(f"refute: {denial.told(f'importing {part}')}", file=sys.stderr)

        if self.everything:
            self._warn_of_overrides()

    def _warn_of_overrides(self) -> None:
        """Say which overrides are for no function at all."""
        for override in self._settings.overrides:
            if not any(map(override.is_for, self._modules)):
                names = ", ".join(map(repr, override.modules))
                print(f"refute: an override has no effect: no function is in module {names}", file=sys.stderr)

    def _add(self, subject: SubjectInfo) -> None:
        self._modules.add(subject.module)
        why = self._settings.leaves_out(subject)
        if why is None:
            self._subjects.append(subject)
        else:
            self._left_out.append(LeftOut(subject.name, subject.place, why))

    def _checkable(self, name: str, text: str, *how: Any, doing: str) -> list[Any]:
        """What a request finds, without what is left out."""
        found = self._asked(name, text, *how, doing=doing)
        self._left_out += (one for one in found if isinstance(one, LeftOut))
        return [one for one in found if not isinstance(one, LeftOut)]

    def _asked(self, name: str, text: str, *how: Any, doing: str) -> list[Any]:
        try:
            return imported(self._host, name, text, *how, doing=doing, seconds=self._settings.limits.importing)
        except RefuteError as error:
            self._verdicts.append(self._known.seen(Unusable(text, None, error, is_function=False)))
            return []

    def _written(self) -> Writer:
        """What writes the verdicts, with those written that are known already."""
        settings = self._settings
        width = max((len(heading(subject.place, subject.name)) for subject in self._subjects), default=0)
        how: dict[str, Any] = {"width": width, "quiet": settings.quiet, "verbose": settings.verbose}
        writer, file = writer_of(settings.format, sys.stdout, **how), self._output
        if file is not None:
            writer = WithFile(writer, writer_of(file.format, file.out, **how), file)
        with to_standard_output():
            for verdict in self._verdicts:
                writer.finished(verdict)
        return writer

    def _check(self, writer: Writer) -> None:
        """Write a verdict for each function, in their order, whoever comes to them first."""
        with self._jobs() as verdict_of:
            self._write(writer, verdict_of)

    @contextlib.contextmanager
    def _jobs(self) -> Iterator[_VerdictOf]:
        count, in_rounds = len(self._subjects), self._settings.run_time is not None
        can_fork = not self._in_process and way_of("auto") == "fork"
        number = min(self._settings.jobs, count) if can_fork else 1
        if number > 1 and not self._interrupts.pressed:
            self._host.close()  # each job has its own
            # in rounds, a job has to know all of its functions
            batches = [range(one, count, number) for one in range(number)] if in_rounds else _one_by_one(count)
            jobs = Jobs(number, self._work, self._checker.close, batches, self._lost, self._patience)
            with contextlib.closing(jobs):
                yield jobs.result
        elif in_rounds:
            verdicts = dict(self._work(range(count), lambda place, progress: None))
            yield lambda place, telling: verdicts[place]
        else:
            yield self._checked

    def _work(self, places: Sequence[int], tell: _Tell) -> Iterator[tuple[int, Verdict | None]]:
        """The verdicts of some functions, in whatever order they come."""
        if self._settings.run_time is None:
            for place in places:
                yield place, self._checked(place, functools.partial(tell, place))
        else:
            rounds: Rounds[Verdict] = Rounds(
                self._settings.run_time - (time.monotonic() - self._began),
                lambda place: self._checker.in_turns(self._subjects[place], functools.partial(tell, place)),
                lambda place: self._checker.untried(self._subjects[place], len(self._subjects)),
                lambda: self._interrupts.pressed,
            )
            yield from rounds.results(places)

    def _checked(self, place: int, telling: Telling) -> Verdict | None:
        """The verdict of a function; None if the run was interrupted before."""
        return None if self._interrupts.pressed else self._checker.verdict(self._subjects[place], telling)

    def _write(self, writer: Writer, verdict_of: _VerdictOf) -> None:
        shown = not (self._settings.quiet or self._in_process)
        for place, subject in enumerate(self._subjects):
            with progress(subject.name, place + 1, len(self._subjects), shown=shown) as telling:
                verdict = verdict_of(place, telling)
            if verdict is None:
                continue
            verdict = self._known.seen(verdict, subject)
            self._verdicts.append(verdict)
            with to_standard_output():
                writer.finished(verdict)
            if self._options.pdb and isinstance(verdict, Report) and verdict.findings and not verdict.interrupted:
                with contextlib.suppress(KeyboardInterrupt):
                    self._debug(subject, verdict)

    @interruptible
    def _debug(self, subject: SubjectInfo, report: Report) -> None:
        from refute.check.debugging import debug  # which imports debuggers

        debug(self._host, subject.reference, report.findings[0])

    def _lost(self, place: int, how: str) -> Verdict:
        subject = self._subjects[place]
        remedy = "Look for what ends processes on this machine, or check one function after the other: --jobs 1."
        return Unusable(subject.name, subject.place, Fault(f"the process that checked it {how}", remedy=remedy))

    def _patience(self, place: int) -> float | None:
        """Seconds after which a job that says nothing of a function is taken to hang."""
        budget = self._checker.budget(self._subjects[place])
        return None if budget is None else _SILENCE + _TIMES_THE_BUDGET * budget + self._settings.limits.importing


def _one_by_one(count: int) -> list[range]:
    return [range(place, place + 1) for place in range(count)]


def status_of(verdicts: Sequence[Verdict], interrupted: bool) -> int:
    statuses = {verdict.status for verdict in verdicts}
    if interrupted:
        return INTERRUPTED
    if "refuted" in statuses:
        return FOUND_SOMETHING
    return UNUSABLE if statuses & {"unusable", "undecided"} or not statuses else FOUND_NOTHING
