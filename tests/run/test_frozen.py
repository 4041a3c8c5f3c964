"""`--freeze`: code that asks for time or chance does the same on every run, and calls begin at the same moment."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from command_line import command, environment
from refute import Limits, Scope, check
from refute.errors import RefuteError
from sampling import some_of

FROZEN = Limits(freeze=True)
CODE = """
import asyncio, datetime, os, random, secrets, time, uuid
from os import urandom
from time import monotonic, sleep

IMPORTED = time.time()

def told(n: int) -> None:
    print(IMPORTED, time.time(), datetime.datetime.now(datetime.timezone.utc), time.perf_counter())
    sleep(86_400)
    print(datetime.date.today(), monotonic(), uuid.uuid1(), uuid.uuid4())
    print(os.urandom(3), urandom(3), secrets.token_hex(3), random.Random().random(), time.ctime(), time.asctime())
    print(time.process_time(), time.clock_gettime(time.CLOCK_MONOTONIC), time.clock_gettime(time.CLOCK_REALTIME))
    print({"some", "texts", "in", "a", "set"})
    assert n != 1
"""


def sleeps_a_day(n: int) -> int:
    import time

    time.sleep(86_400)
    return n


def starts_alike(n: int) -> None:
    import os
    import time

    assert (time.time(), time.monotonic()) == (1_767_225_600.0, 0.001)
    time.sleep(1)
    os.urandom(1)


def waits_in_a_loop(n: int) -> int:
    import asyncio

    async def wait() -> int:
        await asyncio.sleep(0.01)
        return n

    return asyncio.run(wait())


def sleeps_backwards(n: int) -> None:
    import time

    time.sleep(-1)


def printed(tmp_path: Path, *options: str) -> str:
    (tmp_path / "asking.py").write_text(CODE)
    given = command("check", "asking.py", "--size", "1", "--no-store", *options, cwd=tmp_path)
    done = subprocess.run(
        given, cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 1, done.stderr
    return "".join(re.findall(r"^ *\| (.*\n)", done.stdout, re.MULTILINE))


@pytest.mark.slow
@pytest.mark.parametrize("way", some_of(["fork", "spawn"], lambda way: way == "fork"))
def test_a_program_does_the_same_on_every_run(tmp_path: Path, way: str) -> None:
    first = printed(tmp_path, "--freeze", "--workers", way)
    assert first.startswith("1767225600.0 1767225600.0 2026-01-01 00:00:00+00:00 0.001\n2026-01-02 86400.002 ")
    assert printed(tmp_path, "--freeze") == first


@pytest.mark.parametrize("function", [sleeps_a_day, starts_alike, waits_in_a_loop])
def test_sleep_takes_no_time_and_every_call_begins_at_the_same_moment(function: object) -> None:
    assert check(function, scope=Scope(size=3), limits=FROZEN).status == "exhausted"  # type: ignore[arg-type]


def test_sleep_refuses_what_it_refuses() -> None:
    (finding,) = check(sleeps_backwards, scope=Scope(size=0), limits=FROZEN).findings
    assert "ValueError: sleep length must be non-negative" in finding.outcome


def test_the_clocks_of_the_caller_go_on() -> None:
    import time

    check(starts_alike, scope=Scope(size=1), limits=FROZEN)
    assert time.time() > 1_767_225_600.0 + 86_400


def test_it_is_not_done_in_the_process_of_the_caller() -> None:
    with pytest.raises(RefuteError, match="not stopped in this process"):
        check(starts_alike, scope=Scope(size=1), limits=FROZEN, in_process=True)
