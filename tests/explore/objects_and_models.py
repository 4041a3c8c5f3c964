"""Classes and functions with faults that only a model shows, and the models."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


class Stack:
    """Forgets that it is empty after three items."""

    def __init__(self) -> None:
        self.items: list[int] = []

    def push(self, item: int) -> None:
        self.items = [*self.items, item][-2:]

    def pop(self) -> int:
        """:raises IndexError: if it is empty"""
        return self.items.pop()

    @property
    def top(self) -> int | None:
        return self.items[-1] if self.items else None

    def __len__(self) -> int:
        return len(self.items)

    def clear(self) -> None:
        self.items.clear()


class ModelStack:
    def __init__(self) -> None:
        self.content: tuple[int, ...] = ()

    def push(self, item: int) -> None:
        self.content = (*self.content, item)

    def pop(self) -> int:
        *rest, last = self.content
        self.content = tuple(rest)
        return last

    def __len__(self) -> int:
        return len(self.content)


class RaisingModelStack(ModelStack):
    """Raises what the stack raises."""

    def pop(self) -> int:
        if not self.content:
            raise IndexError
        return super().pop()


class Window:
    """Takes the list that it is given for its own."""

    def __init__(self) -> None:
        self.items: list[int] = []

    def fill(self, items: list[int]) -> None:
        self.items = items
        items.append(0)

    def total(self) -> int:
        return sum(self.items)

    def each(self) -> Iterator[int]:
        yield from self.items


class ModelWindow(Window):
    def fill(self, items: list[int]) -> None:
        self.items = [*items, 0]


class WrongModelWindow(ModelWindow):
    def each(self) -> Iterator[int]:
        return reversed(self.items)


@dataclass(frozen=True)
class Pile:
    items: tuple[int, ...] = ()


def empty() -> Pile:
    return Pile()


def put(item: int, pile: Pile) -> Pile:
    return Pile((*pile.items, item) if len(pile.items) != 2 else pile.items)


def split(pile: Pile) -> tuple[Pile, Pile]:
    return Pile(pile.items[:1]), Pile(pile.items[1:])


def total(pile: Pile) -> int:
    return sum(pile.items)
