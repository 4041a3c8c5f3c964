"""The command line: `refute show TYPE`."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from refute import __version__
from refute.logic.errors import ExplosionError, RefuteError
from refute.report.drawing import Artist
from refute.report.inhabitants import Shown, stopped_after
from refute.spaces.inhabitants import inhabitants_in
from refute.spaces.scope import Scope
from refute.spaces.space import Space
from refute.types.read import Reader
from refute.types.spelling import Speller
from refute.types.targets import Target, find_type

FOUND_NOTHING, FOUND_SOMETHING, UNUSABLE, INTERRUPTED = 0, 1, 2, 130

# Without a scope, `show` goes on while a space is small and quickly built.
_ENOUGH_VALUES = 1_000
_ENOUGH_SECONDS = 1.0
_LARGEST_UNASKED = 12

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
    scope.add_argument("--size", type=_natural, metavar="N", help="constructors and elements in a whole value")
    scope.add_argument("--depth", type=_natural, metavar="N", help="nesting, and elements in one container")
    scope.add_argument("--smallcheck", type=_natural, metavar="D", help="depth by the rule of SmallCheck")
    scope.add_argument("--ints", type=_interval, metavar="LO..HI", help="integers, instead of -N..N")
    scope.add_argument(
        "--no-landmarks", action="store_true", help="leave out constants of refinements beyond the scope"
    )
    output = show.add_argument_group("output")
    what = output.add_mutually_exclusive_group()
    what.add_argument("--count", action="store_true", help="print only how many values there are")
    what.add_argument("--list", action="store_true", help="print all values, one a line, smallest first")
    what.add_argument("--sample", type=_natural, metavar="N", help="print N values drawn uniformly from all")
    output.add_argument("--seed", type=int, default=0, metavar="S", help="for what is drawn (default: 0)")
    output.add_argument("--first", type=_natural, default=6, metavar="N", help="how many to begin with (default: 6)")
    output.add_argument("--draw", action="store_true", help="draw values as trees")
    output.add_argument("--json", action="store_true", help="print one JSON object")
    show.set_defaults(run=_show)
    return parser


def _natural(text: str) -> int:
    if not text.isdigit():
        raise argparse.ArgumentTypeError(f"expected a number from 0 on, not {text!r}")
    return int(text)


def _interval(text: str) -> tuple[int, int]:
    low, _, high = text.partition("..")
    try:
        return int(low), int(high)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected two integers as in -3..3, not {text!r}") from None


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
    if options.smallcheck is not None:
        scope = Scope.smallcheck(options.smallcheck)
    elif options.size is None and options.depth is None:
        return _quickly_built(target, options)
    else:
        scope = Scope(size=options.size, depth=options.depth, ints=options.ints, landmarks=not options.no_landmarks)
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
