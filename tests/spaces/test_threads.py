"""Spaces in several threads at once: all get the same values, and the process is left as it was."""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Annotated, Any

import pytest
from zoo_of_records import Flags
from zoo_of_trees import OkTree

from refute import Scope, Space, forall, inhabitants, where
from refute.quantifiers.decisions import Decision, recorded
from refute.spaces import runtime
from refute.spaces.runtime import building, deep_recursion, no_collection
from sampling import some_of

THREADS = 8
SPACES: dict[str, tuple[Any, Scope]] = {
    "red-black trees to a size": (OkTree, Scope(size=9)),
    "red-black trees to a depth": (OkTree, Scope.smallcheck(9)),
    "lists of lists": (list[list[bool]], Scope(size=9)),
    "sets of texts": (frozenset[str], Scope(size=5)),
    "64 flags": (list[Flags], Scope(size=3)),
    "run": (Annotated[list[int], where(eval("lambda v: sum(v) % 3 == 1"))], Scope(size=4)),
}


@pytest.fixture(autouse=True)
def _switching_often() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def in_threads(run: Callable[[], Any]) -> list[Any]:
    """What a function returns in each of several threads that begin together."""
    results: list[Any] = [None] * THREADS
    together = threading.Barrier(THREADS)

    def work(place: int) -> None:
        together.wait()
        try:
            results[place] = run()
        except BaseException as error:
            results[place] = error

    threads = [threading.Thread(target=work, args=(place,)) for place in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def look(space: Space[Any]) -> Any:
    """Something of all that can be asked of a space."""
    count = space.count
    places = [count * part // 7 for part in range(7)]
    return (
        count,
        dict(space.tiers),
        [space[place] for place in places],
        [space.index(space[place]) for place in places],
        list(islice(space.starting_at(count // 2), 50)),
        space.sample(20, seed=3),
    )


every_space = pytest.mark.parametrize("name", SPACES)


@every_space
@pytest.mark.sampled(3)
def test_threads_that_share_a_space_see_the_same(name: str) -> None:
    expected = look(inhabitants(*SPACES[name]))
    shared = inhabitants(*SPACES[name])
    assert in_threads(lambda: look(shared)) == [expected] * THREADS


@every_space
@pytest.mark.sampled(3)
def test_threads_that_build_a_space_each_build_the_same(name: str) -> None:
    expected = look(inhabitants(*SPACES[name]))
    assert in_threads(lambda: look(inhabitants(*SPACES[name]))) == [expected] * THREADS


@pytest.mark.parametrize("step", some_of([200, 5], lambda step: step == 200))
def test_the_process_is_left_as_it_was(step: int) -> None:
    limit = sys.getrecursionlimit()
    space = inhabitants(OkTree, Scope(size=8))

    def work() -> None:
        for place in range(0, space.count, step):
            assert space[place] in space
        inhabitants(list[int], Scope(size=2))

    for _ in range(3):
        assert in_threads(work) == [None] * THREADS
        assert sys.getrecursionlimit() == limit
        assert gc.isenabled()


def test_the_last_thread_that_leaves_puts_things_back() -> None:
    limit = sys.getrecursionlimit()
    entered, leave = threading.Event(), threading.Event()

    def other() -> None:
        with building():
            entered.set()
            leave.wait()

    thread = threading.Thread(target=other)
    with deep_recursion, no_collection:
        thread.start()
        entered.wait()
    assert sys.getrecursionlimit() > limit
    assert not gc.isenabled()
    leave.set()
    thread.join()
    assert sys.getrecursionlimit() == limit
    assert gc.isenabled()


def test_a_fork_forgets_the_threads_that_are_not_in_it() -> None:
    entered, leave = threading.Event(), threading.Event()

    def other() -> None:
        with building():
            entered.set()
            leave.wait()

    thread = threading.Thread(target=other)
    limit = sys.getrecursionlimit()
    thread.start()
    entered.wait()
    process = os.fork()
    if process == 0:
        with deep_recursion, no_collection:
            pass
        os._exit(0 if sys.getrecursionlimit() == limit and gc.isenabled() else 1)
    leave.set()
    thread.join()
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0


def test_decisions_of_quantifiers_are_recorded_for_the_thread_that_asked() -> None:
    recorded.value.clear()

    def ask() -> list[str]:
        for _ in range(5):
            forall(bool, lambda b: b in (True, False))
        return [decision.quantifier for decision in recorded.value if isinstance(decision, Decision)]

    assert in_threads(ask) == [["forall"] * 5] * THREADS
    assert not recorded.value


def test_a_lock_that_an_interrupt_has_left_locked_keeps_nobody_out_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "_LEFT_LOCKED", 0.01)
    lock = runtime._Lock()
    lock.__enter__()  # and never left
    with lock:
        pass
    entered = []

    def enter() -> None:
        with lock:
            entered.append(True)

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join(60)
    assert entered
    lock.__exit__()
