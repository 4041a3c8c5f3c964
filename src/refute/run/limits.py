"""How much a step may take before it is ended, and what it may do."""

from __future__ import annotations

from dataclasses import dataclass

from refute.errors import ScopeError
from refute.run.wall.rules import Rules

_MOST_MEMORY = 1 << 60  # bytes, more than any process can have


@dataclass(frozen=True)
class Limits:
    """`seconds` bounds one call, from outside, and what judges it; `importing`, a module's import. The rest is asked of
    the kernel."""

    seconds: float = 1.0
    memory: int = 1 << 30  # bytes of address space over what the worker has at its start
    file_size: int = 1 << 26  # bytes in any one file, among them what is printed during one call
    processor: int = 60  # seconds of processor time in all threads of one call; asked anew as a worker goes on
    making: float = 10.0  # times as long as a call may making inputs take, as they are made some at a time
    wall: Rules = Rules()  # noqa: RUF009 - frozen
    importing: float = 30.0  # seconds for one file or module, and all that it imports
    freeze: bool = False  # whether clocks stand still, and chance is the same every time

    def __post_init__(self) -> None:
        if not self.seconds > 0:
            raise ScopeError(f"a call cannot be limited to {self.seconds:g} s", remedy="Give a time above 0.")
        if not 0 < self.memory <= _MOST_MEMORY:
            raise ScopeError(
                f"a call cannot be limited to {self.memory:,} bytes", remedy=f"Give from 1 to {_MOST_MEMORY:,} bytes."
            )
        if not self.importing > 0:
            raise ScopeError(f"an import cannot be limited to {self.importing:g} s", remedy="Give a time above 0.")
