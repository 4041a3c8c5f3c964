"""What registers types for a project: files called `refute_types.py`, and entry points of installed packages.

    [project.entry-points."refute.types"]
    money = "money.refute_types"

A file is looked for in the current directory, in that of the project, and in those from there down to the file with the
code. All are imported, the nearest last, as the last registration counts. They are imported where the code is, never in
refute's own process.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from refute.conform.wording import message_of
from refute.errors import TargetError
from refute.targets.importing import load, load_apart
from refute.types.reading.guarded import names_of_module

FILE = "refute_types.py"
_GROUP = "refute.types"
_OF_A_PROJECT = ("pyproject.toml", "setup.py", "setup.cfg", ".git")
_loaded: set[Path] = set()


def load_with_types(module: str) -> ModuleType:
    """Import a module, and what registers types for it."""
    loaded = load(module)
    load_types_near(names_of_module(loaded).get("__file__"))
    return loaded


def load_types_near(file: Any) -> None:
    """Import what registers types for the project of a file, each once."""
    _load_entry_points()
    for directory in _directories(file):
        path = directory / FILE
        if path not in _loaded and path.is_file():
            _loaded.add(path)
            load_apart(path)


def _directories(file: Any) -> Iterator[Path]:
    above = list(Path(file).resolve().parents) if isinstance(file, str) else []
    roots = [place for place, here in enumerate(above) if any((here / name).exists() for name in _OF_A_PROJECT)]
    of_project = above[: roots[0] + 1] if roots else above[:1]
    if Path.cwd() not in of_project:
        yield Path.cwd()
    yield from reversed(of_project)


@cache
def _load_entry_points() -> None:
    if not _may_have_entry_points():
        return
    from importlib.metadata import entry_points

    for point in entry_points(group=_GROUP):
        try:
            point.load()
        except (Exception, SystemExit) as error:
            raise TargetError(
                f"the entry point {point.name} = {point.value} of {_GROUP} cannot be loaded: {message_of(error)}",
                remedy="Repair or uninstall the package that has it.",
            ) from None


def _may_have_entry_points() -> bool:
    """Whether a package that is installed may have entry points of the group: `importlib.metadata` would read them all,
    at the start of every host."""
    if any(hasattr(finder, "find_distributions") for finder in sys.meta_path if finder is not PathFinder):
        return True
    return any(map(_names_group, sys.path))


def _names_group(directory: str) -> bool:
    """Whether a file with entry points in a directory of packages names the group; an archive may have one."""
    with suppress(OSError):
        if os.path.isfile(directory):
            return True
        for package in os.scandir(directory or "."):
            if package.name.endswith((".dist-info", ".egg-info", ".egg")) and _is_named_below(package.path):
                return True
    return False


def _is_named_below(package: str) -> bool:
    for place in ("entry_points.txt", os.path.join("EGG-INFO", "entry_points.txt")):
        with suppress(OSError), open(os.path.join(package, place), "rb") as file:
            return _GROUP.encode() in file.read()
    return package.endswith(".egg") and os.path.isfile(package)
