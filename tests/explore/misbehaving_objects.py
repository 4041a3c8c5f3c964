"""Classes whose methods go wrong after some calls, in the ways that a process can."""

from __future__ import annotations

import itertools
import os
import random
import time
import zlib
from typing import Literal

from refute import Nat, invariant


class Waiting:
    """Does not return once two items are there."""

    def __init__(self) -> None:
        self.items = 0

    def put(self) -> None:
        self.items = min(self.items + 1, 3)

    def drain(self) -> int:
        while self.items == 2:
            pass
        return self.items


class Engine:
    """Ends the process at speed 3."""

    def __init__(self) -> None:
        self.speed = 0

    def faster(self) -> None:
        self.speed = (self.speed + 1) % 5

    def stop(self) -> None:
        if self.speed == 3:
            os._exit(3)
        self.speed = 0


class Blob:
    def __init__(self) -> None:
        self.size = 1

    def grow(self) -> None:
        self.size = min(self.size * 10_000, 10**12)

    def fill(self) -> int:
        return len(bytes(self.size))


class Session:
    def __init__(self, number: Nat) -> None:
        self.number = number


class Pool:
    """Gives sessions away, and forgets nothing when they come back."""

    def __init__(self) -> None:
        self.free: list[Session] = []
        self.used: list[Session] = []

    def acquire(self) -> Session:
        session = self.free.pop() if self.free else Session(len(self.used))
        self.used.append(session)
        return session

    def release(self, session: Session) -> None:
        if not any(session is one for one in self.used):
            raise ValueError("not one of ours")
        self.free.append(session)

    def count(self) -> int:
        assert not {*map(id, self.free)} & {*map(id, self.used)}
        return len(self.used)


class Part:
    def __init__(self) -> None:
        self.weight = 1

    def load(self) -> None:
        self.weight = 100


class Bridge:
    """Holds parts that others hold, too: it breaks when these are loaded."""

    def __init__(self, part: Part) -> None:
        self.part = part

    @invariant
    def carries(self) -> bool:
        return self.part.weight < 50


class Deck:
    def __init__(self) -> None:
        self.cards = [1, 2, 3, 4]

    def shuffle(self) -> None:
        random.shuffle(self.cards)

    def draw(self) -> int:
        assert self.cards[:2] != [4, 2]
        return self.cards[0]


_numbers, _rolls = itertools.count(), itertools.count()


class Die:
    """Fails at one call of many in a process, whatever it is."""

    def roll(self, side: Literal[1, 2, 3, 4, 5, 6]) -> int:
        assert next(_rolls) != 5
        return side


class Event:
    """Has the time and a number of its own."""

    def __init__(self) -> None:
        self.created = time.time_ns()
        self.number = next(_numbers)
        self.tags = 0

    def tag(self) -> None:
        self.tags = (self.tags + 1) % 4


class Stack:
    """All of them share the list of the default."""

    def __init__(self, items: list[int] = []) -> None:  # noqa: B006 - that is the fault
        self.items = items

    def push(self, item: bool) -> None:
        self.items.append(int(item))


class Reader:
    """Holds what nobody can look into."""

    def __init__(self) -> None:
        self.source = zlib.compressobj()

    def ask(self) -> bool:
        return self.source is None


class Lamp:
    def __init__(self) -> None:
        self.on = False

    def press(self) -> None:
        self.on = not self.on


class Meter:
    """Fails from a total on that no constant of the code is."""

    def __init__(self) -> None:
        self.total = 0

    def add(self, n: int) -> None:
        self.total += n

    def read(self) -> int:
        assert self.total * self.total < 30**5
        return self.total


class Names:
    """Fails for a text that is a constant of the code."""

    def __init__(self, first: str) -> None:
        self.first = first

    def greet(self) -> str:
        assert self.first != "nobody"
        return self.first


class Closing:
    """Says by statements which calls its state allows, and by an index that it does not."""

    def __init__(self) -> None:
        self.items = [1]
        self.open = True

    def close(self) -> None:
        self.open = False

    def read(self) -> int:
        if not self.open:
            raise RuntimeError("closed")
        if not self.items:
            raise IndexError("empty")
        return self.items[-1]

    def take(self) -> int:
        return self.items.pop()


class Diary:
    """Writes a file, which is not allowed, before anything else."""

    def __init__(self) -> None:
        self.pages = 0

    def flush(self) -> None:
        with open("/tmp/diary", "w") as file:
            file.write("x")

    def read(self) -> int:
        return self.pages


class Readers:
    """Holds such things in a list, and changes them unseen."""

    def __init__(self) -> None:
        self.sources = [zlib.decompressobj()]
        self.asked = 0

    def ask(self) -> bool:
        self.asked = min(self.asked + 1, 3)
        return bool(self.sources)

    def feed(self) -> int:
        assert not self.sources[0].eof
        return len(self.sources[0].decompress(zlib.compress(b"text")))


class Tower:
    """Nests more deeply than Python goes."""

    def __init__(self) -> None:
        self.inside: object = None

    def build(self) -> None:
        for _ in range(50_000):
            self.inside = (self.inside,)

    def wrap(self) -> None:
        for _ in range(50_000):
            self.inside = [self.inside]


_turns = 0


class Turnstile:
    """Counts in its module, and in itself as a class."""

    passed = 0

    def turn(self) -> int:
        global _turns
        _turns += 1
        assert _turns < 10**6
        return _turns

    def go(self) -> None:
        Turnstile.passed += 1


class Window:
    """Fails for two optional arguments together."""

    def move(self, x: bool = False, y: bool = False, *, far: bool = False) -> None:
        assert not (x and y and far)


class Door:
    """Fails for three of four."""

    def open(self, wide: bool = False, fast: bool = False, twice: bool = False, softly: bool = False) -> None:
        assert not (wide and fast and twice and not softly)


class Seed:
    def __init__(self, number: Literal[0, 1] = 0) -> None:
        self.number = number


def scatter(seeds: int) -> list[Seed]:
    """The last of many fails."""
    return [Seed(), *(Seed() for _ in range(min(max(seeds, 0), 30)))]
