"""Predicates on sets and dicts, each in code that cannot be read as logic."""

# ruff: noqa: B007, B905, RET503, RUF007, SIM110  # what is tested is how people write

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from zoo_of_observations import ONCE, observed_on

from refute.logic.reading.predicates import where
from refute.spaces.scope import Scope


@observed_on(frozenset[int], Scope(size=4))
def set_len(v):
    for _ in ONCE:
        return len(v) < 3


@observed_on(set[int], Scope(size=4))
def set_bool(v):
    for _ in ONCE:
        return not v


@observed_on(frozenset[int], Scope(size=4))
def set_len_then(v):
    for _ in ONCE:
        return len(v) == 2 and 0 in v


@observed_on(list[frozenset[int]], Scope(size=4, ints=(0, 2)))
def set_list_len(v):
    for x in v:
        if len(x) != 1:
            return False
    return True


@observed_on(list[set[int] | list[int]], Scope(size=3, ints=(0, 1)))
def set_union(v):
    for x in v:
        if len(x) == 1:
            return False
    return True


@observed_on(list[set[int] | dict[int, int] | None], Scope(size=3, ints=(0, 1)))
def set_union2(v):
    for x in v:
        if x:
            return False
    return True


@observed_on(list[set[int] | dict[int, int]], Scope(size=3, ints=(0, 1)))
def set_match_map(v):
    for x in v:
        match x:
            case {}:
                return True
            case _:
                return False
    return False


@observed_on(list[set[int] | dict[int, int] | list[int]], Scope(size=3, ints=(0, 1)))
def set_match_seq(v):
    for x in v:
        match x:
            case []:
                return True
            case {0: 1}:
                return True
            case set():
                return False
    return False


@observed_on(dict[int, list[int]], Scope(size=4, ints=(0, 2)))
def dict_keys(v):
    for k in v:
        if k == 1:
            return False
    return True


@observed_on(dict[int, list[int]], Scope(size=4, ints=(0, 2)))
def dict_values(v):
    for k, x in v.items():
        if len(x) == 1 and x[0] == k:
            return False
    return True


@observed_on(dict[int, list[int]], Scope(size=4, ints=(0, 2)))
def dict_get(v):
    for x in v.get(1, []):
        return x == 0
    return True


@observed_on(dict[int, dict[int, int]], Scope(size=4, ints=(0, 1)))
def dict_nested(v):
    for k, x in v.items():
        if k in x and x[k] == k:
            return False
    return True


@observed_on(dict[str, int | None], Scope(size=2, ints=(0, 1)))
def dict_none(v):
    for k, x in v.items():
        if x is None:
            return k == ""
    return True


@observed_on(dict[int, bool], Scope(size=3, ints=(0, 3)))
def dict_bool(v):
    for k, x in v.items():
        if x is True and k:
            return False
    return True


@observed_on(dict[tuple[int, int], int], Scope(size=4, ints=(0, 1)))
def dict_tuple_keys(v):
    for (a, b), c in v.items():
        if a == b and c == 0:
            return False
    return True


@observed_on(Annotated[dict[int, int], where(lambda d: sum(d.values()) == 2)], Scope(size=3, ints=(0, 2)))
def dict_symb(v):
    for k, x in v.items():
        if k == x:
            return False
    return True


@observed_on(Annotated[dict[int, int], where(lambda d: all(k < x for k, x in d.items()))], Scope(size=3, ints=(0, 3)))
def dict_symb2(v):
    for k, x in v.items():
        if x == 3:
            return False
    return True


@observed_on(Annotated[set[int], where(lambda d: sum(d) <= 3)], Scope(size=3, ints=(0, 3)))
def set_symb(v):
    for _ in ONCE:
        return len(v) == 2 or 3 in v


@observed_on(list[dict[int, int]], Scope(size=4, ints=(0, 1)))
def dict_same_len(v):
    for a, b in zip(v, v[1:]):
        if len(a) != len(b):
            return False
    return True


@observed_on(dict[int, int], Scope(size=3, ints=(0, 2)))
def dict_pop(v):
    while v:
        k, x = v.popitem()
        if k == x:
            return False
    return True


@observed_on(dict[int, int], Scope(size=3, ints=(0, 2)))
def dict_order(v):
    for k in v:
        return v[k] == 0
    return True


@observed_on(dict[int, int], Scope(size=3, ints=(0, 2)), Scope(depth=2, ints=(0, 2)), Scope.smallcheck(2))
def dict_eq(v):
    for _ in ONCE:
        return v == {0: 1} or (len(v) == 2 and v == dict.fromkeys(v, 1))


@observed_on(tuple[frozenset[int], frozenset[int]], Scope(size=5, ints=(0, 2)))
def set_two(v):
    a, b = v
    for _ in ONCE:
        return len(a) == len(b) and a.isdisjoint(b)


@dataclass(frozen=True)
class Counted:
    s: frozenset[int]
    n: int


@observed_on(Counted, Scope(size=4, ints=(0, 3)))
def set_field(v):
    for _ in ONCE:
        return len(v.s) == v.n


@observed_on(frozenset[str], Scope(size=3))
def set_str(v):
    for _ in ONCE:
        return "a" in v or len(v) > 2


@observed_on(frozenset[float], Scope(size=2))
def set_float(v):
    for _ in ONCE:
        return len(v) == 1


@observed_on(frozenset[frozenset[int]], Scope(size=4, ints=(0, 1)))
def set_nested(v):
    for _ in ONCE:
        return len(v) == 2


@observed_on(frozenset[int | str | None], Scope(size=2))
def set_any(v):
    for _ in ONCE:
        return len(v) == 2 and None in v
