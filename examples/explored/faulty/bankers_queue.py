"""Persistent queues of integers: a list for the front, and one for the back that is never longer.

`pop` leaves the lists as they are, even if the back is the longer one now.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from refute import invariant


@dataclass(frozen=True, slots=True)
class _Cell:
    head: int
    tail: _Cell | None


class Queue:
    """Items in the order in which they leave, never changed."""

    __slots__ = ("_back", "_back_size", "_front", "_front_size")

    def __init__(self) -> None:
        self._front: _Cell | None = None
        self._front_size = 0
        self._back: _Cell | None = None  # the last item comes first
        self._back_size = 0

    @invariant
    def is_front_heavy(self) -> bool:
        """Whether the back is no longer than the front, and the stored lengths are right."""
        lengths = len([*_items(self._front)]), len([*_items(self._back)])
        return lengths == (self._front_size, self._back_size) and self._back_size <= self._front_size

    def __iter__(self) -> Iterator[int]:
        return iter([*_items(self._front), *reversed([*_items(self._back)])])

    def __len__(self) -> int:
        return self._front_size + self._back_size

    def __repr__(self) -> str:
        return f"<Queue {[*self]}>"


def empty() -> Queue:
    return Queue()


def push(item: int, queue: Queue) -> Queue:
    return _rotated(queue._front, queue._front_size, _Cell(item, queue._back), queue._back_size + 1)


def peek(queue: Queue) -> int | None:
    return None if queue._front is None else queue._front.head


def pop(queue: Queue) -> tuple[int, Queue] | None:
    """The first item, and the queue without it."""
    if queue._front is None:
        return None
    return queue._front.head, _made(queue._front.tail, queue._front_size - 1, queue._back, queue._back_size)


def _items(cell: _Cell | None) -> Iterator[int]:
    while cell is not None:
        yield cell.head
        cell = cell.tail


def _made(front: _Cell | None, front_size: int, back: _Cell | None, back_size: int) -> Queue:
    made = Queue()
    made._front, made._front_size = front, front_size
    made._back, made._back_size = back, back_size
    return made


def _rotated(front: _Cell | None, front_size: int, back: _Cell | None, back_size: int) -> Queue:
    """A queue; where the back is longer, all of it goes to the end of the front."""
    if back_size <= front_size:
        return _made(front, front_size, back, back_size)
    whole: _Cell | None = None
    for item in [*_items(back), *reversed([*_items(front)])]:
        whole = _Cell(item, whole)
    return _made(whole, front_size + back_size, None, 0)
