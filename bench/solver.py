"""Speed of the solver's way through a type, as ratios measured in one run: `python bench/solver.py`.

Red-black trees to depth 6, one by one, against a plain loop: the same conditions written for Z3 by hand, all at once, with
one clause for each model found so that it does not come again. A line that misses its promise is marked, and the exit
status is then 1.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import z3
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))

import redblack
from redblack import Colour, Leaf, Node, OkTree, balanced, no_red_red

from refute import Scope
from refute.search.smt import values_of
from refute.types.context import Context
from refute.types.read import Reader

DEPTH = 6
KEYS = (0, 9)
COMPARED = 2_000
GOING_ON = 5_000
SLICE = 500


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


def by_refute() -> Iterator[Any]:
    reader = Reader()
    tree = reader.read_whole(OkTree, Context("the type", vars(redblack)))
    return (found.values[0] for found in values_of(tree, reader, Scope(depth=DEPTH, ints=KEYS)))


def timed(trees: Iterator[Any], count: int) -> tuple[float, list[float]]:
    """Seconds for so many distinct valid trees in all, and after each of them."""
    begin = time.process_time()
    found, marks = [], []
    for tree in islice(trees, count):
        found.append(tree)
        marks.append(time.process_time() - begin)
    assert len(set(found)) == count
    assert all(no_red_red(tree) and balanced(tree) for tree in found)
    return marks[-1], marks


def main() -> int:
    table = Table("", "measured", "promised")
    plain, plain_marks = timed(by_plain_loop(), COMPARED)
    _, marks = timed(by_refute(), GOING_ON)
    ours = marks[COMPARED - 1]
    first, last = marks[SLICE - 1], marks[-1] - marks[-SLICE - 1]
    kept = [
        (f"{COMPARED:,} trees, plain loop against refute", plain / ours, "at least 3 times", plain >= 3 * ours),
        (f"last {SLICE} of {GOING_ON:,} against the first", last / first, "at most 1.5 times", last <= 1.5 * first),
    ]
    for name, ratio, promise, holds in kept:
        table.add_row(name, f"{ratio:.2f}" + ("" if holds else "  MISSED"), promise)
    slowed = (plain_marks[-1] - plain_marks[-SLICE - 1]) / plain_marks[SLICE - 1]
    table.add_row(f"plain loop, last {SLICE} of {COMPARED:,} against the first", f"{slowed:.2f}", "")
    table.add_row("trees a second, refute", f"{COMPARED / ours:.0f}", "")
    Console().print(table)
    return 0 if all(holds for *_, holds in kept) else 1


if __name__ == "__main__":
    sys.exit(main())
