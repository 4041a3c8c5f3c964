"""What is run: inputs by index, and what to do with one of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Self

from refute.run.steps.phases import Phase


class Bulk(bytes):
    """A message that may wait for others: it is delivered together with them, at the next look at the process."""


# What a step returns: nothing (the fast and usual case), a mark (a small number that is told in ranges), a message that
# is delivered at once, or one that may wait.
Spoken = bytes | Bulk | int | None


@dataclass(frozen=True)
class Progress:
    """Where a worker tells which step it is in, and whether something asks for its attention after a step."""

    cells: memoryview  # the first is the number of the step that runs; negated once it has ended
    attention: memoryview  # the first is not zero


@dataclass(frozen=True)
class Rebuild:
    """How another interpreter makes something: by a function of a module, and what that is called with."""

    module: str
    name: str
    arguments: tuple[Any, ...] = ()

    def __call__(self) -> Any:
        return getattr(import_module(self.module), self.name)(*self.arguments)


class Body(ABC):
    """Lives in the process that starts a run; each worker has a copy of it as it was at the start of the run.

    A worker that is forked inherits it. One in a fresh interpreter makes it again, by the same class from the same
    arguments: a body can be pickled if these can.

    A worker that finds that some call disturbed the process calls `start` again and repeats the steps since it last
    looked. So a step may run more than once for one index, but no index is heard twice.
    """

    _made_by: tuple[tuple[Any, ...], dict[str, Any]]

    def __new__(cls, *args: Any, **keywords: Any) -> Self:
        body = super().__new__(cls)
        body._made_by = args, keywords
        return body

    def __reduce__(self) -> tuple[Any, ...]:
        return _made_again, (type(self), *self._made_by)

    @abstractmethod
    def start(self, index: int) -> Iterator[Any]:
        """The inputs from an index on. They may be made some at a time, ahead of their steps."""

    @abstractmethod
    def step(self, item: Any) -> Spoken:
        """Run one test."""

    def numbered(self, index: int, first: int, stop: int, progress: Progress) -> Iterator[tuple[int, Any]]:
        """The inputs from an index on, with the numbers of their steps: the first has `first`, none is beyond `stop`.

        A body may take silent steps by itself, and leave their numbers out, as long as it tells of each by `progress`.
        """
        return zip(range(first, stop + 1), self.start(index), strict=False)

    def make(self, index: int) -> Any:
        """One input, made by itself. Raises StopIteration where there is none."""
        return next(self.start(index))

    def seed(self, index: int) -> int:
        """What random numbers are seeded with for a step, if it uses any."""
        return index

    def objection(self) -> bytes | None:
        """What is to be said instead of settling the steps so far, if their inputs were not what they should be."""
        return None

    def news(self) -> bytes | None:
        """What is to be said with a settlement, whatever became of its steps: also if one of them was walled."""
        return None

    def may_settle(self) -> bool:
        """Whether it is time to look for an objection, where nothing else asks for a settlement."""
        return True

    def observe(self, enter: Callable[[Phase], None]) -> None:  # noqa: B027 - for those that have phases
        """From now on, tell which phase a step enters: the worker runs one step at a time to find what is wrong."""


def _made_again(cls: type[Body], args: tuple[Any, ...], keywords: dict[str, Any]) -> Body:
    return cls(*args, **keywords)
