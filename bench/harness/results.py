"""The results of a table as a file: every run, the machine, and what could not be run."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from harness.cells import Effort, Run
from harness.figures import Cells, cells
from harness.tasks import Task

DIRECTORY = Path(__file__).parent.parent / "results"


@dataclass(frozen=True)
class Results:
    """Everything that was measured for one table, in one run on one machine."""

    name: str
    machine: str
    effort: Effort
    tasks: Sequence[Task]
    missing: Mapping[str, str]  # tools that were not there, with the reason
    runs: Sequence[Run]

    @property
    def cells(self) -> Cells:
        return cells(self.runs)

    @property
    def alarms(self) -> list[str]:
        """Tools that accused a correct program."""
        return sorted({f"{run.tool}: {run.task}" for run in self.runs if run.outcome.get("alarm")})

    def write(self, directory: Path = DIRECTORY) -> None:
        """A run is a line: there are thousands."""
        told = {**asdict(self), "runs": []}
        runs = ",\n".join(f"  {json.dumps(asdict(run))}" for run in self.runs)
        text = json.dumps(told, indent=1).replace('"runs": []', f'"runs": [\n{runs}\n ]')
        directory.mkdir(exist_ok=True)
        (directory / f"{self.name}.json").write_text(f"{text}\n")


def read(name: str, directory: Path = DIRECTORY) -> Results:
    data = json.loads((directory / f"{name}.json").read_text())
    return Results(
        name=data["name"],
        machine=data["machine"],
        effort=Effort(**data["effort"]),
        tasks=[Task(**task) for task in data["tasks"]],
        missing=data["missing"],
        runs=[Run(**run) for run in data["runs"]],
    )


def this_machine() -> str:
    """In a line: what measures depend on."""
    model = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        )
        if Path("/proc/cpuinfo").exists()
        else iter(()),
        platform.processor() or platform.machine(),
    )
    return f"{os.cpu_count()} cores of {model}, {platform.system()}, Python {platform.python_version()}"
