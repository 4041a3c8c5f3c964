"""For all tests: what they run leaves nothing behind in the repository."""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


# Tests that start no processes, and leave much in memory.
LAST = ("spaces", "logic", "types", "judge", "functions", "minimise", "search", "schedule")
LATE = (
    "test_grammar.py",
    "test_bench_bugs.py",
    "test_long_integers.py",
    "test_edge_checks.py",
    "test_solver_scalars.py",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--part", default="1/1", help="of the slow tests: 2/3 is the second of three parts")


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests that start processes come first: forking a large process takes long."""
    items.sort(key=lambda item: item.path.parent.name in LAST or item.path.name in LATE)
    part, parts = map(int, str(config.getoption("--part")).split("/"))
    cases = Counter[str]()
    for item in items:
        sampled = item.get_closest_marker("sampled")
        if sampled is not None:
            name = item.nodeid.partition("[")[0]
            if cases[name] % sampled.args[0]:
                item.add_marker(pytest.mark.slow)
            cases[name] += 1
    slow = [item for item in items if item.get_closest_marker("slow") is not None]
    left_out = [item for number, item in enumerate(slow) if number % parts != part - 1]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        dropped = set(left_out)
        items[:] = [item for item in items if item not in dropped]


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call() -> Generator[None, object, object]:
    """An interrupt that a test has sent and that escapes from it fails that test. In a worker of pytest-xdist, which
    hears none from the keyboard, it would end the whole run."""
    try:
        return (yield)
    except KeyboardInterrupt as error:
        if "PYTEST_XDIST_WORKER" not in os.environ:
            raise
        raise AssertionError("an interrupt escaped from the test") from error


@pytest.fixture(autouse=True)
def _the_recursion_limit_is_put_back() -> Iterator[None]:
    before = sys.getrecursionlimit()
    yield
    assert sys.getrecursionlimit() == before


def stores() -> set[Path]:
    return {*ROOT.glob(".refute/*"), *ROOT.glob("*/.refute/*")}


@pytest.fixture(scope="session", autouse=True)
def _interrupts_are_heard() -> None:
    """Whoever started the tests may ignore them (`nohup`, a job in the background), and so would all they start."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.fixture(scope="session", autouse=True)
def _nothing_is_kept_in_the_repository() -> Iterator[None]:
    before = stores()
    yield
    assert stores() <= before
