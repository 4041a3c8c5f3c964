"""What the code under test prints: into a file in memory whose first pages every process of the run can see.

Standard output and error write into the file behind its first four bytes, which are the supervisor's. So the worker
sees by reading one word of memory, which is all it can afford after each step, whether anything was printed or it is
wanted.
"""

from __future__ import annotations

import fcntl
import mmap
import os
from os import lseek

from refute.run.workers.wakeup import out_of_the_way

LOOK = 1  # the worker is to look whether the process is undisturbed
STOP = 2  # and to end then

_SHOWN = 8192  # bytes of output that are reported
_REQUEST = 4  # bytes before the output
_MAPPED = 4 * 4096
_ZEROS = bytes(_SHOWN)


class Capture:
    def __init__(self) -> None:
        self.file = out_of_the_way(os.memfd_create("refute-output", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING))
        try:
            os.ftruncate(self.file, _MAPPED)
            # Were the file made shorter under the mapping, reading the mapping would kill the worker.
            fcntl.fcntl(self.file, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK)
            self._memory = mmap.mmap(self.file, _MAPPED)
        except BaseException:
            os.close(self.file)
            raise
        with memoryview(self._memory) as whole:
            self.attention = whole[:8].cast("q")  # [0] is not zero: something was printed, or a request was made
            self._request = whole[:_REQUEST].cast("i")
            self._output = whole[_REQUEST : _REQUEST + _SHOWN]
        self.clear()

    def close(self) -> None:
        for view in (self.attention, self._request, self._output):
            view.release()
        self._memory.close()
        os.close(self.file)

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
        printed = min(self._length(), _SHOWN)
        self._output[:printed] = _ZEROS[:printed]
        try:
            lseek(self.file, _REQUEST, os.SEEK_SET)
        except OSError:  # closed by the code under test, which the guard of the streams finds
            self._output[:] = _ZEROS

    def _length(self) -> int:
        try:
            return max(0, lseek(self.file, 0, os.SEEK_CUR) - _REQUEST)
        except OSError:
            return len(bytes(self._output).rstrip(b"\0"))
