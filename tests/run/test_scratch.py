"""Directories of hosts: removed by those who made them, or else by the next run."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from refute.run.system.scratch import Home

pytest.importorskip("fcntl")

LIVING = """
from pathlib import Path
from refute.run.system.scratch import Home
home = Home()
(Path(home.path) / "deep").mkdir()
(Path(home.path) / "deep" / "file").write_text("left")
print(home.path, flush=True)
input()
"""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The place for temporary files."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


def test_the_home_of_a_process_stays_while_it_lives_and_is_removed_by_the_next_when_it_was_killed(place: Path) -> None:
    command = [sys.executable, "-c", LIVING]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        theirs = Path(process.stdout.readline().strip())
        Home().remove()
        assert (theirs / "deep" / "file").read_text() == "left"
        process.kill()
    ours = Home()
    assert os.listdir(place) == [os.path.basename(ours.path)]
    ours.remove()
    assert os.listdir(place) == []


def test_a_home_that_cannot_be_locked_stays(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as without_locks:
        without_locks.setitem(sys.modules, "fcntl", None)
        home = Home()
    Home().remove()
    assert os.listdir(place) == [os.path.basename(home.path)]
    home.remove()
    assert os.listdir(place) == []


def test_what_only_looks_like_a_home_stays(place: Path) -> None:
    kept = {"refute-home-of-mine", "refute-home-12345678", "refute-abcdefgh"}
    for name in kept - {"refute-home-12345678"}:
        (place / name).mkdir()
    (place / "elsewhere").mkdir()
    (place / "refute-home-12345678").symlink_to(place / "elsewhere")
    Home().remove()
    assert set(os.listdir(place)) == {*kept, "elsewhere"}
