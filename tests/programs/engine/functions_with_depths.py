"""Functions whose last lines are reached by several steps only, and what was called."""

from __future__ import annotations

CALLED: list[object] = []


def tagged(text: str) -> int:
    CALLED.append(text)
    found = 0
    if len(text) > 3:
        found = 1
        if text[0] == "<":
            found = 2
            if text[-1] == ">":
                found = 3
                if text[1].isdigit():
                    found = 4
    return found


class Gate:
    """Opened by numbers, one after the other."""

    def __init__(self) -> None:
        self.level = 0

    def push(self, number: int) -> None:
        CALLED.append((self.level, number))
        if self.level == 0 and number > 300:
            self.level = 1
        elif self.level == 1 and number % 7 == 3:
            self.level = 2
