"""Speed of `check`, as ratios measured in one run: `python bench/check.py [ROUNDS] [DEPTH_LESS]`.

A check of all inputs of `Scope.smallcheck` is held against a loop written by hand over inputs that are built already:
it calls the function, and tests the result as an expert would for that very structure. The check pays for everything:
reading the types, building the space, listing it. It is run in the process itself, and in processes of its own.

All times are processor time, of children too, each taken in a process that was forked for it. The ways take turns, and
of each the best round counts, so that what else the machine does decides little. Start-up is what `refute check` takes
beyond importing the module, when no solver is needed.

A line that misses its promise is marked, and the exit status is then 1. DEPTH_LESS makes all scopes smaller.
"""

from __future__ import annotations

import gc
import os
import pickle
import resource
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from rich.console import Console
from rich.table import Table
from subjects import EXAMPLES, SUBJECTS, Subject

from refute import Scope, check
from refute.spaces.arguments import argument_lists
from refute.types.signatures import read_signature

MOST_TIMES_BY_HAND = 1.3
MOST_TIMES_INSIDE = 1.05
MOST_SECONDS_TO_START = 1.0


def spent() -> float:
    """Processor time of this process and of those that it has waited for."""
    whose = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return sum(usage.ru_utime + usage.ru_stime for usage in whose)


def forked(measured: Callable[[], float]) -> float:
    """What is measured in a process that has run nothing before."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, pickle.dumps(measured()))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        data = pipe.read()
    os.waitpid(child, 0)
    seconds: float = pickle.loads(data)
    return seconds


def seconds(run: Callable[[], Any]) -> float:
    begin = spent()
    run()
    return spent() - begin


def by_hand(subject: Subject, scope: Scope) -> float:
    inputs = list(argument_lists(read_signature(subject.function), scope))
    gc.collect()
    return seconds(lambda: subject.by_hand(inputs))


def by_check(subject: Subject, scope: Scope, in_process: bool) -> float:
    def run() -> None:
        assert check(subject.function, scope=scope, in_process=in_process).status == "exhausted"

    return seconds(run)


def to_start() -> tuple[float, float]:
    """Seconds that importing a module takes, and those that checking it takes if there is next to nothing to try."""
    command = [sys.executable, "-m", "refute", "check", str(EXAMPLES / "scores.py"), "--tests", "1", "--no-store"]
    imported = seconds(lambda: subprocess.run([sys.executable, "-c", "import scores"], cwd=EXAMPLES))
    return imported, seconds(lambda: subprocess.run(command, capture_output=True))


def main() -> int:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    less = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    table = Table(title=f"check, the best of {rounds} rounds", title_justify="left")
    for column in ("what", "seconds", "ratio", "promised"):
        table.add_column(column, justify="left" if column == "what" else "right")
    missed = 0

    def line(what: str, taken: float, ratio: float, most: float) -> None:
        nonlocal missed
        missed += ratio > most
        mark = "[green]✓[/green]" if ratio <= most else "[red]missed[/red]"
        table.add_row(what, f"{taken:.2f}", f"{ratio:.2f}", f"at most {most} {mark}")

    for subject in SUBJECTS:
        scope = Scope.smallcheck(subject.depth - less)
        count = argument_lists(read_signature(subject.function), scope).count
        ways: dict[str, Callable[[], float]] = {
            "hand": partial(by_hand, subject, scope),
            "inside": partial(by_check, subject, scope, True),
            "isolated": partial(by_check, subject, scope, False),
        }
        best = dict.fromkeys(ways, float("inf"))
        for _ in range(rounds):
            for way, measured in ways.items():
                best[way] = min(best[way], forked(measured))
        table.add_section()
        table.add_row(f"{subject.name}, smallcheck({subject.depth - less}), {count:,} inputs", "", "", "")
        table.add_row("  loop written by hand", f"{best['hand']:.2f}", "", "")
        line("  check, in process", best["inside"], best["inside"] / best["hand"], MOST_TIMES_BY_HAND)
        line("  isolated, against in process", best["isolated"], best["isolated"] / best["inside"], MOST_TIMES_INSIDE)
    imported, started = map(min, zip(*[to_start() for _ in range(max(rounds, 3))], strict=True))
    table.add_section()
    line("start of refute check, beyond the import", started - imported, started - imported, MOST_SECONDS_TO_START)
    Console(width=120).print(table)
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
