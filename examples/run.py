"""Runs the commands in `expected/*.txt` and prints what they print; `--write` writes it there instead.

Sessions can be named: `run.py 1-scores 3-redblack`.

Each file is a session: a line that begins with `$` is a command, what follows is its output.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
SESSIONS = HERE / "expected"
_COMPLAINT = "\nrefute: "  # what is printed where a command could not be carried out


def commands(session: str) -> list[str]:
    return [line.removeprefix("$ ") for line in session.splitlines() if line.startswith("$ ")]


def output_of(command: str, directory: Path, colour: bool) -> str:
    """What a command prints. `refute` is that of the Python running this."""
    words = [sys.executable, "-m", *shlex.split(command)]
    environment = {**os.environ, "COLUMNS": "100", "PYTHONHASHSEED": "0"}
    if colour:
        environment["FORCE_COLOR"] = "1"
    done = subprocess.run(
        words, cwd=directory, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    )
    return done.stdout


def played(session: str, colour: bool = False) -> Iterator[str]:
    """A session with what its commands print now. They run in a copy of the examples, so that nothing is left here."""
    with tempfile.TemporaryDirectory(prefix="refute-examples-") as place:
        directory = Path(place).resolve() / "examples"
        shutil.copytree(HERE, directory, ignore=shutil.ignore_patterns("__pycache__", "expected"))
        for command in commands(session):
            yield f"$ {command}\n{output_of(command, directory, colour)}"


def main() -> int:
    named = [word for word in sys.argv[1:] if not word.startswith("-")]
    files = [SESSIONS / f"{name}.txt" for name in named] or sorted(SESSIONS.glob("*.txt"))
    failed = False
    for file in files:
        if "--write" in sys.argv:
            file.write_text("\n".join(played(file.read_text(encoding="utf-8"))), encoding="utf-8")
        else:
            for text in played(file.read_text(encoding="utf-8"), colour=sys.stdout.isatty()):
                print(text, flush=True)
                failed |= _COMPLAINT in text
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
