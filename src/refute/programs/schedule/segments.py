"""The schedule: which calls come next. It depends on what was found so far and on nothing else, least of all on a
clock, so that every process comes to the same one.

    breadth       stages by the largest argument
    deepening     stages by the sum of arguments: programs of one call, of two, …
    random        epochs of random calls, each from nothing, with a random choice of operations
    auto          deepening and random by turns: as many random calls as systematic ones
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from refute.programs.schedule.stages import MAXIMUM, SUM, Stage

TURN = 20_000  # systematic calls before it is the turn of random ones
EPOCH = 4_000  # random calls until everything begins anew,
EPOCH_BY_COVERAGE = 20_000  # where those are gone on with that have reached new lines


@dataclass(frozen=True)
class Segment:
    """Calls that belong together: a part of a stage, or an epoch of random ones."""

    first: int  # the index of the first call
    count: int
    number: int  # of the stage or the epoch
    stage: Stage | None  # None: random calls
    offset: int = 0  # how many calls of the stage came before
    after_all: bool = False  # whether no stage has anything more to call

    @property
    def stop(self) -> int:
        return self.first + self.count

    @property
    def closes(self) -> bool:
        """Whether the stage is complete after it."""
        return self.stage is not None and self.offset + self.count == self.stage.count

    def __repr__(self) -> str:
        what = f"random {self.number}" if self.stage is None else f"stage {self.number} from {self.offset:,}"
        return f"<{self.first:,}..{self.stop - 1:,}: {what}>"


def segments(
    strategy: str,
    stage: Callable[[int, str], Stage],
    first: int = 0,
    *,
    most_calls: int | None,
    grows: Callable[[int], bool],
    is_worth_sampling: bool,
    turn: int = TURN,
) -> Iterator[Segment]:
    """Segments in order; `first` is the index of the first call. `stage` gives a stage once those before are complete;
    `grows` says whether there was anything new in the stages up to one that later ones could be made of; `turn`, how
    many systematic calls there are between random ones."""
    epoch = number = 0
    if strategy in ("random", "coverage"):
        length = EPOCH if strategy == "random" else EPOCH_BY_COVERAGE
        while True:
            yield Segment(first, length, epoch, None)
            first, epoch = first + length, epoch + 1
    grading = MAXIMUM if strategy == "breadth" else SUM
    pending = 0  # random calls that are due
    while (most_calls is None or number <= most_calls) and grows(number):
        current = stage(number, grading)
        offset = 0
        while True:
            left = current.count - offset
            count = min(turn, left) if strategy == "auto" and is_worth_sampling else left
            yield Segment(first, count, number, current, offset)
            first, offset = first + count, offset + count
            pending += count
            while strategy == "auto" and is_worth_sampling and pending >= EPOCH:
                yield Segment(first, EPOCH, epoch, None)
                first, epoch, pending = first + EPOCH, epoch + 1, pending - EPOCH
            if offset == current.count:
                break
        number += 1
    while strategy == "auto" and is_worth_sampling and most_calls is None:
        yield Segment(first, EPOCH, epoch, None, after_all=True)
        first, epoch = first + EPOCH, epoch + 1
