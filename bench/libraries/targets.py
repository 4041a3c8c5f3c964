"""The functions of a library, one by one, and which code is theirs."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

SPECIFICATION = ("trees", "screens")  # modules that say what the data is, with measures and models for refinements


@dataclass(frozen=True)
class Target:
    """A function of a library, and the code that counts for it."""

    library: str
    name: str
    function: Callable[..., Any]

    @property
    def task(self) -> str:
        return f"{self.library}.{self.name}"

    @cached_property
    def code(self) -> frozenset[str]:
        """The names of functions, its own and those of private ones that are called, directly or not."""
        tree = ast.parse(inspect.getsource(importlib.import_module(self.function.__module__)))
        bodies = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        found, waiting = set(), [self.name]
        while waiting:
            name = waiting.pop()
            found.add(name)
            called = {node.id for node in ast.walk(bodies[name]) if isinstance(node, ast.Name)}
            waiting += [other for other in called & bodies.keys() if other.startswith("_") and other not in found]
        return frozenset(found)

    @property
    def file(self) -> str:
        return Path(inspect.getfile(self.function)).name


def targets(library: str) -> Iterator[Target]:
    """All public functions."""
    for module in modules(library):
        for name, function in vars(module).items():
            if inspect.isfunction(function) and function.__module__ == module.__name__ and not name.startswith("_"):
                yield Target(library, name, function)


def target(task: str) -> Target:
    library, _, name = task.partition(".")
    return next(found for found in targets(library) if found.name == name)


def modules(library: str) -> list[Any]:
    package = importlib.import_module(f"libraries.{library}")
    names = [info.name for info in pkgutil.iter_modules(package.__path__) if info.name not in SPECIFICATION]
    return [importlib.import_module(f"libraries.{library}.{name}") for name in names]
