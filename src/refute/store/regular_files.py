"""Reading a file that may be anything: a FIFO, a device, a link to either, a directory, or of any length."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from refute.store.entries import Foreign

# Opening a FIFO does not wait, nothing is followed, and what is opened is not passed on; as far as the system can.
_FLAGS = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOFOLLOW", "O_NOCTTY", "O_CLOEXEC", "O_BINARY")
)
_KINDS = {
    stat.S_IFDIR: "a directory",
    stat.S_IFLNK: "a symbolic link",
    stat.S_IFIFO: "a FIFO",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def read_regular_file(file: Path, most: int) -> str:
    """The text of a regular file of at most so many bytes. Raises Foreign, UnicodeDecodeError and OSError."""
    _refuse_irregular(os.lstat(file))  # opening a device may already do something
    descriptor = os.open(file, _FLAGS)
    try:
        _refuse_irregular(os.fstat(descriptor))
        content = bytearray()
        while len(content) <= most and (more := os.read(descriptor, most + 1 - len(content))):
            content += more
    finally:
        os.close(descriptor)
    if len(content) > most:
        raise Foreign(f"it is larger than {most:,} bytes")
    return content.decode("utf-8").removeprefix("\ufeff")


def _refuse_irregular(found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise Foreign(f"it is {_KINDS.get(stat.S_IFMT(found.st_mode), 'no regular file')}")
