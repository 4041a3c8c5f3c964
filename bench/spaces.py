"""Speed of spaces, as ratios measured in one run: `python bench/spaces.py`.

Enumeration is held against generators written by hand for that very structure; counting and sampling against what is
promised of them. A line that misses its promise is marked, and the exit status is then 1.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Annotated, Any

from depths.lists import Increasing, increasing_lists
from depths.red_black import red_black_trees
from redblack import OkTree, Tree, balanced, no_red_red
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from refute import Scope, Space, inhabitants, where

AnyKeys = Annotated[Tree[int], where(lambda t: no_red_red(t) and balanced(t))]


# -- measuring ---------------------------------------------------------------------------------------------------------


def seconds(run: Callable[[], Any], repeat: int = 3) -> float:
    """The best of some runs, in seconds of this process: what else the machine does is not measured."""
    best = float("inf")
    for _ in range(repeat):
        begin = time.process_time()
        run()
        best = min(best, time.process_time() - begin)
    return best


def exhaust(values: Iterator[Any]) -> int:
    return sum(1 for _ in values)


class Report:
    def __init__(self) -> None:
        self.table = Table(title="spaces", title_justify="left")
        for column in ("what", "refute", "reference", "ratio", "promised"):
            self.table.add_column(column, justify="left" if column == "what" else "right")
        self.missed = 0

    def line(self, what: str, measured: str, reference: str, ratio: str, promised: str, kept: bool) -> None:
        self.missed += not kept
        mark = "[green]✓[/green]" if kept else "[red]missed[/red]"
        self.table.add_row(escape(what), measured, reference, ratio, f"{promised} {mark}")


def enumeration(report: Report, what: str, tp: Any, scope: Scope, by_hand: Callable[[], Iterator[Any]]) -> None:
    """All values, from the type as it is written to the last value, against the generator written by hand."""
    assert inhabitants(tp, scope).count == exhaust(by_hand())
    ours = seconds(lambda: exhaust(iter(inhabitants(tp, scope))))
    theirs = seconds(lambda: exhaust(by_hand()))
    report.line(
        what, f"{ours:.2f} s", f"{theirs:.2f} s by hand", f"{ours / theirs:.2f}", "at most 3", ours <= 3 * theirs
    )


def counting(report: Report) -> None:
    taken = seconds(lambda: inhabitants(OkTree, Scope.smallcheck(20)).count, repeat=1)
    assert inhabitants(OkTree, Scope.smallcheck(20)).count == 74_381_228
    report.line("count red-black trees, smallcheck(20)", f"{taken:.2f} s", "", "", "under 5 s", taken < 5)


def sampling(report: Report, nodes: int, rate: int) -> None:
    begin = time.process_time()
    space = inhabitants(AnyKeys, Scope(size=nodes))
    space.sample(1, size=nodes)
    first = time.process_time() - begin
    what = f"red-black trees of {nodes} nodes over {2 * nodes + 1} keys"
    report.line(
        f"first sample: {what}", f"{first:.2f} s", f"{space.tiers[nodes]:.2e} trees", "", "within 3 s", first < 3
    )
    taken = seconds(lambda: space.sample(5_000, size=nodes, seed=1))
    reached = 5_000 / taken
    promise = f"at least {rate:,}/s"
    report.line("samples after the first", f"{reached:,.0f}/s", "", "", promise, reached >= rate)


def access(report: Report) -> None:
    """`space[i]` for values of one size, in a small space and in one a billion times larger."""
    small, large = inhabitants(list[int], Scope(size=10)), inhabitants(list[int], Scope(size=20))

    def of_size_ten(space: Space[Any]) -> float:
        begin = sum(count for size, count in space.tiers.items() if size < 10)
        places = [begin + space.tiers[10] * i // 1000 for i in range(1000)]
        return seconds(lambda: [space[place] for place in places]) / 1000

    one, other = of_size_ten(small), of_size_ten(large)
    what = f"space[i] of size 10 among {large.count:.0e} values, not {small.count:.0e}"
    kept = other <= 2 * one
    report.line(what, f"{other * 1e6:.0f} µs", f"{one * 1e6:.0f} µs", f"{other / one:.2f}", "at most 2", kept)


def main() -> int:
    report = Report()
    scope = Scope.smallcheck(14)
    enumeration(report, "all red-black trees, smallcheck(14)", OkTree, scope, lambda: red_black_trees(14))
    scope = Scope.smallcheck(13)
    enumeration(report, "all increasing lists, smallcheck(13)", Increasing, scope, lambda: increasing_lists(13))
    counting(report)
    sampling(report, 30, 5_000)
    sampling(report, 16, 15_000)
    access(report)
    Console(width=140).print(report.table)
    return 1 if report.missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
