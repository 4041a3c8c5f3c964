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
from itertools import count
from pathlib import Path
from typing import Any

_SECONDS = 120
_ALL = 1 << 20  # bytes of a request
_numbers = count()  # of requests


def run(arguments: list[str], cwd: Path, typed: str, variables: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run `refute` to its end. Variables that Python itself reads are those of this process."""
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr:
        stdin.write(typed.encode())
        stdin.seek(0)
        number = next(_numbers)
        request = {"number": number, "arguments": arguments, "cwd": str(cwd), "variables": variables}
        line, server = _sent(request, [stdin.fileno(), stdout.fileno(), stderr.fileno()])
        try:
            status = _status(line, number)
        except ValueError as error:
            _started.cache_clear()
            raise AssertionError(f"the process that is forked has ended: {server.wait()}") from error
        texts = []
        for file in (stdout, stderr):
            file.seek(0)
            texts.append(file.read().decode())
    return subprocess.CompletedProcess(["refute", *arguments], status, *texts)


def _sent(request: dict[str, Any], files: list[int]) -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """Where the request went: to a new process, if the one that was there has ended before it."""
    data = [json.dumps(request).encode()]
    try:
        socket.send_fds(_started()[0], data, files)
    except BrokenPipeError:
        _started.cache_clear()
        socket.send_fds(_started()[0], data, files)
    return _started()


def _status(line: socket.socket, number: int) -> int:
    """The exit status of a request. That of one before it, which nobody has waited for to its end, is passed over."""
    while True:
        answered, status = map(int, line.recv(100).split())
        if answered == number:
            return status


@cache
def _started() -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """The line to the process, and the process: in a session of its own, so that no signal for others is for it."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.settimeout(_SECONDS)
    command = [sys.executable, __file__, str(its.fileno())]
    process = subprocess.Popen(command, pass_fds=[its.fileno()], stdin=subprocess.DEVNULL, start_new_session=True)
    its.close()
    atexit.register(process.wait)
    atexit.register(ours.close)
    return ours, process


def _serve(line: socket.socket) -> dict[str, Any] | None:
    """In a fork, what it is to do; in this process, None at the end."""
    while True:
        data, files, *_ = socket.recv_fds(line, _ALL, 3)
        if not data:
            return None
        try:
            told: dict[str, Any] = json.loads(data)
        except ValueError:  # what code under test writes into every file that is open
            continue
        child = os.fork()
        if child == 0:
            line.close()
            for standard, file in enumerate(files):
                os.dup2(file, standard)
            os.closerange(3, max(files) + 1)
            return told
        for file in files:
            os.close(file)
        line.send(f"{told['number']} {os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}".encode())


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
