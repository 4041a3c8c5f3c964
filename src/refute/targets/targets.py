"""What the command line names: types, functions, and the modules they are in.

A type is `module:Name`, `path/to/file.py:Name`, or an expression; functions are those of a file, module or directory,
or one of them by its name or by a line in it.
"""

from __future__ import annotations

import ast
import builtins
import collections
import contextlib
import datetime
import decimal
import difflib
import fractions
import importlib
import importlib.util
import inspect
import re
import sys
import traceback
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import FunctionType, MethodType, ModuleType
from typing import Any, TypeGuard, cast

import annotated_types

from refute.errors import PACKAGE, AnnotationError, Place, TargetError
from refute.logic.reading import measures, predicates
from refute.logic.terms.measure import Measure
from refute.types import aliases
from refute.types.reading.context import Context
from refute.types.reading.invariants import is_invariant
from refute.types.reading.places import place_of, place_of_name
from refute.types.signatures import is_annotated

_QUALIFIED = re.compile(r"(?P<module>[^\s\[\]():'\"]+\.py|\w+(\.\w+)*):(?P<name>(?!:).+)", re.DOTALL)


@dataclass(frozen=True)
class Target:
    """A type as it was asked for."""

    text: str  # the name or expression
    annotation: Any
    context: Context  # the names it can see


def find_type(text: str) -> Target:
    """The type that a command line names."""
    found = _QUALIFIED.fullmatch(text.strip())
    if found is None:
        return _expression(text.strip())
    module, name = load(found["module"]), found["name"].strip()
    namespace = vars(module)
    place = place_of_name(name, namespace)
    if name.isidentifier() and name not in namespace:
        raise _no_such_name(name, namespace, module)
    annotation = namespace.get(name, name)
    return Target(name, annotation, Context(name, namespace, place=place))


@dataclass(frozen=True)
class Subject:
    """A function to be tested; a method with the class whose instance it takes first."""

    name: str  # qualified within its module
    function: Callable[..., Any]
    bound_to: type | None
    place: Place | None


def find_functions(text: str) -> list[Subject]:
    """The functions a command line names: all of a file, module or directory, the one at a line, or one by name."""
    parts = parts_of(text)
    if parts != [text]:
        return [function for part in parts for function in find_functions(part)]
    found = _QUALIFIED.fullmatch(text.strip())
    if found is None:
        return subjects_of(load(text))
    module, name = load(found["module"]), found["name"].strip()
    everything = subjects_of(module, every=True)
    if name.isdigit():
        return [_at_line(everything, int(name), text)]
    chosen = [subject for subject in everything if subject.name == name or subject.name.startswith(f"{name}.")]
    if not chosen:
        known = {subject.name.partition(".")[0]: None for subject in everything}
        raise _no_such_name(name, known, module)
    return chosen


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
    _see(Path.cwd())
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return None  # said when it is loaded
    places = spec.submodule_search_locations if spec is not None else None
    return Path(places[0]) if places else None


def subjects_of(module: ModuleType, *, every: bool = False) -> list[Subject]:
    """The functions and methods that a module defines, public and annotated ones unless all are asked for."""
    found: list[Subject] = []
    for name, value in vars(module).items():
        if getattr(value, "__module__", None) != module.__name__ or (name.startswith("_") and not every):
            continue
        if _is_function(value):
            found.append(Subject(name, value, None, _place(value)))
        elif isinstance(value, type) and getattr(value, "__qualname__", "") == name:
            found += _methods(value, every)
    return [subject for subject in found if every or _is_annotated(subject)]


def _is_annotated(subject: Subject) -> bool:
    try:
        return is_annotated(subject.function, bound_to=subject.bound_to)
    except AnnotationError:
        return True  # to be said when it is read


def _methods(cls: type, every: bool) -> list[Subject]:
    """The methods of a class, and the class itself if its constructor is written out."""
    found: list[Subject] = []
    if getattr(cls, "_is_protocol", False):
        return found  # it has no instances of its own
    if _is_written(vars(cls).get("__init__")) and not inspect.isabstract(cls):
        found.append(Subject(cls.__name__, cls, None, place_of(cls.__init__)))  # type: ignore[misc]
    for name, value in vars(cls).items():
        if is_invariant(value) or (name.startswith("_") and not (every and not name.startswith("__"))):
            continue
        qualified = f"{cls.__name__}.{name}"
        if _is_function(value):
            found.append(Subject(qualified, value, cls, _place(value)))
        elif isinstance(value, staticmethod | classmethod):
            bound = getattr(cls, name)
            found.append(Subject(qualified, bound, None, _place(value.__func__)))
        elif isinstance(value, property | cached_property):
            get = value.fget if isinstance(value, property) else value.func
            if get is not None and _is_function(get):
                found.append(Subject(qualified, get, cls, _place(get)))
    return [t for t in found if isinstance(_unwrapped(t.function), FunctionType | MethodType | type)]


def _is_function(value: object) -> TypeGuard[Callable[..., Any]]:
    """Whether something is a function, or a decorator has made it of one: one that is cached is an object.

    Measures are not: they are what types are made of.
    """
    layers: list[object] = [value]
    while not isinstance(layers[-1], FunctionType):
        wrapped = inspect.getattr_static(layers[-1], "__wrapped__", None)
        if wrapped is None or isinstance(layers[-1], type | Measure) or not callable(layers[-1]):
            return False
        if any(wrapped is layer for layer in layers):
            return True  # what is wrong with it is said when it is read
        layers.append(wrapped)
    return True


def _place(function: Callable[..., Any]) -> Place | None:
    """Where a function is written, wherever its decorators are."""
    return place_of(_unwrapped(function))


def _unwrapped(function: Callable[..., Any]) -> Callable[..., Any]:
    """Without decorators; as it is, if they have no end, which is said when it is read."""
    try:
        return cast("Callable[..., Any]", inspect.unwrap(function))
    except ValueError:
        return function


def _is_written(constructor: object) -> bool:
    """Whether a constructor is the user's own, rather than made by a decorator, and takes something."""
    if not isinstance(constructor, FunctionType) or constructor.__code__.co_filename.startswith("<"):
        return False
    return len(inspect.signature(constructor).parameters) > 1


def _at_line(subjects: list[Subject], line: int, text: str) -> Subject:
    """The function in which a line stands: the last that begins before it."""
    begins = [(subject.place.line, subject) for subject in subjects if subject.place and subject.place.line <= line]
    if not begins:
        raise TargetError(f"there is no function at {text}", remedy="Give a line of the function you mean.")
    return max(begins, key=lambda begin: begin[0])[1]


def load(module: str) -> ModuleType:
    """Import a module by its name or file, what it prints going to standard error."""
    name = _module_of_file(Path(module)) if module.endswith(".py") else module
    _see(Path.cwd())
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
    _see(root)
    return ".".join(names[:-1] if names[-1] == "__init__" else names)


def _see(directory: Path) -> None:
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


def _no_such_name(name: str, namespace: Mapping[str, Any], module: ModuleType) -> TargetError:
    near = difflib.get_close_matches(name, [known for known in namespace if not known.startswith("_")], n=3)
    return TargetError(
        f"the module {module.__name__!r} has no {name!r}",
        place=Place(module.__file__) if module.__file__ else None,
        remedy=f"Did you mean {' or '.join(near)}?" if near else "Name a class or a type alias that it defines.",
    )


def _expression(text: str) -> Target:
    """A type expression: builtins, typing, refute and annotated-types are there, modules are imported as they occur."""
    namespace = _vocabulary()
    _see(Path.cwd())
    if re.fullmatch(r"[^\s\[\]]+\.py", text):
        raise TargetError(f"{text} names a file, but no type in it", remedy=f"Name one: {text}:Name.")
    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError:
        tree = ast.parse("None", mode="eval")  # reading the annotation says what is wrong with it
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Name):
            _import_prefixes(ast.unparse(node), namespace)
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    bound = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    unknown = sorted(names - bound - set(namespace) - set(vars(builtins)) - _comprehended(tree))
    if unknown:
        raise TargetError(
            f"unknown name {unknown[0]!r} in the type {text!r}",
            remedy=f"Say where it is defined: 'module:{unknown[0]}' or 'path/to/file.py:{unknown[0]}'.",
        )
    return Target(text, text, Context("the type", namespace))


def _comprehended(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _import_prefixes(dotted: str, namespace: dict[str, Any]) -> None:
    """Import the modules a dotted name begins with, as far as there are any."""
    parts = dotted.split(".")
    if parts[0] in namespace or hasattr(builtins, parts[0]) or not all(part.isidentifier() for part in parts):
        return
    for length in range(1, len(parts) + 1):
        name = ".".join(parts[:length])
        if not _is_module(name):
            break
        load(name)
    top = sys.modules.get(parts[0])
    if top is not None:
        namespace[parts[0]] = top


def _is_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):  # its parent is no package, or it was made by hand
        return name in sys.modules


def _vocabulary() -> dict[str, Any]:
    """The names a type expression can use without saying where they come from."""
    return {
        **{name: value for name, value in vars(annotated_types).items() if name[0].isupper()},
        **{name: getattr(typing, name) for name in typing.__all__},
        **{name: value for name, value in vars(aliases).items() if name[0].isupper() and name not in ("T", "Any")},
        "deque": collections.deque,
        "date": datetime.date,
        "datetime": datetime.datetime,
        "timedelta": datetime.timedelta,
        "Decimal": decimal.Decimal,
        "Fraction": fractions.Fraction,
        "where": predicates.where,
        "measure": measures.measure,
        "re": re,
    }
