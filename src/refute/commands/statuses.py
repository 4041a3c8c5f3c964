"""The exit statuses of the command line, and the signals that end it."""

from __future__ import annotations

import signal

FOUND_NOTHING, FOUND_SOMETHING, UNUSABLE = 0, 1, 2
INTERRUPTED, UNHEARD = 130, 141  # by SIGINT, by a closed pipe, as shells say it


def ending_signals() -> list[int]:
    """Those that ask to end, as a shutdown or a closed terminal does, but for those that are ignored: by `nohup`."""
    known = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    return [int(number) for number in known if signal.getsignal(number) is not signal.SIG_IGN]


def status_of(number: int) -> int:
    """That of a program that was ended by a signal, as shells say it."""
    return 128 + number
