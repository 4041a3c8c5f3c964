"""Classes that break a contract of objects, each beside one that keeps it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import total_ordering
from typing import Any


class Tag:
    """Equal to others by its text, as all that follow."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tag) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


class NotItself(Tag):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tag) and self.text == other.text != "a"

    __hash__ = None  # type: ignore[assignment]


class OneSided(Tag):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tag) and self.text <= other.text

    __hash__ = None  # type: ignore[assignment]


class Near:
    def __init__(self, place: int) -> None:
        self.place = place

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Near) and abs(self.place - other.place) <= 1


class BothWays(Tag):
    def __ne__(self, other: object) -> bool:
        return isinstance(other, Tag) and self.text != other.text and self.text != "a"

    __hash__ = Tag.__hash__


class Raising(Tag):
    def __eq__(self, other: Any) -> bool:
        return bool(self.text[0] == other.text[0])

    __hash__ = None  # type: ignore[assignment]


class Hashed(Tag):
    def __init__(self, text: str, place: int) -> None:
        super().__init__(text)
        self.place = place

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other)

    def __hash__(self) -> int:
        return hash((self.text, self.place))


class Unhashable(Tag):
    def __eq__(self, other: object) -> bool:
        return super().__eq__(other)

    def __hash__(self) -> int:
        raise TypeError("unhashable")


@total_ordering
class Version:
    def __init__(self, major: int, minor: int) -> None:
        self.major, self.minor = major, minor

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Version) and (self.major, self.minor) == (other.major, other.minor)

    def __lt__(self, other: Version) -> bool:
        return (self.major, self.minor) < (other.major, other.minor)


@total_ordering
class Halved:
    """Neither less nor greater than one that differs by its minor number."""

    def __init__(self, major: int, minor: int) -> None:
        self.major, self.minor = major, minor

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Halved) and (self.major, self.minor) == (other.major, other.minor)

    def __lt__(self, other: Halved) -> bool:
        return self.major < other.major


class Turning:
    """Paper, stone, scissors."""

    def __init__(self, sign: int) -> None:
        self.sign = sign % 3

    def __lt__(self, other: Turning) -> bool:
        return (other.sign - self.sign) % 3 == 1


class Subset:
    """An order that is not total, and need not be."""

    def __init__(self, members: frozenset[int]) -> None:
        self.members = members

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Subset) and self.members == other.members

    def __lt__(self, other: Subset) -> bool:
        return self.members < other.members

    def __le__(self, other: Subset) -> bool:
        return self.members <= other.members


class Shy(Tag):
    def __repr__(self) -> str:
        return f"<{self.text[0]}>"


class Noisy:
    """Counts how often it is shown."""

    def __init__(self) -> None:
        self.shown = 0

    def __repr__(self) -> str:
        self.shown += 1
        return "<Noisy>"


class Remembering(Tag):
    """Remembers its hash: that is no change that anybody sees."""

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other)

    def __hash__(self) -> int:
        if not hasattr(self, "_hash"):
            self._hash = hash(self.text)
        return self._hash


class Forgetting(Tag):
    def __copy__(self) -> Forgetting:
        return Forgetting("")


class Locked:
    """Cannot be copied, and says nothing of copies."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._lock = threading.Lock()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Locked) and self.number == other.number


class Frozen:
    """Cannot be unpickled: attributes cannot be set."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        object.__setattr__(self, "number", number)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("frozen")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frozen) and self.number == other.number


class Bag:
    def __init__(self) -> None:
        self.items: list[int] = []

    def add(self, item: int) -> None:
        self.items.append(item)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.items}>"

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[int]:
        return iter(self.items)

    def __contains__(self, item: int) -> bool:
        return item in self.items

    def __bool__(self) -> bool:
        return bool(self.items)


class CountedOnce(Bag):
    def __len__(self) -> int:
        return len({*self.items})


class Hiding(Bag):
    def __contains__(self, item: int) -> bool:
        return item > 0 and super().__contains__(item)


class NeverEmpty(Bag):
    def __bool__(self) -> bool:
        return True


class Steps:
    def __init__(self) -> None:
        self.left = 2

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        if not self.left:
            raise StopIteration
        self.left -= 1
        return self.left


class Restarting(Steps):
    def __iter__(self) -> Iterator[int]:
        return Restarting()


class Guarded:
    def __init__(self) -> None:
        self._lock = threading.Lock()

    def __enter__(self) -> Guarded:
        self._lock.acquire()
        return self

    def __exit__(self, *error: object) -> None:
        self._lock.release()


class Holding(Guarded):
    """Keeps its lock if the block raises."""

    def __exit__(self, *error: object) -> None:
        if error[0] is None:
            self._lock.release()


class Never(Guarded):
    def __exit__(self, *error: object) -> None:
        pass


@dataclass
class Counter:
    count: int = 0
    step: int = field(default=1, compare=False)

    def next(self) -> None:
        self.count += 1


@dataclass
class Striding(Counter):
    """Has a step that does not count when it is compared."""

    def next(self) -> None:
        self.count += self.step
