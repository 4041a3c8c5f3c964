"""Topological order: every task once, after those that lead to it."""

from __future__ import annotations

from typing import Annotated

from refute import Nat, where

Step = Annotated[tuple[Nat, Nat], where(lambda v, n: v[0] < v[1] < n)]


def order(
    n: Nat, steps: list[Step]
) -> Annotated[
    list[Nat], where(lambda v, n, steps: sorted(v) == list(range(n)) and all(v.index(a) < v.index(b) for a, b in steps))
]:
    done: list[int] = []

    def visit(task):
        if task not in done:
            for before, after in steps:
                if after == task:
                    visit(before)
            done.append(task)

    for task in range(n):
        visit(task)
    return done
