"""The runs of a table as they are made, in a file, so that what was interrupted need not be measured again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from harness.cells import Effort, Key, Run
from harness.results import DIRECTORY


class Journal:
    """`known` are the runs of a measurement that was interrupted, if it was of the same effort on the same machine."""

    def __init__(self, name: str, machine: str, effort: Effort, *, resume: bool, directory: Path = DIRECTORY) -> None:
        self._path = directory / f"{name}.runs"
        head = json.dumps({"machine": machine, "effort": asdict(effort)})
        lines = self._path.read_text().splitlines(keepends=True) if resume and self._path.exists() else []
        whole = [line for line in lines if line.endswith("\n")]  # not the one that was being written
        runs = [Run(**json.loads(line)) for line in whole[1:]] if whole[:1] == [f"{head}\n"] else []
        self.known: Mapping[Key, Run] = {run.key: run for run in runs}
        directory.mkdir(exist_ok=True)
        self._path.write_text(f"{head}\n")
        for run in runs:
            self.add(run)

    def add(self, run: Run) -> None:
        with self._path.open("a") as file:
            file.write(f"{json.dumps(asdict(run))}\n")

    def done(self) -> None:
        """All runs are in the results."""
        self._path.unlink()
