"""Building ends when its time is over: by a clock in the test's hands, which says how much was done."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count, pairwise
from typing import Annotated, Any

import pytest
from zoo import Graph, Json, Mixed, Permutation, Residue, SortedList, UniqueItems
from zoo_of_lambdas import TypedLambda
from zoo_of_records import Defaults, Flags, Known
from zoo_of_trees import OkTree

from refute import ExplosionError, Scope, where
from refute.logic.reduction.reducer import Reducer
from refute.spaces.arguments import argument_lists
from refute.types.signatures import Signature, read_signature

OVER = "cannot be counted in the time there is"


def signature_of(*types: Any) -> Signature:
    """That of a function with parameters of some types."""
    names = [f"p{place}" for place in range(len(types))]
    scope: dict[str, Any] = {"Json": Json}
    exec(f"def function({', '.join(names)}): ...", scope)
    function = scope["function"]
    function.__annotations__ = dict(zip(names, types, strict=True))
    return read_signature(function)


class Work:
    """Counts what is done; as a clock, it says how much that is."""

    def __init__(self) -> None:
        self.done = 0

    def __call__(self) -> float:
        return self.done


work = Work()


# -- by what is run of the user's code ---------------------------------------------------------------------------------


def fits(value: Any) -> bool:
    work.done += 1
    return value is not None


def ascending(value: list[int]) -> bool:
    work.done += 1
    return all(a <= b for a, b in pairwise(value))


class Wary:
    """A constructor that can only be run."""

    def __init__(self, low: int, high: int) -> None:
        work.done += 1
        if low > high:
            raise ValueError("the wrong way round")
        self.low, self.high = low, high


class Alike:
    """Compared by code of its own."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __eq__(self, other: object) -> bool:
        work.done += 1
        return isinstance(other, Alike) and self.number == other.number

    def __hash__(self) -> int:
        work.done += 1
        return 0


RUN: dict[str, tuple[tuple[Any, ...], Scope]] = {
    "a scalar": ((Annotated[int, where(fits)],), Scope(size=3_000)),
    "a scalar that depends on another": ((int, Annotated[int, where(lambda v, p0: fits(v + p0))]), Scope(size=60)),
    "a list": ((Annotated[list[int], where(ascending)],), Scope(size=6)),
    "a list of texts": ((Annotated[list[str], where(ascending)],), Scope(size=6)),
    "a text": ((Annotated[str, where(fits)],), Scope(size=11)),
    "elements": ((list[Annotated[int, where(fits)]],), Scope(size=2_000)),
    "arguments of a constructor": ((Wary,), Scope(size=40)),
    "elements of a set": ((frozenset[Alike],), Scope(size=300)),
    "keys": ((dict[Alike, bool],), Scope(size=300)),
}


@pytest.mark.parametrize("name", RUN)
def test_little_of_the_users_code_is_run_after_the_time_is_over(name: str) -> None:
    types, scope = RUN[name]
    signature = signature_of(*types)
    for until in (50, 1_000):
        work.done = 0
        with pytest.raises(ExplosionError, match=OVER):
            argument_lists(signature, scope, until=until, clock=work)
        assert until < work.done <= until + 400


# -- by steps of the logic ---------------------------------------------------------------------------------------------


@pytest.fixture
def _counting_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    make = Reducer.make

    def counting(self: Reducer, *args: Any, **kwargs: Any) -> Any:
        work.done += 1
        return make(self, *args, **kwargs)

    monkeypatch.setattr(Reducer, "make", counting)


LOGIC: dict[str, tuple[tuple[Any, ...], Scope]] = {
    "sorted lists": ((SortedList, SortedList), Scope(size=120)),
    "permutations": ((Permutation,), Scope(size=12)),
    "graphs": ((Graph,), Scope(size=9)),
    "unique items": ((UniqueItems,), Scope(size=12)),
    "typed lambda terms": ((TypedLambda,), Scope(size=9)),
    "palindromes": ((Annotated[str, where(lambda v: v == v[::-1])],), Scope(size=20)),
    "sums": ((int, int, int, Annotated[int, where(lambda v, p0, p1, p2: v == p0 + p1 * p2)]), Scope(size=40)),
    "a regular expression": (
        (Annotated[str, where(lambda v: re.fullmatch(r"([a-z]+[0-9]{1,60}|[^aeiou]{2,40}){1,40}", v))],),
        Scope(size=12),
    ),
    "two regular expressions": (
        (Annotated[str, where(lambda v: re.fullmatch(r".*a.{14}", v) and re.fullmatch(r"(a|b)*b.{13}", v))],),
        Scope(size=24),
    ),
    "loops in one refinement": (
        (Annotated[int, where(lambda v: sum(i * j * v for i in range(100) for j in range(100)) >= 0)],),
        Scope(size=2),
    ),
    "records": ((Known, Annotated[Known, where(lambda v, p0: len(v) == len(p0) and v != p0)]), Scope(size=6)),
    "sets": ((frozenset[int], Annotated[frozenset[int], where(lambda v, p0: not v & p0)]), Scope(size=14)),
}


@pytest.mark.sampled(4)
@pytest.mark.usefixtures("_counting_steps")
@pytest.mark.parametrize("name", LOGIC)
def test_few_steps_of_the_logic_are_taken_after_the_time_is_over(name: str) -> None:
    types, scope = LOGIC[name]
    signature = signature_of(*types)
    for until in (1_000, 5_000):
        work.done = 0
        with pytest.raises(ExplosionError, match=OVER):
            argument_lists(signature, scope, until=until, clock=work)
        assert until < work.done <= until + 100


# -- by looks ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("types", "scope"),
    [
        ((Flags, Flags), Scope(size=4)),
        ((Defaults,) * 3, Scope(size=6)),
        ((Mixed,), Scope(size=3)),
        ((Json,), Scope(size=3)),
        ((frozenset[Residue],), Scope(size=20)),
        ((OkTree, int), Scope(size=5)),
    ],
)
def test_every_look_at_the_clock_may_be_the_last(types: tuple[Any, ...], scope: Scope) -> None:
    signature = signature_of(*types)
    looks = count()
    built = argument_lists(signature, scope, until=10**9, clock=lambda: next(looks))
    there_are = next(looks)
    assert there_are > 5
    for last in {0, 1, 2, there_are // 2, there_are - 2}:
        with pytest.raises(ExplosionError, match=OVER):
            argument_lists(signature, scope, until=last, clock=count(1).__next__)
    assert argument_lists(signature, scope, until=there_are + 1, clock=count(1).__next__).count == built.count


@pytest.mark.slow
def test_without_a_deadline_no_one_looks_at_the_clock() -> None:
    def broken() -> float:
        raise AssertionError

    clock: Callable[[], float] = broken
    assert argument_lists(signature_of(OkTree), Scope(size=3), clock=clock).count > 1
