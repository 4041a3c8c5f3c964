"""Functions that are given callables of all kinds, and use them in all kinds of ways, to be checked by the tests."""

from __future__ import annotations

import copy
import functools
import inspect
import multiprocessing
import pickle
import threading
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Concatenate, ParamSpec, Protocol, TypeVar

from refute import Nat, where

T = TypeVar("T")
U = TypeVar("U")
N = TypeVar("N", bound=int)
P = ParamSpec("P")
Yes = Annotated[bool, where(lambda v: v)]
Zero = Annotated[int, where(lambda v: v == 0)]
kept: list[Callable[[int], int]] = []


class Adds(Protocol):
    def __call__(self, x: int, y: int = 0) -> int: ...


class AddsToo(Adds, Protocol):
    pass


class AddsByName(Protocol):
    def __call__(self, x: int, *, y: int = ...) -> int: ...


class Changes(Protocol[T]):
    def __call__(self, x: T) -> T: ...


class Many(Protocol):
    def __call__(self, *args: int) -> int: ...


class PadsByName(Protocol):
    def __call__(self, *, s: Nat) -> Annotated[Nat, where(lambda v, s: v >= s)]: ...


class Fetches(Protocol):
    async def __call__(self, x: int) -> Nat: ...


@dataclass
class Button:
    label: str
    action: Callable[[Nat], int] | None = None


# ------------------------------------------------------------------------------- right: what types admit, nothing more


def the_same_list(f: Callable[[list[int]], int], xs: list[int]) -> Yes:
    return f(xs) == f(list(xs))


def the_same_dict(f: Callable[[dict[str, int]], int]) -> Yes:
    return f({"a": 1, "b": 2}) == f({"b": 2, "a": 1})


def the_same_set(f: Callable[[set[int]], int]) -> Yes:
    return f({1, 2}) == f({2, 1})


def several(f: Callable[[int, str, list[int]], bool], n: int) -> Yes:
    return f(n, "a", [n]) == f(n, "a", [n])


def thunk(f: Callable[[], int]) -> Yes:
    return f() == f()


def default_left_out(f: Adds) -> Yes:
    return f(1) == f(1, 0) == f(x=1) == f(1, y=0)


def default_not_known(f: AddsByName) -> Yes:
    return f(1) == f(1) and f(1, y=2) == f(x=1, y=2)


def inherited_call(f: AddsToo) -> Yes:
    return f(1) == f(1, 0)


def of_a_generic_protocol(f: Changes[str]) -> str:
    return f("a")


def many(f: Many) -> int:
    return f(1, 2, 3)


def by_name(f: PadsByName, n: Nat) -> Annotated[int, where(lambda v, n: v >= n)]:
    return f(s=n)


def related_by_place(
    f: Callable[[Nat, Annotated[int, where(lambda v, x: v > x)]], Annotated[int, where(lambda v, x, y: x < v <= y)]],
    n: Nat,
) -> Annotated[int, where(lambda v, n: n < v <= n + 2)]:
    return f(n, n + 2)


def with_a_parameter_of_that_name(
    f: Callable[[Nat], Annotated[int, where(lambda v, x: v > x)]], x: Nat
) -> Annotated[int, where(lambda v, x: v > x)]:
    return f(0)


def generic(f: Callable[[T], U], x: T) -> U:
    return f(x)


def bounded(f: Callable[[N], N], x: N) -> N:
    return f(x)


def with_parameters(f: Callable[P, int], *args: P.args, **kwargs: P.kwargs) -> int:
    return f(*args, **kwargs)


def with_one_before(f: Callable[Concatenate[int, P], int]) -> int:
    return f(1)


def with_whatever(f: Callable[..., int]) -> Yes:
    return f(1, a=[2]) == f(1, a=[2])


async def awaits(f: Callable[[int], Awaitable[int]], n: int) -> int:
    return await f(n)


async def awaits_a_coroutine(f: Callable[[int], Coroutine[Any, Any, int]]) -> int:
    return await f(0)


async def awaits_a_protocol(f: Fetches) -> Nat:
    return await f(1)


def returns_one_that_awaits() -> Fetches:
    async def fetch(x: int) -> int:
        return abs(x)

    return fetch


def iterates(f: Callable[[int], Iterator[int]], n: int) -> Yes:
    items = f(n)
    first = next(items, None)
    return first == next(f(n), None)


def maybe(f: Callable[[int], int] | None = None) -> int:
    return f(0) if f else 0


def or_a_number(f: int | Callable[[int], int]) -> int:
    return f(0) if callable(f) else f


def in_a_dict(fs: Mapping[str, Callable[[int], int]]) -> int:
    return sum(f(0) for f in fs.values())


def in_a_tuple(fs: tuple[Callable[[int], int], Callable[[int], bool]]) -> bool:
    return fs[1](fs[0](0))


def in_a_sequence(fs: Sequence[Callable[[int], int]]) -> int:
    return sum(f(0) for f in fs)


def as_rest(*fs: Callable[[int], int], **named: Callable[[int], int]) -> int:
    return sum(f(0) for f in (*fs, *named.values()))


def in_a_field(button: Button) -> int:
    return button.action(0) if button.action else 0


def knows_functions_by_their_answers(f: Callable[[Callable[[int], int], int], int]) -> Yes:
    return f(lambda x: x + 1, 0) == f(lambda x: 1 + x, 0)


def curries(f: Callable[[int], Callable[[int], int]]) -> Yes:
    return f(0)(1) == f(0)(1)


def partially(f: Callable[[int, int], int], x: int) -> Yes:
    return functools.partial(f, x)(1) == f(x, 1)


def sorts(f: Callable[[int, int], int], g: Callable[[int], int], xs: list[int]) -> Yes:
    return sorted(xs) == sorted(sorted(sorted(xs, key=functools.cmp_to_key(f)), key=g))


def maps_and_folds(f: Callable[[int, int], int], g: Callable[[int], int], xs: list[int]) -> int:
    return functools.reduce(f, filter(g, map(g, xs)), 0)


def looks_at_it(f: Callable[[int, int], int]) -> Yes:
    return f.__name__ == "f" and len(inspect.signature(f).parameters) == 2 and callable(f)


def compares_it(f: Callable[[int], int]) -> Yes:
    return f == f and hash(f) == hash(f) and f in {f}


def copies_it(f: Callable[[int], int]) -> Yes:
    return copy.deepcopy(f)(0) == f(0) == copy.copy(f)(0)


def pickles_it(f: Callable[[int], int]) -> Yes:
    return bool(pickle.loads(pickle.dumps(f))(0) == f(0))


def sends_it_to_a_process(f: Callable[[int], int]) -> Yes:
    with multiprocessing.get_context("fork").Pool(1) as pool:
        return pool.map(f, [0]) == [f(0)]


def wraps_it(f: Callable[[int], int]) -> Yes:
    @functools.wraps(f)
    def wrapped(x: int) -> int:
        return f(x)

    return functools.lru_cache(wrapped)(0) == f(0) and wrapped.__name__ == "f"


def keeps_it_for_later(f: Callable[[int], int]) -> Yes:
    kept.append(f)
    return kept[0](len(kept)) == kept[0](len(kept))


def calls_it_in_threads(f: Callable[[int], int]) -> Yes:
    found: list[int] = []
    threads = [threading.Thread(target=lambda: found.append(f(0))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(set(found)) == 1


def asks_for_its_answers(f: Callable[[Nat], Nat], n: Nat) -> Nat:
    return f(f(f(n)))


# ------------------------------------------------------------------------------------------------------------- wrong


async def awaits_zero(f: Callable[[int], Awaitable[int]], n: int) -> Zero:
    return await f(n)


async def awaits_twice(f: Fetches) -> Zero:
    return await f(1) + await f(2)


def iterates_once(f: Callable[[int], Iterator[int]]) -> Annotated[list[int], where(lambda v: len(v) < 2)]:
    return list(f(0))


def by_place(f: PadsByName) -> int:
    return f(0)  # type: ignore[call-arg, misc]


def by_a_name(f: Callable[[int], int]) -> int:
    return f(x=0)  # type: ignore[call-arg]


def of_another_type(f: Changes[str]) -> str:
    return f(1)  # type: ignore[arg-type]


def too_small(f: Callable[[Nat, Annotated[int, where(lambda v, x: v > x)]], int], n: Nat) -> int:
    return f(n, n)


def in_a_field_too_small(button: Button) -> int:
    return button.action(-1) if button.action else 0


def no_function(f: Callable[[Callable[[int], int]], int]) -> int:
    return f(3)  # type: ignore[arg-type]


def with_default(f: Adds) -> Zero:
    return f(1) - f(2, 1)
