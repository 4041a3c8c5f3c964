"""What was found is told, whatever happens to the host, the clock or the warnings afterwards."""

from __future__ import annotations

import builtins
import decimal
import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import pytest

from command_line import command, environment, refute
from refute import RefuteError, Scope, check, raises


def wrong(n: int) -> int:
    return 1 // n


def write(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text)
    return name


def test_a_refinement_that_raises_when_it_is_run_again_interrupts_nothing(tmp_path: Path) -> None:
    target = write(
        tmp_path,
        "module_with_counting.py",
        "from typing import Annotated\n"
        "from refute import where\n"
        "calls = []\n"
        "def odd(v):\n"
        "    calls.append(v)\n"
        "    if len(calls) > 6: raise KeyError\n"
        "    return bool(eval('1'))\n"
        "def f(n: Annotated[bool, where(odd)]) -> bool: return n\n"
        "def g(n: int) -> int: return n\n",
    )
    done = refute("check", target, "--size", "1", cwd=tmp_path)
    assert "g  exhausted" in done.stdout.replace(": g", "g")
    assert "interrupted" not in done.stdout


@pytest.mark.slow
def test_the_search_without_decorators_has_its_own_time(tmp_path: Path) -> None:
    target = write(
        tmp_path,
        "module_with_decorator.py",
        "import functools, time\n"
        "def spoiling(function):\n"
        "    @functools.wraps(function)\n"
        "    def call(n):\n"
        "        time.sleep(0.2)\n"
        "        return 'no' if n else function(n)\n"
        "    return call\n"
        "@spoiling\n"
        "def f(n: int) -> int: return n\n",
    )
    done = refute("check", target, "--size", "3", "--budget", "1s", "--format", "json", cwd=tmp_path)
    (function,) = json.loads(done.stdout)["functions"]
    assert (function["status"], function["tests"]) == ("exhausted", 7)


def test_a_finding_outlives_its_host(tmp_path: Path) -> None:
    target = write(
        tmp_path,
        "module_that_ends.py",
        "import os, time\n"
        "host = os.getpid()\n"
        "def f(n: int) -> int:\n"
        "    if n == 200: os.kill(host, 9)\n"
        "    time.sleep(0.005)\n"
        "    return 1 // n if n == 0 else n\n",
    )
    done = refute("check", target, "--size", "300", cwd=tmp_path)
    assert "f(n=0)  raised ZeroDivisionError" in done.stdout
    assert done.returncode == 1


@pytest.mark.slow
def test_an_audit_of_many_functions_keeps_one_file_open(tmp_path: Path) -> None:
    functions = "".join(f"def f{number}(n: bool) -> bool: return n\n" for number in range(60))
    target = write(tmp_path, "module_with_many.py", functions)
    given = command("check", target, "--size", "0", "--audit", "calls.log", "--format", "json", cwd=tmp_path)

    def few_files() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))

    done = subprocess.run(
        given, cwd=tmp_path, env=environment(), preexec_fn=few_files, capture_output=True, check=False, timeout=120
    )
    assert {function["status"] for function in json.loads(done.stdout)["functions"]} == {"exhausted"}
    assert len((tmp_path / "calls.log").read_text().splitlines()) == 120


def test_code_that_raises_while_types_are_read_is_named(tmp_path: Path) -> None:
    target = write(
        tmp_path,
        "module_with_metaclass.py",
        "class Meta(type):\n"
        "    def __getattr__(cls, name): return 1 // 0\n"
        "class Odd(metaclass=Meta): pass\n"
        "def f(odd: Odd) -> int: return 1\n"
        "def g(n: int) -> int: return n\n",
    )
    done = refute("check", target, "--size", "1", cwd=tmp_path)
    assert "fault of refute" not in done.stdout + done.stderr
    assert "g  exhausted" in done.stdout.replace(": g", "g")


@pytest.mark.slow
def test_more_kept_failures_than_a_search_puts_up_with_do_not_end_it(tmp_path: Path) -> None:
    store = tmp_path / ".refute"
    store.mkdir()
    calls = "".join(f"failing({number})\n" for number in range(1_000, 1_250))
    (store / "functions_that_fail.failing.py").write_text(f"from functions_that_fail import failing\n{calls}")
    write(tmp_path, "functions_that_fail.py", "def failing(n: int) -> int:\n    assert n < 100\n    return n\n")
    done = refute("check", "functions_that_fail.py:failing", "--size", "300", "--format", "json", cwd=tmp_path)
    (function,) = json.loads(done.stdout)["functions"]
    assert function["findings"][0]["call"] == "failing(n=100)"


def test_a_line_is_a_number_of_ascii_digits(tmp_path: Path) -> None:
    target = write(tmp_path, "module_with_lines.py", "def f(n: int) -> int: return n\n")
    done = refute("check", f"{target}:²", cwd=tmp_path)
    assert "fault" not in done.stdout + done.stderr
    assert done.returncode == 2


def test_the_umask_of_the_process_is_left_alone(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        check(wrong, scope=Scope(size=1), store=tmp_path / "store", in_process=True)
        (file,) = (tmp_path / "store").glob("*.py")
        assert file.stat().st_mode & 0o777 == 0o600
        assert os.umask(0o077) == 0o077
    finally:
        os.umask(before)


def test_in_process_errors_come_through() -> None:
    with pytest.raises(RefuteError):
        check(lambda n: n, scope=Scope(size=1), in_process=True)


def test_what_a_worker_cannot_say_is_no_failure_of_the_call(tmp_path: Path) -> None:
    target = write(tmp_path, "module_with_nothing_wrong.py", "def f(n: int) -> int: return n\n")
    done = refute("check", target, "--size", "2", "--audit", "/dev/full", cwd=tmp_path)
    assert "refuted" not in done.stdout
    assert "a call cannot be written to the audit: No space left on device" in done.stdout


def test_judging_that_raises_what_no_refinement_should_is_not_the_end_of_a_process(tmp_path: Path) -> None:
    target = write(
        tmp_path,
        "module_that_judges.py",
        "from typing import Annotated\n"
        "from refute import where\n"
        "def odd(v): raise KeyboardInterrupt\n"
        "def f(n: int) -> Annotated[int, where(odd)]: return n\n"
        "class Vague:\n"
        "    def __bool__(self): raise SystemExit\n"
        "def prop_vague(n: int): return Vague()\n",
    )
    done = refute("check", target, "--size", "1", cwd=tmp_path)
    assert "ended the process" not in done.stdout
    assert "returned an object whose truth raises SystemExit" in done.stdout


def test_options_that_no_call_can_keep_to_are_refused(tmp_path: Path) -> None:
    target = write(tmp_path, "module_with_limits.py", "def f(n: int) -> int: return n\n")
    for option in (
        ["--memory-limit", "99999999999999"],
        ["--memory-limit", "0"],
        ["--time-limit", "0s"],
        ["--tests", "0"],
    ):
        done = refute("check", target, *option, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("format", ["text", "json", "jsonl", "junit", "github"])
def test_a_check_that_nobody_reads_is_no_success_and_no_refutation(tmp_path: Path, format: str) -> None:
    target = write(tmp_path, "module_that_nobody_reads.py", "def f(n: int) -> int: return n\n")
    given = command("check", target, "--size", "1", "--format", format, cwd=tmp_path)
    with subprocess.Popen(given, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE) as running:
        running.stdout.close()  # type: ignore[union-attr]
        assert running.wait(100) == 141


def test_random_numbers_are_named_only_where_they_decide(tmp_path: Path) -> None:
    target = write(
        tmp_path,
        "module_with_dice.py",
        "import random\n"
        "from typing import Annotated\n"
        "from refute import Pos, where\n"
        "def dice(n: Pos) -> Annotated[int, where(lambda v, n: 1 <= v <= n)]: return random.randint(0, n)\n"
        "def wrong(n: Pos) -> Annotated[int, where(lambda v: v == 0)]: return random.randint(1, n)\n",
    )
    done = refute("check", target, "--size", "9", "--format", "json", cwd=tmp_path)
    dice, wrong = (function["findings"][0]["explanation"] for function in json.loads(done.stdout)["functions"])
    assert "random.seed" in dice
    assert "random.seed" not in wrong


def test_what_is_left_out_of_a_check_is_told(tmp_path: Path) -> None:
    target = write(
        tmp_path,
        "module_that_leaves_out.py",
        "import abc\n"
        "from collections.abc import Iterator\n"
        "from dataclasses import dataclass\n"
        "class Shape(abc.ABC):\n"
        "    @abc.abstractmethod\n"
        "    def area(self) -> int: ...\n"
        "@dataclass\n"
        "class Square(Shape):\n"
        "    side: int\n"
        "    def area(self) -> int: return self.side ** 2\n"
        "def optional(flag: bool, depth=None, *rest) -> int: return 0\n"
        "def many(n: bool) -> Iterator[int]: yield from range(1_000)\n",
    )
    done = refute("check", target, "--size", "1", cwd=tmp_path)
    assert "Shape.area" not in done.stdout
    assert "depth and rest have no annotation: never given" in done.stdout
    assert "only the first 200 items of what is yielded were looked at" in done.stdout


def test_constructors_of_arguments_refuse_inside_comprehensions_too(tmp_path: Path) -> None:
    target = write(
        tmp_path,
        "module_with_comprehension.py",
        "class Digits:\n"
        "    def __init__(self, text: str) -> None:\n"
        "        self.parts = [int(c) for c in text] if text else []\n"
        "    def ok(self) -> bool: return True\n",
    )
    done = refute("check", f"{target}:Digits.ok", "--size", "2", cwd=tmp_path)
    assert "refuted" not in done.stdout
    assert "unusable" not in done.stdout
    assert "raised ValueError" in refute("check", target, "--size", "2", cwd=tmp_path).stdout


def without_modules(n: int) -> int:
    sys.modules.clear()
    return 1 // (n - 1)


def without_builtins(n: int) -> int:
    answer = "one" if n == 1 else n
    vars(builtins).clear()
    return answer  # type: ignore[return-value]


def without_ways_to_import(n: int) -> Annotated[int, raises(KeyError, when=lambda n: n == 1)]:
    sys.meta_path.clear()
    sys.path_importer_cache.clear()
    return n


@pytest.mark.parametrize(
    ("function", "outcome"),
    [
        (without_modules, "raised ZeroDivisionError: integer division or modulo by zero"),
        (without_builtins, "returned 'one'"),
        (without_ways_to_import, "returned 1 and did not raise KeyError"),
    ],
)
def test_a_call_that_breaks_what_judging_needs_is_judged(function: Callable[[int], int], outcome: str) -> None:
    (finding,) = check(function, scope=Scope(size=2)).findings
    assert (finding.texts, finding.outcome) == ({"n": "1"}, outcome)


def leaving_something(n: int) -> int:
    match n:
        case 1:
            sys.modules.clear()
        case -1:
            sys.path.clear()
        case 2:
            decimal.getcontext().prec = 3
        case -2:
            signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    return n


def test_what_a_call_leaves_changed_is_blamed_on_that_call_alone() -> None:
    report = check(leaving_something, scope=Scope(size=4), leftovers="fail", max_findings=9)
    assert {finding.texts["n"]: finding.outcome for finding in report.findings} == {
        "1": "returned, but sys.modules was changed",
        "-1": "returned, but sys.path was changed",
        "2": "returned, but the decimal context was changed",
        "-2": "returned, but signal handlers were changed",
    }


def the_names_of_frames() -> list[str]:
    stack = traceback.walk_stack(sys._current_frames()[threading.main_thread().ident])  # type: ignore[index]
    return [frame.f_code.co_name for frame, _ in stack]


def leaving_the_end(n: int) -> int:
    def end() -> None:
        while "_ask" not in the_names_of_frames():  # by which a worker looks whether anything was left
            time.sleep(0.0001)
        os._exit(3)

    if n == 1:
        threading.Thread(target=end).start()
    return n


def test_what_a_call_leaves_running_that_ends_the_process_is_told_as_that(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("refute.run.workers.guards._GRACE", 60.0)  # however busy the machine is
    (finding,) = check(leaving_the_end, scope=Scope(size=2)).findings
    assert (finding.call, finding.kind) == ("leaving_the_end(n=1)", "death")
    assert finding.outcome == "something that it left running ended the process: exit status 3"
