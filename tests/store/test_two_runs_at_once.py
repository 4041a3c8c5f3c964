"""Runs at the same time on one store keep what each of them found; one that dies keeps nobody waiting."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from writing import KEY, entry

from refute.store import locking
from refute.store.files import Store

HERE = Path(__file__).parent
HOWS = ["flock", "file"] if locking.fcntl is not None else ["file"]  # type: ignore[redundant-expr]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / ".refute")


@contextmanager
def started(store: Store, *args: object) -> Iterator[subprocess.Popen[str]]:
    """A process that adds entries, and is killed in the end if it still does."""
    command = [*map(str, [sys.executable, "writing.py", store.directory, *args])]
    process = subprocess.Popen(command, cwd=HERE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def holding(store: Store) -> Iterator[subprocess.Popen[str]]:
    """A process that does not leave the store."""
    with started(store, 0, 0, HOWS[0], "stays") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "locked\n"
        yield process


def numbers(store: Store) -> list[int]:
    entries, why = store.read(KEY)
    assert why == ""
    return sorted(int(found.call.removeprefix("half(n=").removesuffix(")")) for found in entries)


@pytest.mark.parametrize(("writers", "count"), [(3, 15), pytest.param(6, 30, marks=pytest.mark.slow)])
@pytest.mark.parametrize("how", HOWS)
def test_nothing_is_lost_between_processes(store: Store, how: str, writers: int, count: int) -> None:
    with ExitStack() as stack:
        processes = [stack.enter_context(started(store, place * count, count, how)) for place in range(writers)]
        for process in processes:
            assert process.communicate()[1] == ""
    assert numbers(store) == list(range(writers * count))
    assert sorted(os.listdir(store.directory)) == [".gitignore", "shop.half.py"]


@pytest.mark.parametrize("rounds", [50, pytest.param(250, marks=pytest.mark.slow)])
@pytest.mark.parametrize("how", HOWS)
def test_two_that_begin_together_keep_both(
    store: Store, how: str, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locking, "PATIENCE", 600.0)
    monkeypatch.setattr(locking, "_ATTEMPTS_UNTIL_STALE", 1_000_000)
    if how == "file":
        monkeypatch.setattr(locking, "fcntl", None)
    together = threading.Barrier(2)
    lost: list[str] = []

    def run(number: int) -> None:
        own = Store(store.directory)
        for _ in range(rounds):
            together.wait()
            lost.append(own.update(KEY, [entry(number)]))
            together.wait()
            lost.append("" if numbers(own) == [1, 2] else f"{numbers(own)} are left")
            together.wait()
            lost.append(own.update(KEY, [], dropped=[entry(number).text]))
            together.wait()
            lost.append("" if not store.directory.exists() else f"{os.listdir(store.directory)} are there")

    def run_or_abort(number: int) -> None:
        try:
            run(number)
        except BaseException:
            together.abort()
            raise

    threads = [threading.Thread(target=run_or_abort, args=(number,)) for number in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(lost) == 2 * 4 * rounds
    assert set(lost) == {""}


@pytest.mark.skipif("flock" not in HOWS, reason="the lock of a dead process is only gone at once where there is flock")
def test_a_process_that_dies_with_the_lock_keeps_nobody_waiting(store: Store) -> None:
    with holding(store) as process:
        process.kill()
        process.wait()
        assert store.update(KEY, [entry(1)]) == ""
    assert numbers(store) == [1]


@pytest.mark.skipif("flock" not in HOWS, reason="processes that die leave their lock files behind")
def test_processes_that_are_killed_spoil_nothing(store: Store) -> None:
    with ExitStack() as stack:
        for place in range(1, 4):
            stack.enter_context(started(store, place * 10_000, 10_000, "flock"))
        survivor = stack.enter_context(started(store, 0, 25, "flock"))
        assert survivor.communicate()[1] == ""
    assert [number for number in numbers(store) if 0 <= number < 10_000] == list(range(25))
    assert store.update(KEY, [], dropped=[found.text for found in store.read(KEY)[0]]) == ""
    assert not store.directory.exists()  # nothing that they had begun is left


@pytest.mark.skipif("flock" not in HOWS, reason="the other process locks by flock")
def test_a_process_that_does_not_leave_is_not_waited_for(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locking, "PATIENCE", 0.02)
    with holding(store):
        assert store.update(KEY, [entry(1)]).endswith(
            "cannot be written: another process is writing there and does not end"
        )
        assert store.read(KEY) == ([], "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_lock_does_not_outlast_its_holder_in_a_forked_process(store: Store) -> None:
    ready, go_on = os.pipe()
    with locking.locked(store.directory, create=True):
        (store.directory / "notes.txt").touch()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # whatever threads the tests are run with
            child = os.fork()
        if child == 0:
            os.close(go_on)
            os.read(ready, 1)
            os._exit(0)
    os.close(ready)
    try:
        assert store.update(KEY, [entry(1)]) == ""
    finally:
        os.close(go_on)
        os.waitpid(child, 0)


def test_a_lock_file_that_a_dead_process_left_is_removed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locking, "fcntl", None)
    monkeypatch.setattr(locking, "_ATTEMPTS_UNTIL_STALE", 3)
    store.directory.mkdir()
    (store.directory / locking.LOCK_FILE).touch()
    assert store.update(KEY, [entry(1)]) == ""
    assert sorted(os.listdir(store.directory)) == [".gitignore", "shop.half.py"]


def test_a_file_system_without_such_locks_has_lock_files(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(descriptor: int, operation: int) -> None:
        raise OSError(9, "Bad file descriptor")  # what NFS says of directories

    if "flock" in HOWS:
        monkeypatch.setattr(locking.fcntl, "flock", refuse)
    assert store.update(KEY, [entry(1)]) == ""
    with locking.locked(store.directory, create=False):
        assert locking.LOCK_FILE in os.listdir(store.directory)
    assert sorted(os.listdir(store.directory)) == [".gitignore", "shop.half.py"]
