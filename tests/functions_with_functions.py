"""Functions that take functions, right and wrong, to be checked by the tests."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Generic, Literal, Protocol, TypeVar

from refute import Nat, Rng, where

T = TypeVar("T")
U = TypeVar("U")
Digit = Rng(0, 3)
Mapped = Annotated[list[int], where(lambda v, f, xs: v == [f(x) for x in xs])]


def maps(f: Callable[[int], int], xs: list[int]) -> Mapped:
    return [f(x) for x in xs]


def maps_generically(
    f: Callable[[T], U], xs: list[T]
) -> Annotated[list[U], where(lambda v, f, xs: v == [*map(f, xs)])]:
    return [f(x) for x in xs]


def maps_short(f: Callable[[int], int], xs: list[int]) -> Mapped:
    return [f(x) for x in xs if f(x) != 2]


def two_answers(f: Callable[[Digit], bool]) -> bool:
    return f(0) and f(1)


def never_three_in_a_row(f: Callable[[Digit], bool]) -> Annotated[bool, where(lambda v: not v)]:
    return f(0) and f(1) and f(2)


def below_zero(f: Callable[[Nat], int], n: int) -> int:
    return f(n)


def below_zero_kept_quiet(f: Callable[[Nat], int], n: int) -> int:
    try:
        return f(n)
    except BaseException:
        return 0


def too_many(f: Callable[[int], int]) -> int:
    return f(1, 2)  # type: ignore[call-arg]


class Pads(Protocol):
    def __call__(self, s: Nat) -> Annotated[Nat, where(lambda v, s: v >= s)]: ...


def pads(f: Pads, n: Nat) -> Annotated[int, where(lambda v, n: v >= n)]:
    return f(s=f(n))


def pads_and_takes(f: Pads, n: Nat) -> Annotated[int, where(lambda v, n: v >= n)]:
    return f(n) - 1 if n == 1 else f(n)


def below(
    n: Nat, f: Callable[[Annotated[int, where(lambda v, n: v < n)]], Annotated[int, where(lambda v, n: v < n)]]
) -> int:
    return f(n - 1)


def below_or_at(n: Nat, f: Callable[[Annotated[int, where(lambda v, n: v < n)]], int]) -> int:
    return f(n)


def of_lists(f: Callable[[list[int]], int]) -> Annotated[int, where(lambda v: v == 0)]:
    xs = [1]
    first = f(xs)
    xs.append(2)
    return first - f([1])


def tells_lists_apart(f: Callable[[list[int]], int]) -> Annotated[int, where(lambda v: v == 0)]:
    xs = [1]
    first = f(xs)
    xs.append(2)
    return first - f(xs)


def changes_the_answer(f: Callable[[int], list[int]]) -> Annotated[bool, where(lambda v: v)]:
    f(0).append(7)
    return f(0) == f(0) and 7 not in f(0)[-1:]


def curried(f: Callable[[int], Callable[[int], int]]) -> Annotated[int, where(lambda v: v != 1)]:
    return f(0)(1)


def takes_one_that_takes_one(f: Callable[[Callable[[int], int]], bool]) -> Annotated[bool, where(lambda v: not v)]:
    def one(x: int) -> int:
        return x

    return f(one) and not f(abs) and f(one)


def takes_the_same_twice(
    f: Callable[[Callable[[int], int]], int], n: int
) -> Annotated[int, where(lambda v, f, n: v == f(lambda x: n + x))]:
    return f(lambda x: x + n)


def in_a_list(fs: list[Callable[[int], bool]]) -> Annotated[bool, where(lambda v: not v)]:
    return len(fs) == 2 and fs[0](0) and not fs[1](0)


def maybe(f: Callable[[int], bool] | None) -> Annotated[bool, where(lambda v: not v)]:
    return f is not None and f(0)


@dataclass(frozen=True)
class Rule:
    least: Nat
    test: Callable[[Annotated[int, where(lambda v, least: v >= least)]], bool]


def by_rule(rule: Rule) -> Annotated[bool, where(lambda v: not v)]:
    return rule.test(rule.least) and rule.least == 1


def by_rule_misused(rule: Rule) -> bool:
    return rule.test(0)


def with_anything(f: Callable[..., bool]) -> Annotated[bool, where(lambda v: not v)]:
    return f(1, key="a") and f() and not f(1)


def hangs(f: Callable[[int], bool], n: Nat) -> int:
    while not f(n):
        n = min(n + 1, 2)
    return n


def dies(f: Callable[[Digit], int]) -> int:
    if f(0) == 1 and f(1) == 2:
        os._exit(3)
    return f(2)


def dies_often(f: Callable[[Digit], bool], g: Callable[[Digit], bool]) -> Annotated[bool, where(lambda v: not v)]:
    if f(0):
        os._exit(3 if g(0) else 4)
    return f(1) and g(1)


def dies_now_and_then(f: Callable[[Digit], Literal[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]]) -> int:
    if (144 * f(0) + 12 * f(1) + f(2)) % 97 == 96:
        os._exit(3)
    return 0


def composed(f: Callable[[int], int], g: Callable[[int], int]) -> Composed:
    return lambda x: f(g(x))


def composed_wrongly(f: Callable[[int], int], g: Callable[[int], int]) -> Composed:
    return lambda x: g(f(x))


class Composed(Protocol):
    def __call__(self, x: int) -> Annotated[int, where(lambda v, x, f, g: v == f(g(x)))]: ...


def asks_much(f: Callable[[int], bool], n: Nat) -> int:
    return sum(f(i) for i in range(40))


def crashes(f: Callable[[int], Nat]) -> float:
    return 1 / f(1)


def two_of_them(f: Callable[[int, int], int]) -> Annotated[int, where(lambda v: v == 0)]:
    return f(0, 1) - f(1, 0)


def of_nothing(f: Callable[[], int]) -> Annotated[int, where(lambda v: v != 1)]:
    return f() if f() == f() else 1


def wrong_name(f: Pads) -> int:
    return f(t=0)  # type: ignore[call-arg]


def branches(f: Callable[[Digit], bool]) -> bool:
    if f(0):
        return f(1) and f(2)
    return f(2)


def prints_and_branches(f: Callable[[Digit], bool]) -> bool:
    print("branching")
    return branches(f)


def changes_the_environment(f: Callable[[Digit], bool]) -> bool:
    os.environ["BRANCHED"] = str(f(0))
    return branches(f)


def wrong_for_five(f: Callable[[int], int], xs: list[int]) -> Annotated[bool, where(lambda v: v)]:
    return len(xs) < 4 or f(xs[0]) != 5


def in_a_set(fs: set[Callable[[int], int]]) -> int:
    return len(fs)


@dataclass
class Box(Generic[T]):
    change: Callable[[T], T]


def in_a_generic_class(box: Box[str]) -> int:
    return len(box.change("a"))


def identity_of(f: Callable[[int], int]) -> Any:
    return f


def in_a_thread(f: Callable[[int], int]) -> Annotated[int, where(lambda v: v != 1)]:
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(f(0)))
    thread.start()
    thread.join()
    return found[0]


def no_such(f: Callable[[int], Annotated[int, where(lambda v: v > 3 and v < 4)]]) -> int:
    return f(0)


class Divides(Protocol):
    def __call__(self, x: int) -> Annotated[int, where(lambda v, x: v == 1 // x)]: ...


def raising_refinement(f: Divides) -> int:
    return f(0)


def whole(f: Annotated[Callable[[int], int], where(lambda f: f(0) == 0)]) -> int:
    return f(0)


def depends_on_one(f: Callable[[int], int], n: Annotated[int, where(lambda v, f: v == f(0))]) -> int:
    return n


def spec_outside(f: Callable[[Nat], int], n: int) -> Annotated[int, where(lambda v, f, n: v == f(n))]:
    return f(n) if n >= 0 else 0


def asks_twice_over(f: Callable[[int], Callable[[int], bool]]) -> bool:
    return f(0)(1) and f(1)(1)


def dies_of_many(f: Callable[[Digit], Annotated[int, where(lambda v: v > 0)]], xs: list[int]) -> int:
    if len(xs) > 5 and f(0) > 2 and f(1) > 1:
        os._exit(3)
    return 0


def in_a_pair(fs: tuple[Callable[[int], int], Callable[[Nat], int]]) -> int:
    return fs[0](-1) + fs[1](-1)


def among_the_rest(*fs: Callable[[Nat], int], **named: Callable[[Nat], int]) -> int:
    return sum(f(-1) for f in (*fs, *named.values()))


def returns_a_pair() -> tuple[Callable[[Nat], int], Callable[[Nat], int]]:
    return abs, abs


def the_list_itself(fs: list[Callable[[int], int]]) -> list[Callable[[int], int]]:
    return fs


def by_a_name(f: Callable[[int], int]) -> int:
    return f(x=1)  # type: ignore[call-arg]


class Applies(Protocol):
    def __call__(self, f: Callable[[int], int], n: int) -> Annotated[int, where(lambda v, f, n: v == f(n))]: ...


class Keeps(Protocol):
    def __call__(
        self, xs: list[int], *, key: Callable[[int], bool]
    ) -> Annotated[list[int], where(lambda v, xs, key: v == [x for x in xs if key(x)])]: ...


def applies() -> Applies:
    return lambda f, n: f(n)


def applies_wrongly() -> Applies:
    return lambda f, n: f(n) if n != 1 else f(0)


def keeps() -> Keeps:
    return lambda xs, *, key: [x for x in xs if key(x)]


def keeps_wrongly() -> Keeps:
    return lambda xs, *, key: [x for x in xs if not key(x)]


def asks_below_zero() -> Callable[[Callable[[Nat], int]], int]:
    return lambda f: f(-1)


def composes(f: Callable[[int], int]) -> Callable[[Callable[[int], int]], Callable[[int], int]]:
    return lambda g: lambda x: f(g(x))


def composes_wrongly() -> Callable[[Callable[[int], Nat]], Callable[[int], Nat]]:
    return lambda g: lambda x: g(x) - 1


def divides(f: Callable[[int], int]) -> Callable[[Callable[[int], Nat]], int]:
    return lambda f: 1 // f(0)


def cannot_be_given_any() -> Callable[[Callable[[int], Annotated[int, where(lambda v: v > 3 and v < 4)]]], int]:
    return lambda f: f(0)


def far_from_zero(xs: list[int], f: Callable[[int], int]) -> int:
    if any(x > 1_000 for x in xs) and f(3) > 0:
        raise ZeroDivisionError
    return 0
