"""What a run tells while it goes on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Said:
    """The step returned a message. `output` is what was printed during the call, here and below."""

    index: int
    payload: bytes
    output: str


@dataclass(frozen=True)
class Hung:
    """The call was ended because it took longer than it may."""

    index: int
    seconds: float
    output: str


@dataclass(frozen=True)
class Died:
    """The call ended its process ("signal SIGSEGV", "exit status 3") or the step ("raised SystemExit(3)")."""

    index: int
    how: str
    output: str


@dataclass(frozen=True)
class OutOfMemory:
    """The call needed more memory than it may have, also in a worker that had run nothing before it."""

    index: int
    output: str


@dataclass(frozen=True)
class Leaked:
    """The call left something changed or running that later calls would have met. Told once for each `what`."""

    index: int
    what: str
    output: str


@dataclass(frozen=True)
class Progress:
    """So many indices are finished since the start."""

    done: int


@dataclass(frozen=True)
class Finished:
    """The last event: so many indices are finished, fewer than asked for when time or inputs ran out."""

    done: int


Event = Said | Hung | Died | OutOfMemory | Leaked | Progress | Finished
