"""What a text on the command line names, found without importing anything.

A target is a file, a module, a package or a directory, or `module:name`, `file.py:name`, `file.py:line`. Its parts are
those that can be imported one by one.
"""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

from refute.targets.importing import see

_QUALIFIED = re.compile(r"(?P<module>[^\s\[\]():'\"]+\.py|\w+(\.\w+)*):(?P<name>(?!:).+)", re.DOTALL)


def module_and_name(text: str) -> tuple[str, str] | None:
    """The two sides of `module:name` or `file.py:name`; None if a text is not of this form."""
    found = _QUALIFIED.fullmatch(text.strip())
    return None if found is None else (found["module"], found["name"].strip())


def parts_of(text: str) -> list[str]:
    """What can be looked into one by one: the files of a directory, the modules of a package; all else is a whole."""
    root = Path(text) if Path(text).is_dir() else _package(text)
    if root is None:
        return [text]
    files = (file for file in sorted(root.rglob("*.py")) if file.name != "__main__.py")  # that would run it
    return [str(file) for file in files if not _is_hidden(file.relative_to(root))]


def _is_hidden(file: Path) -> bool:
    return any(part.startswith(".") for part in file.parts)


def _package(name: str) -> Path | None:
    """Where a package is, if it is one by name and its modules are files."""
    if not all(part.isidentifier() for part in name.split(".")):
        return None
    see(Path.cwd())
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return None  # said when it is loaded
    places = spec.submodule_search_locations if spec is not None else None
    return Path(places[0]) if places else None
