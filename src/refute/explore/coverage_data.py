"""Data for coverage.py: what calls have reached, and what ran when modules were imported."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from refute.errors import RefuteError
from refute.programs.engine.coverage.branches import Arc
from refute.programs.hosting.explored import Reached
from refute.run.host.wire import may_cross

Arcs = dict[str, set[Arc]]  # by file


@dataclass(frozen=True)
class Ways:
    """What there is to know of code beside what calls reach."""

    steps: tuple[tuple[str, int, tuple[Arc, ...]], ...]  # of functions: file, first line, all ways between their lines
    imported: tuple[tuple[str, tuple[Arc, ...]], ...]  # of files: the ways that were taken when they were imported


may_cross(Ways)


def arcs_of(reached: Sequence[Reached], ways: Ways) -> Arcs:
    """The ways between lines that were taken."""
    found: Arcs = {}
    for file, arcs in ways.imported:
        found.setdefault(file, set()).update(arcs)
    steps = {(file, line): arcs for file, line, arcs in ways.steps}
    for one in reached:
        lines = set(one.lines) - set(one.missed)
        if not lines:
            continue
        own = found.setdefault(one.file, set())
        own |= {(line, line) for line in lines} | (set(one.branches) - set(one.untaken))
        branching = {before for before, _ in one.branches}
        own |= {
            (before, after)
            for before, after in steps.get((one.file, one.line), ())
            if before in lines and before not in branching and (after in lines or after < 0)
        }
    return found


def joined(each: Iterable[Mapping[str, set[Arc]]]) -> Arcs:
    """The ways of several explorations."""
    found: Arcs = {}
    for arcs in each:
        for file, own in arcs.items():
            found.setdefault(file, set()).update(own)
    return found


def refuse_where_missing() -> None:
    try:
        import coverage  # noqa: F401 - whether it is there
    except ImportError:
        raise RefuteError(
            "coverage data is written by coverage.py, which is not installed",
            remedy="Install it: pip install 'refute[coverage]'",
        ) from None


def save(arcs: Mapping[str, set[Arc]], file: Path) -> None:
    """Write a data file, of which `coverage report --data-file=FILE` and `coverage html` tell."""
    from coverage import CoverageData
    from coverage.exceptions import CoverageException

    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        data = CoverageData(basename=str(file))
        data.add_arcs({name: sorted(own) for name, own in arcs.items()})
        data.write()
        data.close()
    except (CoverageException, OSError) as error:
        raise RefuteError(f"{file} cannot be written: {error}", remedy="Name another file: --coverage FILE.") from None
