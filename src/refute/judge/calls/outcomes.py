"""Outcomes: what one performance of a case did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


class _Nothing:
    def __repr__(self) -> str:
        return "<nothing>"


NOTHING = _Nothing()  # what a call returned that raised


@dataclass(frozen=True, slots=True)
class Outcome:
    """A call that came to an end: what it returned or raised, and its arguments before and after it."""

    values: Sequence[Any]  # the arguments as the call has left them
    before: Sequence[Any]  # as they were
    result: Any = NOTHING
    error: BaseException | None = None
