"""Errors for names that cannot be found, with those that may have been meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

from refute.errors import Place, TargetError
from refute.types.reading.guarded import attribute, names_of_module
from refute.words import close_to, meant

_MOST = 3
_PLACES = ("*", "*/*")  # directories to look into for a file that is not where it was named


def no_such_name(name: str, known: Iterable[str], module: ModuleType) -> TargetError:
    """A module has no such function or type; `known` are those that it has."""
    own = names_of_module(module)
    file, called = own.get("__file__"), own.get("__name__")
    place = Place(file) if isinstance(file, str) else None
    if name in own:
        origin = attribute(own[name], "__module__")
        elsewhere = type(origin) is str and origin != called and callable(own[name])
        return TargetError(
            f"{name!r} of the module {called!r} "
            + (f"is defined in {origin!r}" if elsewhere else "has no function or method to check"),
            place=place,
            remedy=f"Name it there: {origin}:{name}." if elsewhere else "Name a function, or a class with methods.",
        )
    return TargetError(
        f"the module {called!r} has no {name!r}",
        place=place,
        remedy=meant([*_near_names(name, known), *_near_modules(name, module)])
        or "Name a function, a class or a type alias that it defines.",
    )


def no_such_file(path: Path) -> TargetError:
    is_file = path.suffix == ".py"
    return TargetError(
        f"there is no file {path}" if is_file else f"there is no file or directory {path}",
        remedy=meant(map(str, _near_paths(path))) or "Name a Python file: path/to/file.py:Name.",
    )


def no_such_module(name: str) -> TargetError:
    near = [] if "." in name else _near_paths(Path(name))
    return TargetError(
        f"there is no module {name!r}",
        remedy=meant(map(str, near))
        or "Name a module that can be imported from here, or a file: path/to/file.py:Name.",
    )


def _near_names(name: str, known: Iterable[str]) -> Iterator[str]:
    """Names that end as a name does (`Account.withdraw` for `withdraw`), or are spelled like it."""
    public = (one for one in known if name.startswith("_") or not one.rpartition(".")[2].startswith("_"))
    names = [one for one in public if one != name]
    last = name.rpartition(".")[2]
    yield from (one for one in names if one.rpartition(".")[2] == last)
    yield from close_to(name, [one for one in names if ("." in one) == ("." in name)])
    lasts = {one.rpartition(".")[2]: one for one in reversed(names)}
    yield from (lasts[one] for one in close_to(last, lasts, cutoff=0.75))


def _near_modules(name: str, package: ModuleType) -> Iterator[str]:
    own = names_of_module(package)
    stems = {path.stem for place in own.get("__path__", ()) for path in _python_in(Path(place))}
    yield from (f"{own.get('__name__')}.{one}" for one in close_to(name, stems))


def _near_paths(path: Path) -> list[Path]:
    """Files and directories spelled like a path, or files of that name in directories near."""
    parents = [path.parent] if path.parent.is_dir() else [one for one in _near_paths(path.parent) if one.is_dir()]
    near: list[Path] = []
    for parent in parents:
        there = {one.stem: one for one in _python_in(parent) if path.suffix != ".py" or one.suffix == ".py"}
        near += (there[stem] for stem in close_to(path.stem, there))
    if not near and path.suffix == ".py":
        near += (found for place in _PLACES for found in sorted(Path().glob(f"{place}/{path.name}")))
    return near[:_MOST]


def _python_in(directory: Path) -> list[Path]:
    """The Python files and the directories in a directory."""
    try:
        found = sorted(directory.iterdir())
    except OSError:
        return []
    return [one for one in found if not one.name.startswith((".", "__")) and (one.suffix == ".py" or one.is_dir())]
