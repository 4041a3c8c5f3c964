"""The parts of a target, found without importing anything.

A target is a file, a module, a package or a directory, or `module:name`, `file.py:name`, `file.py:line`. A name may
also follow two colons, as for pytest, or a dot: `module.name`. Its parts are imported one by one.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path

from refute.errors import Place
from refute.targets.files import NOTHING_EXCLUDED, Exclusion, LeftOut, files_in, mark_of_file

_QUALIFIED = re.compile(r"(?P<module>[^\s\[\]():'\"]+\.py|\w+(\.\w+)*)::?(?P<name>(?!:).+)", re.DOTALL)
_NESTED = re.compile(r"\w+(::\w+)+")  # `Class::method`


def module_and_name(text: str) -> tuple[str, str] | None:
    """The two sides of `module:name` or `file.py:name`; None if a text is not of this form."""
    found = _QUALIFIED.fullmatch(text.strip())
    if found is None:
        return None
    name = found["name"].strip()
    return found["module"], name.replace("::", ".") if _NESTED.fullmatch(name) else name


def parts_of(text: str, exclusion: Exclusion = NOTHING_EXCLUDED) -> list[str]:
    """The files of a directory or package; any other target is one part. Runs no code of the user's."""
    return [part for part in parts_and_left_out(text, exclusion) if isinstance(part, str)]


def parts_and_left_out(text: str, exclusion: Exclusion) -> list[str | LeftOut]:
    """The same, with the files that are left out."""
    root = Path(text) if Path(text).is_dir() else _package(text)
    if root is not None:
        return [part if isinstance(part, LeftOut) else str(part) for part in files_in(root, exclusion)]
    why = mark_of_file(Path(text)) if text.endswith(".py") else None
    return [_with_colon(text) if why is None else LeftOut(text, Place(text), why, is_file=True)]


def _with_colon(text: str) -> str:
    """`module:name` for `module.name`; any other text as it is."""
    if not _is_dotted(text) or text in sys.modules or _spec_of(text) is not None:
        return text
    names = text.split(".")
    modules = [".".join(names[:length]) for length in range(len(names) - 1, 0, -1)]
    module = next((one for one in modules if _spec_of(one) is not None), None)
    return text if module is None else f"{module}:{text.removeprefix(module)[1:]}"


def _is_dotted(text: str) -> bool:
    return not text.endswith(".py") and all(part.isidentifier() for part in text.split("."))


def _package(name: str) -> Path | None:
    """The directory of a package; None if there is no such package, or it has no directory."""
    if not _is_dotted(name):
        return None
    spec = _spec_of(name)
    places = spec.submodule_search_locations if spec is not None else None
    return Path(places[0]) if places else None


def _spec_of(name: str) -> ModuleSpec | None:
    """The spec of a module. Unlike `importlib.util.find_spec`, does not import the packages around it."""
    top, *inner = name.split(".")
    spec = PathFinder.find_spec(top, [str(Path.cwd()), *sys.path]) or _spec_of_installed(top)
    for part in inner:
        places = spec.submodule_search_locations if spec is not None else None
        spec = PathFinder.find_spec(part, list(places)) if places else None
    return spec


def _spec_of_installed(name: str) -> ModuleSpec | None:
    """The spec of a top-level module by other finders, such as those of editable installations."""
    try:
        return importlib.util.find_spec(name)
    except Exception:  # third-party finders and modules made by hand may raise anything
        return None
