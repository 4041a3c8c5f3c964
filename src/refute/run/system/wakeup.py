"""What wakes the supervisor: a pipe through which its worker says no more than that there is something to read.

All that counts goes through shared memory. Code under test may close the pipe, fill it or ring it; the supervisor then
hears of the worker as late, or as often, as it looks by itself.
"""

from __future__ import annotations

import os
from contextlib import suppress
from os import fstat, write

_ANY = BaseException  # the name may be patched when it is needed
_PIECE = 1 << 16


class Wakeup:
    def __init__(self) -> None:
        self.file, near = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        try:
            self._near = out_of_the_way(near)
        except BaseException:
            os.close(self.file)
            raise
        self._pipe = fstat(self._near).st_ino

    def wake(self) -> None:
        """Called by the worker, who may have another file under this number by now."""
        try:
            if fstat(self._near).st_ino == self._pipe:
                write(self._near, b"!")
        except _ANY:  # it is closed, or nobody has listened for long
            pass

    def close(self) -> None:
        os.close(self.file)
        os.close(self._near)

    def drain(self) -> None:
        """Called by the supervisor when it has heard it."""
        os.read(self.file, _PIECE)


def out_of_the_way(file: int) -> int:
    """The same file under a high number, where code that closes whatever it may have inherited does not look."""
    with suppress(ImportError):  # not on every system
        import fcntl
        import resource

        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        try:
            return fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, max(3, min(soft, 4096) - 64))
        finally:
            os.close(file)
    return file
