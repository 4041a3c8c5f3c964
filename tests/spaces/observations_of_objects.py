"""Predicates on data classes of scalars, each in code that cannot be read as logic."""

# ruff: noqa: E722, RET503, SIM110, UP031  # what is tested is how people write

from __future__ import annotations

import dataclasses
import functools
import json
import math
import numbers
import operator
import re

from zoo_of_observations import ONCE, M, P, T, observed_on


@observed_on(T)
def str_methods(v):
    for _ in ONCE:
        return v.name.upper() == "A" or v.name.isdigit()


@observed_on(T)
def str_join(v):
    for _ in ONCE:
        return "".join([v.name, "a"]) == "aa"


@observed_on(T)
def matched(v):
    for _ in ONCE:
        return re.fullmatch("a+", v.name) is not None


@observed_on(T)
def regex_except(v):
    try:
        return re.compile(r"a(b?)").match(v.name).end() == 1
    except AttributeError:
        return False


@observed_on(T)
def regex_except_type(v):
    try:
        return bool(re.match("a", v.name))
    except TypeError:
        return True


@observed_on(T)
def in_str(v):
    for _ in ONCE:
        return v.name in "aa"


@observed_on(T)
def startswith(v):
    for _ in ONCE:
        return "aa".startswith(v.name) and v.n == 1


@observed_on(T)
def int_of_str(v):
    try:
        return int(v.name) == v.n
    except ValueError:
        return v.n == 0


@observed_on(T)
def int_bare(v):
    try:
        return int(v.name) == v.n
    except:
        return v.n == 0


@observed_on(T)
def fstring(v):
    for _ in ONCE:
        return f"{v.name}{v.n:>2}" == "a 1"


@observed_on(T)
def pct(v):
    for _ in ONCE:
        return "%s%d" % (v.name, v.n) == "a1"


@observed_on(T)
def formatted(v):
    for _ in ONCE:
        return f"{v.name}-{v.n}" == "a-1"


@observed_on(T)
def shown(v):
    for _ in ONCE:
        return repr(v) == "T(name='a', n=1)"


@observed_on(T)
def repr_len(v):
    for _ in ONCE:
        return len(str(v)) % 2 == 0


@observed_on(T)
def as_json(v):
    for _ in ONCE:
        return json.dumps({"a": v.name, "b": v.n}) == '{"a": "a", "b": 1}'


@observed_on(T)
def json_default(v):
    for _ in ONCE:
        return len(json.dumps({"a": v.name, "b": v.n}, default=lambda o: "x")) % 2 == 0


@observed_on(M)
def json_list(v):
    for _ in ONCE:
        return json.dumps(v.items) == "[1]"


@observed_on(P)
def subscripts(v):
    for _ in ONCE:
        return [0, 1, 0, 5][v.x] == v.y


@observed_on(P)
def opindex(v):
    for _ in ONCE:
        return operator.index(v.x) == 1


@observed_on(P)
def ranges(v):
    for _ in range(v.x):
        return True
    return False


@observed_on(P)
def by_divmod(v):
    try:
        return divmod(v.x, v.y) == (1, 0)
    except ZeroDivisionError:
        return False


@observed_on(P)
def powers(v):
    for _ in ONCE:
        return 2**v.x == 2


@observed_on(P)
def roots(v):
    try:
        return math.sqrt(v.x) == 1
    except ValueError:
        return v.y == 1


@observed_on(P)
def isclose(v):
    for _ in ONCE:
        return math.isclose(v.x, v.y)


@observed_on(P)
def gcd(v):
    for _ in ONCE:
        return math.gcd(v.x, v.y) == 1


@observed_on(P)
def characters(v):
    try:
        return chr(v.x + 97) == "b"
    except ValueError:
        return False


@observed_on(P)
def as_bytes(v):
    try:
        return bytes([v.x]) == b"\x01"
    except ValueError:
        return v.y > 0


@observed_on(P)
def bytes2(v):
    try:
        return len(bytes(v.x)) == 1
    except ValueError:
        return v.y > 0


@observed_on(P)
def astuple(v):
    for _ in ONCE:
        return dataclasses.astuple(v) == (1, 1)


@observed_on(P)
def asdict(v):
    for _ in ONCE:
        return dataclasses.asdict(v)["x"] == 1


@observed_on(P)
def replace(v):
    for _ in ONCE:
        return dataclasses.replace(v, x=1) == v


@observed_on(P)
def replace2(v):
    for _ in ONCE:
        return dataclasses.replace(v, x=1).y == 1


@observed_on(P)
def by_vars(v):
    for name in vars(v):
        if vars(v)[name] != 1:
            return False
    return True


@observed_on(P)
def by_getattr(v):
    for name in ("x", "y"):
        if getattr(v, name) < 1:
            return False
    return True


@observed_on(P)
def is_small(v):
    for _ in ONCE:
        return v.x is v.y


@observed_on(P)
def is_one(v):
    one = 1
    for _ in ONCE:
        return v.x is one


@observed_on(P)
def by_class(v):
    for _ in ONCE:
        return v.x.__class__ is int and v.x > 0


@observed_on(P)
def class_only(v):
    for _ in ONCE:
        return v.x.__class__ is int


@observed_on(P)
def set_store(v):
    seen = set()
    seen.add(v.x)
    seen.add(v.y)
    return len(seen) == 1


@observed_on(M)
def mut_inside(v):
    v.items.append(v.x)
    for a in v.items:
        return a == 1
    return False


@observed_on(M)
def setattr(v):
    v.x = 1
    for a in v.items:
        return a == v.x
    return True


@observed_on(M)
def setitem(v):
    if v.items:
        v.items[0] = v.x
    for a in v.items:
        if a != 1:
            return False
    return True


@observed_on(M)
def type_error(v):
    try:
        return len(v.x) > 0
    except TypeError:
        return v.x > 0


@observed_on(T)
def type_error2(v):
    try:
        return v.name + 1 > 0
    except TypeError:
        return v.n > 0


@observed_on(M)
def attr_error(v):
    try:
        return v.x.foo
    except AttributeError:
        return v.x > 0


@observed_on(P)
def has_attributes(v):
    for _ in ONCE:
        return hasattr(v.x, "real") and not hasattr(v.y, "foo") and v.x > 0


@observed_on(P)
def hasattr_only(v):
    for _ in ONCE:
        return hasattr(v.x, "real")


@observed_on(P)
def not_callable(v):
    for _ in ONCE:
        return not callable(v.x)


@observed_on(P)
def iterable(v):
    try:
        iter(v.x)
        return False
    except TypeError:
        return True


@observed_on(P)
def isinstance_number(v):
    for _ in ONCE:
        return isinstance(v.x, numbers.Integral)


@observed_on(P)
def asserted(v):
    try:
        assert v.x > v.y
    except AssertionError:
        return False
    return True


@observed_on(P)
def singledispatch(v):
    return dispatched(v.x)


@functools.singledispatch
def dispatched(x):
    return False


@dispatched.register
def _(x: int):
    for _ in ONCE:
        return x > 0


@observed_on(T)
def ordinals(v):
    for c in v.name:
        if ord(c) > 97:
            return False
    return True


@observed_on(T)
def encode(v):
    for _ in ONCE:
        return len(v.name.encode()) == v.n


@observed_on(T)
def maketrans(v):
    for _ in ONCE:
        return str.upper(v.name) == "A"


@observed_on(T)
def str_call(v):
    for _ in ONCE:
        return str(v.n) == "1" and str(v.name) == "a"
