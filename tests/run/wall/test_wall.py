"""The wall: nothing that hostile functions want is left behind, and none of them is judged."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import sysconfig
import threading
import time
import venv
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import hostile
import pytest

import refute
from refute import Limits, RefuteError, Rules, Scope, check
from refute.run.host.process import Host
from refute.settings.settings import settings_for

FEW = Scope(size=0)


def contents(directory: Path) -> dict[str, tuple[int, int, int, bytes]]:
    """What is in a directory: kinds and modes, times of change, sizes and texts of files."""
    found = {}
    for path in sorted(directory.rglob("*")):
        status = path.lstat()
        text = path.read_bytes() if path.is_file() else b""
        found[path.name] = (status.st_mode, status.st_mtime_ns, status.st_nlink, text)
    return found


def processes_with(mark: str) -> list[str]:
    """Those that have a text in their environment."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):
            if mark.encode() in Path("/proc", name, "environ").read_bytes():
                found.append(name)
    return found


@pytest.fixture
def precious(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    directory = tmp_path / "precious"
    (directory / "empty").mkdir(parents=True)
    (directory / "kept").write_text("as it was")
    monkeypatch.setattr(hostile, "PRECIOUS", str(directory))
    return directory


def test_there_are_many_of_them() -> None:
    assert len(hostile.HOSTILE) >= 60


@pytest.mark.parametrize("function", hostile.HOSTILE, ids=lambda function: function.__name__)
@pytest.mark.sampled(2)
def test_nothing_is_left_of_what_a_hostile_function_does(function: object, precious: Path) -> None:
    before, environment = contents(precious), dict(os.environ)
    report = check(function, scope=FEW)  # type: ignore[arg-type]
    assert contents(precious) == before
    assert dict(os.environ) == environment
    assert not report.findings
    assert report.status == "undecided"
    assert report.claims.walled == report.claims.tests > 0
    assert any("not allowed; --allow" in warning for warning in report.warnings)


def test_a_child_that_would_stay_is_not_there(precious: Path) -> None:
    code = "import hostile, refute; print(refute.check(hostile.fork_and_stay, scope=refute.Scope(size=0)).status)"
    environment = {**os.environ, "MARKED_BY": str(precious)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, cwd=Path(__file__).parent
    )
    assert done.stdout == "undecided\n"
    assert not processes_with(f"MARKED_BY={precious}")


def test_what_is_wanted_is_told_with_the_call_the_path_and_the_line(precious: Path) -> None:
    report = check(hostile.remove_a_tree, scope=FEW)
    (warning,) = [one for one in report.warnings if "wanted to" in one]
    line = hostile.remove_a_tree.__code__.co_firstlineno + 1
    assert warning.startswith(f"remove_a_tree(n=0) wanted to delete {precious} (")
    assert f"hostile.py:{line}): not allowed" in warning
    assert f"--allow write={precious}" in warning


@pytest.mark.parametrize(
    ("function", "rules"),
    [
        (hostile.write_a_file, lambda at: Rules(write=(at,))),
        (hostile.write_in_a_thread, lambda at: Rules(write=("/",))),
        (hostile.run_a_program, lambda at: Rules(write=(at,), process=True)),
        (hostile.look_up_a_host, lambda at: Rules(net=True)),
        (hostile.load_the_c_library, lambda at: Rules(native=True)),
    ],
)
def test_an_open_door_lets_it_through(function: object, rules: object, precious: Path) -> None:
    limits = Limits(wall=rules(str(precious)))  # type: ignore[operator]
    report = check(function, scope=FEW, limits=limits)  # type: ignore[arg-type]
    assert report.status == "exhausted"
    assert report.claims.walled == 0


def writes_here(n: int) -> int:
    Path("mine").write_text("x")
    (Path.home() / "settings").write_text("x")
    import tempfile

    with tempfile.NamedTemporaryFile() as file:
        file.write(b"x")
    return n


def test_what_is_its_own_may_be_written() -> None:
    assert check(writes_here, scope=Scope(size=2)).status == "exhausted"


def sometimes(n: int) -> int:
    if n == 1:
        os.mkdir(hostile.at("new"))
    return n


def test_only_the_inputs_that_want_it_are_walled(precious: Path) -> None:
    report = check(sometimes, scope=Scope(size=2))
    assert report.status == "held"
    assert (report.claims.tests, report.claims.walled) == (5, 1)
    assert report.claims.tried == "5 inputs, 1 of them blocked"


def reads(n: int) -> int:
    return len(Path(hostile.at("kept")).read_text())


def test_reading_is_allowed_unless_it_is_denied(precious: Path) -> None:
    assert check(reads, scope=FEW).status == "exhausted"
    report = check(reads, scope=FEW, limits=Limits(wall=Rules(unreadable=(str(precious),))))
    assert (report.status, report.claims.walled) == ("undecided", 1)


def checked_in(directory: Path) -> subprocess.CompletedProcess[str]:
    given = [sys.executable, "-m", "refute", "check", "caching.py", "--size", "2"]
    return subprocess.run(given, capture_output=True, text=True, cwd=directory)


def test_an_import_that_is_denied_something_and_goes_on_is_told(tmp_path: Path) -> None:
    (tmp_path / "caching.py").write_text(
        "import os\ntry: os.mkdir('cache')\nexcept OSError: pass\ndef f(n: int) -> int: return n\n"
    )
    done = checked_in(tmp_path)
    assert done.returncode == 0
    assert "importing caching.py wanted to make the directory" in done.stderr
    assert "(caching.py:2): not allowed; --allow write=" in done.stderr
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize("by", ["the settings", "a decorator"])
def test_doors_are_opened_by_settings_and_by_a_decorator(tmp_path: Path, by: str) -> None:
    door = f"write={tmp_path / 'cache'}"
    mark = f"@refute.allow({door!r})\n" if by == "a decorator" else ""
    (tmp_path / "caching.py").write_text(
        f"import refute, os\n{mark}def f(n: int) -> int:\n"
        f"    os.makedirs({str(tmp_path / 'cache')!r}, exist_ok=True)\n    return n\n"
    )
    settings = f"allow = [{door!r}]" if by == "the settings" else ""
    (tmp_path / "pyproject.toml").write_text(f"[tool.refute]\n{settings}\n")
    assert "exhausted   all 5 inputs to size 2" in checked_in(tmp_path).stdout
    assert (tmp_path / "cache").is_dir()


def test_the_doctor_names_the_layers() -> None:
    done = subprocess.run([sys.executable, "-m", "refute", "doctor"], capture_output=True, text=True)
    assert done.returncode == 0
    for layer in ("workers", "audit hook", "Landlock", "seccomp", "z3-solver", "time-machine", "--freeze"):
        assert layer in done.stdout


# -- what is not plain -------------------------------------------------------------------------------------------------


def leave_a_thread(n: int) -> int:
    def later() -> None:
        time.sleep(0.03)
        with suppress(BaseException):
            hostile.write_a_file(n)

    threading.Thread(target=later).start()
    return n


def test_what_a_thread_wants_after_its_call_is_walled(precious: Path) -> None:
    before = contents(precious)
    report = check(leave_a_thread, scope=Scope(size=1))
    assert contents(precious) == before
    assert report.status != "exhausted"
    assert report.claims.walled > 0


@dataclass
class Caching:
    n: int

    def __post_init__(self) -> None:
        with suppress(BaseException):
            hostile.write_a_file(self.n)


def given_what_caches(caching: Caching) -> int:
    return caching.n


def test_every_input_whose_making_wants_it_is_walled(precious: Path) -> None:
    report = check(given_what_caches, scope=Scope(size=3))
    assert (report.status, report.claims.walled) == ("undecided", report.claims.tests)
    assert report.claims.tests > 1


def raises_by_itself(n: int) -> int:
    raise PermissionError(errno.EACCES, "the tenant may not")


def test_an_exception_that_code_raises_itself_is_not_the_walls() -> None:
    (finding,) = check(raises_by_itself, scope=FEW).findings
    assert finding.kind == "crash"


def attach_a_database(n: int) -> None:
    sqlite3.connect(":memory:").execute(f"attach '{hostile.at('new')}' as other")


def call_native_code_from_text(n: int) -> None:
    exec("import ctypes; ctypes.CDLL(None).getpid()")


@pytest.mark.parametrize("function", [attach_a_database, call_native_code_from_text])
def test_what_no_event_or_no_file_tells_of_is_walled_too(function: object, precious: Path) -> None:
    before = contents(precious)
    report = check(function, scope=FEW)  # type: ignore[arg-type]
    assert contents(precious) == before
    assert (report.status, report.claims.walled) == ("undecided", 1)


def test_the_path_is_told_that_may_not_be_written(precious: Path) -> None:
    report = check(hostile.rename_over, scope=FEW)
    assert any(f"wanted to rename {precious / 'kept'} " in warning for warning in report.warnings)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "code",
    [
        "import os\nos.mkfifo('new')",
        "import sqlite3\nsqlite3.connect(':memory:').execute(\"attach 'new' as other\")",
        "import subprocess\nsubprocess.run(['touch', 'new'])",
        "import os\nexec(compile(\"open('new', 'w')\", os.path.join(os.path.dirname(os.__file__), 'x.py'), 'exec'))",
        "import os, signal\nsignal.pidfd_send_signal(os.pidfd_open(os.getppid()), signal.SIGTERM)",
    ],
)
def test_an_import_leaves_nothing_either(code: str, tmp_path: Path) -> None:
    (tmp_path / "caching.py").write_text(
        f"try:\n {code.replace(chr(10), chr(10) + ' ')}\nexcept Exception: pass\n" + OK
    )
    done = checked_in(tmp_path)
    assert "exhausted   all 5 inputs to size 2" in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["caching.py"]


OK = "def f(n: int) -> int: return n\n"


def test_a_package_that_is_installed_is_no_part_of_the_standard_library(tmp_path: Path) -> None:
    """Where packages are installed is below a directory of the standard library, as far as Python tells."""
    venv.create(tmp_path / "env", symlinks=True)
    python = tmp_path / "env" / "bin" / "python"
    (packages,) = (tmp_path / "env" / "lib").glob("python*/site-packages")
    shutil.copytree(Path(refute.__file__).parent, packages / "refute")
    (packages / "others.pth").write_text(sysconfig.get_path("purelib"))
    (tmp_path / "caching.py").write_text(OK)
    given = [str(python), "-m", "refute", "check", "caching.py", "--size", "2", "--no-store"]
    done = subprocess.run(given, capture_output=True, text=True, cwd=tmp_path)
    assert (done.stderr, done.returncode) == ("", 0)
    assert "exhausted   all 5 inputs to size 2" in done.stdout


# -- the wall and what else watches a call -----------------------------------------------------------------------------

SHORT = Limits(seconds=1.0)


def hang_when_denied(n: int) -> None:
    while True:
        with suppress(BaseException):
            hostile.write_a_file(n)


def hang_when_denied_twice(n: int) -> None:
    for name in ("first", "second"):
        with suppress(BaseException):
            os.mkdir(hostile.at(name))
    while True:
        pass


def die_when_denied(n: int) -> None:
    try:
        hostile.write_a_file(n)
    except BaseException:
        os._exit(3)


def leave_something_when_denied(n: int) -> None:
    os.environ["LEFT_BY"] = "me"
    with suppress(BaseException):
        hostile.write_a_file(n)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("function", [hang_when_denied, die_when_denied, leave_something_when_denied])
def test_what_a_call_does_after_it_was_denied_is_no_finding(function: object, precious: Path) -> None:
    report = check(function, scope=Scope(size=1), limits=SHORT, leftovers="fail")  # type: ignore[arg-type]
    assert not report.findings
    assert (report.status, report.claims.walled) == ("undecided", 3)


def test_of_a_call_that_hangs_the_first_denial_is_told(precious: Path) -> None:
    """Only that is written to memory that outlives the worker: the last may be half written when it is ended."""
    report = check(hang_when_denied_twice, scope=FEW, limits=SHORT)
    (notice,) = [warning for warning in report.warnings if "wanted to" in warning]
    assert f"wanted to make the directory {precious / 'first'}" in notice


class Answering:
    def parts(self) -> Iterator[int]:
        with suppress(OSError):
            open("/etc/never", "w")  # noqa: SIM115
        yield from range(10)

    def echo(self, text: str) -> str:
        return text


def test_an_answer_that_is_cancelled_after_a_denial_is_not_the_next_answer() -> None:
    with Host(Answering) as host:
        stream = host.stream("parts", doing="asking")
        assert next(stream) == 0
        stream.close()
        assert [host.call("echo", text, doing="asking") for text in ("one", "two")] == ["one", "two"]
        assert [denial.subject for denial in host.taken_denials()] == ["/etc/never"]


def truncate_memory(n: int) -> None:
    file = os.memfd_create("mine")
    os.ftruncate(file, 10)
    os.close(file)


def test_files_in_memory_may_be_written() -> None:
    assert check(truncate_memory, scope=FEW).status == "exhausted"


def test_a_door_opens_no_other(precious: Path) -> None:
    report = check(signal_by_file, scope=FEW, limits=Limits(wall=Rules(write=("/",))))
    assert report.claims.walled == 1


def signal_by_file(n: int) -> None:
    signal.pidfd_send_signal(os.pidfd_open(os.getppid()), 0)


def test_paths_in_settings_are_seen_from_the_file_and_wrong_doors_have_a_place(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.refute]\nallow = ['write=build']\n")
    (tmp_path / "inner").mkdir()
    wall = settings_for({}, tmp_path / "inner").limits.wall
    assert wall.write == (str(tmp_path.resolve() / "build"),)
    (tmp_path / "pyproject.toml").write_text("[tool.refute]\nallow = ['window']\n")
    with pytest.raises(RefuteError) as caught:
        settings_for({}, tmp_path)
    assert caught.value.place is not None
    assert caught.value.place.line == 2
