"""What coverage.py measures in the processes below the one that it was started in.

A process is forked with the tracer of the one above it, but ends without saving what that has seen, and may not write
to the data file. So a host begins a measurement of its own, with the same settings, which its workers inherit. What
they see is written to a file in memory as plain data, and added to the data of the process that was measured first.
Where coverage.py is not at work, nothing of this happens.
"""

from __future__ import annotations

import json
import os
import struct
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

_MAGIC = b"\x93seen"
_HEADER = struct.Struct(f">{len(_MAGIC)}sII")  # with the length and the checksum of what follows
# Of the settings of coverage.py, those that say what is measured, and how. Not all versions have all of them.
_SETTINGS = (
    *("run:branch", "run:source", "run:source_pkgs", "run:source_dirs", "run:include", "run:omit", "run:cover_pylib"),
    *("run:core", "run:timid", "run:plugins", "run:relative_files", "run:disable_warnings"),
)
_Seen = set[tuple[str, int, int]]  # a file with a line, or with two of them where branches are measured


class _Process:
    """What this process knows of it, and hands on to those that it forks."""

    file: int | None = None  # in memory
    owner = 0  # the process that reads it
    read = 0  # bytes that it has read
    own: Any = None  # the measurement of a host and its workers
    told: _Seen = set()  # noqa: RUF012 - replaced, never changed


def _current() -> Any:
    """The measurement under way, if there is one."""
    library = sys.modules.get("coverage")
    return library.Coverage.current() if library is not None and hasattr(library, "Coverage") else None


def prepare() -> None:
    """Before a process is forked in which code will be run that may be measured."""
    if _Process.file is not None or _current() is None:
        return
    import fcntl

    _Process.file = os.memfd_create("refute-seen", os.MFD_CLOEXEC)
    fcntl.fcntl(_Process.file, fcntl.F_SETFL, os.O_APPEND)  # whole records, whoever else writes
    _Process.owner = os.getpid()


def measure() -> None:
    """In a host: begin a measurement of its own."""
    current = _current()
    if current is None or _Process.file is None:
        return
    from coverage import Coverage
    from coverage.exceptions import CoverageException

    own = Coverage(data_file=None, config_file=False)
    for name in _SETTINGS:
        with suppress(CoverageException):
            own.set_option(name, current.get_option(name))
    own._warn_no_data = own._warn_unimported_source = own._warn_preimported_source = False
    current.stop()
    own.start()
    _Process.own = own


def tell() -> None:
    """In a host or a worker: write down what was seen and is not known yet."""
    if _Process.own is None or _Process.file is None:
        return
    with suppress(Exception):  # the code under test may have spoiled whatever is used here
        seen = set(_seen(_Process.own.get_data()))
        new = seen - _Process.told
        if new:
            content = json.dumps(sorted(new)).encode()
            os.write(_Process.file, _HEADER.pack(_MAGIC, len(content), zlib.crc32(content)) + content)
            _Process.told = seen


def _seen(data: Any) -> Iterator[tuple[str, int, int]]:
    for file in data.measured_files():
        if data.has_arcs():
            yield from ((file, first, second) for first, second in data.arcs(file) or ())
        else:
            yield from ((file, line, 0) for line in data.lines(file) or ())


def collect() -> None:
    """In the process that is measured: add what those below it have seen."""
    if _Process.file is None or _Process.owner != os.getpid():
        return
    content = os.pread(_Process.file, os.fstat(_Process.file).st_size - _Process.read, _Process.read)
    current = _current()
    if not content or current is None:
        return
    _Process.read += len(content)
    current._warn_no_data = current._warn_unimported_source = False  # what is measured is not imported here
    data = current.get_data()
    by_file: dict[str, set[tuple[int, int]]] = {}
    for file, first, second in _records(content):
        by_file.setdefault(file, set()).add((first, second))
    if current.get_option("run:branch"):
        data.add_arcs(by_file)
    else:
        data.add_lines({file: {line for line, _ in lines} for file, lines in by_file.items()})


def _records(content: bytes) -> Iterator[Iterable[Any]]:
    """What is whole: a worker may have been ended while it wrote."""
    place = content.find(_MAGIC)
    while place >= 0 and place + _HEADER.size <= len(content):
        _, length, checksum = _HEADER.unpack_from(content, place)
        record = content[place + _HEADER.size : place + _HEADER.size + length]
        is_whole = len(record) == length and zlib.crc32(record) == checksum
        if is_whole:
            yield from json.loads(record)
        place = content.find(_MAGIC, place + (_HEADER.size + length if is_whole else 1))
