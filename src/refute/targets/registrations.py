"""What registers types for a project: files called `refute_types.py`, and entry points of installed packages.

    [project.entry-points."refute.types"]
    money = "money.refute_types"

A file is looked for in the current directory, beside the file with the code, and in the directories above it up to that
of the project. It is imported where the code is, never in refute's own process.
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
from refute.targets.importing import load
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
            load(str(path))


def _directories(file: Any) -> Iterator[Path]:
    yield Path.cwd()
    if not isinstance(file, str):
        return
    above = list(Path(file).resolve().parents)
    roots = [place for place, here in enumerate(above) if any((here / name).exists() for name in _OF_A_PROJECT)]
    yield from above[: roots[0] + 1] if roots else above[:1]


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
