"""A world that stands still, for `Limits(freeze=True)`: clocks, sleep, and what the system knows of chance.

    time.time(), datetime.now()             stopped by time-machine, whoever has imported them by whatever name
    time.ctime(), time.asctime()            by these
    time.monotonic(), time.perf_counter()   a step further each time they are asked, and so are the clocks of processes
    time.sleep(n)                           returns at once, and all clocks are n seconds later
    os.urandom(), uuid, secrets, Random()   from the seed of the step, as `random` is

Every step begins at the same moment. The loops of asyncio, and waiting for threads, take the time that they take.
"""

from __future__ import annotations

import importlib.util
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

from refute.errors import RefuteError
from refute.ownership import is_refutes, is_users

_MOMENT = 1_767_225_600.0  # 2026-01-01 00:00 UTC
_TICK = 1_000_000  # nanoseconds between two answers of a clock that has to go on
_LONGEST = 2.0**63 / 1e9  # seconds that one can sleep
_NODE = 0x02_00_00_00_00_01  # the address of this machine in identifiers

_ctime, _asctime = time.ctime, time.asctime

_travellers: list[Any] = []


def refuse_where_missing() -> None:
    if importlib.util.find_spec("time_machine") is None:
        raise RefuteError(
            "clocks cannot be stopped: time-machine is not installed",
            remedy="Install it: pip install 'refute[freeze]'.",
        )


def begin_again_with_fixed_hashes() -> None:
    """Texts have hashes that are others in every process, and sets their orders, unless Python began otherwise."""
    if os.environ.get("PYTHONHASHSEED", "random") != "random":
        return
    os.environ["PYTHONHASHSEED"] = "0"
    if os.name != "nt":  # where a program does not wait for the one that takes its place, and hosts are fresh anyway
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def stop_clocks() -> None:
    """Stop the clocks of this process, and of all that are forked from it."""
    import asyncio.base_events as loops

    import time_machine

    if not _travellers:
        vars(loops)["time"] = _copy(time)  # those who wait in real time measure it
        _travellers.append(time_machine.travel(_MOMENT, tick=False).start())


def _copy(module: ModuleType) -> ModuleType:
    copy = ModuleType(module.__name__, module.__doc__)
    vars(copy).update(vars(module))
    return copy


class Frozen:
    """The guard of a worker's clocks and chance: each step has the same moment, and chance of its own."""

    what = ""

    def __init__(self, seed: int) -> None:
        stop_clocks()
        (self._traveller,) = _travellers
        self._ticks = 0
        self._used = False
        self._chance = random.Random(seed)
        for module, names in _PATCHED.items():
            for name in names:
                original = getattr(module, name, None)
                if original is not None:
                    self._replace(module, name, original)
        self._seed_generators()
        if "uuid" in sys.modules:
            setattr(sys.modules["uuid"], "_node", _NODE)  # noqa: B010

    def changed(self) -> bool:
        return self._used

    def restore(self, seed: int) -> bool:
        self._traveller.move_to(_MOMENT, tick=False)
        self._ticks = 0
        self._chance.seed(seed)
        return True

    def _replace(self, module: ModuleType, name: str, original: Callable[..., Any]) -> None:
        """Everywhere where the user's code, or what serves chance, has it by any name."""
        new = getattr(self, f"_{name}")
        setattr(module, name, new)
        for names in list(_namespaces(everywhere=module is os)):
            for known, value in list(names.items()):
                if value is original:
                    names[known] = new

    def _seed_generators(self) -> None:
        """Those that are made without a seed ask the system for one, and not by `os.urandom`."""
        seed, chance = random.Random.seed, self._urandom

        def seeded(self: random.Random, a: Any = None, version: int = 2) -> None:
            seed(self, int.from_bytes(chance(32)) if a is None else a, version)

        random.Random.seed = seeded  # type: ignore[method-assign]

    # -- in their place ------------------------------------------------------------------------------------------------

    def _sleep(self, seconds: float, /) -> None:
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        if seconds > _LONGEST:
            raise OverflowError("timestamp too large to convert to C _PyTime_t")
        self._used = True
        self._ticks += int(seconds * 1_000_000_000)
        self._traveller.shift(seconds)

    def _monotonic_ns(self) -> int:
        self._used = True
        self._ticks += _TICK
        return self._ticks

    def _monotonic(self) -> float:
        return self._monotonic_ns() / 1_000_000_000

    _perf_counter = _process_time = _thread_time = _monotonic
    _perf_counter_ns = _process_time_ns = _thread_time_ns = _monotonic_ns

    def _clock_gettime(self, clock: int, /) -> float:
        return time.time() if clock == time.CLOCK_REALTIME else self._monotonic()

    def _clock_gettime_ns(self, clock: int, /) -> int:
        return time.time_ns() if clock == time.CLOCK_REALTIME else self._monotonic_ns()

    def _ctime(self, seconds: float | None = None, /) -> str:
        return _ctime(time.time() if seconds is None else seconds)

    def _asctime(self, moment: Any = None, /) -> str:
        return _asctime(time.localtime() if moment is None else moment)

    def _urandom(self, size: int, /) -> bytes:
        self._used = True
        return self._chance.randbytes(size)

    def _getrandom(self, size: int, flags: int = 0) -> bytes:
        return self._urandom(size)


_PATCHED = {
    time: (
        *("sleep", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "ctime", "asctime"),
        *("process_time", "process_time_ns", "thread_time", "thread_time_ns", "clock_gettime", "clock_gettime_ns"),
    ),
    os: ("urandom", "getrandom"),
}


def _namespaces(*, everywhere: bool) -> Iterator[dict[str, Any]]:
    """Of modules of the user, or of all but refute's."""
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if type(module) is not ModuleType or not isinstance(file, str) or is_refutes(file):
            continue
        if everywhere or is_users(file):
            yield vars(module)
