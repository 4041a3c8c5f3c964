"""Payloads of `opaque` terms: functions that the logic cannot read and can only run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from refute.logic.time_limit import run


class Run:
    """A callable that can only be run, compared by identity."""

    __slots__ = ("function",)

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def __call__(self, *args: Any) -> Any:
        return run(self.function, args)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.function is other.function

    def __hash__(self) -> int:
        return id(self.function)

    def __repr__(self) -> str:
        return getattr(self.function, "__qualname__", type(self.function).__name__)


class Holds(Run):
    """A predicate that can only be run: only the truth of its result matters."""

    __slots__ = ()

    def __call__(self, *args: Any) -> bool:
        return bool(run(self.function, args))
