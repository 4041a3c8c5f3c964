"""Topological order: a task is put in the list before those it leads to, but not after all that lead to it."""

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
            done.append(task)
            for before, after in steps:
                if before == task:
                    visit(after)

    for task in range(n):
        visit(task)
    return done
