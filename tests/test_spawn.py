"""Workers that are fresh interpreters: the same verdicts as of those that are forked, on every system."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import spawned_functions
from command_line import HERE, refute
from refute import Limits, Report, Scope, TargetError, check
from refute.run.system.forks import missing
from sampling import some_of
from spawned_functions import Account

CAN_FORK = not missing()


def checked(name: str, workers: str = "spawn", size: int = 3, **how: object) -> Report:
    function = getattr(spawned_functions, name)
    return check(function, scope=Scope(size=size), workers=workers, limits=Limits(seconds=0.5), **how)  # type: ignore[arg-type]


def run(directory: Path, program: str) -> subprocess.CompletedProcess[str]:
    (directory / "program.py").write_text(program)
    command = [sys.executable, "program.py"]
    return subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=120)


def test_what_holds_holds() -> None:
    report = checked("right")
    assert report.status == "exhausted"
    assert report.claims.tests == 400


@pytest.mark.parametrize(
    ("name", "told"),
    some_of(
        [
            ("wrong", "wrong(n=3)  returned 3"),
            ("raises", "raises(xs=[])  raised IndexError: list index out of range"),
            ("hangs", "hangs(n=2)  did not return within 0.5 s"),
            ("exits", "exits(n=2)  ended the process: exit status 3"),
            ("leaves", "leaves(n=2)  raised SystemExit: 4"),
            ("aborts", "aborts(n=2)  ended the process: "),
            ("applies", "applies(f=f, n=0)  returned 3"),
        ],
        lambda case: case[0] in ("wrong", "raises"),
    ),
)
def test_what_a_call_does_is_found_and_told(name: str, told: str) -> None:
    report = checked(name)
    assert report.status == "refuted"
    assert told in str(report)
    if name == "hangs":
        assert "it was in `hangs`" in str(report)


@pytest.mark.skipif(not CAN_FORK, reason="there is nothing to compare it with")
@pytest.mark.parametrize(
    "name",
    some_of(
        ["wrong", "devours", "talks", "disturbs", "leaves_a_thread", "by_chance", "changes"],
        lambda name: name in ("talks", "changes"),
    ),
)
def test_the_report_is_that_of_forked_workers(name: str) -> None:
    spawned, forked = (re.sub(r"\d+ times", "", str(checked(name, way))) for way in ("spawn", "fork"))
    assert spawned == forked


def test_what_is_not_allowed_is_walled() -> None:
    report = checked("writes")
    assert report.status == "undecided"
    assert "wanted to write" in str(report)
    assert not (HERE / "written_by_a_test").exists()


@pytest.mark.slow
def test_methods_are_found_by_their_names() -> None:
    report = check(Account.withdraw, bound_to=Account, scope=Scope(size=3), workers="spawn")
    assert "Account.withdraw(self=Account(0), amount=1)  returned Account(-1)" in str(report)
    assert check(Account.deposit, bound_to=Account, scope=Scope(size=3), workers="spawn").status == "exhausted"


@pytest.mark.slow
def test_scopes_grow_until_there_are_enough_inputs() -> None:
    report = check(spawned_functions.right, tests=500, workers="spawn")
    assert report.status == "held"
    assert report.claims.tests == 500


@pytest.mark.slow
def test_inputs_of_a_solver_are_tried() -> None:
    report = check(spawned_functions.far, engine="smt", tests=50, workers="spawn")
    assert "50 inputs found by the solver" in str(report)


@pytest.mark.slow
def test_counterexamples_are_made_smaller() -> None:
    report = check(spawned_functions.large, tests=300, workers="spawn")
    assert report.findings[0].call == "large(n=5000)"


@pytest.mark.slow
def test_failures_are_kept_and_tried_first(tmp_path: Path) -> None:
    first, second = (checked("wrong", store=tmp_path) for _ in range(2))
    assert first.findings[0].call == second.findings[0].call
    assert "wrong(n=3)" in next(tmp_path.iterdir()).read_text()


@pytest.mark.parametrize("make", ["lambda", "local"])
def test_a_function_that_lives_only_here_is_told_so(make: str) -> None:
    def local(n: int) -> int:
        return n

    function = local if make == "local" else (lambda n: n)
    with pytest.raises(TargetError, match="lives only in this process") as raised:
        check(function, workers="spawn")
    assert "in_process=True" in raised.value.remedy


def test_workers_of_a_kind_that_there_is_not_are_refused() -> None:
    with pytest.raises(Exception, match="there is no kind of workers 'threads'"):
        check(spawned_functions.right, workers="threads")


def test_a_file_is_checked_on_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "subject.py").write_text(
        "from refute import Nat\n\ndef f(n: Nat) -> Nat:\n    return n - 1\n\ndef g(n: Nat) -> Nat:\n    return n + 1\n"
    )
    done = refute("check", "subject.py", "--size", "3", "--workers", "spawn", cwd=tmp_path)
    assert done.stderr == ""
    assert "f  refuted     input 1, size 0\n    f(n=0)  returned -1\n" in done.stdout
    assert "g  exhausted   all 4 inputs to size 3\n" in done.stdout
    assert done.returncode == 1


def test_an_interpreter_that_cannot_start_is_no_fault_of_the_function(tmp_path: Path) -> None:
    (tmp_path / "subject.py").write_text(
        "import os\n\nos.environ['PYTHONHOME'] = '/nonexistent'\n\ndef f(n: bool) -> bool:\n    return n\n"
    )
    done = refute("check", "subject.py", "--workers", "spawn", cwd=tmp_path)
    assert done.returncode == 2
    assert "f  unusable" in done.stdout
    assert "a worker could not begin: exit status 1" in done.stdout
    assert "Traceback" not in done.stdout


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("import os\nos._exit(7)\n", "importing subject.py ended the process (exit status 7)"),
        ("while True:\n    pass\n", "importing subject.py did not return within 1 s"),
        ("raise ValueError('no')\n", "ValueError: no"),
    ],
)
def test_an_import_that_does_harm_is_told_with_its_line(code: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "subject.py").write_text(f"x = 1\n{code}")
    done = refute("check", "subject.py", "--workers", "spawn", "--import-limit", "1s", cwd=tmp_path)
    assert told in done.stdout
    assert done.returncode == 2


@pytest.mark.slow
def test_a_program_that_checks_its_own_function_is_no_endless_loop(tmp_path: Path) -> None:
    program = "from refute import Scope, check\ndef f(n: int) -> int:\n    return n\n{}"
    call = "print(check(f, scope=Scope(size=1), workers='spawn').status)\n"
    guarded = run(tmp_path, program.format(f"if __name__ == '__main__':\n    {call}"))
    assert guarded.stdout == "exhausted\n", guarded.stderr
    bare = run(tmp_path, program.format(call))
    assert "starts a check itself when it is imported" in bare.stderr


def test_settings_choose_workers(tmp_path: Path) -> None:
    (tmp_path / "subject.py").write_text("def f(n: bool) -> bool:\n    return n\n")
    (tmp_path / "pyproject.toml").write_text("[tool.refute]\nworkers = 'none'\n")
    done = refute("check", "subject.py", cwd=tmp_path)
    assert "[tool.refute] workers: expected one of auto, fork, spawn, not 'none'" in done.stderr
    (tmp_path / "pyproject.toml").write_text("[tool.refute]\nworkers = 'spawn'\n")
    assert "exhausted" in refute("check", "subject.py", "--size", "1", cwd=tmp_path).stdout


@pytest.mark.parametrize("workers", some_of(["fork", "spawn"], lambda way: way == ("fork" if CAN_FORK else "spawn")))
def test_code_sees_no_arguments_and_no_program_of_refute(workers: str, tmp_path: Path) -> None:
    (tmp_path / "subject.py").write_text(
        "import sys, __main__\n\nAT_FIRST = [*sys.argv]\n\n"
        "def f(n: bool) -> bool:\n"
        "    assert AT_FIRST == sys.argv == [''] and len(sys.orig_argv) == 1\n"
        "    assert all(name.startswith('__') for name in vars(__main__))\n"
        "    return n\n"
    )
    command = [sys.executable, "-m", "refute", "check", "subject.py", "--size", "1", "--workers", workers]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert "f  exhausted" in done.stdout, done.stdout
