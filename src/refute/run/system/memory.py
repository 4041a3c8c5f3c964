"""Memory that processes share: those forked from this one, or any that are told the file it is in."""

from __future__ import annotations

import mmap
import os
import tempfile
from contextlib import suppress

_BINARY = getattr(os, "O_BINARY", 0)


class _Way:
    """How this process shares memory: by files in a directory, or, without one, with what is forked from it."""

    directory: str | None = None


def share_by_files(directory: str) -> None:
    """From now on, memory is in files that processes can be told of. Whoever made the directory removes it."""
    _Way.directory = directory


def new_file(name: str, directory: str | None = None) -> str | None:
    """The path of a new, empty file that other processes can be told of; None where they are forked."""
    directory = directory or _Way.directory
    if directory is None:
        return None
    made, path = tempfile.mkstemp(prefix=f"{name}-", dir=directory)
    os.close(made)
    return path


class SharedMemory:
    """So many bytes, all zero at first. It can be pickled where it is in a file."""

    def __init__(self, size: int, file: str | None = None) -> None:
        """`file` is one that is there already, of this process or of another."""
        self._size = size
        self.file = file or new_file("memory")
        if self.file is None:
            self.map = mmap.mmap(-1, size)
            return
        opened = os.open(self.file, os.O_RDWR | _BINARY)
        try:
            if os.fstat(opened).st_size < size:
                os.ftruncate(opened, size)
            self.map = mmap.mmap(opened, size)
        finally:
            os.close(opened)

    def __reduce__(self) -> tuple[type[SharedMemory], tuple[int, str]]:
        if self.file is None:
            raise TypeError("memory without a file is shared only with processes that are forked")
        return SharedMemory, (self._size, self.file)

    def close(self) -> None:
        """In the process that made it; others that share it may go on."""
        self.map.close()
        if self.file is not None:
            with suppress(OSError):
                os.unlink(self.file)
