"""What registers types for a project: files called `refute_types.py`, and entry points of installed packages.

    [project.entry-points."refute.types"]
    money = "money.refute_types"

A file is looked for in the current directory, in that of the project, and in those from there down to the file with the
code. All are imported, the nearest last, as the last registration counts. They are imported where the code is, never in
refute's own process.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from refute.conform.wording import message_of
from refute.errors import TargetError
from refute.targets.importing import load, load_apart
from refute.types.reading.guarded import names_of_module

FILE = "refute_types.py"
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
    for point in entry_points(group="refute.types"):
        try:
            point.load()
        except (Exception, SystemExit) as error:
            raise TargetError(
                f"the entry point {point.name} = {point.value} of refute.types cannot be loaded: {message_of(error)}",
                remedy="Repair or uninstall the package that has it.",
            ) from None
