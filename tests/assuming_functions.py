"""Properties that assume something of their inputs."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import refute
from refute import assume

LEAST = 1


def is_sorted(xs: list[int]) -> bool:
    return all(a <= b for a, b in pairwise(xs))


@dataclass(frozen=True)
class Span:
    low: int
    high: int

    def prop_is_positive(self) -> bool:
        assume(self.low < self.high)
        return self.high - self.low > 0


@dataclass(frozen=True)
class Tree:
    key: int
    left: Tree | None
    right: Tree | None


def keys(tree: Tree | None) -> list[int]:
    return [] if tree is None else [*keys(tree.left), tree.key, *keys(tree.right)]


def is_search_tree(tree: Tree | None, low: int | None = None, high: int | None = None) -> bool:
    if tree is None:
        return True
    if (low is not None and tree.key <= low) or (high is not None and tree.key >= high):
        return False
    return is_search_tree(tree.left, low, tree.key) and is_search_tree(tree.right, tree.key, high)


def prop_related(a: int, b: int) -> bool:
    """Assumes one thing of two parameters."""
    assume(a < b)
    return b - a > 0


def prop_first(xs: list[int], n: int) -> bool:
    assume(is_sorted(xs))
    refute.assume(len(xs) > 0 and xs[0] < n)
    return n not in xs[:1]


def prop_constant(n: int, *, m: int = 2) -> bool:
    assume(LEAST <= n < m)
    return n > 0


def prop_search_tree(tree: Tree | None) -> bool:
    assume(is_search_tree(tree))
    return is_sorted(keys(tree))


READ = {
    "prop_related": lambda a, b: a < b,
    "prop_first": lambda xs, n: is_sorted(xs) and len(xs) > 0 and xs[0] < n,
    "prop_search_tree": lambda tree: is_search_tree(tree),
}


def prop_raises(xs: list[int]) -> bool:
    assume(xs[0] > 0)
    return True


def prop_guarded(n: int) -> bool:
    assume(n != 0 and 12 // n > 3)
    return n > 0


def prop_run(n: int) -> bool:
    assume(n in dict.fromkeys(range(3)))
    return n >= 0


def prop_late(n: int) -> bool:
    """What is assumed after something was done is not read."""
    square = n * n
    assume(square > 1)
    return square > n


def prop_contradiction(n: int) -> bool:
    assume(n < 0 and n > 5)
    return False


def prop_contradiction_of_two(a: int, b: int) -> bool:
    assume(a < b)
    assume(b < a)
    return False


def prop_of_nothing(n: int) -> bool:
    n += 0
    assume(n is None)
    return False


moods = iter(range(1000))


def moody(n: int) -> bool:
    return next(moods) % 2 == n % 2


def prop_moody(n: int) -> bool:
    """Its condition is no function of its parameters."""
    assume(moody(n))
    return True
