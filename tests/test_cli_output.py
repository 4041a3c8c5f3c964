"""`--output FILE`: a report in a file, and the text as always."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from command_line import command, environment, refute

MINE = """
def wrong(n: int) -> int:
    return 1 // n

def right(n: bool) -> bool:
    return n
"""
TEXT = ("check", "mine.py", "--size", "1", "--no-store")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(MINE)
    return tmp_path


def names_in(text: str, format: str) -> list[str | None]:
    match format:
        case "json":
            return [one["target"] for one in json.loads(text)["functions"]]
        case "jsonl":
            return [line["target"] for line in map(json.loads, text.splitlines()) if line["event"] == "function"]
    return [case.get("name") for case in ElementTree.fromstring(text).iter("testcase")]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("file", "format", "said"),
    [
        ("report.json", "json", []),
        ("report.jsonl", "jsonl", []),
        ("report.XML", "junit", []),
        ("report", "json", ["--format", "json"]),
        ("report.json", "junit", ["--format", "junit"]),
    ],
)
def test_the_format_goes_to_the_file_and_the_text_to_standard_output(
    project: Path, file: str, format: str, said: list[str]
) -> None:
    done = refute(*TEXT, "--output", file, *said, cwd=project)
    assert (done.stdout, done.stderr) == (refute(*TEXT, cwd=project).stdout, "")
    assert done.returncode == 1
    assert names_in((project / file).read_text(), format) == ["wrong", "right"]
    assert sorted(os.listdir(project)) == sorted(
        ["mine.py", file, *(["__pycache__"] * (project / "__pycache__").exists())]
    )


def test_text_can_be_written_to_a_file_as_well(project: Path) -> None:
    done = refute(*TEXT, "--output", "report.txt", cwd=project)
    assert (project / "report.txt").read_text() == done.stdout


def test_the_format_of_the_settings_is_for_files_of_other_suffixes(project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.refute]\nformat = 'junit'\n")
    done = refute(*TEXT, "--output", "report", cwd=project)
    assert done.stdout.startswith("mine.py:2: wrong  refuted")
    assert names_in((project / "report").read_text(), "junit") == ["wrong", "right"]


def test_a_file_whose_format_is_not_known_is_an_error(project: Path) -> None:
    done = refute(*TEXT, "--output", "report.html", cwd=project)
    assert (done.returncode, done.stdout) == (2, "")
    assert "the suffix of report.html stands for no format" in done.stderr
    assert "--format" in done.stderr


@pytest.mark.parametrize("file", ["nowhere/report.json", "nowhere/report.jsonl", "here.json", "here.jsonl"])
def test_a_file_that_cannot_be_written_is_an_error_before_anything_is_run(project: Path, file: str) -> None:
    (project / "mine.py").write_text("import pathlib\npathlib.Path('imported').touch()\n")
    (project / "here.json").mkdir()
    (project / "here.jsonl").mkdir()
    done = refute("check", "mine.py", "--allow", "write", "--output", file, cwd=project)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"the output {file} cannot be written: " in done.stderr
    assert not (project / "imported").exists()


def test_a_file_that_was_there_is_replaced_with_its_permissions_by_umask_and_links_are_followed(project: Path) -> None:
    (project / "real.json").write_text("before")
    (project / "report.json").symlink_to("real.json")
    refute(*TEXT, "--output", "report.json", cwd=project)
    assert (project / "report.json").is_symlink()
    assert names_in((project / "real.json").read_text(), "json") == ["wrong", "right"]


def test_what_is_no_regular_file_is_written_to_and_stays_what_it_is(project: Path) -> None:
    done = refute(*TEXT, "--output", "/dev/null", "--format", "json", cwd=project)
    assert done.returncode == 1
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_the_file_is_complete_although_nobody_reads_the_text(project: Path) -> None:
    given = command(*TEXT, "--output", "report.json", cwd=project)
    ours, its = os.pipe()
    os.close(ours)
    with subprocess.Popen(given, cwd=project, env=environment(), stdout=its):
        os.close(its)
    assert names_in((project / "report.json").read_text(), "json") == ["wrong", "right"]


# -- interrupts --------------------------------------------------------------------------------------------------------


@pytest.mark.sampled(4)
@pytest.mark.parametrize("said", [["--format", "json"], ["--output", "report.json"]])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_document_is_complete_although_the_run_ends_while_it_imports(
    project: Path, said: list[str], number: int
) -> None:
    os.mkfifo(project / "begun")
    (project / "mine.py").write_text(
        "import time, pathlib\npathlib.Path('begun').write_text('x')\nwhile True: time.sleep(1)\n"
    )
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "encoding": "utf-8"}
    given = command("check", "mine.py", "--allow", "write", *said, cwd=project)
    with subprocess.Popen(given, cwd=project, env=environment(), **pipes) as running:
        (project / "begun").read_text()
        running.send_signal(number)
        out, err = running.communicate(timeout=100)
    assert (running.returncode, err) == (128 + number, "")
    document = json.loads(out if said[0] == "--format" else (project / "report.json").read_text())
    assert document["summary"]["interrupted"] is True
    assert document["functions"] == []


def test_an_interrupt_before_anything_is_imported_is_told_in_the_format_as_well(project: Path) -> None:
    """By a signal that is there before the command begins."""
    code = (
        "import signal, sys; from refute import cli; from refute.run.system import interrupts\n"
        "class Pressed(interrupts.Interrupts):\n"
        "    def __enter__(self):\n"
        "        entered = super().__enter__()\n"
        "        signal.raise_signal(signal.SIGINT)\n"
        "        return entered\n"
        "cli.Interrupts = Pressed\n"
        "sys.exit(cli.main(['check', 'mine.py', '--format', 'json', '--no-store']))\n"
    )
    given = [command(cwd=project)[0], "-c", code]
    done = subprocess.run(
        given, cwd=project, env=environment(), capture_output=True, text=True, timeout=100, check=False
    )
    assert (done.returncode, done.stderr) == (130, "")
    assert json.loads(done.stdout)["summary"]["interrupted"] is True
