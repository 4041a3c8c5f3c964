"""The command line: `refute check TARGET…` and `refute show TYPE`."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from refute import __version__
from refute.check import Report, check
from refute.judge.debugging import debug
from refute.judge.store import store_of_project
from refute.logic.errors import ExplosionError, RefuteError
from refute.report.drawing import Artist
from refute.report.inhabitants import Shown, stopped_after
from refute.report.verdicts import as_json, heading, how_far, print_report, print_summary, print_unusable
from refute.run.limits import Limits
from refute.search.options import natural, seconds
from refute.search.stages import Stage
from refute.spaces.inhabitants import inhabitants_in
from refute.spaces.scope import Scope
from refute.spaces.space import Space
from refute.types.read import Reader
from refute.types.signatures import read_signature
from refute.types.spelling import Speller
from refute.types.targets import Subject, Target, find_functions, find_type

FOUND_NOTHING, FOUND_SOMETHING, UNUSABLE, INTERRUPTED = 0, 1, 2, 130

# Without a scope, `show` goes on while a space is small and quickly built.
_ENOUGH_VALUES = 1_000
_ENOUGH_SECONDS = 1.0
_LARGEST_UNASKED = 12

_PROFILES = {"dev": 5.0, "ci": 30.0, "thorough": 600.0}  # seconds for each function

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


def _complain(error: RefuteError) -> None:
    console = Console(stderr=True, highlight=False)
    place = f"{error.place}: " if error.place else ""
    console.print(Text.assemble(("refute: ", "bold red"), (place, "bold"), error.problem), soft_wrap=True)
    if error.remedy:
        console.print(Text("  " + error.remedy), soft_wrap=True)


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
    )
    check.add_argument(
        "targets",
        nargs="+",
        metavar="TARGET",
        help="a file, file.py:line, file.py:name, module, module:name, directory",
    )
    _add_scope(check, "how far to go; without any of these, as far as the budget lasts")
    budget = check.add_argument_group("budget, for each function")
    budget.add_argument("--budget", type=seconds, metavar="TIME", help="such as 10s, 500ms or 2m")
    budget.add_argument("--tests", type=natural, metavar="N", help="how many inputs at most")
    budget.add_argument(
        "--profile", choices=sorted(_PROFILES), default="dev", help="a budget by name: 5 s, 30 s, 10 min (default: dev)"
    )
    budget.add_argument("--seed", type=int, default=0, metavar="S", help="for what is drawn (default: 0)")
    run = check.add_argument_group("running")
    run.add_argument("--time-limit", type=seconds, default=1.0, metavar="TIME", help="for one call (default: 1s)")
    run.add_argument("--memory-limit", type=natural, default=1024, metavar="MIB", help="for one call (default: 1024)")
    run.add_argument("--in-process", action="store_true", help="without a worker process, for debuggers")
    run.add_argument("--pdb", action="store_true", help="debug the call that fails; runs without a worker process")
    run.add_argument("--no-store", action="store_true", help="neither keep failures in .refute nor try those kept")
    run.add_argument("--max-findings", type=natural, default=3, metavar="N", help="for a function (default: 3)")
    output = check.add_argument_group("output")
    output.add_argument("--json", action="store_true", help="print one JSON object")
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
    scope = show.add_argument_group("scope", "how far to go; without any of these, as far as is quickly done")
    scope.add_argument("--size", type=natural, metavar="N", help="constructors and elements in a whole value")
    scope.add_argument("--depth", type=natural, metavar="N", help="nesting, and elements in one container")
    scope.add_argument("--smallcheck", type=natural, metavar="D", help="depth by the rule of SmallCheck")
    scope.add_argument("--ints", type=_interval, metavar="LO..HI", help="integers, instead of -N..N")
    scope.add_argument(
        "--no-landmarks", action="store_true", help="leave out constants of refinements beyond the scope"
    )
    output = show.add_argument_group("output")
    what = output.add_mutually_exclusive_group()
    what.add_argument("--count", action="store_true", help="print only how many values there are")
    what.add_argument("--list", action="store_true", help="print all values, one a line, smallest first")
    what.add_argument("--sample", type=natural, metavar="N", help="print N values drawn uniformly from all")
    output.add_argument("--seed", type=int, default=0, metavar="S", help="for what is drawn (default: 0)")
    output.add_argument("--first", type=natural, default=6, metavar="N", help="how many to begin with (default: 6)")
    output.add_argument("--draw", action="store_true", help="draw values as trees")
    output.add_argument("--json", action="store_true", help="print one JSON object")
    show.set_defaults(run=_show)


def _add_scope(parser: argparse.ArgumentParser, description: str) -> None:
    scope = parser.add_argument_group("scope", description)
    scope.add_argument("--size", type=natural, metavar="N", help="constructors and elements in a whole value")
    scope.add_argument("--depth", type=natural, metavar="N", help="nesting, and elements in one container")
    scope.add_argument("--smallcheck", type=natural, metavar="D", help="depth by the rule of SmallCheck")
    scope.add_argument("--ints", type=_interval, metavar="LO..HI", help="integers, instead of -N..N")
    scope.add_argument(
        "--no-landmarks", action="store_true", help="leave out constants of refinements beyond the scope"
    )


def _scope(options: argparse.Namespace) -> Scope | None:
    """The scope that was asked for, if one was."""
    if options.smallcheck is not None:
        return Scope.smallcheck(options.smallcheck)
    if options.size is None and options.depth is None:
        return None
    return Scope(size=options.size, depth=options.depth, ints=options.ints, landmarks=not options.no_landmarks)


def _interval(text: str) -> tuple[int, int]:
    low, _, high = text.partition("..")
    try:
        return int(low), int(high)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected two integers as in -3..3, not {text!r}") from None


def _check(options: argparse.Namespace) -> int:
    console = Console(highlight=False, stderr=options.json)
    subjects = [subject for target in options.targets for subject in find_functions(target)]
    width = max((len(heading(subject.place, subject.name)) for subject in subjects), default=0)
    reports: list[Report] = []
    statuses: list[str] = []
    interrupted = False
    for subject in subjects:
        try:
            report = _checked(subject, options)
        except RefuteError as error:
            statuses.append("unusable")
            print_unusable(console, subject.place, subject.name, error, width)
            continue
        reports.append(report)
        statuses.append(report.status)
        if not options.json:
            print_report(console, report, width)
        interrupted = report.interrupted
        if interrupted:
            break
        if options.pdb and report.findings:
            debug(read_signature(subject.function, bound_to=subject.bound_to), report.findings[0])
    if options.pdb and "refuted" not in statuses:
        print("nothing to debug: no call failed", file=sys.stderr)
    if options.json:
        print(json.dumps({"functions": [as_json(report) for report in reports]}, indent=2, ensure_ascii=False))
    else:
        print_summary(console, statuses)
    if interrupted:
        return INTERRUPTED
    if "refuted" in statuses:
        return FOUND_SOMETHING
    return UNUSABLE if "unusable" in statuses or not subjects else FOUND_NOTHING


def _checked(subject: Subject, options: argparse.Namespace) -> Report:
    scope = _scope(options)
    budget = options.budget
    if scope is None and budget is None and options.tests is None:
        budget = _PROFILES[options.profile]
    begin = time.monotonic()
    with Console(stderr=True).status(subject.name) as status:

        def progress(report: Report, stage: Stage, done: int) -> None:
            status.update(how_far(report, stage, done, time.monotonic() - begin))

        return check(
            subject.function,
            scope=scope,
            budget=budget,
            tests=options.tests,
            seed=options.seed,
            isolation="none" if options.in_process or options.pdb else "process",
            limits=Limits(seconds=options.time_limit, memory=options.memory_limit << 20),
            max_findings=max(1, options.max_findings),
            bound_to=subject.bound_to,
            store=None if options.no_store else store_of_project(Path.cwd()),
            progress=progress,
        )


def _show(options: argparse.Namespace) -> int:
    target = find_type(options.type)
    with Console(stderr=True).status(f"building the values of {target.text} …"):
        scope, space = _space(target, options)
        count = space.count
    if options.count and not options.json:
        print(count)
    elif options.list and not options.json:
        return _list(space)
    elif options.sample is not None and not options.json:
        _print_values(space.sample(options.sample, seed=options.seed), target, options)
    else:
        shown = _shown(target, scope, space, options)
        if options.json:
            print(json.dumps(shown.as_json() | _all_values(space, options), indent=2, ensure_ascii=False))
        else:
            shown.print(Console(highlight=False), _artist(target) if options.draw else None)
    return FOUND_NOTHING


def _space(target: Target, options: argparse.Namespace) -> tuple[Scope, Space[Any]]:
    scope = _scope(options)
    if scope is None:
        return _quickly_built(target, options)
    return scope, inhabitants_in(target.context, target.annotation, scope)


def _quickly_built(target: Target, options: argparse.Namespace) -> tuple[Scope, Space[Any]]:
    """The largest scope that is quickly built and does not have too many values."""
    begin = time.perf_counter()
    best: tuple[Scope, Space[Any]] | None = None
    for size in range(_LARGEST_UNASKED + 1):
        scope = Scope(size=size, ints=options.ints, landmarks=not options.no_landmarks)
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


def _print_values(values: Sequence[Any], target: Target, options: argparse.Namespace) -> None:
    speller, artist = Speller(), _artist(target) if options.draw else None
    width = Console().width
    for value in values:
        print("\n".join([*artist.draw(value, width), ""]) if artist else speller.spell(value))


def _shown(target: Target, scope: Scope, space: Space[Any], options: argparse.Namespace) -> Shown:
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


def _artist(target: Target) -> Artist:
    return Artist(Reader().read_whole(target.annotation, target.context))
