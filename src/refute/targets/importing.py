"""Importing the user's modules, by name or by file."""

from __future__ import annotations

import contextlib
import difflib
import importlib
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from refute.errors import PACKAGE, Place, TargetError


def load(module: str) -> ModuleType:
    """Import a module by its name or file, what it prints going to standard error."""
    name = _module_of_file(Path(module)) if module.endswith(".py") else module
    see(Path.cwd())
    try:
        with contextlib.redirect_stdout(sys.stderr):
            loaded = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            raise TargetError(
                f"there is no module {name!r}",
                remedy="Name a module that can be imported from here, or a file: path/to/file.py:Name.",
            ) from None
        raise _cannot_import(name, error) from None
    except (Exception, SystemExit) as error:
        raise _cannot_import(name, error) from None
    file = getattr(loaded, "__file__", None)
    if module.endswith(".py") and file is not None and not Path(file).samefile(module):
        raise TargetError(
            f"{module} would be imported as {name}, but that is {file}",
            remedy=f"Rename it, or put it into a package: a directory with an __init__.py beside {Path(module).name}.",
        )
    return loaded


def _module_of_file(path: Path) -> str:
    """The name under which a file can be imported; the directory above its outermost package is put on the path."""
    if not path.is_file():
        raise TargetError(f"there is no file {path}", remedy="Name a Python file: path/to/file.py:Name.")
    root, names = path.resolve().parent, [path.stem]
    while (root / "__init__.py").is_file():
        names.insert(0, root.name)
        root = root.parent
    see(root)
    return ".".join(names[:-1] if names[-1] == "__init__" else names)


def see(directory: Path) -> None:
    """Let modules of a directory be imported."""
    if str(directory) not in sys.path:
        sys.path.insert(0, str(directory))


def _cannot_import(name: str, error: BaseException) -> TargetError:
    if isinstance(error, SystemExit):
        remedy = 'Put what is to happen only when it is run under `if __name__ == "__main__":`.'
        return TargetError(f"the module {name!r} exits when it is imported", place=_raised_at(error), remedy=remedy)
    return TargetError(
        f"the module {name!r} cannot be imported: {type(error).__name__}: {error}",
        place=_raised_at(error),
        remedy=f"`python -c 'import {name}'` shows the whole traceback.",
    )


def _raised_at(error: BaseException) -> Place | None:
    """The user's own line that was being run, or that does not parse."""
    if isinstance(error, SyntaxError) and error.filename:
        return Place(error.filename, error.lineno or 0)
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_users(frame.filename)]
    return Place(own[-1].filename, own[-1].lineno or 0) if own else None


def _is_users(file: str) -> bool:
    return not file.startswith("<") and "importlib" not in file and Path(PACKAGE) not in Path(file).parents


def no_such_name(name: str, namespace: Mapping[str, Any], module: ModuleType) -> TargetError:
    near = difflib.get_close_matches(name, [known for known in namespace if not known.startswith("_")], n=3)
    return TargetError(
        f"the module {module.__name__!r} has no {name!r}",
        place=Place(module.__file__) if module.__file__ else None,
        remedy=f"Did you mean {' or '.join(near)}?" if near else "Name a class or a type alias that it defines.",
    )
