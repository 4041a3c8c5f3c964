"""How much a call may take before it is ended."""

from __future__ import annotations

import os
import resource
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """`seconds` bounds one call, from outside; the rest is asked of the kernel when a worker starts.

    There is no limit on processor time: a worker runs many calls, and none of them outlives `seconds`.
    """

    seconds: float = 1.0
    memory: int = 1 << 30  # bytes of address space over what the worker has at its start
    file_size: int = 1 << 26  # bytes in any one file, among them what is printed during one call

    def impose(self) -> None:
        """Bind the process that calls this, and all it starts."""
        with open("/proc/self/statm") as statm:
            held = int(statm.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        for kind, bound in (
            (resource.RLIMIT_AS, held + self.memory),
            (resource.RLIMIT_FSIZE, self.file_size),
            (resource.RLIMIT_CORE, 0),
        ):
            _, hard = resource.getrlimit(kind)
            if hard != resource.RLIM_INFINITY:
                bound = min(bound, hard)
            resource.setrlimit(kind, (bound, bound))
