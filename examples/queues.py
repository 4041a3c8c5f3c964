"""A ring that is filled beyond its room."""

from typing import Annotated

from refute import where


class Ring:
    """The last items, at most `room` of them."""

    def __init__(self, room: Annotated[int, where(lambda v: 1 <= v <= 3)]) -> None:
        self._slots: list[int | None] = [None] * room
        self._first = self._count = 0

    def push(self, item: int) -> None:
        self._slots[(self._first + self._count) % len(self._slots)] = item
        self._count += 1

    def pop(self) -> int:
        if not self._count:
            raise IndexError("empty")
        item, self._slots[self._first] = self._slots[self._first], None
        self._first = (self._first + 1) % len(self._slots)
        self._count -= 1
        return item
