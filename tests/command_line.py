"""Running `refute` as a shell would, with its output in pipes or on a terminal."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from pathlib import Path

import warm_start

HERE = Path(__file__).parent
_SECONDS = 120
_VARIABLES = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "TERM", "GITHUB_WORKSPACE")


def environment(**variables: str) -> dict[str, str]:
    """That of this process, without what changes how things are shown."""
    return {name: value for name, value in os.environ.items() if name not in _VARIABLES} | variables


def command(*arguments: str, cwd: Path = HERE) -> list[str]:
    """The command; in the repository itself, a check keeps nothing."""
    stateless = ["--no-store"] if cwd == HERE and arguments[:1] == ("check",) else []
    return [sys.executable, "-m", "refute", *arguments, *stateless]


def refute(*arguments: str, cwd: Path = HERE, typed: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the command to its end; from a process that has imported it, if that makes no difference."""
    given = command(*arguments, cwd=cwd)
    env = environment(**variables)
    if not any(name.startswith("PYTHON") for name in variables):
        return warm_start.run(given[3:], cwd, typed, env)
    return subprocess.run(
        given, input=typed, capture_output=True, encoding="utf-8", timeout=_SECONDS, cwd=cwd, env=env, check=False
    )


def refute_on_a_terminal(*arguments: str, columns: int = 100, cwd: Path = HERE, **variables: str) -> str:
    """All that a terminal of so many columns is sent."""
    import fcntl  # these are not on every system
    import pty
    import termios

    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    env = environment(**{"TERM": "xterm-256color"} | variables)
    with subprocess.Popen(command(*arguments, cwd=cwd), stdin=its, stdout=its, stderr=its, cwd=cwd, env=env):
        os.close(its)
        sent = b""
        while piece := _read(ours):
            sent += piece
    os.close(ours)
    return sent.decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # how a terminal says that nobody is left on the other side
        return b""
