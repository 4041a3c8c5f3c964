"""Tools that write suites, each as its documentation says for a module that nobody prepared."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from strangers.environments import ROOT, Environment, environment

_GRACE = 60  # seconds for starting, writing and ending, beside those that a tool is given


@dataclass(frozen=True)
class Written:
    """What a tool has left, and how long it took."""

    files: tuple[Path, ...]
    seconds: float
    said: str = ""  # the end of what it printed


@dataclass(frozen=True)
class Tool:
    """A tool by name, what its environment needs, and how it writes a suite for a module into a directory."""

    name: str
    packages: tuple[str, ...]
    write: Callable[[Environment, str, Path, float], Written]

    def environment(self, directory: Path) -> Environment:
        return environment(directory, self.name, *self.packages)


def _run(
    command: Sequence[str], environment: Environment, into: Path, seconds: float, **variables: str
) -> tuple[str, str, float]:
    """Both outputs of a command that is ended if it takes much longer than it is given."""
    began = time.monotonic()
    stdout, stderr = "", ""
    process = subprocess.Popen(
        command,
        cwd=into,
        env=environment.variables | variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    try:
        stdout, stderr = process.communicate(timeout=seconds + _GRACE)
    except subprocess.TimeoutExpired:
        process.kill()
        with suppress(subprocess.TimeoutExpired):
            stdout, stderr = process.communicate(timeout=5)
    return stdout, stderr, time.monotonic() - began


def _refute(environment: Environment, module: str, into: Path, seconds: float) -> Written:
    file = into / "test_generated.py"
    command = [environment.command("refute"), "write", module, "-o", str(file), "--for", f"{seconds:g}s"]
    stdout, stderr, took = _run(command, environment, into, seconds)
    return Written((file,) if file.exists() else (), took, (stdout + stderr)[-500:])


def _pynguin(environment: Environment, module: str, into: Path, seconds: float) -> Written:
    packages = environment.path / "lib"
    (site,) = packages.glob("python*/site-packages")
    project = site if _is_installed(site, module) else _library(environment)
    command = [
        *(environment.command("pynguin"), "--project-path", str(project), "--module-name", module),
        *("--output-path", str(into), "--maximum-search-time", f"{max(1, round(seconds))}", "--seed", "1"),
    ]
    _, stderr, took = _run(command, environment, into, seconds, PYNGUIN_DANGER_AWARE="1")
    return Written(tuple(sorted(into.glob("test_*.py"))), took, stderr[-500:])


def _is_installed(site: Path, module: str) -> bool:
    first = module.partition(".")[0]
    return (site / first).exists() or (site / f"{first}.py").exists()


def _library(environment: Environment) -> Path:
    """Where the modules of the standard library are."""
    asked = [str(environment.python), "-c", "import os; print(os.path.dirname(os.__file__))"]
    return Path(subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip())


def _hypothesis(environment: Environment, module: str, into: Path, seconds: float) -> Written:
    """The ghostwriter writes at once; its tests draw examples while they are judged, for as long as others search."""
    stdout, stderr, took = _run([environment.command("hypothesis"), "write", module], environment, into, seconds)
    if not stdout.strip():
        return Written((), took, stderr[-500:])
    file = into / "test_generated.py"
    file.write_text(stdout, encoding="utf-8")
    (into / "conftest.py").write_text(_FOR_SO_LONG.format(seconds=seconds), encoding="utf-8")
    return Written((file,), took)


_FOR_SO_LONG = """import time

from hypothesis import HealthCheck, settings

settings.register_profile(
    "long", max_examples=100_000, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
settings.load_profile("long")


def pytest_collection_modifyitems(items):
    # each test has its share of the time, and ends well when that is over
    share = {seconds} / max(1, len(items))
    for item in items:
        inner = item.obj.hypothesis.inner_test

        def limited(*args, _inner=inner, _began=[], **keywords):
            _began.append(time.monotonic()) if not _began else None
            if time.monotonic() - _began[0] < share:
                return _inner(*args, **keywords)

        item.obj.hypothesis.inner_test = limited
"""


def _crosshair(environment: Environment, module: str, into: Path, seconds: float) -> Written:
    command = [
        *(environment.command("crosshair"), "cover", "--example_output_format", "pytest", "--coverage_type", "opcode"),
        *("--per_condition_timeout", f"{seconds:g}", module),
    ]
    stdout, stderr, took = _run(command, environment, into, seconds)
    if "def test_" not in stdout:
        return Written((), took, stderr[-500:])
    file = into / "test_generated.py"
    file.write_text(stdout, encoding="utf-8")
    return Written((file,), took)


TOOLS = (
    Tool("refute", (f"{ROOT}",), _refute),
    Tool("pynguin", ("pynguin",), _pynguin),
    Tool("hypothesis", ("black",), _hypothesis),
    Tool("crosshair", ("crosshair-tool",), _crosshair),
)
