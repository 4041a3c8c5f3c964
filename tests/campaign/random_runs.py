"""Random programs checked with random settings: in this process by a clock that is turned by hand, or isolated."""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

from random_programs import HERE, ISOLATED, Program, program

import refute
from refute.campaign.campaign import Campaign
from refute.campaign.report import Report
from refute.check.client import LocalHost
from refute.check.data import Reference
from refute.check.entry import check, checked
from refute.check.hosting.service import CheckService
from refute.errors import ExplosionError
from refute.run.inside import Inside
from refute.run.limits import Limits
from refute.run.system.interrupts import Interrupts
from refute.spaces.arguments import argument_lists
from refute.spaces.scope import Scope
from refute.types.signatures import read_signature

_ACCOUNTING = tuple(str(Path(refute.__file__).parent / part) + os.sep for part in ("campaign", "search/schedule"))


@dataclass(frozen=True)
class Settings:
    """How a program is checked."""

    scope: Scope | None
    budget: float | None
    tests: int | None
    max_findings: int
    seed: int
    engine: str
    leftovers: str = "warn"


@dataclass(frozen=True)
class Run:
    """What came of it."""

    program: Program
    settings: Settings
    report: Report
    audit: list[str] | None  # the calls that happened, as text; None: they were made as fast as they can be
    isolated: bool = False
    interrupted: bool = False  # by the test
    stored: bool = False  # failures of a run before were tried again


class HandClock:
    """A clock that each look at it turns on."""

    def __init__(self, tick: float, looked: Callable[[], None]) -> None:
        self._time = time.monotonic()  # deadlines of solvers are by that
        self._tick = tick
        self._looked = looked

    def __call__(self) -> float:
        self._looked()
        self.turn(self._tick)
        return self._time

    def turn(self, seconds: float) -> None:
        self._time += seconds


class Interrupt:
    """Ctrl-C at one moment: at so many looks at the clock, reports of progress, calls, or lines that account for
    calls."""

    def __init__(self, random: Random) -> None:
        self.where = random.choice(["nowhere"] * 5 + ["clock", "progress", "call", "line", "line"])
        self.done = False
        self._left = 1 + int(random.expovariate(1 / {"line": 1_000, "clock": 100}.get(self.where, 15)))
        self._armed = False

    def at(self, where: str) -> None:
        if where != self.where or self.done:
            return
        self._left -= 1
        if self._left <= 0:
            self.done = True
            if where == "call":
                signal.raise_signal(signal.SIGINT)
            raise KeyboardInterrupt

    @contextmanager
    def between_lines(self) -> Iterator[None]:
        """Have it come between two lines, while a plan is carried out."""

        def trace(frame: FrameType, event: str, _: object) -> Any:
            if not frame.f_code.co_filename.startswith(_ACCOUNTING):
                return None
            if frame.f_code is Campaign.carry_out.__code__:
                self._armed = event != "return"
            if event == "line" and self._armed:
                self.at("line")
            return trace

        before = sys.gettrace()
        if self.where == "line":
            sys.settrace(trace)
        try:
            yield
        finally:
            sys.settrace(before)


@contextmanager
def simulated(seed: int, directory: Path) -> Iterator[Run]:
    """A run in this process: delays, budgets and interrupts take no time."""
    random = Random(seed)
    with program(random, directory, HERE) as made:
        settings = _settings(random, made, most=400)
        interrupt = Interrupt(random)
        looks = random.choice([20, 600, 3_000, 3_000])  # looks at the clock until a budget is over
        clock = HandClock((settings.budget or 1) / looks, lambda: interrupt.at("clock"))
        share, delay = random.choice([0.0, 0.0, 0.02, 0.3]), random.choice([0.01, 0.2, 3.0])

        def before_call() -> None:
            interrupt.at("call")
            if random.random() < share:
                clock.turn(delay)

        made.before_call = before_call
        host = LocalHost(lambda: CheckService(lambda limits: Inside(clock), made.function, None, clock))
        audit = directory / f"audit{seed}" if random.random() < 0.5 else None
        store = directory / f"store{seed}" if random.random() < 0.15 else None
        for again in range(2 if store else 1):
            if again and random.random() < 0.5:
                made.fates = []  # what failed has been mended
            made.calls.clear()
            made.behaviours.clear()
            if audit is not None:
                audit.unlink(missing_ok=True)
            with interrupt.between_lines():
                report = checked(
                    *(host, Reference()),
                    name="f",
                    **vars(settings),
                    audit=audit,
                    store=store,
                    progress=lambda _: interrupt.at("progress"),
                    now=clock,
                )
        host.close()
        logged = _logged(audit) if audit is not None else None
        yield Run(made, settings, report, logged, interrupted=interrupt.done, stored=store is not None)


@contextmanager
def isolated(seed: int, directory: Path) -> Iterator[Run]:
    """A run in processes of its own, which hang, die and leave things behind."""
    random = Random(seed)
    with program(random, directory, ISOLATED) as made:
        settings = _settings(random, made, most=60)
        if settings.budget is not None:
            settings = replace(settings, budget=random.choice([0.1, 0.3]))
        if settings.tests is not None:
            settings = replace(settings, tests=random.choice([1, 5, 30]))
        settings = replace(settings, leftovers=random.choice(["warn", "fail", "ignore"]))
        audit = directory / f"audit{seed}"
        limits = Limits(seconds=0.2, memory=random.choice([1 << 27, 1 << 28]))
        seconds = random.uniform(0.05, 0.5) if random.random() < 0.3 else None
        timer = threading.Timer(seconds or 0, os.kill, (os.getpid(), signal.SIGINT))
        with _Late() as late:
            if seconds is not None:
                timer.start()
            report = check(made.function, **vars(settings), limits=limits, audit=audit)
            timer.cancel()
            if seconds is not None:
                timer.join()
        with warnings.catch_warnings():  # a socket may have been left by an interrupt between two lines
            warnings.simplefilter("ignore", ResourceWarning)
            gc.collect()
        interrupted = late.pressed or report.interrupted
        yield Run(made, settings, report, _logged(audit), isolated=True, interrupted=interrupted)


class _Late:
    """What is interrupted before or after a check is the test, and not the check."""

    pressed = False

    def __enter__(self) -> _Late:
        self._before = signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _press(self, number: int, frame: FrameType | None) -> None:
        self.pressed = True
        if sys._getframe(1).f_code is Interrupts._hand_over.__code__:  # the check hears it
            raise KeyboardInterrupt


def _settings(random: Random, made: Program, most: int) -> Settings:
    """`most` inputs are in a scope that is asked for."""
    scope, budget, tests = None, None, None
    match random.choice(["scope", "scope", "budget", "budget", "budget", "tests", "all"]):
        case "scope":
            scope = _scope(random, made, most)
        case "budget":
            budget = random.choice([0.0, 0.1, 3.0, 5.0, 5.0, 5.0])
        case "tests":
            tests = random.choice([1, 5, 60, 300])
        case "all":
            scope, budget, tests = _scope(random, made, most), random.choice([0.1, 2.0]), random.choice([1, 20, 300])
    engine = "auto" if random.random() < 0.02 else "classes"
    return Settings(scope, budget, tests, random.choice([1, 3]), random.randrange(3), engine)


def _scope(random: Random, made: Program, most: int) -> Scope:
    """One that has not too many inputs."""
    signature = read_signature(made.function)
    bounds = random.choice([("size",), ("size",), ("size",), ("depth",), ("size", "depth")])
    chosen = Scope(**dict.fromkeys(bounds, 0))
    for bound in range(1, random.randint(1, 2 if made.with_functions else 6) + 1):
        scope = Scope(**dict.fromkeys(bounds, bound))
        try:
            if argument_lists(signature, scope, until=time.monotonic() + 2).count > most:
                break
        except ExplosionError:
            break
        chosen = scope
    return chosen


def _logged(audit: Path) -> list[str]:
    lines = audit.read_text().splitlines() if audit.exists() else []
    audit.unlink(missing_ok=True)
    return [json.loads(line)["call"] for line in lines]
