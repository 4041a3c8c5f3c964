"""What a run tells while it goes on."""

from __future__ import annotations

from dataclasses import dataclass

from refute.run.steps.phases import Phase
from refute.run.wall.denials import Denial


@dataclass(frozen=True)
class Said:
    """The step returned a message. `output` is what was printed during the call, here and below."""

    index: int
    payload: bytes
    output: str


@dataclass(frozen=True)
class Batch:
    """Messages that could wait, each with the index of its step."""

    messages: tuple[tuple[int, bytes], ...]


@dataclass(frozen=True)
class Hung:
    """A step was ended because one of its phases took longer than it may, also in two workers that ran nothing else."""

    index: int
    phase: Phase
    seconds: float
    stack: str  # as faulthandler writes it, the innermost frame first; empty where it could not be had
    output: str


@dataclass(frozen=True)
class Died:
    """A step ended its process ("signal SIGSEGV", "exit status 3"), twice alone, or raised ("raised SystemExit(3)")."""

    index: int
    phase: Phase
    how: str
    output: str

    @property
    def settled(self) -> bool:
        """Whether the worker told it and went on, so that a settlement accounts for the step."""
        return self.how.startswith("raised ")


@dataclass(frozen=True)
class OutOfMemory:
    """A step needed more memory than it may have, also in two workers that ran nothing else."""

    index: int
    phase: Phase
    output: str


@dataclass(frozen=True)
class Passing:
    """A worker hung, died or ran out of memory, and the step did not do so each time when it was run again.

    `what` is a sentence on what happened, and what was run since.
    """

    index: int
    what: str


@dataclass(frozen=True)
class Leaked:
    """The call left something changed or running that later calls would have met. Told once for each `what`."""

    index: int
    what: str
    output: str


@dataclass(frozen=True)
class Walled:
    """The step wanted something that it may not do. It is settled, and nothing that it did proves anything."""

    index: int
    denial: Denial
    output: str


@dataclass(frozen=True)
class Unmade:
    """Making an input raised an exception."""

    index: int
    how: str


@dataclass(frozen=True)
class Mark:
    """Steps from an index to before another that all returned the same number."""

    code: int
    first: int
    stop: int


@dataclass(frozen=True)
class Settled:
    """All steps from an index to before another are done, the process was undisturbed, their messages are out.

    Steps that hung, died, ran out of memory or could not be made are not among them: their own events account for them.
    """

    first: int
    stop: int
    marks: tuple[Mark, ...]
    worker: int  # a process id

    def within(self, first: int, stop: int) -> Settled:
        """The part of it from an index to before another."""
        cut = (Mark(mark.code, max(mark.first, first), min(mark.stop, stop)) for mark in self.marks)
        return Settled(
            max(self.first, first), min(self.stop, stop), tuple(m for m in cut if m.first < m.stop), self.worker
        )

    def shifted(self, by: int) -> Settled:
        """The same, of other indices."""
        marks = tuple(Mark(mark.code, mark.first + by, mark.stop + by) for mark in self.marks)
        return Settled(self.first + by, self.stop + by, marks, self.worker)


@dataclass(frozen=True)
class Waiting:
    """Nothing was told for a while. Whoever reads the events may want to do something else."""

    building: bool = False  # whether that is as a worker has to build its inputs first, which takes as long as it takes


@dataclass(frozen=True)
class Finished:
    """The last event. All indices up to one are accounted for; `ended`: there are no more inputs."""

    stop: int
    ended: bool


Event = Said | Batch | Hung | Died | OutOfMemory | Passing | Leaked | Walled | Unmade | Settled | Waiting | Finished
