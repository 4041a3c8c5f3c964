"""Publishing: drafts verified by pytest, merged with what is there, and saved."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from refute.errors import RefuteError
from refute.suite.drafting.authoring import Draft
from refute.suite.keeping.existing import Existing, NotOurs
from refute.suite.keeping.merging import merged
from refute.suite.keeping.saving import save
from refute.suite.keeping.verifying import Outcome, verified
from refute.suite.report import Written
from refute.suite.text.files import file_text
from refute.suite.text.functions import WrittenTest
from refute.suite.text.imports import Sections
from refute.suite.text.layout import WIDTH
from refute.words import plural

_TIMES = 3  # that tests are verified, each time without those that failed before
_MARKS = ("pyproject.toml", "ruff.toml", ".ruff.toml", "setup.cfg", ".git")


@dataclass(frozen=True)
class Style:
    """How the project of a file is laid out: the width of lines, and where its own modules are."""

    width: int
    sections: Sections

    @classmethod
    def of(cls, file: Path) -> Style:
        project = _project(file)
        table = _ruff(project)
        source = table.get("src", [".", "src"])
        roots = [project / one for one in source if isinstance(one, str)] if isinstance(source, list) else [project]
        width = table.get("line-length", WIDTH)
        return cls(width if isinstance(width, int) else WIDTH, Sections(roots))


def _project(file: Path) -> Path:
    """The directory of the project that a file is to be part of."""
    above = file.absolute().parents
    return next((one for one in above if any((one / mark).exists() for mark in _MARKS)), Path.cwd())


def _ruff(project: Path) -> dict[str, object]:
    """What the project says to ruff."""
    for name, path in (("pyproject.toml", ("tool", "ruff")), ("ruff.toml", ()), (".ruff.toml", ())):
        try:
            table = tomllib.loads((project / name).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        for step in path:
            inner = table.get(step, {})
            table = inner if isinstance(inner, dict) else {}
        if table:
            return table
    return {}


class Manuscript:
    """The file that tests are written to, as it was, and as it is going to be."""

    def __init__(self, file: Path, *, update: bool) -> None:
        """Raises NotOurs where it must not be written."""
        self.file = file
        self.style = Style.of(file)
        self.existing: Existing | None = None
        self._before = ""
        if file.exists():
            self.existing = existing = Existing.read(file)
            self._before = file.read_text(encoding="utf-8")
            if not update:
                what = "has tests that refute wrote" if existing.is_ours else "is not of refute's making"
                remedy = "--update replaces those that nobody has edited." if existing.is_ours else ""
                raise NotOurs(
                    f"{file} is there already, and {what}", remedy=f"{remedy} Name another file: -o FILE.".strip()
                )
            if not existing.is_ours:
                raise NotOurs(
                    f"{file} has no tests that refute wrote: nothing in it can be updated",
                    remedy="Name another file: -o FILE.",
                )

    @property
    def taken(self) -> set[str]:
        """Names that no new test may have."""
        return set() if self.existing is None else self.existing.names - set(self.existing.edited)

    def outdated(self, path: Sequence[str], doors: Sequence[str]) -> dict[str, Outcome]:
        """The tests of the file, as refute wrote them, that do not hold any more, and those that were edited."""
        if self.existing is None:
            return {}
        own = {one.name for one in self.existing.written} | set(self.existing.edited)
        outcomes = verified(self._before, path, doors)
        return {name: one for name, one in outcomes.items() if name in own and one.why}

    def text(self, docstring: Sequence[str], tests: Sequence[WrittenTest]) -> str:
        if self.existing is not None:
            return merged(self.existing, tests, self.style.sections, self.style.width)
        return file_text(docstring, tests, self.style.sections, width=self.style.width)

    def save(self, text: str) -> bool:
        """Replace the file; whether that makes a difference."""
        if text == self._before:
            return False
        save(self.file, text)
        return True


def published(
    manuscript: Manuscript,
    drafts: Sequence[Draft],
    target: str,
    doors: Sequence[str] = (),
    tell: Callable[[str], None] = lambda what: None,
) -> Written:
    """Verify the tests of drafts, and save those that pass. Raises RefuteError where there are none.

    They are verified in a file of their own: those of somebody else may need what only their directory has.
    """
    tests = [test for draft in drafts for test in draft.tests]
    path = list(dict.fromkeys(entry for draft in drafts for entry in draft.about.path))
    written = Written(manuscript.file, drafts, is_new=manuscript.existing is None)
    docstring = [f"Tests of {target}: what it did when `refute write` ran it."]
    tell("running the tests that are there")
    outdated = manuscript.outdated(path, doors)
    dropped: list[tuple[str, str]] = []
    for _ in range(_TIMES):
        tell(f"running {plural(len(tests), 'test')} twice")
        alone = file_text(docstring, tests, manuscript.style.sections, width=manuscript.style.width)
        outcomes = verified(alone, path, doors) if tests else {}
        each = {test.name: outcomes.get(test.name, Outcome("pytest did not run it")) for test in tests}
        failed = {name: one.problem for name, one in each.items() if one.problem}
        dropped += failed.items()
        tests = [test for test in tests if test.name not in failed]
        if not failed:
            break
    if not tests:
        why = dropped[0][1] if dropped else "nothing that was called did anything that a test could say"
        kept = "" if manuscript.existing is None else f"{manuscript.file} is as it was; "
        raise RefuteError(
            f"there is no test to write of {target}: {why}", remedy=f"{kept}--for 1m gives more time, -v says more."
        )
    existing = manuscript.existing
    names = {test.name for test in tests}
    old = set() if existing is None else {one.name for one in existing.written}
    written.tests, written.dropped = tests, dropped
    written.edited = [] if existing is None else list(existing.edited)
    written.changed = [(name, one.why) for name, one in outdated.items()]
    written.gone = sorted(old - names - set(outdated))
    written.is_same = not manuscript.save(manuscript.text(docstring, tests))
    return written
