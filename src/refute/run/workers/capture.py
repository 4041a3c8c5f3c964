"""What the code under test prints: into a file whose first pages every process of the run can see.

Standard output and error write into the file behind its first four bytes, which are the supervisor's. So the worker
sees by reading one word of memory, which is all it can afford after each step, whether anything was printed or it is
wanted.
"""

from __future__ import annotations

import mmap
import os
from contextlib import suppress
from os import fstat, ftruncate, lseek

from refute.run.system.wakeup import out_of_the_way

LOOK = 1  # the worker is to look whether the process is undisturbed
STOP = 2  # and to end then

_SHOWN = 8192  # bytes of output that are reported
_REQUEST = 4  # bytes before the output
_MAPPED = 4 * 4096
_ZEROS = bytes(_MAPPED - _REQUEST)
_BINARY = getattr(os, "O_BINARY", 0)


class Capture:
    def __init__(self, path: str | None = None) -> None:
        """`path` is that of a file that processes can be told of; without one, it is in memory, for those forked."""
        self.path = path
        self.file = out_of_the_way(_in_memory() if path is None else os.open(path, os.O_RDWR | _BINARY))
        try:
            if fstat(self.file).st_size < _MAPPED:
                os.ftruncate(self.file, _MAPPED)
            if path is None:
                _keep_length(self.file)
            self._memory = mmap.mmap(self.file, _MAPPED)
        except BaseException:
            os.close(self.file)
            raise
        with memoryview(self._memory) as whole:
            self.attention = whole[:8].cast("q")  # [0] is not zero: something was printed, or a request was made
            self._request = whole[:_REQUEST].cast("i")
            self._output = whole[_REQUEST:]
        self.clear()

    def close(self) -> None:
        for view in (self.attention, self._request, self._output):
            view.release()
        self._memory.close()
        os.close(self.file)
        if self.path is not None:
            with suppress(OSError):
                os.unlink(self.path)

    @property
    def request(self) -> int:
        return self._request[0]

    @request.setter
    def request(self, wish: int) -> None:
        self._request[0] = wish

    def text(self) -> str:
        """What was printed since the last `clear`, cut where it gets long."""
        printed = self._length()
        text = str(self._output[: min(printed, _SHOWN)], "utf-8", "backslashreplace")
        return f"{text}\n... {printed - _SHOWN:,} more bytes" if printed > _SHOWN else text

    def clear(self) -> None:
        """Forget the output. What lies beyond the pages that are seen is overwritten by and by."""
        printed = min(self._length(), len(self._output))
        self._output[:printed] = _ZEROS[:printed]
        try:
            lseek(self.file, _REQUEST, os.SEEK_SET)
            if self.path is not None and fstat(self.file).st_size > _MAPPED:
                ftruncate(self.file, _MAPPED)
        except OSError:  # closed by the code under test, which the guard of the streams finds
            self._output[:] = _ZEROS

    def _length(self) -> int:
        """Where others write by themselves, the place that this process is at in the file says nothing."""
        try:
            if self.path is None:
                return max(0, lseek(self.file, 0, os.SEEK_CUR) - _REQUEST)
            if (size := fstat(self.file).st_size) > _MAPPED:
                return size - _REQUEST
        except OSError:
            pass
        return len(bytes(self._output).rstrip(b"\0"))


def _in_memory() -> int:
    return os.memfd_create("refute-output", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)


def _keep_length(file: int) -> None:
    """Were the file made shorter under the mapping, reading the mapping would kill the worker."""
    import fcntl  # not on every system

    fcntl.fcntl(file, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK)
