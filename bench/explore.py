"""Speed of `explore`, as ratios measured in one run: `python bench/explore.py [ROUNDS] [SEEDS] [CALLS]`.

1. A million calls on sorted lists and on decision diagrams, held against nested loops written by hand that make the
   same calls, tell results apart by what they are made of, and ask each new one for its invariant. The exploration
   pays for everything: reading the types, choosing arguments, its host and workers, keeping the ledger. Times are those
   of the processor, of all processes; the ways take turns, and of each the best round counts.
2. The faulty classics of `examples/explored`: whether it is found, in how many seconds, how many calls the program has;
   beside Hypothesis, which is given a machine written by hand for each (`bench/explore_machines`), at several seeds.
   Seconds are those of the processor, with those of all workers, from the start of `explore` to its last word.

A line that misses its goal is marked, and the exit status is then 1.
"""

from __future__ import annotations

import resource
import statistics
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import pairwise, product
from typing import Any

from explore_machines import CLASSICS, found
from rich.console import Console
from rich.table import Table

from check import forked, spent
from refute import Interface, explore

CALLS = 1_000_000
MOST_TIMES_BY_HAND = 1.3
TIMES_AS_QUICK = 5
SECONDS = 60.0  # for one classic
MOST_SECONDS_FOR_AVL = 30.0
MOST_MEMORY_FOR_AVL = 500  # MiB
_KEYS = 10


# -- a million calls ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Subject:
    """Calls that are made by an exploration and by hand."""

    name: str
    interface: Callable[[], Interface]
    by_hand: Callable[[int], int]  # makes all programs of up to so many calls; how many calls that are
    calls: int  # of the longest programs that are a million calls


def sorted_lists() -> Interface:
    module: Any = import_module("explored.right.sorted_list")
    interface = Interface("sorted lists")
    interface.function(module.empty)
    interface.function(module.add)
    interface.fresh(int, range(_KEYS))
    return interface


def sorted_lists_by_hand(most: int) -> int:
    module: Any = import_module("explored.right.sorted_list")
    empty, add = module.empty, module.add
    known: set[Any] = set()
    made, tier = 1, [empty()]
    known.add(tier[0]._items)
    for _ in range(most - 1):
        following = []
        for key in range(_KEYS):
            for items in tier:
                result = add(key, items)
                made += 1
                if result._items not in known:
                    known.add(result._items)
                    assert all(before <= after for before, after in pairwise(result._items))
                    following.append(result)
        tier = following
    return made


def diagrams() -> Interface:
    module: Any = import_module("explored.right.bdd")
    interface = Interface("decision diagrams")
    for name in ("true", "false", "var", "not_", "ite"):
        interface.function(getattr(module, name))
    interface.fresh(int, range(3))
    return interface


def diagrams_by_hand(most: int) -> int:
    module: Any = import_module("explored.right.bdd")
    known: set[int] = set()
    tiers: list[list[Any]] = [[]]
    made = 0

    def keep(result: Any, tier: list[Any]) -> None:
        if id(result) not in known:
            known.add(id(result))
            assert result.is_canonical()
            tier.append(result)

    for size in range(1, most + 1):
        tier: list[Any] = []
        if size == 1:
            for result in (module.true(), module.false(), *map(module.var, range(3))):
                made += 1
                keep(result, tier)
        for one in tiers[size - 1]:
            made += 1
            keep(module.not_(one), tier)
        for first in range(1, size - 2):
            for second in range(1, size - first - 1):
                third = size - 1 - first - second
                for a, b, c in product(tiers[first], tiers[second], tiers[third]):
                    made += 1
                    keep(module.ite(a, b, c), tier)
        made += _with_the_same_twice(module, tiers, size, partial(keep, tier=tier))
        tiers.append(tier)
    return made


def _with_the_same_twice(module: Any, tiers: list[list[Any]], size: int, keep: Callable[[Any], None]) -> int:
    """`ite` of an object that is given twice or three times, and made once."""
    made = 0
    for first in range(1, size - 1):
        for a, b in product(tiers[first], tiers[size - 1 - first]):
            for given in ((a, a, b), (a, b, a), (a, b, b)):
                made += 1
                keep(module.ite(*given))
    for a in tiers[size - 1]:
        made += 1
        keep(module.ite(a, a, a))
    return made


SUBJECTS = (
    Subject("sorted list", sorted_lists, sorted_lists_by_hand, 10),
    Subject("decision diagrams", diagrams, diagrams_by_hand, 12),
)


def explored(subject: Subject, calls: int) -> tuple[float, int]:
    interface = subject.interface()
    bounds = {kind.name: 1_000_000 for kind in interface.kinds.values()}
    began = spent()
    report = explore(interface, calls=calls, strategy="deepening", bounds=bounds, exempt=["all"], max_findings=1)
    assert report.status == "exhausted", report.as_text()
    return spent() - began, report.tests


def by_hand(subject: Subject, calls: int) -> tuple[float, int]:
    began = spent()
    made = subject.by_hand(calls)
    return spent() - began, made


def million(rounds: int, calls: int) -> Iterator[tuple[str, ...]]:
    for subject in SUBJECTS:
        most = next(n for n in range(2, 40) if subject.by_hand(n) >= calls)
        best: dict[str, float] = {}
        counts: dict[str, int] = {}
        for _ in range(rounds):
            for name, way in (("explore", explored), ("by hand", by_hand)):
                took, counts[name] = forked(partial(way, subject, most))  # type: ignore[arg-type]
                best[name] = min(took, best.get(name, took))
        ratio = best["explore"] / best["by hand"]
        missed = ratio > MOST_TIMES_BY_HAND
        each = (f"{counts[name]:,} in {best[name]:.2f} s" for name in ("explore", "by hand"))
        yield subject.name, *each, f"{ratio:.2f}", f"at most {MOST_TIMES_BY_HAND}{' missed' if missed else ''}"


# -- the classics ------------------------------------------------------------------------------------------------------


def refuted(name: str) -> tuple[bool, float, int, int]:
    """Whether a fault is found, in how many seconds of the processor, by how many calls, with how much memory."""
    module = import_module(f"explored.faulty.{name}")
    try:
        model = import_module(f"explored.models.{name}")
    except ModuleNotFoundError:
        model = None
    began = spent()
    report = explore(module, model=model, seconds=SECONDS, max_findings=1)
    took = spent() - began
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
    size = report.findings[0].size if report.findings else 0
    return bool(report.findings), took, size, memory


def classics(seeds: int) -> Iterator[tuple[str, ...]]:
    for name in CLASSICS:
        is_found, took, size, memory = forked(partial(refuted, name))  # type: ignore[arg-type, misc]
        theirs = [forked(partial(found, name, SECONDS, seed)) for seed in range(seeds)]  # type: ignore[arg-type]
        others = [one for one in theirs if one.found]  # type: ignore[attr-defined]
        goals = []
        if not is_found:
            goals.append("missed: not found")
        if others:
            times = statistics.median(one.seconds for one in others) / took  # type: ignore[attr-defined]
            longest = min(one.calls for one in others)  # type: ignore[attr-defined]
            goals += [f"missed: {times:.1f} times as quick"] if times < TIMES_AS_QUICK else []
            goals += [f"missed: {size} calls, not {longest}"] if size > longest else []
            told = f"{len(others)}/{seeds}: {took * times:.2f} s, {longest} calls"
        else:
            told = f"0/{seeds}"
        if name == "avl_union" and (took > MOST_SECONDS_FOR_AVL or memory > MOST_MEMORY_FOR_AVL):
            goals.append(f"missed: {took:.0f} s, {memory} MiB")
        yield name, f"{took:.2f} s, {size} calls, {memory} MiB" if is_found else "not found", told, "; ".join(goals)


def main(rounds: int = 3, seeds: int = 3, calls: int = CALLS) -> int:
    console = Console()
    missed = False
    for title, columns, rows in (
        (f"{calls:,} calls", ("", "explore", "by hand", "ratio", "goal"), million(rounds, calls)),
        ("The classics", ("", "refute", "Hypothesis", ""), classics(seeds)),
    ):
        table = Table(*columns, title=title)
        for row in rows:
            table.add_row(*row)
            missed = missed or "missed" in row[-1]
            print(*row, sep="  ", file=sys.stderr)
        console.print(table)
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:])))
