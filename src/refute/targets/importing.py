"""Importing the user's modules, by name or by file.

The effects of an import are confined to the module: any exception becomes a `TargetError` with the line that raised it,
and the current directory and the SIGINT handler are restored.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import importlib.util
import os
import re
import shlex
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from refute.conform.wording import message_of
from refute.errors import Place, TargetError
from refute.ownership import is_in, is_refutes, is_users
from refute.run.wall.denials import Denied
from refute.targets.suggestions import no_such_file, no_such_module
from refute.types.reading.guarded import is_instance, names_of_module

_RELATIVE_IMPORT = re.compile(rb"^\s*from\s+\.", re.MULTILINE)


def load(module: str) -> ModuleType:
    """Import a module by name or file. Its output goes to standard error."""
    root, name = _module_of_file(Path(module)) if module.endswith(".py") else (Path.cwd(), module)
    if not all(part.isidentifier() for part in name.split(".")) and not module.endswith(".py"):
        raise no_such_file(Path(module))
    see(Path.cwd())
    loaded = _confined(lambda: importlib.import_module(name), name, root)
    if not is_instance(loaded, ModuleType):
        raise TargetError(
            f"{name!r} is no module but an object of {type(loaded).__qualname__}",
            place=Place(module) if module.endswith(".py") else None,
            remedy="Leave the entry in sys.modules as it is, or name the module that the object is defined in.",
        )
    assert isinstance(loaded, ModuleType)
    file = names_of_module(loaded).get("__file__")
    if module.endswith(".py") and not _is_same(file, module):
        raise TargetError(
            f"{module} would be imported as {name}, but that is {file}",
            remedy=f"Rename it, or put it into a package: a directory with an __init__.py beside {Path(module).name}.",
        )
    return loaded


def load_apart(path: Path) -> None:
    """Import a file, also where a module of another file has its name."""
    root, name = _module_of_file(path)
    see(Path.cwd())
    known = sys.modules.get(name)
    if "." in name or (known is not None and _is_same(names_of_module(known).get("__file__"), str(path))):
        _confined(lambda: importlib.import_module(name), name, root)
    else:
        _confined(lambda: _run(path, name if known is None else f"{name} of {root}"), name, root)


def _run(path: Path, name: str) -> ModuleType:
    """Run a file as the module of a name, wherever this name is looked for."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _confined(importing: Callable[[], object], name: str, root: Path) -> object:
    with contextlib.redirect_stdout(sys.stderr), _same_directory(), _interrupts() as interrupted:
        try:
            return importing()
        except BaseException as error:
            if interrupted():
                raise
            raise _cannot_import(name, error, root) from None


def see(directory: Path) -> None:
    """Add a directory to `sys.path`."""
    if str(directory) not in sys.path:
        sys.path.insert(0, str(directory))


# -- the name of a file as a module ------------------------------------------------------------------------------------


def _module_of_file(path: Path) -> tuple[Path, str]:
    """The directory above the outermost package of a file, which is added to `sys.path`, and its module name.

    A directory without an `__init__.py` is a namespace package if a file in it uses relative imports.
    """
    if not path.is_file():
        raise no_such_file(path)
    root, names = path.resolve().parent, [path.stem]
    levels = _levels(path)
    while root != root.parent and ((root / "__init__.py").is_file() or len(names) <= levels):
        implicit = not (root / "__init__.py").is_file()
        names.insert(0, root.name)
        root = root.parent
        if implicit:
            root, names = _from_the_path(root, names)
            break
    see(root)
    return root, ".".join(names[:-1] if names[-1] == "__init__" else names)


def _from_the_path(root: Path, names: list[str]) -> tuple[Path, list[str]]:
    """The module name relative to the nearest directory on `sys.path`, if there is one."""
    places = {Path.cwd(), *(Path(entry) for entry in sys.path if entry)}
    for above in (root, *root.parents):
        if above in places:
            return above, [*root.relative_to(above).parts, *names]
    return root, names


def _levels(path: Path) -> int:
    """The highest level of the relative imports of a file: 2 for `from ..shapes import Side`."""
    text = path.read_bytes()
    if not _RELATIVE_IMPORT.search(text):
        return 0
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return 0  # reported when it is imported
    return max((node.level for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)), default=0)


def _is_same(file: Any, path: str) -> bool:
    try:
        return isinstance(file, str) and Path(file).samefile(path)
    except OSError:
        return False


# -- what an import does to the process --------------------------------------------------------------------------------


@contextlib.contextmanager
def _same_directory() -> Iterator[None]:
    """Restore the current directory."""
    before = os.getcwd()
    try:
        yield
    finally:
        os.chdir(before)


@contextlib.contextmanager
def _interrupts() -> Iterator[Callable[[], bool]]:
    """Tells whether a KeyboardInterrupt came from SIGINT, and was not raised by the module itself."""
    seen: list[int] = []
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield lambda: False
        return

    def noted(number: int, frame: Any) -> None:
        seen.append(number)
        before(number, frame)

    signal.signal(signal.SIGINT, noted)
    try:
        yield lambda: bool(seen)
    finally:
        signal.signal(signal.SIGINT, before)


# -- messages ----------------------------------------------------------------------------------------------------------


def _cannot_import(name: str, error: BaseException, root: Path) -> TargetError:
    if isinstance(error, ModuleNotFoundError) and name not in sys.modules and _is_around(error.name, name):
        return no_such_module(name)
    if isinstance(error, SystemExit):
        remedy = 'Put what is to happen only when it is run under `if __name__ == "__main__":`.'
        return TargetError(f"the module {name!r} exits when it is imported", place=_raised_at(error), remedy=remedy)
    if isinstance(error, Denied):
        return TargetError(
            f"the module {name!r} cannot be imported: it {error}",
            place=_raised_at(error),
            remedy="Do that in a function instead of at import, or allow it: see --allow.",
        )
    return TargetError(
        f"the module {name!r} cannot be imported: {message_of(error)}",
        place=_raised_at(error),
        remedy=f"`{_seeing(root)}python -c 'import {name}'` shows the whole traceback.",
    )


def _seeing(root: Path) -> str:
    """What makes a command see the modules of a directory."""
    there = os.path.relpath(root)
    return "" if there == "." else f"PYTHONPATH={shlex.quote(there)} "


def _is_around(package: str | None, name: str) -> bool:
    """Whether a name is that of a module or of a package around it."""
    return package is not None and (name == package or name.startswith(f"{package}."))


def _raised_at(error: BaseException) -> Place | None:
    """The line of the user's code that raised, or that does not parse."""
    if isinstance(error, SyntaxError) and error.filename:
        return Place(error.filename, error.lineno or 0)
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not _imports(frame.filename)]
    own = [frame for frame in frames if is_users(frame.filename)] or frames  # or those of a library that is the target
    return Place(own[-1].filename, own[-1].lineno or 0) if own else None


def _imports(file: str) -> bool:
    """Whether a file is of the machinery of imports."""
    return file.startswith("<") or is_refutes(file) or is_in(file, (os.path.dirname(importlib.__file__),))
