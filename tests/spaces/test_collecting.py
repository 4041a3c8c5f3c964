"""What the garbage collector has to do with spaces."""

import gc
import os
import weakref
from collections.abc import Iterator

import pytest

from refute import Scope, inhabitants
from refute.spaces import runtime
from refute.spaces.runtime import building


@pytest.fixture(autouse=True)
def _clean() -> Iterator[None]:
    gc.collect()
    yield
    gc.collect()


class _Cycle:
    def __init__(self) -> None:
        self.itself = self


@pytest.mark.slow
def test_a_space_is_old_for_the_collector_as_soon_as_it_is_built() -> None:
    space = inhabitants(list[list[bool]], Scope(size=5))
    assert gc.is_tracked(space._node)
    assert not any(part is space._node for part in gc.get_objects(generation=0))


def test_what_was_frozen_before_stays_frozen() -> None:
    gc.freeze()
    try:
        frozen = gc.get_freeze_count()
        inhabitants(list[list[bool]], Scope(size=5))
        assert gc.get_freeze_count() >= frozen - 100  # frozen objects may end
    finally:
        gc.unfreeze()


def test_a_process_that_was_forked_leaves_the_collector_alone() -> None:
    process = os.fork()
    if process == 0:
        with building():
            cycle = _Cycle()
        os._exit(any(part is cycle for part in gc.get_objects(generation=0)))
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 1


def test_the_collector_stays_off_where_it_was_off() -> None:
    gc.disable()
    try:
        inhabitants(list[bool], Scope(size=2))
        assert not gc.isenabled()
    finally:
        gc.enable()


@pytest.mark.slow
def test_what_was_built_and_dropped_is_collected_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "_heap", runtime._Heap())  # however many objects other tests have left
    dropped = []
    for _ in range(70):
        with building():
            cycles = [_Cycle() for _ in range(50_000)]
        dropped.append(weakref.ref(cycles[0]))
        del cycles
    assert any(cycle() is None for cycle in dropped)
