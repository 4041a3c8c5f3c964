"""Needed narrowing against generating and filtering, as ratios measured in one run: `python bench/narrow.py`.

The validity of red-black trees is plain Python here, of which the logic understands nothing: colours, keys and shapes
are all free. Where the space is small, generate and filter runs to its end. Where it is not, its rate is measured on
the first trees, and how many there are is known exactly. A line that misses its promise is marked, and the exit status
is then 1.
"""

from __future__ import annotations

import sys
import time
from itertools import islice
from typing import Annotated, Any

from depths.red_black import AnyTree, is_red_black
from rich.console import Console
from rich.table import Table

from refute import Scope, Space, inhabitants, where

MEASURED = 20_000  # trees from whose rate that of all is told, where there are too many
FEWER_RUNS, LESS_TIME = 50, 10

Valid = Annotated[AnyTree, where(is_red_black)]


def narrowed(scope: Scope) -> tuple[Space[Any], int, float]:
    """The space, how often the predicate was run for it, and how many seconds it took to list."""
    begin = time.process_time()
    space = inhabitants(Valid, scope)
    for _ in space:
        pass
    taken = time.process_time() - begin
    (note,) = [note for note in space.notes if note.status == "narrowed"]
    return space, int(note.reason.partition(" runs")[0].replace(",", "")), taken


def filtered(scope: Scope, most: int) -> tuple[int, int, float]:
    """How many trees there are, how many valid ones were found, and how many seconds all would take."""
    begin = time.process_time()
    space: Space[Any] = inhabitants(AnyTree, scope)
    found = sum(is_red_black(tree) for tree in islice(space, most))
    taken = time.process_time() - begin
    return space.count, found, taken * max(1, space.count / most)


def main() -> int:
    table = Table(title="Needed narrowing against generate and filter: red-black trees over keys 0..5")
    for heading in ("", "trees", "valid", "runs", "fewer", "seconds", "by filtering", "less", "promise"):
        table.add_column(heading, justify="right" if heading else "left")
    missed = False
    for name, scope, most in (
        ("to size 5", Scope(size=5, ints=(0, 5)), 10**9),
        ("to depth 5, filtering told from its rate", Scope(depth=5, ints=(0, 5)), MEASURED),
    ):
        space, runs, taken = narrowed(scope)
        count, found, by_filtering = filtered(scope, most)
        assert count > most or found == space.count
        kept = count / runs >= FEWER_RUNS and by_filtering / taken >= LESS_TIME
        missed = missed or not kept
        promise = f"{FEWER_RUNS} and {LESS_TIME}"
        table.add_row(
            name,
            f"{count:,}" if count < 10**9 else f"{count:.1e}",
            f"{space.count:,}",
            f"{runs:,}",
            f"{count / runs:,.0f}" if count < 10**9 else f"{count / runs:.1e}",
            f"{taken:.2f}",
            f"{by_filtering:.2f}" if by_filtering < 10**6 else f"{by_filtering:.1e}",
            f"{by_filtering / taken:,.0f}" if by_filtering < 10**6 else f"{by_filtering / taken:.1e}",
            promise if kept else f"[red]{promise}: missed[/red]",
        )
    Console(width=140).print(table)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
