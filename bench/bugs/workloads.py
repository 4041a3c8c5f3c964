"""Workloads: a program, its properties, and faults, each of which is one change in one function of the program.

A workload is a directory here: `program.py`, `properties.py`, `faults.py` with FAULTS and TASKS, `strategies.py` for
Hypothesis, and `contracts.py` for CrossHair. A faulty program is a copy of the directory, and of `models.py`, with
its text changed.
"""

from __future__ import annotations

import ast
import importlib
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).parent
MODELS = HERE / "models.py"
NO_FAULT = "none"


@dataclass(frozen=True)
class Fault:
    """In the text of a function, `old` stands once, and becomes `new`."""

    name: str
    function: str
    old: str
    new: str

    def applied(self, program: str) -> str:
        start, end = _extent(program, self.function)
        text = program[start:end]
        if text.count(self.old) != 1:
            raise ValueError(f"{self.name}: {self.old!r} stands {text.count(self.old)} times in {self.function}")
        return program[:start] + text.replace(self.old, self.new) + program[end:]


@dataclass(frozen=True)
class Workload:
    name: str
    faults: Sequence[Fault]
    tasks: Mapping[str, Sequence[str]]  # by the name of a fault, the properties that it breaks

    @property
    def directory(self) -> Path:
        return HERE / self.name

    @property
    def properties(self) -> list[str]:
        """The names of all properties: the functions that say `Holds`."""
        tree = ast.parse((self.directory / "properties.py").read_text())
        return [
            part.name
            for part in tree.body
            if isinstance(part, ast.FunctionDef) and isinstance(part.returns, ast.Name) and part.returns.id == "Holds"
        ]

    def copied(self, fault: str, into: Path) -> None:
        """A copy of the workload with a fault in its program."""
        for file in (MODELS, *self.directory.glob("*.py")):
            shutil.copy(file, into)
        if fault != NO_FAULT:
            (chosen,) = (one for one in self.faults if one.name == fault)
            program = into / "program.py"
            program.write_text(chosen.applied(program.read_text()))


def workloads() -> list[Workload]:
    return [workload(file.parent.name) for file in sorted(HERE.glob("*/faults.py"))]


def workload(name: str) -> Workload:
    told = importlib.import_module(f"bugs.{name}.faults")
    return Workload(name, told.FAULTS, told.TASKS)


def imported(name: str, fault: str, directory: Path) -> ModuleType:
    """The properties of a faulty program, from a copy in a directory. Copies have one name: it is the last one's."""
    workload(name).copied(fault, directory)
    sys.path.insert(0, str(directory))
    for copy in directory.glob("*.py"):
        sys.modules.pop(copy.stem, None)
    importlib.invalidate_caches()
    return importlib.import_module("properties")


def _extent(program: str, function: str) -> tuple[int, int]:
    """Where the text of a function starts and ends."""
    (found,) = (part for part in ast.parse(program).body if isinstance(part, ast.FunctionDef) and part.name == function)
    lines = program.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    return starts[found.lineno - 1], starts[found.end_lineno or found.lineno]
