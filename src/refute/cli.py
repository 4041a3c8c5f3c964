"""The command line: `refute check TARGET…` and `refute show TYPE`."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import sys
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from refute import __version__
from refute.campaign.report import Report
from refute.check import check
from refute.errors import ExplosionError, RefuteError, TargetError
from refute.judge.debugging import debug
from refute.report.drawing import Artist
from refute.report.formats import FORMATS, Writer, writer_of
from refute.report.inhabitants import Shown, stopped_after
from refute.report.summary import Summary
from refute.report.terminal import Progress, console, progress
from refute.report.verdicts import Unusable, Verdict, heading
from refute.search.schedule.solver_stage import ENGINES
from refute.settings.options import interval, natural, positive, seconds
from refute.settings.settings import Settings, scope_of, settings_for
from refute.spaces.inhabitants import inhabitants_in
from refute.spaces.scope import Scope
from refute.spaces.space import Space
from refute.store.files import store_of_project
from refute.targets.parts import parts_of
from refute.targets.subjects import Subject, find_functions
from refute.targets.type_expressions import TypeTarget, find_type
from refute.types.reading.annotations import Reader
from refute.types.signatures import read_signature
from refute.types.spelling import Speller

_NOT_SETTINGS = ("run", "in_process", "pdb", "no_store")  # they are for one run
FOUND_NOTHING, FOUND_SOMETHING, UNUSABLE, INTERRUPTED = 0, 1, 2, 130

# Without a scope, `show` goes on while a space is small and quickly built.
_ENOUGH_VALUES = 1_000
_ENOUGH_SECONDS = 1.0
_LARGEST_UNASKED = 12

_CHECK = """\
examples:
  refute check scores.py      every public annotated function of a file, 5 seconds each
  refute check scores.py:rescale --depth 6      one of them, all inputs to depth 6
  refute check mypackage --profile ci
"""
_SHOW = """\
examples:
  refute show shapes.py:Tree --size 4      a type of a file
  refute show mypackage.shapes:Tree --draw      of a module, its first values drawn as trees
  refute show 'list[Annotated[int, Ge(0)]]' --depth 3 --count      a type expression
"""


def main(arguments: Sequence[str] | None = None) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # whatever the code under test says can be printed
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
        return status
    except RefuteError as error:
        _complain(error)
        return UNUSABLE
    except KeyboardInterrupt:
        print("refute: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # whoever was reading has seen enough; keep Python from complaining at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FOUND_NOTHING
    except Exception as error:  # no traceback of refute's own helps anyone who has not written it
        _complain(_fault(error))
        return UNUSABLE


def _complain(error: RefuteError) -> None:
    out = console(stderr=True)
    place = f"{error.place}: " if error.place else ""
    out.print(Text.assemble(("refute: ", "bold red"), (place, "bold"), error.problem), soft_wrap=True)
    if error.remedy:
        out.print(Text("  " + error.remedy), soft_wrap=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="refute", description="Try to refute what a Python program says about itself."
    )
    parser.add_argument("--version", action="version", version=f"refute {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_check(commands)
    _add_show(commands)
    return parser


def _add_check(commands: Any) -> None:
    check = commands.add_parser(
        "check",
        help="test functions and methods against their types",
        description="Test functions, methods and properties against their types.",
        epilog=_CHECK,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        argument_default=argparse.SUPPRESS,  # so that what was not said is left to the settings
    )
    check.add_argument(
        "targets",
        nargs="*",
        metavar="TARGET",
        help="a file, file.py:line, file.py:name, module, module:name, directory",
    )
    _add_scope(check, "how far to go; without any of these, as far as the budget lasts")
    budget = check.add_argument_group("budget, for each function")
    budget.add_argument("--budget", type=seconds, metavar="TIME", help="such as 10s, 500ms or 2m")
    budget.add_argument("--tests", type=natural, metavar="N", help="how many inputs at most")
    budget.add_argument(
        "--profile", metavar="NAME", help="dev: 5 s (default), ci: 30 s, thorough: 10 min, or one of your settings"
    )
    budget.add_argument("--seed", type=int, metavar="S", help="for what is drawn (default: 0)")
    run = check.add_argument_group("running")
    run.add_argument(
        "--engine", choices=ENGINES, help="what chooses inputs: scopes, a solver, or it where scopes have few (default)"
    )
    run.add_argument("--time-limit", type=seconds, metavar="TIME", help="for one call (default: 1s)")
    run.add_argument("--memory-limit", type=natural, metavar="MIB", help="for one call (default: 1024)")
    run.add_argument("--in-process", action="store_true", default=False, help="without a worker process, for debuggers")
    run.add_argument(
        "--pdb", action="store_true", default=False, help="debug the call that fails; runs without a worker process"
    )
    run.add_argument(
        "--no-store", action="store_true", default=False, help="neither keep failures in .refute nor try those kept"
    )
    run.add_argument("--max-findings", type=positive, metavar="N", help="for a function (default: 3)")
    output = check.add_argument_group("output")
    output.add_argument("--format", choices=FORMATS, help="(default: text)")
    how_much = output.add_mutually_exclusive_group()
    how_much.add_argument("-q", "--quiet", action="store_true", help="only what was found, and the summary")
    how_much.add_argument(
        "-v", "--verbose", action="store_true", help="also the scopes exhausted, and how refinements were understood"
    )
    check.set_defaults(run=_check)


def _add_show(commands: Any) -> None:
    show = commands.add_parser(
        "show",
        help="the values of a type: how many, the first, some others, how each refinement was understood",
        description="Show the values of a type: how many there are, the first, some others, and how each refinement "
        "was understood.",
        epilog=_SHOW,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    show.add_argument("type", metavar="TYPE", help="module:Name, path/to/file.py:Name, or a type expression in quotes")
    _add_scope(show, "how far to go; without any of these, as far as is quickly done")
    output = show.add_argument_group("output")
    what = output.add_mutually_exclusive_group()
    what.add_argument("--count", action="store_true", help="print only how many values there are")
    what.add_argument("--list", action="store_true", help="print all values, one a line, smallest first")
    what.add_argument("--sample", type=natural, metavar="N", help="print N values drawn uniformly from all")
    output.add_argument("--seed", type=int, default=0, metavar="S", help="for what is drawn (default: 0)")
    output.add_argument("--first", type=natural, default=6, metavar="N", help="how many to begin with (default: 6)")
    output.add_argument("--draw", action="store_true", help="draw values as trees")
    output.add_argument("--format", choices=("text", "json"), default="text", help="(default: text)")
    show.set_defaults(run=_show)


def _add_scope(parser: argparse.ArgumentParser, description: str) -> None:
    scope = parser.add_argument_group("scope", description, argument_default=argparse.SUPPRESS)
    scope.add_argument("--size", type=natural, metavar="N", help="constructors and elements in a whole value")
    scope.add_argument("--depth", type=natural, metavar="N", help="nesting, and elements in one container")
    scope.add_argument("--smallcheck", type=natural, metavar="D", help="depth by the rule of SmallCheck")
    scope.add_argument("--ints", type=interval, metavar="LO..HI", help="integers, instead of -N..N")
    scope.add_argument(
        "--no-landmarks",
        dest="landmarks",
        action="store_false",
        help="leave out constants of refinements beyond the scope",
    )


def _check(options: argparse.Namespace) -> int:
    given = {key.replace("_", "-"): value for key, value in vars(options).items() if key not in _NOT_SETTINGS}
    settings = settings_for(given, Path.cwd())
    if not settings.targets:
        raise TargetError(
            "there is nothing to check", remedy="Name a file, a module or a directory, or set targets in [tool.refute]."
        )
    in_process = options.in_process or options.pdb
    store = None if options.no_store else store_of_project(Path.cwd())
    begin = time.monotonic()
    verdicts: list[Verdict] = []
    subjects: list[Subject] = []
    writer: Writer | None = None
    interrupted = False
    try:
        subjects = _found(settings.targets, verdicts)
        width = max((len(heading(subject.place, subject.name)) for subject in subjects), default=0)
        writer = writer_of(settings.format, width=width, quiet=settings.quiet, verbose=settings.verbose)
        for verdict in verdicts:
            writer.finished(verdict)
        for number, subject in enumerate(subjects, 1):
            with progress(subject.name, number, len(subjects), shown=not (settings.quiet or in_process)) as told:
                verdict = _checked(subject, settings, told, in_process=in_process, store=store)
            verdicts.append(verdict)
            writer.finished(verdict)
            if options.pdb and isinstance(verdict, Report) and verdict.findings:
                debug(read_signature(subject.function, bound_to=subject.bound_to), verdict.findings[0])
            if isinstance(verdict, Report) and verdict.interrupted:
                raise KeyboardInterrupt
    except KeyboardInterrupt:
        interrupted = True
    if options.pdb and not any(verdict.status == "refuted" for verdict in verdicts):
        print("nothing to debug: no call failed", file=sys.stderr)
    writer = writer or writer_of(settings.format)
    writer.end(Summary(verdicts, len(subjects), time.monotonic() - begin, interrupted))
    return _status(verdicts, interrupted)


def _found(targets: Sequence[str], unusable: list[Verdict]) -> list[Subject]:
    """The functions to check. A target that has none to offer does not stop the others."""
    subjects: list[Subject] = []
    for target in targets:
        for part in parts_of(target):
            try:
                subjects += find_functions(part)
            except RefuteError as error:
                unusable.append(Unusable(part, None, error, is_function=False))
    return subjects


def _checked(
    subject: Subject, settings: Settings, progress: Progress, *, in_process: bool, store: Path | None
) -> Verdict:
    # what the code prints in this process must not get into what other programs read
    aside = in_process and settings.format != "text"
    try:
        with contextlib.redirect_stdout(sys.stderr) if aside else contextlib.nullcontext():
            return check(
                subject.function,
                **settings.for_check(),
                isolation="none" if in_process else "process",
                bound_to=subject.bound_to,
                store=store,
                progress=progress,
            )
    except RefuteError as error:
        return Unusable(subject.name, subject.place, error)
    except (Exception, SystemExit) as error:  # a fault of refute's must not keep it from checking the rest
        return Unusable(subject.name, subject.place, _fault(error))


def _fault(error: BaseException) -> RefuteError:
    """What to say when refute itself fails."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    problem = f"refute failed: {type(error).__name__}: {error}"
    remedy = f"That is a fault of refute; it happened at {Path(last.filename).name}:{last.lineno}. Please report it."
    return RefuteError(problem, remedy=remedy)


def _status(verdicts: Sequence[Verdict], interrupted: bool) -> int:
    statuses = {verdict.status for verdict in verdicts}
    if interrupted:
        return INTERRUPTED
    if "refuted" in statuses:
        return FOUND_SOMETHING
    return UNUSABLE if "unusable" in statuses or not statuses else FOUND_NOTHING


def _show(options: argparse.Namespace) -> int:
    target = find_type(options.type)
    as_json = options.format == "json"
    with Console(stderr=True).status(f"building the values of {target.text} …"):
        scope, space = _space(target, options)
        count = space.count
    if options.count and not as_json:
        print(count)
    elif options.list and not as_json:
        return _list(space)
    elif options.sample is not None and not as_json:
        _print_values(space.sample(options.sample, seed=options.seed), target, options)
    else:
        shown = _shown(target, scope, space, options)
        if as_json:
            print(json.dumps(shown.as_json() | _all_values(space, options), indent=2, ensure_ascii=False))
        else:
            shown.print(console(), _artist(target) if options.draw else None)
    return FOUND_NOTHING


def _space(target: TypeTarget, options: argparse.Namespace) -> tuple[Scope, Space[Any]]:
    given = vars(options)
    if not given.keys() & {"size", "depth", "smallcheck"}:
        return _quickly_built(target, given.get("ints"), given.get("landmarks", True))
    scope = scope_of(given)
    assert scope is not None
    return scope, inhabitants_in(target.context, target.annotation, scope)


def _quickly_built(target: TypeTarget, ints: tuple[int, int] | None, landmarks: bool) -> tuple[Scope, Space[Any]]:
    """The largest scope that is quickly built and does not have too many values."""
    begin = time.perf_counter()
    best: tuple[Scope, Space[Any]] | None = None
    for size in range(_LARGEST_UNASKED + 1):
        scope = Scope(size=size, ints=ints, landmarks=landmarks)
        try:
            space = inhabitants_in(target.context, target.annotation, scope)
        except ExplosionError:
            if best is None:
                raise
            break
        before = best[1].count if best is not None else 0
        if before and space.count > _ENOUGH_VALUES:
            break
        if best is None or space.count != before:
            best = scope, space
        if space.count > _ENOUGH_VALUES or time.perf_counter() - begin > _ENOUGH_SECONDS:
            break
    assert best is not None
    return best


def _list(space: Space[Any]) -> int:
    speller, listed = Speller(), 0
    try:
        for value in space:
            print(speller.spell(value))
            listed += 1
    except KeyboardInterrupt:
        sys.stdout.flush()
        print(f"refute: {stopped_after(listed, space.count)}", file=sys.stderr)
        return INTERRUPTED
    return FOUND_NOTHING


def _print_values(values: Sequence[Any], target: TypeTarget, options: argparse.Namespace) -> None:
    speller, artist = Speller(), _artist(target) if options.draw else None
    width = Console().width
    for value in values:
        print("\n".join([*artist.draw(value, width), ""]) if artist else speller.spell(value))


def _shown(target: TypeTarget, scope: Scope, space: Space[Any], options: argparse.Namespace) -> Shown:
    first = space[: options.first]
    asked = 4 if options.sample is None else options.sample
    worth = space.count > len(first) or options.sample is not None
    sample = space.sample(asked, seed=options.seed) if worth and space.count else []
    return Shown(target.text, target.context.place, scope, space, options.seed, first, sample)


def _all_values(space: Space[Any], options: argparse.Namespace) -> dict[str, Any]:
    if not options.list:
        return {}
    speller = Speller()
    values = [speller.spell(value) for value in space]
    return {"values": values, "imports": speller.imports}


def _artist(target: TypeTarget) -> Artist:
    return Artist(Reader().read_whole(target.annotation, target.context))
