"""Which stub file tells the types of a module, in the order of type checkers: beside the module, of a package of stubs
(`foo-stubs`), of typeshed for the standard library.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from refute.ownership import is_library
from refute.types.reading.guarded import is_instance, names_of_module

TYPESHED = "typeshed"
STUB = "stub"


@dataclass(frozen=True)
class StubFile:
    """A file, the module that it is about, and whether it comes with that or is typeshed's."""

    module: str
    path: Path
    origin: str

    @property
    def is_package(self) -> bool:
        return self.path.name == "__init__.pyi"


def stub_file(name: str) -> StubFile | None:
    """The stub file of a module that may be imported or not; None if there is none."""
    file = _file_of(name)
    found = next((path for path in (*_beside(name, file), *_of_stub_packages(name)) if path.is_file()), None)
    if found is not None:
        return StubFile(name, found, STUB)
    if not is_of_standard_library(name, file):
        return None
    from typeshed_client import get_stub_file

    from refute.types.hints.stubs.context import search_context

    path = get_stub_file(name, search_context=search_context())
    return None if path is None else StubFile(name, path, TYPESHED)


def is_of_standard_library(name: str, file: str | None = None) -> bool:
    """Whether a module is of the standard library, or one that only its stubs have."""
    top = name.partition(".")[0]
    if top in ("_typeshed", "typing_extensions"):
        return True
    return top in sys.stdlib_module_names and (file is None or is_library(file))


def _file_of(name: str) -> str | None:
    module = sys.modules.get(name)
    file = names_of_module(module).get("__file__") if is_instance(module, ModuleType) else None  # type: ignore[arg-type]
    return file if isinstance(file, str) else None


def _beside(name: str, file: str | None) -> Iterator[Path]:
    """Where a stub would be in the directory of a module: `heap.pyi` for `heap.py`, or for `heap.cpython-311.so`."""
    if file is not None:
        directory, own = os.path.split(file)
        yield Path(directory, f"{own.partition('.')[0]}.pyi")
        return
    top, *inner = name.split(".")
    if top not in sys.stdlib_module_names:
        yield from _below((Path(entry, top) for entry in sys.path), inner)


def _of_stub_packages(name: str) -> Iterator[Path]:
    top, *inner = name.split(".")
    if top not in sys.stdlib_module_names:
        yield from _below((Path(entry, f"{top}-stubs") for entry in sys.path), inner)


def _below(roots: Iterator[Path], inner: list[str]) -> Iterator[Path]:
    """The files that may be the stub of a module in a package at one of some roots."""
    for root in roots:
        if inner:
            yield root.joinpath(*inner[:-1], f"{inner[-1]}.pyi")
        yield root.joinpath(*inner, "__init__.pyi")
