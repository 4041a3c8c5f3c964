"""What a run has reached of a library's code: lines and branches, function by function.

The code of a function is its own, and that of private functions it calls. Specification is not counted. A line that
cannot be reached says why in a comment, `# not reached: …`; that explains the line, and the branches that lead to it.
"""

from __future__ import annotations

import inspect
import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from coverage import Coverage, CoverageData
from coverage.exceptions import NoDataError

from libraries.targets import Target, modules

EXPLAINED = "# not reached:"

Places = frozenset[str]  # "balancing.py:12" is a line, "balancing.py:12>14" a branch; one that leaves goes to 0


class Reached:
    """Watches the code of a library while it runs. Looking takes some tenths of a second, marking nearly nothing."""

    def __init__(self, watched: Target) -> None:
        self._target = watched
        self._files = [module.__file__ for module in modules(watched.library)]
        self._directory = tempfile.TemporaryDirectory(prefix="reached-")
        self._coverage = Coverage(branch=True, data_file=None, config_file=False, include=self._files, messages=False)
        self.own: Places = frozenset()  # what there is to be reached of the target; known once it was looked at
        self.all: Places = frozenset()  # and of all functions

    def __enter__(self) -> Reached:
        self._coverage.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._coverage.stop()

    def everything(self) -> bool:
        """Whether all that can be reached of the target was."""
        reached = self._look(self._coverage, [inspect.getfile(self._target.function)])
        return self.own <= reached | self.explained

    def mark(self, name: str) -> None:
        """Keep what was reached by now."""
        kept = CoverageData(str(Path(self._directory.name, name)))
        kept.add_arcs({file: [] for file in self._files})  # branches are known also where nothing has run
        kept.update(self._coverage.get_data())
        kept.write()

    def marked(self, name: str) -> Places:
        """All that was reached in the library by a mark."""
        path = str(Path(self._directory.name, name))
        then = Coverage(data_file=path, branch=True, config_file=False, messages=False)
        then.load()
        return self._look(then, self._files)

    @property
    def explained(self) -> Places:
        """Of what there is to be reached, what cannot be, and says why."""
        lines = set()
        for file in self._files:
            for number, text in enumerate(Path(file).read_text().splitlines(), 1):
                if EXPLAINED in text:
                    lines.add((Path(file).name, str(number)))
        return frozenset(place for place in self.all if any((_file(place), end) in lines for end in _ends(place)))

    def _look(self, seen: Coverage, files: list[str]) -> Places:
        report = Path(self._directory.name, "report.json")
        try:
            seen.json_report(morfs=files, outfile=str(report))
        except NoDataError:
            return frozenset()
        reached, own, every = set(), set(self.own), set(self.all)
        for path, file in json.loads(report.read_text())["files"].items():
            for name, found in file["functions"].items():
                if not name:
                    continue  # what is not in a function runs on import
                executed, missing = (_places(Path(path).name, found, which) for which in ("executed", "missing"))
                reached |= executed
                every |= executed | missing
                if Path(path).name == self._target.file and name.partition(".")[0] in self._target.code:
                    own |= executed | missing
        self.own, self.all = frozenset(own), frozenset(every)
        return frozenset(reached)


def _places(file: str, found: Mapping[str, Any], which: str) -> Places:
    lines = [f"{file}:{line}" for line in found[f"{which}_lines"]]
    return frozenset([*lines, *[f"{file}:{a}>{max(b, 0)}" for a, b in found.get(f"{which}_branches", ())]])


def _file(place: str) -> str:
    return place.partition(":")[0]


def _ends(place: str) -> list[str]:
    return place.partition(":")[2].split(">")
