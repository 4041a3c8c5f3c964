"""How much a call may take before it is ended."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """`seconds` bounds one call, from outside; the rest is asked of the kernel when a worker starts.

    There is no limit on processor time: a worker runs many calls, and none of them outlives `seconds`.
    """

    seconds: float = 1.0
    memory: int = 1 << 30  # bytes of address space over what the worker has at its start
    file_size: int = 1 << 26  # bytes in any one file, among them what is printed during one call
