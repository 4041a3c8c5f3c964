"""The arguments of the command line: commands and their options. `run` says which command was given."""

from __future__ import annotations

import argparse
from typing import Any

from refute import __version__
from refute.choices import COMPARISON_FORMATS, CONTRACTS, ENGINES, FORMATS, LEFTOVERS, STRATEGIES, WORKERS
from refute.commands.words.parser import Parser
from refute.settings.options import bound, integer, integers, interval, natural, positive, seconds, texts, tolerance

_CHECK = """\
examples:
  refute check      the whole project: all in the directory of its pyproject.toml
  refute check scores.py      every public annotated function of a file, 5 seconds each
  refute check scores.py:rescale --depth 6      one of them, all inputs to depth 6
  refute check mypackage --profile ci
"""
_BASELINE = """\
examples:
  refute baseline      what `refute check` finds today, written to refute-baseline.json: commit it
  refute baseline --update      what is new is added, what did not occur is removed
  refute baseline --profile ci      as thorough as `refute check --profile ci`
"""
_EXPLORE = """\
examples:
  refute explore bank.py      what a file offers, called in every order for 10 seconds
  refute explore bank.py:Account --calls 5      all programs of up to five calls with one class
  refute explore trees.py --for 1m --include empty,add,union      some of its functions, for a minute
"""
_WRITE = """\
examples:
  refute write shop.py -o tests/test_shop_generated.py      what a file does, as a pytest file
  refute write shop.py:Cart -o tests/test_cart.py --for 30s      one of its classes, with more time
  refute write shop.py -o tests/test_shop_generated.py --update      again: edited tests stay as they are
"""
_COMPARE = """\
examples:
  refute compare old.py new.py      two files: what changed, with the smallest input that shows it
  refute compare shop==1.2 shop==1.3      two releases from the registry, each in an environment of its own
  refute compare src/shop --rev v1.2..main      one directory at two revisions of its Git repository
  refute compare shop.py:split --python 3.11..3.13      one function in two Pythons
  refute compare --reference solution.py submissions/*.py      many against one, as a table
"""
_SHOW = """\
examples:
  refute show shapes.py:Tree --size 4      a type of a file
  refute show mypackage.shapes:Tree --draw      of a module, its first values drawn as trees
  refute show 'list[Annotated[int, Ge(0)]]' --depth 3 --count      a type expression
"""


def parser() -> Parser:
    made = Parser(prog="refute", description="Try to refute what a Python program says about itself.")
    made.add_argument("--version", action="version", version=f"refute {__version__}")
    commands = made.add_subparsers(title="commands", metavar="COMMAND")
    for add in (_add_check, _add_explore, _add_compare, _add_write, _add_baseline, _add_show, _add_doctor):
        add(made, commands)
    return made


def _add_check(parser: Parser, commands: Any) -> None:
    check = parser.add_command(
        commands,
        "check",
        help="test functions and methods against their types",
        description="Test functions, methods and properties against their types.",
        epilog=_CHECK,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        argument_default=argparse.SUPPRESS,  # so that what was not said is left to the settings
    )
    run = _add_checking(check)
    run.add_argument(
        "--no-baseline", action="store_true", default=False, help="report also what is in refute-baseline.json"
    )
    check.set_defaults(run="check")


def _add_explore(parser: Parser, commands: Any) -> None:
    explore = parser.add_command(
        commands,
        "explore",
        help="drive a module from outside: chain what it offers, report what breaks",
        description="Call what modules and classes offer, on what they have made, and report invariants that break, "
        "crashes and hangs, each with the shortest program that shows it. No specification is needed.",
        epilog=_EXPLORE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        argument_default=argparse.SUPPRESS,
    )
    explore.add_argument(
        "targets",
        nargs="*",
        metavar="TARGET",
        help="a file, module, package, directory, file.py:Class or module:interface (default: the project)",
    )
    far = explore.add_argument_group("how far to go; without any of these, 10 s for each module")
    far.add_argument("--calls", type=positive, default=None, metavar="N", help="all programs of up to N calls")
    far.add_argument("--for", type=seconds, default=None, metavar="TIME", help="time for each, such as 10s or 2m")
    far.add_argument(
        "--strategy", choices=STRATEGIES, default="auto", help="how programs are chosen (default: auto, several)"
    )
    far.add_argument(
        "--bound",
        type=bound,
        action="append",
        default=None,
        metavar="CLASS=N",
        help="how many instances of a class are kept (default: 50,000)",
    )
    far.add_argument("--seed", type=integer, metavar="S", help="random seed for random calls (default: 0)")
    what = explore.add_argument_group("what to call")
    names: dict[str, Any] = {"action": "extend", "type": _words, "default": [], "metavar": "NAMES"}
    what.add_argument("--include", dest="names", help="only these: add, Account.*", **names)
    what.add_argument("--exclude", dest="not_names", help="not these", **names)
    made = explore.add_argument_group("what arguments are made of, beside what the target offers and its constants")
    made.add_argument(
        "--with",
        dest="beside",
        action="append",
        default=[],
        metavar="MODULE",
        help="what this offers as well: decimal, mypackage.shapes:Circle",
    )
    made.add_argument("--ints", type=integers, default=(), metavar="N,…", help="these integers, and no others: 0,1,-1")
    made.add_argument("--strs", type=texts, default=(), metavar="TEXT,…", help="these texts, and no others: a,b,")
    made.add_argument(
        "--from-tests",
        nargs="?",
        const="",
        action="append",
        default=[],
        metavar="PATH",
        help="calls and literals of tests, which are read and not run (default: all tests of the project)",
    )
    what.add_argument(
        "--threads",
        action="store_true",
        default=False,
        help="also two calls at a time on each object, which have to do what they do one after the other",
    )
    what.add_argument(
        "--model",
        default="",
        metavar="TARGET",
        help="what does the same, as module:Class or a module: it is run beside, and they have to agree",
    )
    what.add_argument(
        "--exempt",
        action="extend",
        type=_contracts,
        metavar="CONTRACTS",
        help=f"contracts of objects that are not asked for: {', '.join(CONTRACTS)}",
    )
    run = explore.add_argument_group("running")
    run.add_argument(
        "-j", "--jobs", type=positive, metavar="N", help="workers that share a stage (default: one for each processor)"
    )
    _add_running(run)
    run.add_argument("--audit", metavar="FILE", default=None, help="write every call to a file before it happens")
    run.add_argument(
        "--no-store",
        action="store_true",
        default=False,
        help="neither keep failures in .refute/ nor try those kept there",
    )
    out = _add_output(explore)
    out.add_argument(
        "--explain",
        action="store_true",
        default=False,
        help="as -v, and how instances are made, what is called with what, and why something was never called",
    )
    _add_coverage(out)
    out.add_argument(
        "--draw", metavar="FILE", default=None, help="draw states and calls as SVG, where they are few (--calls 3)"
    )
    explore.set_defaults(run="explore")


def _add_compare(parser: Parser, commands: Any) -> None:
    compare = parser.add_command(
        commands,
        "compare",
        help="run two versions on the same inputs, and tell what changed",
        description="Run two versions of some code on the same inputs and programs, and tell what changed, with the "
        "smallest input that shows it.",
        epilog=_COMPARE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        argument_default=argparse.SUPPRESS,
    )
    compare.add_argument(
        "versions",
        nargs="+",
        metavar="VERSION",
        help="OLD and NEW: a file, directory, module, file.py:name, or a distribution such as shop==1.2; one of them "
        "with --rev or --python; any number with --reference",
    )
    compare.add_argument("--rev", default=None, metavar="A..B", help="two revisions of the target (A: that and now)")
    compare.add_argument(
        "--python", default=None, metavar="X..Y", help="the Pythons of both, by version or path (X: the same for both)"
    )
    compare.add_argument(
        "--with",
        dest="beside",
        action="append",
        default=[],
        metavar="REQUIREMENT",
        help="what is installed beside a distribution: numpy<2",
    )
    compare.add_argument(
        "--reference", default=None, metavar="TARGET", help="what all others are compared with, in a table"
    )
    what = compare.add_argument_group("what to compare")
    names: dict[str, Any] = {"action": "extend", "type": _words, "default": [], "metavar": "NAMES"}
    what.add_argument("--include", dest="names", help="only these: split, Account.*", **names)
    what.add_argument("--exclude", dest="not_names", help="not these", **names)
    what.add_argument(
        "--tolerance", type=tolerance, default=0.0, metavar="X", help="numbers may differ so much, relative or absolute"
    )
    what.add_argument(
        "--speed", action="store_true", default=False, help="also time and memory, where they differ by three times"
    )
    what.add_argument(
        "--accept",
        action="store_true",
        default=False,
        help="write down what changed as intended, to refute-accepted.json: it does not fail any more",
    )
    what.add_argument(
        "--no-accepted", action="store_true", default=False, help="ignore the changes that are written down"
    )
    _add_scope(compare, "how far to go with each function; without any of these, as far as the budget lasts")
    budget = compare.add_argument_group("budget")
    budget.add_argument("--budget", type=seconds, metavar="TIME", help="time for each function (default: 5s at most)")
    budget.add_argument("--for", type=seconds, metavar="TIME", help="time for everything: 60s")
    budget.add_argument("--tests", type=positive, metavar="N", help="number of inputs for each function")
    budget.add_argument(
        "--programs",
        type=seconds,
        default=None,
        metavar="TIME",
        help="time for exploring either version of a module with classes (default: 6s)",
    )
    budget.add_argument("--seed", type=integer, metavar="S", help="random seed for samples (default: 0)")
    budget.add_argument(
        "--max-findings", type=positive, metavar="N", help="kinds of changes that are told of a function (default: 3)"
    )
    run = compare.add_argument_group("running")
    run.add_argument(
        "-j", "--jobs", type=positive, metavar="N", help="functions at a time (default: one for each processor)"
    )
    _add_running(run, in_process=False)
    run.add_argument("--engine", choices=ENGINES, help="what chooses inputs (default: auto)")
    out = compare.add_argument_group("output")
    out.add_argument("--format", choices=COMPARISON_FORMATS, default="text", help="of the report (default: text)")
    out.add_argument(
        "--output", metavar="FILE", default=None, help="also write it to a file, by --format or its suffix"
    )
    how_much = out.add_mutually_exclusive_group()
    how_much.add_argument("-q", "--quiet", action="store_true", help="only what changed, and the summary")
    how_much.add_argument("-v", "--verbose", action="store_true", help="also constants, and what was not compared")
    compare.set_defaults(run="compare")


def _add_write(parser: Parser, commands: Any) -> None:
    write = parser.add_command(
        commands,
        "write",
        help="keep what a module does, or what was found, as an ordinary pytest file",
        description="Explore a module, choose few small programs that reach its lines and branches and notice changes "
        "of its code, and write them as a pytest file. It is run twice before it is saved.",
        epilog=_WRITE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        argument_default=argparse.SUPPRESS,
    )
    write.add_argument("target", metavar="TARGET", help="a file, module, package, file.py:Class or module:function")
    write.add_argument("-o", "--out", required=True, metavar="FILE", help="the file to write")
    write.add_argument(
        "--update",
        action="store_true",
        default=False,
        help="replace the tests in FILE that refute wrote and nobody has edited; everything else stays",
    )
    write.add_argument("--for", type=seconds, default=None, metavar="TIME", help="time for each module (default: 10s)")
    write.add_argument("--seed", type=integer, metavar="S", help="random seed (default: 0)")
    names: dict[str, Any] = {"action": "extend", "type": _words, "default": [], "metavar": "NAMES"}
    write.add_argument("--include", dest="names", help="only these: add, Account.*", **names)
    write.add_argument("--exclude", dest="not_names", help="not these", **names)
    run = write.add_argument_group("running")
    _add_running(run, in_process=False)
    output = write.add_argument_group("output")
    output.add_argument("--format", choices=("text", "json"), default="text", help="of what is told (default: text)")
    _add_coverage(output)
    how_much = output.add_mutually_exclusive_group()
    how_much.add_argument("-q", "--quiet", action="store_true", help="only how many tests were written")
    how_much.add_argument(
        "-v", "--verbose", action="store_true", help="also what was reached, and which mutants survive"
    )
    write.set_defaults(run="write")


def _add_baseline(parser: Parser, commands: Any) -> None:
    baseline = parser.add_command(
        commands,
        "baseline",
        help="write down what is found today, so that only what is new fails",
        description="Check as `refute check` does, and write what is found to refute-baseline.json, beside the "
        "pyproject.toml. What is there does not fail a check any more.",
        epilog=_BASELINE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        argument_default=argparse.SUPPRESS,
    )
    baseline.add_argument("--update", action="store_true", default=False, help="replace the baseline that is there")
    _add_checking(baseline)
    baseline.set_defaults(run="baseline")


def _add_checking(check: argparse.ArgumentParser) -> Any:
    """The options of a check; returns the group of those that say how it is run."""
    check.add_argument(
        "targets",
        nargs="*",
        metavar="TARGET",
        help="a file, file.py:line, file.py:name, module, module:name, directory (default: the project)",
    )
    _add_scope(check, "how far to go; without any of these, as far as the budget lasts")
    budget = check.add_argument_group("budget, for each function unless it says otherwise")
    budget.add_argument("--budget", type=seconds, metavar="TIME", help="time at most, such as 10s, 500ms or 2m")
    budget.add_argument(
        "--for",
        type=seconds,
        metavar="TIME",
        help="time for the whole run, most of it for functions that still show something new",
    )
    budget.add_argument("--tests", type=positive, metavar="N", help="how many inputs at most")
    budget.add_argument(
        "--profile",
        metavar="NAME",
        help="dev: 5 s (default), ci: 30 s, thorough: 10 min, or one that your settings define",
    )
    budget.add_argument("--seed", type=integer, metavar="S", help="random seed for samples (default: 0)")
    run = check.add_argument_group("running")
    run.add_argument(
        "--engine",
        choices=ENGINES,
        help="what chooses inputs (default: auto, the solver where scopes yield few inputs)",
    )
    run.add_argument(
        "-j", "--jobs", type=positive, metavar="N", help="functions at a time (default: one for each processor)"
    )
    run.add_argument(
        "--untyped",
        action="store_true",
        help="also check functions that have parameters without annotation, with values of several types",
    )
    _add_running(run)
    run.add_argument(
        "--pdb", action="store_true", default=False, help="debug the call that fails; runs without a worker process"
    )
    run.add_argument(
        "--no-store",
        action="store_true",
        default=False,
        help="neither keep failures in .refute/ nor try those kept there",
    )
    run.add_argument(
        "--leftovers",
        choices=LEFTOVERS,
        help="what to do about calls that leave something changed or running (default: warn)",
    )
    run.add_argument(
        "--no-aliasing",
        dest="aliasing",
        action="store_false",
        help="never give two parameters the same mutable object",
    )
    run.add_argument(
        "--no-holes",
        dest="holes",
        action="store_false",
        help="never call the code with holes: objects that report when they are looked at",
    )
    run.add_argument("--audit", metavar="FILE", default=None, help="write every call to a file before it happens")
    run.add_argument("--max-findings", type=positive, metavar="N", help="at most so many for a function (default: 3)")
    _add_output(check)
    return run


def _add_running(run: Any, *, in_process: bool = True) -> None:
    """What calls may do, and for how long."""
    run.add_argument("--time-limit", type=seconds, metavar="TIME", help="longest time of one call (default: 1s)")
    run.add_argument("--memory-limit", type=positive, metavar="MIB", help="most memory of one call (default: 1024)")
    run.add_argument(
        "--allow",
        action="extend",
        type=_words,
        metavar="WHAT",
        help="let code under test do more: write=PATH, write (anywhere), net, process, native; commas between several",
    )
    run.add_argument(
        "--deny",
        action="extend",
        type=_words,
        metavar="read=PATH",
        help="forbid code under test to read a file or directory",
    )
    run.add_argument(
        "--import-limit", type=seconds, metavar="TIME", help="longest time to import a file or module (default: 30s)"
    )
    if in_process:
        run.add_argument(
            "--in-process",
            action="store_true",
            default=False,
            help="run the code in refute's own process, for debuggers",
        )
    run.add_argument(
        "--strict",
        action="store_true",
        help="report also exceptions that a function with plain types raises to refuse arguments",
    )
    run.add_argument(
        "--workers",
        choices=WORKERS,
        help="processes for the code: forked, or fresh interpreters (default: auto, what suits the system)",
    )
    run.add_argument(
        "--freeze",
        action="store_true",
        help="stop the clocks; random numbers and hashes are the same on every run",
    )


def _add_output(parser: argparse.ArgumentParser) -> Any:
    """The options of reports; returns their group."""
    output = parser.add_argument_group("output")
    output.add_argument("--format", choices=FORMATS, help="of the report (default: text)")
    output.add_argument(
        "--output",
        metavar="FILE",
        default=None,
        help="write the format to a file, and text to the terminal; .json, .jsonl and .xml say which format",
    )
    how_much = output.add_mutually_exclusive_group()
    how_much.add_argument("-q", "--quiet", action="store_true", help="only what was found, and the summary")
    how_much.add_argument(
        "-v",
        "--verbose",
        action="store_true",
        help="also the scopes exhausted, how refinements were understood, and what was left out",
    )
    return output


def _add_coverage(group: Any) -> None:
    group.add_argument(
        "--coverage",
        metavar="FILE",
        default=None,
        help="write what was reached as a data file of coverage.py: coverage html --data-file=FILE",
    )


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _contracts(text: str) -> list[str]:
    names = _words(text)
    for name in names:
        if name not in CONTRACTS:
            raise argparse.ArgumentTypeError(f"no contract {name!r} (choose from {', '.join(CONTRACTS)})")
    return names


def _add_show(parser: Parser, commands: Any) -> None:
    show = parser.add_command(
        commands,
        "show",
        help="the values of a type: how many, the first, some others, how each refinement was understood",
        description="Show the values of a type: how many there are, the first, some others, and how each refinement "
        "was understood.",
        epilog=_SHOW,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    show.add_argument("type", metavar="TYPE", help="module:Name, path/to/file.py:Name, or a type expression in quotes")
    _add_scope(show, "how far to go; without any of these, as far as takes little time")
    output = show.add_argument_group("output")
    what = output.add_mutually_exclusive_group()
    what.add_argument("--count", action="store_true", help="print only how many values there are")
    what.add_argument("--list", action="store_true", help="print all values, one a line, smallest first")
    what.add_argument("--sample", type=natural, metavar="N", help="print N values drawn uniformly from all")
    output.add_argument("--seed", type=integer, default=0, metavar="S", help="random seed for samples (default: 0)")
    output.add_argument("--first", type=natural, default=6, metavar="N", help="print the first N values (default: 6)")
    output.add_argument("--draw", action="store_true", help="draw values as trees")
    output.add_argument("--format", choices=("text", "json"), default="text", help="(default: text)")
    show.set_defaults(run="show")


def _add_doctor(parser: Parser, commands: Any) -> None:
    doctor = parser.add_command(
        commands,
        "doctor",
        help="what this system allows: workers, the wall, the solver, versions",
        description="Tell what this system allows, and what that means: workers, the layers of the wall, the solver, "
        "versions.",
    )
    doctor.set_defaults(run="doctor")


def _add_scope(parser: argparse.ArgumentParser, description: str) -> None:
    scope = parser.add_argument_group("scope", description, argument_default=argparse.SUPPRESS)
    scope.add_argument("--size", type=natural, metavar="N", help="up to N constructors and elements in a whole value")
    scope.add_argument(
        "--depth", type=natural, metavar="N", help="up to N levels of nesting, and N elements in a container"
    )
    scope.add_argument(
        "--smallcheck", type=natural, metavar="D", help="depth as SmallCheck, the Haskell library, counts it"
    )
    scope.add_argument("--ints", type=interval, metavar="LO..HI", help="integers to try, instead of -N..N")
    scope.add_argument(
        "--no-landmarks",
        dest="landmarks",
        action="store_false",
        help="do not try constants of refinements that are beyond the scope",
    )
