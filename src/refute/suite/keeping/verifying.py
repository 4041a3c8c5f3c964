"""Verifying: a file of tests run twice by pytest, in fresh processes with other hashes, homes and time zones."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from refute.errors import RefuteError

_SECONDS = 120.0  # for all tests of a file
_LONG = 1.0  # seconds of a test that takes too long
_VARIABLES = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "PYTEST_CURRENT_TEST", "COVERAGE_PROCESS_START", "COLUMNS", "LINES")
_ZONES = ("UTC", "Pacific/Kiritimati")


class NotVerified(RefuteError):
    """pytest is missing, or cannot run the file."""


@dataclass(frozen=True)
class Outcome:
    """What became of a test in both runs: empty if it passed, otherwise what pytest says."""

    why: str = ""
    seconds: float = 0.0

    @property
    def problem(self) -> str:
        """Why a test cannot be kept; nothing if it can."""
        return self.why or (f"it takes {self.seconds:.1f} s" if self.seconds > _LONG else "")


def refuse_where_missing() -> None:
    if importlib.util.find_spec("pytest") is None:
        raise NotVerified(
            "tests are run by pytest before they are written, and it is not installed",
            remedy="Install it: pip install pytest",
        )


def verified(text: str, path: Sequence[str], doors: Sequence[str] = ()) -> dict[str, Outcome]:
    """The outcomes of the tests in a file, by their names. `path`: where modules are imported from; `doors`: what the
    code may do beside computing and reading. Raises NotVerified where the file as a whole cannot be run."""
    with tempfile.TemporaryDirectory(prefix="refute-write-") as directory:
        runs = []
        for number, zone in enumerate(_ZONES):
            place = Path(directory, str(number))
            place.mkdir()
            file = place / "test_written.py"
            file.write_text(text, encoding="utf-8")
            runs.append((_begun(file, path, doors, number, zone), place))
        try:
            found = [_ended(run, place) for run, place in runs]
        finally:
            for run, _ in runs:
                with suppress(OSError):
                    run.kill()
                run.wait()
        return _joined(found)


def _begun(file: Path, path: Sequence[str], doors: Sequence[str], number: int, zone: str) -> subprocess.Popen[bytes]:
    place = str(file.parent)
    environment = {name: value for name, value in os.environ.items() if name not in _VARIABLES} | {
        "PYTHONPATH": os.pathsep.join([*path]),
        "PYTHONHASHSEED": str(1 + number),
        "TZ": zone,
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "HOME": place,
        "TMPDIR": place,
    }
    command = [sys.executable, "-m", "refute.suite.keeping.walled", str(file), str(file.parent / "report.xml"), *doors]
    return subprocess.Popen(
        command,
        cwd=file.parent,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def _ended(run: subprocess.Popen[bytes], place: Path) -> Mapping[str, Outcome]:
    try:
        said, _ = run.communicate(timeout=_SECONDS)
    except subprocess.TimeoutExpired:
        raise NotVerified(
            f"the tests did not come to an end within {_SECONDS:g} s", remedy="Leave out what waits: --exclude NAME."
        ) from None
    try:
        tree = ElementTree.parse(place / "report.xml")
    except (OSError, ElementTree.ParseError):
        raise _unusable(said.decode("utf-8", "replace")) from None
    found: dict[str, Outcome] = {}
    for case in tree.iter("testcase"):
        name = str(case.get("name")).partition("[")[0]
        wrong = next((part for part in case if part.tag in ("failure", "error")), None)
        why = "" if wrong is None else _line(wrong)
        if wrong is not None and wrong.tag == "error" and case.get("line") is None:  # the file could not be imported
            raise _unusable(wrong.text or why)
        before = found.get(name, Outcome())
        found[name] = Outcome(before.why or why, before.seconds + float(case.get("time") or 0))
    return found


def _line(wrong: ElementTree.Element) -> str:
    """What pytest says of a failure, in a line."""
    text = " ".join((wrong.get("message") or "").split()) or "it failed"
    return text if len(text) <= 160 else f"{text[:159]}…"


def _unusable(said: str) -> NotVerified:
    lines = [line for line in said.splitlines() if line.startswith("E ")] or said.splitlines()
    why = lines[-1].removeprefix("E").strip() if lines else "it said nothing"
    return NotVerified(
        f"pytest cannot run the tests: {why}",
        remedy="Look whether the module can be imported from the directory of the tests.",
    )


def _joined(runs: Sequence[Mapping[str, Outcome]]) -> dict[str, Outcome]:
    """Outcomes of several runs: a test that failed in one of them only is flaky."""
    names = dict.fromkeys(name for run in runs for name in run)
    found = {}
    for name in names:
        each = [run.get(name, Outcome("it was not run")) for run in runs]
        failed = [one.why for one in each if one.why]
        why = failed[0] if failed else ""
        if failed and len(failed) < len(each):
            why = f"it is flaky: {why}"
        found[name] = Outcome(why, max(one.seconds for one in each))
    return found
