"""Standard streams of processes that may be killed at any time."""

from __future__ import annotations

import io


def unbuffered(file: int) -> io.TextIOWrapper:
    """A stream without buffers: nothing is lost with the process, and two into one file keep their order."""
    raw = io.FileIO(file, "w", closefd=False)
    return io.TextIOWrapper(raw, "utf-8", "backslashreplace", write_through=True)
