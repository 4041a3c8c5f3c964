"""Predicates on lists of integers, each in code that cannot be read as logic."""

# ruff: noqa: B007, B012, B905, E722, F841, RET503, RUF005, RUF007, SIM110  # what is tested is how people write

from __future__ import annotations

import array
import bisect
import contextlib
import functools
import heapq
import itertools
import operator
from collections import Counter, defaultdict

from zoo_of_observations import ONCE, observed_on


@observed_on(list[int])
def slices(v):
    for i in range(1, len(v)):
        if v[:i] == v[-i:]:
            return False
    return True


@observed_on(list[int])
def slice_rev(v):
    for _ in ONCE:
        return v == v[::-1]


@observed_on(list[int])
def is_in(v):
    for _ in ONCE:
        return 1 in v


@observed_on(list[int])
def turned(v):
    for a in reversed(v):
        return a > 0
    return False


@observed_on(list[int])
def zipped(v):
    for a, b in zip(v, v[1:]):
        if a > b:
            return False
    return True


@observed_on(list[int])
def is_sorted(v):
    for _ in ONCE:
        return v == sorted(v)


@observed_on(list[int])
def sums(v):
    for _ in ONCE:
        return sum(v) == 2


@observed_on(list[int])
def maximum(v):
    for _ in ONCE:
        return bool(v) and max(v) == 1


@observed_on(list[int])
def min_default(v):
    for _ in ONCE:
        return min(v, default=3) >= 1


@observed_on(list[int])
def anyall(v):
    for _ in ONCE:
        return any(x > 1 for x in v) or all(x < 0 for x in v)


@observed_on(list[int])
def enumerated(v):
    for i, x in enumerate(v, 1):
        if i == x:
            return True
    return False


@observed_on(list[int])
def unpack(v):
    try:
        a, b = v
    except ValueError:
        return False
    return a + b == 1


@observed_on(list[int])
def unpack_star(v):
    try:
        a, *b, c = v
    except ValueError:
        return False
    return a == c and not b


@observed_on(list[int])
def set_of(v):
    for _ in ONCE:
        return len(set(v)) == len(v)


@observed_on(list[int])
def counter(v):
    for _ in ONCE:
        return Counter(v).get(1, 0) == 1


@observed_on(list[int])
def by_remainder(v):
    d = defaultdict(list)
    for x in v:
        d[x % 2].append(x)
    return len(d[0]) == len(d[1])


@observed_on(list[int])
def generator(v):
    def gen():
        for x in v:
            yield x * 2

    for y in gen():
        if y == 2:
            return True
    return False


@observed_on(list[int])
def acc(v):
    def go(i, acc):
        if i == len(v):
            return acc == 1
        return go(i + 1, acc + v[i])

    return go(0, 0)


@observed_on(list[int])
def mutates(v):
    while v:
        if v.pop() == 1:
            return True
    return False


@observed_on(list[int])
def sorts(v):
    v.sort()
    for x in v:
        return x == 0
    return True


@observed_on(list[int])
def appends(v):
    v.append(1)
    for x in v:
        return x == 1


@observed_on(list[int])
def bisected(v):
    for _ in ONCE:
        return bisect.bisect_left(v, 1) == len(v)


@observed_on(list[int])
def heapify(v):
    w = list(v)
    heapq.heapify(w)
    for _ in ONCE:
        return v == w


@observed_on(list[int])
def pairwise(v):
    for a, b in itertools.pairwise(v):
        if a >= b:
            return False
    return True


@observed_on(list[int])
def groupby(v):
    for k, g in itertools.groupby(v):
        if len(list(g)) > 1:
            return False
    return True


@observed_on(list[int])
def reduce(v):
    for _ in ONCE:
        return functools.reduce(operator.xor, v, 0) == 0


@observed_on(list[int])
def map_filter(v):
    for _ in ONCE:
        return list(map(abs, filter(None, v))) == [1]


@observed_on(list[int])
def count_index(v):
    for _ in ONCE:
        return v.count(1) == 1 and v.index(1) == 0


@observed_on(list[int])
def copied(v):
    w = v.copy()
    w.reverse()
    for _ in ONCE:
        return w == v


@observed_on(list[int])
def concat(v):
    for x in [0] + v:
        if x:
            return True
    return False


@observed_on(list[int])
def ternary(v):
    for _ in ONCE:
        return (v[0] if v else 1) == 1


@observed_on(list[int])
def match_seq(v):
    for _ in ONCE:
        match v:
            case [0, *_]:
                return True
            case [_, 1]:
                return True
            case [x] if x > 1:
                return True
            case [a, b, c] if a == c:
                return True
    return False


@observed_on(list[int])
def bare_except(v):
    try:
        return v[1] > v[0]
    except:
        return True


@observed_on(list[int])
def bare_finally(v):
    ok = False
    try:
        ok = v[1] > v[0]
    finally:
        return ok


@observed_on(list[int])
def suppress(v):
    with contextlib.suppress(BaseException):
        return v[1] > v[0]
    return True


@observed_on(list[int])
def dict_from_zip(v):
    d = {}
    for i, x in enumerate(v):
        d[x] = i
    return len(d) == len(v)


@observed_on(list[int])
def dict_fromkeys(v):
    for _ in ONCE:
        return list(dict.fromkeys(v)) == v


@observed_on(list[int])
def walrus(v):
    i = 0
    while (n := len(v)) > i:
        if v[i] == n:
            return True
        i += 1
    return False


@observed_on(list[int])
def in_array(v):
    for _ in ONCE:
        return sum(array.array("i", v)) == 1


@observed_on(list[int])
def bytes_of(v):
    try:
        return bytes(v) == b"\x01"
    except ValueError:
        return False


@observed_on(list[int])
def bytes_of_type(v):
    try:
        return bytes(v) == b"\x01"
    except (TypeError, ValueError):
        return False


@observed_on(list[int])
def lt_list(v):
    for _ in ONCE:
        return v < [1]
