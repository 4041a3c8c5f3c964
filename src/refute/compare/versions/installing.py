"""Installing: a distribution from the registry, in an environment of its own.

    shop==1.2            …/refute/environments/cp311-shop-1.2-<digest>/
    shop @ ../checkout   the same, made anew each time

Environments stay in the user's cache directory: a version that is pinned does not change. pip does the work; the wheels
that it downloads are in its own cache.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from refute.errors import TargetError
from refute.words import cut

_REQUIREMENT = re.compile(
    r"(?P<name>[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)(?:\[[^\]]*\])?\s*(?P<rest>(?:[=<>!~]=|[<>@]).*)"
)
_PINNED = re.compile(r"===?\s*[A-Za-z0-9.+!_-]+\s*$")
_READY = "refute-environment.json"  # is written when everything is installed
_TO_INSTALL = 900.0  # seconds
_MOST_SAID = 1_500  # characters of what pip says
# What a Python tells of itself, and of a distribution that is installed in it.
_TELL = """
import json, sys, importlib.metadata as metadata
name = sys.argv[1]
found = metadata.distribution(name)
text = found.read_text('top_level.txt') or ''
print(json.dumps({
    'version': found.version,
    'files': [str(found.locate_file(file)) for file in found.files or () if str(file).endswith(('.py', '.so', '.pyd'))],
    'relative': [str(file) for file in found.files or () if str(file).endswith(('.py', '.so', '.pyd'))],
    'said': text.split(),
}))
"""


@dataclass(frozen=True)
class Requirement:
    """`shop[cards]==1.2`, as pip reads it."""

    text: str
    name: str
    rest: str

    @property
    def is_pinned(self) -> bool:
        return _PINNED.fullmatch(self.rest) is not None

    @property
    def version(self) -> str:
        """The version that it names; empty if it leaves that open."""
        return self.rest.lstrip("= ").strip() if self.is_pinned else ""


@dataclass(frozen=True)
class Installed:
    """A distribution in its environment."""

    program: str  # the Python
    version: str
    modules: tuple[str, ...]  # at its top: what clients import
    places: tuple[str, ...]  # their files and directories


def requirement_in(text: str) -> Requirement | None:
    """A text as a requirement, if it is one: a name alone is not."""
    found = _REQUIREMENT.fullmatch(text.strip())
    return None if found is None else Requirement(text.strip(), found["name"], found["rest"])


def installed(requirement: Requirement, python: str, more: Sequence[str] = ()) -> Installed:
    """Install a distribution for a Python, unless that has been done. Raises TargetError."""
    wanted = (requirement.text, *more)
    directory = _cache() / _name_of(requirement, python, wanted)
    ready = directory / _READY
    if not (requirement.is_pinned and ready.is_file()):
        _make(directory, python, wanted)
    program = str(_program(directory))
    return _told(program, requirement)


def _make(directory: Path, python: str, wanted: Sequence[str]) -> None:
    """Build an environment beside its place and move it there: two runs at once may want it."""
    directory.parent.mkdir(parents=True, exist_ok=True)
    building = Path(tempfile.mkdtemp(prefix="building-", dir=directory.parent))
    try:
        _run([python, "-I", "-m", "venv", "--without-pip", str(building)], f"{python} cannot make an environment")
        problem = f"pip cannot install {' '.join(wanted)}"
        _run([*_pip(python, building), "install", "--quiet", "--no-input", *wanted], problem)
        (building / _READY).write_text(json.dumps({"wanted": list(wanted)}))
        with suppress(OSError):
            shutil.rmtree(directory)
        try:
            building.rename(directory)
        except OSError:  # another run was faster
            if not (directory / _READY).is_file():
                raise
    except BaseException:
        shutil.rmtree(building, ignore_errors=True)
        raise
    shutil.rmtree(building, ignore_errors=True)


def _pip(python: str, environment: Path) -> list[str]:
    """A pip that installs into an environment: that of refute's own Python, or of the environment's."""
    for program in (sys.executable, python):
        asked = subprocess.run([program, "-I", "-m", "pip", "--version"], capture_output=True, text=True, check=False)
        found = re.match(r"pip (\d+)\.(\d+)", asked.stdout)
        if found is not None and (int(found[1]), int(found[2])) >= (22, 3):  # from which on it knows `--python`
            return [program, "-I", "-m", "pip", "--disable-pip-version-check", "--python", str(_program(environment))]
    own = str(_program(environment))
    _run([own, "-I", "-m", "ensurepip"], "there is no pip")
    return [own, "-I", "-m", "pip", "--disable-pip-version-check"]


def _program(environment: Path) -> Path:
    return environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def _run(command: Sequence[str], problem: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_TO_INSTALL)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise TargetError(f"{problem}: {error}", remedy="Try it by hand: " + " ".join(command)) from None
    if done.returncode:
        lines = [line for line in (done.stderr or done.stdout).splitlines() if not line.startswith("WARNING:")]
        raise TargetError(f"{problem}:\n{cut(chr(10).join(lines[-12:]), _MOST_SAID)}", remedy=_REMEDY)
    return done.stdout


_REMEDY = "Name a version that the registry has for this Python, or another Python: --python 3.12."


def _told(program: str, requirement: Requirement) -> Installed:
    said = json.loads(_run([program, "-I", "-c", _TELL, requirement.name], f"{requirement.name} was not installed"))
    tops: dict[str, str] = {}
    for file, relative in zip(said["files"], said["relative"], strict=True):
        parts = Path(relative).parts
        name = parts[0] if len(parts) > 1 else parts[0].partition(".")[0]
        place = str(Path(file).parents[len(parts) - 2]) if len(parts) > 1 else file
        if name.isidentifier():
            tops.setdefault(name, place)
    public = [name for name in tops if not name.startswith("_") and name not in ("tests", "test", "docs", "examples")]
    modules = public or list(tops)
    if not modules:
        raise TargetError(f"{requirement.text} has no module", remedy="Name a distribution that can be imported.")
    return Installed(program, said["version"], tuple(modules), tuple(tops.values()))


def _name_of(requirement: Requirement, python: str, wanted: Sequence[str]) -> str:
    about = json.dumps([os.path.realpath(python), list(wanted)])
    digest = hashlib.sha256(about.encode()).hexdigest()[:12]
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", f"{requirement.name}-{requirement.version or 'any'}")
    return f"{plain}-{digest}"


def _cache() -> Path:
    """The user's directory for what can be made again."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library/Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "refute" / "environments"
