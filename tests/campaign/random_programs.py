"""Random programs: functions of random types, whose calls end in ways that are chosen by their arguments."""

from __future__ import annotations

import linecache
import os
import signal
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from random_kinds import Kind, Names, Sized, function, kind

from refute import assume

_HEADER = """\
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal, Optional, TypeVar

from refute import Nat, NonEmpty, Pos, Rng, where

T = TypeVar("T", bool, int)
ENDLESS = []


def judge(v):
    while v in ENDLESS:
        time.sleep(1)
    return 0 <= v < 3
"""
# fates in this process; one that is there twice is twice as likely
HERE = ("raise", "violation", "type", "exit", "interrupted", "memory", "discard", "discard")
LEFTOVERS = ("thread", "directory")
ISOLATED = (*HERE, *LEFTOVERS, "hang", "death", "kill", "devour", "print", "endless judging")
HARMLESS = ("ok", "print", *LEFTOVERS)  # fates that break no promise
FINDINGS = {  # what each is told as
    "raise": ("crash",),
    "violation": ("violation",),
    "type": ("violation",),
    "exit": ("crash",),
    "interrupted": ("crash",),
    "memory": ("memory",),
    "hang": ("hang",),
    "death": ("death",),
    "kill": ("death",),
    "devour": ("memory", "hang"),  # on a machine that is slow to give it
    "tamper": ("violation",),
}


@dataclass
class Program:
    """A function of random types. `fate` says how a call ends, by its arguments alone."""

    kinds: dict[str, Kind]
    relation: bool  # the last parameter is at most the first
    fates: list[tuple[str, float]]  # with the share of the inputs
    salt: int
    names: ModuleType
    calls: list[str] = field(default_factory=list)  # that happened in this process
    behaviours: list[str] = field(default_factory=list)  # the same with what functions answered
    before_call: Callable[[], None] = lambda: None

    @property
    def function(self) -> Callable[..., Any]:
        found: Callable[..., Any] = self.names.f
        return found

    @property
    def with_functions(self) -> bool:
        return any(one.functions for one in self.kinds.values())

    def inputs(self, n: int) -> list[Sized] | None:
        """All argument lists to a size, counted by hand; None where nobody has."""
        names: Names = vars(self.names)
        found: list[Sized] = [((), 0)]
        for one in self.kinds.values():
            if one.values is None:
                return None
            values = one.values(n, names)
            found = [((*args, value), a + b) for args, a in found for value, b in values if a + b <= n]
        return [(args, size) for args, size in found if not self.relation or args[-1] <= args[0]]

    def text(self, values: tuple[Any, ...]) -> str:
        """The arguments in words that are the same for equal ones, without functions."""
        return _written([value for value, one in zip(values, self.kinds.values(), strict=True) if not one.functions])

    def fate(self, text: str) -> str:
        at = zlib.crc32(f"{self.salt} {text}".encode()) / 2**32
        for name, share in self.fates:
            if at < share:
                return name
            at -= share
        return "ok"

    def act(self, *values: Any) -> Any:
        text = self.text(values)
        self.calls.append(text)
        self.before_call()
        answers: list[Any] = []
        try:
            for value, one in self._functions(values):
                answers.append(value(False if one.text.startswith("Callable[[bool]") else 0))
                if answers[-1] and self.salt % 2:
                    answers.append(value(True if one.text.startswith("Callable[[bool]") else 1))
        finally:  # one that has no answer does not return
            text = f"{text} {answers}" if self.with_functions else text
            self.behaviours.append(text)
        return _end(self.fate(text), values)

    def _functions(self, values: tuple[Any, ...]) -> Iterator[tuple[Any, Kind]]:
        return ((value, one) for value, one in zip(values, self.kinds.values(), strict=True) if one.functions)


def _written(value: Any) -> str:
    match value:
        case set():
            return f"{{{', '.join(sorted(map(_written, value)))}}}"
        case list() | tuple():
            return f"{type(value).__name__}({', '.join(map(_written, value))})"
        case _ if is_dataclass(value):
            return f"{type(value).__name__}({', '.join(_written(getattr(value, one.name)) for one in fields(value))})"
    return repr(value)


def _end(fate: str, values: tuple[Any, ...]) -> Any:
    """How a call ends. The results 0 and 1 are right, and judging 1 may not end."""
    match fate:
        case "raise":
            raise KeyError(0)
        case "violation":
            return 7
        case "type":
            return "three"
        case "exit":
            raise SystemExit(3)
        case "interrupted":
            raise KeyboardInterrupt
        case "memory":
            raise MemoryError
        case "discard":
            assume(False)
        case "hang":
            while True:
                time.sleep(1)
        case "death":
            os._exit(3)
        case "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        case "devour":
            held = []
            while True:
                held.append(bytearray(1 << 24))
        case "thread":
            threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
        case "print":
            print("something", flush=True)
        case "directory":
            os.chdir("/")
        case "endless judging":
            return 1
        case "tamper":
            for value in values:
                if type(value).__name__.startswith("Thing"):
                    object.__setattr__(value, "x", [*range(100)])
    return 0


@contextmanager
def program(random: Random, directory: Path, possible: tuple[str, ...]) -> Iterator[Program]:
    """A program, as a module in a file of its own."""
    kinds = _parameters(random)
    relation = len(kinds) == 2 and all(one.text == "int" for one in kinds.values())
    typed = {name: one.text for name, one in kinds.items()}
    if relation:
        typed["b"] = "Annotated[int, where(lambda v, a: v <= a)]"
    definitions = dict.fromkeys(text for one in kinds.values() for text in one.definitions)
    parameters = ", ".join(f"{name}: {text}" for name, text in typed.items())
    body = f"def f({parameters}) -> Annotated[int, where(judge)]:\n    return act({', '.join(typed)})\n"
    if any(one.text.startswith("Thing") for one in kinds.values()):
        possible = (*possible, "tamper", "tamper")
    shares = (
        (0.003, 0.01, 0.01, 0.03, 0.03, 0.1, 1.0) if possible[: len(ISOLATED)] != ISOLATED else (0.01, 0.03, 0.2)
    )  # they take long
    fates = [
        (fate, random.choice(shares)) for fate in sorted({*random.choices(possible, k=random.choice([0, 1, 1, 2]))})
    ]
    name = f"program_{random.getrandbits(60)}"
    file = directory / f"{name}.py"
    source = "\n\n".join([_HEADER, *definitions, body])
    file.write_text(source)
    module = ModuleType(name)
    module.__file__ = str(file)
    sys.modules[name] = module
    try:
        exec(compile(source, str(file), "exec"), vars(module))
        made = Program(kinds, relation, fates, random.getrandbits(30), module)
        vars(module)["act"] = made.act
        if any(fate == "endless judging" for fate, _ in fates):
            vars(module)["ENDLESS"].append(1)
        yield made
    finally:
        del sys.modules[name]
        linecache.cache.pop(str(file), None)
        file.unlink()


def _parameters(random: Random) -> dict[str, Kind]:
    whole = Kind("int", lambda n, _: [(number, 0) for number in range(-n, n + 1)])
    match random.choice(["one", "one", "one", "two", "two", "three", "relation", "function", "variable"]):
        case "one":
            found = [kind(random, 2)]
        case "two":
            found = [kind(random), kind(random)]
        case "three":
            found = [kind(random, 0), kind(random, 0), kind(random, 0)]
        case "relation":
            found = [whole, whole]
        case "variable":
            found = [Kind("T"), kind(random, 0)]
        case _:
            found = [function(random), *([kind(random, 0)] if random.random() < 0.6 else [])]
    return dict(zip("abc", found, strict=False))
