"""Functions given by a table of what they answered: what is left of a generated function once it has been called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Answered:
    """One entry: the arguments of a call, as they were then, and what it returned."""

    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    answer: Any


@dataclass(frozen=True)
class Unspelled:
    """Stands for an object of another process that cannot be told: what it looks like."""

    text: str

    def __repr__(self) -> str:
        return self.text


class Tabulated:
    """A function that knows the calls in its table, and no others."""

    def __init__(self, name: str, names: tuple[str, ...] | None, entries: tuple[Answered, ...]) -> None:
        """`names` are those of its parameters; None if it takes whatever it is given."""
        self.__name__ = self.__qualname__ = name
        self.names = names
        self.entries = entries

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        for entry in self.entries:
            if entry.args == args and entry.kwargs == kwargs:
                return entry.answer
        raise LookupError(f"{self.__name__} has no answer to this: {args}, {kwargs}")

    def __repr__(self) -> str:
        return f"<{self.__name__}, a function of {len(self.entries)} entries>"
