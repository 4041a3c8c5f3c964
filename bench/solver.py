"""Speed of the solver's way through a type, as ratios measured in one run: `python bench/solver.py`.

Red-black trees to depth 6, one by one, against a plain loop: the same conditions written for Z3 by hand, and after each
model a clause so that it does not come again. That it does not slow down is measured as trees come, smallest first, and
on trees of one size. A slice of trees counts as long as the quickest of some runs took: other work on the machine is
not what is measured. A line that misses its promise is marked, and the exit status is then 1.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import z3
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))

from redblack import Colour, Leaf, Node, OkTree, balanced, no_red_red

from refute import Scope
from refute.search.solver.enumerate import solutions
from refute.types.signatures import read_signature

DEPTH = 6
KEYS = (0, 9)
COMPARED = 2_000
MORE_KEYS = (0, 13)
NODES = 5
GOING_ON = 5_000
SLICE = 500
RUNS = 3


def by_plain_loop() -> Iterator[Any]:
    """Trees as places in an array: the children of i are 2i and 2i + 1."""
    places = range(1, 2**DEPTH)
    there = {i: z3.Bool(f"there{i}") for i in places}
    black = {i: z3.Bool(f"black{i}") for i in places}
    key = {i: z3.Int(f"key{i}") for i in places}
    height = {i: z3.Int(f"height{i}") for i in range(1, 2 ** (DEPTH + 1))}
    solver = z3.Solver()
    for i in range(1, 2 ** (DEPTH + 1)):
        if i not in there:
            solver.add(height[i] == 0)
            continue
        left, right = 2 * i, 2 * i + 1
        solver.add(z3.Implies(z3.Not(there[i]), height[i] == 0))
        solver.add(z3.Implies(there[i], z3.And(key[i] >= KEYS[0], key[i] <= KEYS[1])))
        solver.add(z3.Implies(there[i], height[left] == height[right]))
        solver.add(z3.Implies(there[i], height[i] == height[left] + z3.If(black[i], 1, 0)))
        for child in (left, right):
            if child in there:
                solver.add(z3.Implies(there[child], there[i]))
                solver.add(z3.Implies(z3.And(there[child], z3.Not(black[i])), black[child]))
        ancestor = i
        while ancestor > 1:
            below, ancestor = ancestor, ancestor // 2
            order = key[i] < key[ancestor] if below % 2 == 0 else key[i] > key[ancestor]
            solver.add(z3.Implies(there[i], order))
    while solver.check() == z3.sat:
        model = solver.model()

        def holds(expression: Any, model: Any = model) -> bool:
            return z3.is_true(model.eval(expression, model_completion=True))

        def decoded(i: int, model: Any = model) -> Any:
            if i not in there or not holds(there[i]):
                return Leaf()
            colour = Colour.BLACK if holds(black[i]) else Colour.RED
            return Node(colour, model.eval(key[i], model_completion=True).as_long(), decoded(2 * i), decoded(2 * i + 1))

        yield decoded(1)
        seen = [there[i] if holds(there[i]) else z3.Not(there[i]) for i in places]
        for i in places:
            if holds(there[i]):
                seen += [black[i] if holds(black[i]) else z3.Not(black[i]), key[i] == model.eval(key[i])]
        solver.add(z3.Not(z3.And(*seen)))


def taking(tree: OkTree) -> None: ...


def by_refute(keys: tuple[int, int] = KEYS, nodes: int = 0) -> Iterator[Any]:
    """Trees smallest first, from those with so many nodes on."""
    found = solutions(read_signature(taking), Scope(depth=DEPTH, ints=keys))
    return (one.values[0] for one in found if one.size >= nodes)


def timed(trees: Iterator[Any], count: int) -> list[float]:
    """Seconds for each slice of so many distinct valid trees, the first of all not counted."""
    found, marks = [next(trees)], [time.process_time()]
    for tree in islice(trees, count):
        found.append(tree)
        if len(found) % SLICE == 1:
            marks.append(time.process_time())
    assert len(set(found)) == count + 1
    assert all(no_red_red(tree) and balanced(tree) for tree in found)
    return [after - before for before, after in pairwise(marks)]


def quickest(trees: Callable[[], Iterator[Any]], count: int) -> list[float]:
    return [min(slices) for slices in zip(*(timed(trees(), count) for _ in range(RUNS)), strict=True)]


def main() -> int:
    table = Table("", "measured", "promised")
    plain, ours = timed(by_plain_loop(), COMPARED), quickest(by_refute, GOING_ON)
    alike = quickest(lambda: by_refute(MORE_KEYS, NODES), GOING_ON)
    faster = sum(plain) / sum(ours[: COMPARED // SLICE])
    slower, slower_alike, plain_slower = (slices[-1] / slices[0] for slices in (ours, alike, plain))
    last = f"last {SLICE} of {GOING_ON:,} trees"
    lines = [
        (f"{COMPARED:,} trees, plain loop against refute", faster, "at least 3", faster >= 3),
        (f"{last}, smallest first, against the first", slower, "at most 1.5", slower <= 1.5),
        (f"{last} of {NODES} nodes against the first", slower_alike, "at most 1.5", slower_alike <= 1.5),
        (f"plain loop, last {SLICE} of {COMPARED:,} against the first", plain_slower, "", True),
    ]
    for what, ratio, promise, holds in lines:
        table.add_row(what, f"{ratio:.2f}" + ("" if holds else "  missed"), promise)
    Console(width=120).print(table)
    return 0 if all(holds for *_, holds in lines) else 1


if __name__ == "__main__":
    sys.exit(main())
