"""A text with all the texts that it was, and those that were undone."""

from __future__ import annotations


class ModelTextBuffer:
    def __init__(self) -> None:
        self._past = [""]  # the last one is what the text is now
        self._future: list[str] = []

    @property
    def text(self) -> str:
        return self._past[-1]

    def insert(self, at: int, text: str) -> None:
        if at not in range(len(self.text) + 1):
            raise IndexError(at)
        self._change(self.text[:at] + text + self.text[at:])

    def delete(self, start: int, end: int) -> None:
        if start not in range(end + 1) or end not in range(len(self.text) + 1):
            raise IndexError(start, end)
        self._change(self.text[:start] + self.text[end:])

    def _change(self, text: str) -> None:
        self._past.append(text)
        self._future = []

    def undo(self) -> bool:
        if len(self._past) == 1:
            return False
        self._future.append(self._past.pop())
        return True

    def redo(self) -> bool:
        if not self._future:
            return False
        self._past.append(self._future.pop())
        return True
