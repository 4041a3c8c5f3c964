"""`python -m refute`, and the command `refute`."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType

from refute.commands.statuses import INTERRUPTED, ending_signals, status_of


def main() -> int:
    """Run the command line. What it needs is imported here, where Ctrl-C prints no traceback any more."""
    for number in ending_signals():
        signal.signal(number, _terminate)
    try:
        _open_standard_streams()
        from refute.cli import main as run

        return run()
    except _Terminated as ended:
        return status_of(ended.number)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        os.write(2, b"refute: interrupted\n")
        return INTERRUPTED


class _Terminated(BaseException):
    """A signal to end, before the command line handles it."""

    def __init__(self, number: int) -> None:
        self.number = number


def _terminate(number: int, _frame: FrameType | None) -> None:
    raise _Terminated(number)


def _open_standard_streams() -> None:
    """Those that are closed lead nowhere: else the next file that is opened would be taken for one of them."""
    while (file := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(file)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115


if __name__ == "__main__":
    raise SystemExit(main())
