"""Modules as clients see them."""

from __future__ import annotations


class Shelf:
    def __init__(self) -> None:
        self.books: list[int] = []

    def put(self, book: int) -> None:
        self.books.append(book)

    def take(self) -> int | None:
        return self.books.pop() if self.books else None
