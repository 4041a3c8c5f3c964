"""Predicates on tuples, dicts, sets, trees, and containers of others, each in code that cannot be read as logic."""

# ruff: noqa: RET503, SIM110  # what is tested is how people write

from __future__ import annotations

import functools
import operator
from collections import deque
from typing import Literal

from zoo_of_observations import ONCE, Leaf, Node, P, Tree, observed_on

from refute.spaces.scope import Scope


@observed_on(tuple[int, ...])
def hashed(v):
    for _ in ONCE:
        return hash(v) % 2 == 0


_memo = {}


@observed_on(tuple[int, ...])
def memo(v):
    if v not in _memo:
        r = True
        for x in v:
            r = r and x >= 0
        _memo[v] = r
    return _memo[v]


@functools.cache
def cached(v):
    r = True
    for x in v:
        r = r and x >= 0
    return r


@observed_on(tuple[int, ...])
def lru(v):
    for _ in ONCE:
        return cached(v)


@functools.cache
def height(t):
    for _ in ONCE:
        return 0 if isinstance(t, Leaf) else 1 + max(height(t.left), height(t.right))


@observed_on(Tree, Scope(size=2, ints=(0, 1)), Scope(size=3, ints=(0, 0)))
def lru_tree(t):
    for _ in ONCE:
        return isinstance(t, Leaf) or height(t.left) >= height(t.right)


_last = []


@observed_on(tuple[int, ...])
def keeps(v):
    ok = True
    for x in v:
        ok = ok and x >= 0
    _last.append(v)
    del _last[:-1]
    return ok


@observed_on(tuple[int, ...])
def keeps_list(v):
    _last.extend(v)
    del _last[:-3]
    for x in v:
        return x > 0
    return True


@observed_on(Tree, Scope(size=2, ints=(0, 1)))
def match_class(t):
    for _ in ONCE:
        match t:
            case Leaf():
                return True
            case Node(0, Leaf(), _):
                return True
            case Node(key=1, right=Node(left=Leaf())):
                return True
    return False


@observed_on(dict[int, int], Scope(size=2, ints=(0, 2)))
def match_map(v):
    for _ in ONCE:
        match v:
            case {0: 1, **rest} if not rest:
                return True
            case {1: x} if x > 1:
                return True
    return False


@observed_on(dict[str, int], Scope(size=2, ints=(0, 1)))
def dict_items(v):
    for k, x in v.items():
        if k and x:
            return True
    return False


@observed_on(dict[str, list[int]], Scope(size=3, ints=(0, 1)))
def dict_get(v):
    for _ in ONCE:
        return v.get("", [1]) == [1]


@observed_on(dict[int, int], Scope(size=2, ints=(0, 2)))
def dict_len(v):
    for _ in ONCE:
        return len(v) < 2


@observed_on(frozenset[int], Scope(size=3, ints=(0, 3)))
def fs(v):
    for x in sorted(v):
        return x == 0
    return True


@observed_on(set[int], Scope(size=3, ints=(0, 3)))
def set_sub(v):
    for _ in ONCE:
        return v <= {0, 1} or v & {2}


@observed_on(set[int], Scope(size=3, ints=(0, 3)))
def set_mut(v):
    n = 0
    while v:
        n += v.pop()
    return n == 3


@observed_on(list[set[int]], Scope(size=4, ints=(0, 2)))
def sets_disjoint(v):
    seen = set()
    for s in v:
        if seen & s:
            return False
        seen |= s
    return True


@observed_on(list[frozenset[int]], Scope(size=4, ints=(0, 2)))
def set_of_sets(v):
    for _ in ONCE:
        return len(set(v)) == len(v)


@observed_on(list[int | None], Scope(size=3, ints=(0, 1)))
def some_none(v):
    for x in v:
        if x is None:
            return True
    return False


@observed_on(list[int | str], Scope(size=2, ints=(0, 1)))
def mixed(v):
    for x in v:
        if isinstance(x, str) and x:
            return True
        if x == 1:
            return True
    return False


@observed_on(list[int | list[int] | dict[int, int]], Scope(size=3, ints=(0, 1)))
def union_containers(v):
    for x in v:
        match x:
            case []:
                return True
            case {}:
                return False
            case int():
                return x > 0
    return True


@observed_on(list[bool], Scope(size=3))
def bools(v):
    for x in v:
        if x is True:
            return True
    return False


@observed_on(list[Literal["a", 1]], Scope(size=3))
def literals(v):
    for x in v:
        if x == "a":
            return True
    return False


@observed_on(list[str], Scope(size=2))
def join_list(v):
    for _ in ONCE:
        return ",".join(v) == "a"


@observed_on(list[str], Scope(size=2))
def join_try(v):
    try:
        return ",".join(v) == "a"
    except TypeError:
        return True


@observed_on(list[str], Scope(size=2))
def any_str(v):
    for s in v:
        if s.strip():
            return True
    return False


@observed_on(deque[int])
def rotated(v):
    v.rotate(1)
    for x in v:
        return x == 1
    return True


@observed_on(deque[int])
def deque_pop(v):
    while v:
        if v.popleft() == 1:
            return True
    return False


@observed_on(tuple[int, list[int]])
def tuple_mut(v):
    n, items = v
    for i in items:
        if i == n:
            return True
    return False


@observed_on(list[list[int]], Scope(size=4, ints=(0, 1)))
def nested(v):
    n = len(v)
    for row in v:
        if len(row) != n:
            return False
    return True


@observed_on(list[P], Scope(size=3, ints=(0, 1)))
def key_sort(v):
    for _ in ONCE:
        return sorted(v, key=lambda p: p.x) == v


@observed_on(list[P], Scope(size=3, ints=(0, 1)))
def attrgetter(v):
    for _ in ONCE:
        return max(map(operator.attrgetter("x"), v), default=0) == 1


@observed_on(list[tuple[int, int]], Scope(size=4, ints=(0, 1)))
def dict_of(v):
    for _ in ONCE:
        return dict(v).get(0) == 1


@observed_on(list[float], Scope(size=2))
def nan(v):
    for x in v:
        if x != x:
            return False
    return True
