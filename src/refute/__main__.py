"""`python -m refute`, and the command `refute`."""

from __future__ import annotations

import os
import sys

_INTERRUPTED = 130


def main() -> int:
    """Run the command line. What it needs is imported here, where Ctrl-C prints no traceback any more."""
    try:
        _open_standard_streams()
        from refute.cli import main as run

        return run()
    except KeyboardInterrupt:
        os.write(2, b"refute: interrupted\n")
        return _INTERRUPTED


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
