"""A queue of two lists: what goes in comes out in the same order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from refute import where


@dataclass(frozen=True)
class Queue:
    """Elements leave at the front, and enter at the back, which is kept in reverse."""

    front: tuple[int, ...]
    back: Annotated[tuple[int, ...], where(lambda v, front: len(v) <= len(front))]


def elements(q):
    return [*q.front, *reversed(q.back)]


def _queue(front, back):
    return Queue(front, back) if len(back) <= len(front) else Queue((*front, *reversed(back)), ())


def push(q: Queue, x: int) -> Annotated[Queue, where(lambda v, q, x: elements(v) == [*elements(q), x])]:
    return _queue(q.front, (x, *q.back))


def pop(
    q: Annotated[Queue, where(lambda v: len(v.front) > 0)],
) -> Annotated[Queue, where(lambda v, q: elements(v) == elements(q)[1:])]:
    return _queue(q.front[1:], q.back)
