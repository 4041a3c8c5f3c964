"""A text that is edited, with undo and redo.

An edit does not forget what was undone before it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class _Edit:
    at: int
    removed: str
    added: str

    def done(self, text: str) -> str:
        return text[: self.at] + self.added + text[self.at + len(self.removed) :]

    def undone(self, text: str) -> str:
        return text[: self.at] + self.removed + text[self.at + len(self.added) :]


class TextBuffer:
    def __init__(self) -> None:
        self._text = ""
        self._past: list[_Edit] = []
        self._future: list[_Edit] = []  # edits that were undone, the last one first to be done again

    @property
    def text(self) -> str:
        return self._text

    def insert(self, at: int, text: str) -> None:
        """Insert a text before a position.

        Raises:
            IndexError: if there is no such position.
        """
        if not 0 <= at <= len(self._text):
            raise IndexError(f"no position {at} in a text of {len(self._text)} letters")
        self._edit(_Edit(at, "", text))

    def delete(self, start: int, end: int) -> None:
        """Delete what is between two positions.

        Raises:
            IndexError: if there are no such positions, or the first one is behind the second.
        """
        if not 0 <= start <= end <= len(self._text):
            raise IndexError(f"nothing from {start} to {end} in a text of {len(self._text)} letters")
        self._edit(_Edit(start, self._text[start:end], ""))

    def undo(self) -> bool:
        """Take the last edit back. Tell whether there was one."""
        if not self._past:
            return False
        edit = self._past.pop()
        self._text = edit.undone(self._text)
        self._future.append(edit)
        return True

    def redo(self) -> bool:
        """Do again what was undone last, unless the text was edited since. Tell whether there was anything."""
        if not self._future:
            return False
        edit = self._future.pop()
        self._text = edit.done(self._text)
        self._past.append(edit)
        return True

    def _edit(self, edit: _Edit) -> None:
        self._text = edit.done(self._text)
        self._past.append(edit)

    def __repr__(self) -> str:
        return f"<TextBuffer {self._text!r}>"
