"""Frames: events as bytes, from worker to supervisor to whoever started the run."""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from refute.run.steps.phases import Phase


class FrameKind(IntEnum):
    """What a frame tells: an event, or that the supervisor cannot go on."""

    SAID = 0
    BULK = 1
    SETTLED = 2
    HUNG = 3
    DIED = 4
    OUT_OF_MEMORY = 5
    PASSING = 6
    LEAKED = 7
    UNMADE = 8
    FINISHED = 9
    SUPERVISOR_FAILED = 10
    WALLED = 11


STOP_SOON = b"s"  # to a supervisor: to tell what has been done, and to end
_HEADER = struct.Struct("<bbqQI")
HEADER = _HEADER.size


@dataclass(frozen=True, slots=True)
class Frame:
    """One message of a worker or a supervisor, about the step of a number."""

    kind: FrameKind
    number: int
    payload: bytes = b""
    output: str = ""
    phase: Phase = Phase.CALLING

    def packed(self) -> bytes:
        output = self.output.encode("utf-8", "backslashreplace")
        header = _HEADER.pack(self.kind, self.phase, self.number, len(self.payload), len(output))
        return header + self.payload + output


def packed_bulk(numbers: list[int], messages: list[bytes]) -> bytes:
    """Messages of some steps: how many, then number and length of each, then all of them."""
    table = array("q", [len(numbers)])
    for pair in zip(numbers, map(len, messages), strict=True):
        table.extend(pair)
    return table.tobytes() + b"".join(messages)


def bulk_in(payload: bytes) -> Iterator[tuple[int, bytes]]:
    """The number and the message of each step."""
    table = array("q")
    count = int.from_bytes(payload[: table.itemsize], sys.byteorder)
    at = (1 + 2 * count) * table.itemsize
    table.frombytes(payload[table.itemsize : at])
    numbers = iter(table)
    for number, size in zip(numbers, numbers, strict=True):
        yield number, payload[at : at + size]
        at += size


def packed_marks(marks: list[int]) -> bytes:
    """Code, first and last number of each range of steps that returned the same mark."""
    return array("q", marks).tobytes()


def marks_in(payload: bytes) -> list[int]:
    marks = array("q")
    marks.frombytes(payload)
    return marks.tolist()


class Frames:
    """Frames from pieces of a stream. What a worker could not finish writing stays behind in here."""

    def __init__(self) -> None:
        self._pending = bytearray()

    def feed(self, data: bytes) -> Iterator[Frame]:
        for start, middle, end in self._whole(data):
            kind, phase, number, *_ = _HEADER.unpack_from(self._pending, start)
            payload, output = self._pending[start + HEADER : middle], self._pending[middle:end]
            yield Frame(FrameKind(kind), number, bytes(payload), output.decode(), Phase(phase))

    def passed_on(self, data: bytes) -> tuple[bytes, int | None]:
        """The bytes of all frames that are whole, and the number of the last settlement among them."""
        settled = None
        passed = bytearray()
        for start, _, end in self._whole(data):
            kind, _, number, *_ = _HEADER.unpack_from(self._pending, start)
            settled = number if kind == FrameKind.SETTLED else settled
            passed += self._pending[start:end]
        return bytes(passed), settled

    def _whole(self, data: bytes) -> Iterator[tuple[int, int, int]]:
        """Where each frame that is whole begins, where its output does, and where it ends."""
        self._pending += data
        pending, end = self._pending, 0
        try:
            while len(pending) - end >= HEADER:
                _, _, _, payload, output = _HEADER.unpack_from(pending, end)
                middle = end + HEADER + payload
                if len(pending) < middle + output:
                    return
                start, end = end, middle + output
                yield start, middle, end
        finally:
            del pending[:end]
