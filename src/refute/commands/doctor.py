"""`refute doctor`: what this system allows, and what that means."""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import platform
from collections.abc import Iterator
from typing import NamedTuple

from rich.text import Text

from refute import __version__
from refute.commands.statuses import FOUND_NOTHING
from refute.report.formats.standard_output import to_standard_output
from refute.report.terminal import console
from refute.run.system.forks import has_module, missing
from refute.run.system.processes import has_process_files
from refute.run.wall import landlock, seccomp

# What is used where it is installed, and what for.
_LIBRARIES = {
    "z3-solver": "inputs past every scope",
    "rich": "colours and progress on terminals",
    "annotated-types": "constraints as metadata",
    "pytest": "functions as tests",
    "pydantic": "its models as types",
    "attrs": "its classes as types",
    "msgspec": "its structs as types",
    "beartype": "its validators as constraints",
    "time-machine": "--freeze (pip install 'refute[freeze]')",
    "coverage": "lines that are run in refute's processes are seen by it",
    "hypothesis": "comparisons in bench/",
}


class Line(NamedTuple):
    what: str
    there: bool
    meaning: str


def doctor(_options: argparse.Namespace) -> int:
    with to_standard_output():
        _print()
    return FOUND_NOTHING


def _print() -> None:
    out = console()
    out.print(Text.assemble(("refute ", "bold"), f"{__version__}, Python {platform.python_version()}, {_system()}"))
    for title, lines in (("processes", _processes()), ("wall", _wall()), ("libraries", _libraries())):
        out.print(Text(f"\n{title}", "bold"))
        for line in lines:
            sign = ("yes", "green") if line.there else ("no ", "yellow")
            out.print(Text.assemble("  ", sign, f"  {line.what:<16}", line.meaning), soft_wrap=True)


def _system() -> str:
    return f"{platform.system()} {platform.release()} {platform.machine()}"


def _processes() -> Iterator[Line]:
    lacking = missing()
    yield Line(
        "forked workers",
        not lacking,
        "code under test runs in processes of its own, which are forked, watched and limited"
        if not lacking
        else f"there is no {', '.join(lacking)}",
    )
    yield Line(
        "fresh workers",
        True,
        "on request (--workers spawn): fresh interpreters, which are watched and limited, and start slowly"
        if not lacking
        else "code under test runs in fresh interpreters, which are watched: they start slowly, and find only "
        "functions that are in files",
    )
    yield Line("cores", True, str(os.cpu_count() or 1))


def _wall() -> Iterator[Line]:
    yield Line("audit hook", True, "what Python code wants outside its process is told with the line, and denied")
    version = landlock.VERSION
    yield Line(
        "Landlock",
        bool(version),
        f"version {version}: the kernel denies writing outside the directory of a call, by native code too"
        if version
        else "native code that writes files by itself is not kept from it (Linux 5.13 and later have it)",
    )
    yield Line(
        "seccomp",
        seccomp.is_known(),
        "the kernel denies starting processes and opening sockets, by native code too"
        if seccomp.is_known()
        else "native code that starts processes or opens sockets is not kept from it",
    )
    limited = has_module("resource")
    yield Line(
        "resource limits",
        limited and not missing(),
        "memory, processor time and the size of files of a call are bounded"
        if limited and not missing()
        else "processor time and the size of files of a call are bounded, its memory is not"
        if limited
        else "memory, processor time and the size of files of a call are not bounded",
    )
    yield Line(
        "orphans",
        has_process_files() or has_module("psutil"),
        "processes that a call leaves are found and ended"
        if has_process_files() or has_module("psutil")
        else "processes that a call leaves in a group of their own are not found (pip install psutil finds them)",
    )


def _libraries() -> Iterator[Line]:
    for name, purpose in _LIBRARIES.items():
        try:
            yield Line(name, True, f"{importlib.metadata.version(name)}: {purpose}")
        except importlib.metadata.PackageNotFoundError:
            yield Line(name, False, f"not installed: {purpose}")
