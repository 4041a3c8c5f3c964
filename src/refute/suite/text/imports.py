"""Imports, in the order in which ruff's isort leaves them."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from refute.ownership import is_in
from refute.suite.data import Import
from refute.suite.text.layout import WIDTH

_INSTALLED = ("site-packages", "dist-packages")


class Sections:
    """Tells to which section of imports a module belongs."""

    def __init__(self, roots: Collection[Path]) -> None:
        """`roots`: the directories in which modules of the project are looked for."""
        self._roots = tuple(roots)

    def of(self, module: str) -> int:
        """0 for what changes the language, 1 for the standard library, 2 for installed packages, 3 for the project."""
        first = module.partition(".")[0]
        if first == "__future__":
            return 0
        if any((root / first).is_dir() or (root / f"{first}.py").is_file() for root in self._roots):
            return 3
        return 1 if first in sys.stdlib_module_names else 2


def import_lines(imports: Iterable[Import], sections: Sections, width: int = WIDTH) -> list[str]:
    """The lines that import some names, each section after an empty line."""
    lines: list[str] = []
    every = sorted(set(imports))
    for section in range(4):
        own = [one for one in every if sections.of(one[0]) == section]
        found = [*_modules(own), *_names(own, width)]
        lines += ["", *found] if lines and found else found
    return lines


def _modules(imports: Collection[Import]) -> Iterator[str]:
    for module in sorted({module for module, name in imports if not name}, key=_by_name):
        yield f"import {module} as {_SHORT[module]}" if module in _SHORT else f"import {module}"


_SHORT = {"numpy": "np", "pandas": "pd"}


def _names(imports: Collection[Import], width: int) -> Iterator[str]:
    modules = sorted({module for module, name in imports if name}, key=_by_name)
    for module in modules:
        names = sorted((name for one, name in imports if one == module and name), key=_by_kind)
        line = f"from {module} import {', '.join(names)}"
        if len(line) <= width:
            yield line
        else:
            yield f"from {module} import ("
            yield from (f"    {name}," for name in names)
            yield ")"


def _by_name(module: str) -> tuple[str, str]:
    return module.lower(), module


def _by_kind(name: str) -> tuple[int, str, str]:
    """Constants, then classes, then variables."""
    kind = 0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2
    return kind, name.lower() if kind == 2 else name, name


def is_library(file: str) -> bool:
    """Whether a file belongs to the standard library or to a package that is installed."""
    standard = (sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"))
    return any(part in _INSTALLED for part in Path(file).parts) or is_in(file, standard)
