"""Speed of `check`, as ratios measured in one run: `python bench/check.py`.

A check is held against a loop written by hand over inputs that are built already: it calls the function and a validity
check written for that very structure. A line that misses its promise is marked, and the exit status is then 1.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))

from redblack import Colour, Leaf, Node, add

from refute import Scope, check
from refute.spaces.arguments import argument_lists
from refute.types.signatures import read_signature

EXAMPLES = Path(__file__).parent.parent / "examples"


def black_height(t: Any, low: int, high: int) -> int:
    """The black height of a valid tree, or -1: what a good programmer writes to check a result."""
    if isinstance(t, Leaf):
        return 0
    if not low < t.key < high:
        return -1
    left, right = black_height(t.left, low, t.key), black_height(t.right, t.key, high)
    if left < 0 or left != right:
        return -1
    if t.colour is Colour.RED:
        for child in (t.left, t.right):
            if isinstance(child, Node) and child.colour is Colour.RED:
                return -1
        return left
    return left + 1


def by_hand(inputs: list[Any]) -> None:
    for x, t in inputs:
        assert black_height(add(x, t), -1, 1 << 30) >= 0


def seconds(run: Callable[[], Any], clock: Callable[[], float] = time.process_time) -> float:
    begin = clock()
    run()
    return clock() - begin


def main() -> int:
    depth = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    scope = Scope.smallcheck(depth)
    inputs = list(argument_lists(read_signature(add), scope))
    table = Table(title=f"check: red-black add, smallcheck({depth}), {len(inputs):,} inputs", title_justify="left")
    for column in ("what", "seconds", "ratio", "promised"):
        table.add_column(column, justify="left" if column == "what" else "right")
    loop = seconds(lambda: by_hand(inputs))
    inside = seconds(lambda: check(add, scope=scope, isolation="none"))
    isolated = seconds(lambda: check(add, scope=scope), time.perf_counter)
    missed = 0

    def line(what: str, taken: float, ratio: float, most: float) -> None:
        nonlocal missed
        missed += ratio > most
        mark = "[green]✓[/green]" if ratio <= most else "[red]missed[/red]"
        table.add_row(what, f"{taken:.2f}", f"{ratio:.2f}", f"at most {most} {mark}")

    table.add_row("loop written by hand", f"{loop:.2f}", "", "")
    line("check, in process", inside, inside / loop, 1.3)
    line("check, isolated, against in process", isolated, isolated / inside, 1.05)
    command = [sys.executable, "-m", "refute", "check", str(EXAMPLES / "scores.py"), "--tests", "1", "--no-store"]
    imported = seconds(lambda: subprocess.run([sys.executable, "-c", "import scores"], cwd=EXAMPLES), time.perf_counter)
    started = seconds(lambda: subprocess.run(command, capture_output=True), time.perf_counter)
    line("start of refute check, beyond the import", started - imported, started - imported, 1.0)
    Console(width=120).print(table)
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
