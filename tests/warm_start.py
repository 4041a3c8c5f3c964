"""`refute` as a command that need not import itself anew: forks of a process that has, each with arguments of its own.

Run as a program, it is that process. A fork differs from `python -m refute` only in what is imported already.
"""

from __future__ import annotations

import atexit
import importlib
import json
import os
import socket
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

_SECONDS = 120
_ALL = 1 << 20  # bytes of a request


def run(arguments: list[str], cwd: Path, typed: str, variables: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run `refute` to its end. Variables that Python itself reads are those of this process."""
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr:
        stdin.write(typed.encode())
        stdin.seek(0)
        line = _started()
        request = json.dumps({"arguments": arguments, "cwd": str(cwd), "variables": variables}).encode()
        socket.send_fds(line, [request], [stdin.fileno(), stdout.fileno(), stderr.fileno()])
        status = int(line.recv(100))
        texts = []
        for file in (stdout, stderr):
            file.seek(0)
            texts.append(file.read().decode())
    return subprocess.CompletedProcess(["refute", *arguments], status, *texts)


@cache
def _started() -> socket.socket:
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.settimeout(_SECONDS)
    command = [sys.executable, __file__, str(its.fileno())]
    process = subprocess.Popen(command, pass_fds=[its.fileno()], stdin=subprocess.DEVNULL)
    its.close()
    atexit.register(process.wait)
    atexit.register(ours.close)
    return ours


def _serve(line: socket.socket) -> dict[str, Any] | None:
    """In a fork, what it is to do; in this process, None at the end."""
    while True:
        data, files, *_ = socket.recv_fds(line, _ALL, 3)
        if not data:
            return None
        child = os.fork()
        if child == 0:
            line.close()
            for standard, file in enumerate(files):
                os.dup2(file, standard)
            os.closerange(3, max(files) + 1)
            told: dict[str, Any] = json.loads(data)
            return told
        for file in files:
            os.close(file)
        line.send(str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])).encode())


def _main() -> int:
    for module in ("check.entry", "cli", "commands.check", "commands.show", "report.terminal"):
        importlib.import_module(f"refute.{module}")
    from refute.__main__ import main

    told = _serve(socket.socket(fileno=int(sys.argv[1])))
    if told is None:
        return 0
    os.chdir(told["cwd"])
    os.environ.clear()
    os.environ.update(told["variables"])
    sys.argv = ["refute", *told["arguments"]]
    sys.path[0] = told["cwd"]
    return main()


if __name__ == "__main__":
    raise SystemExit(_main())
