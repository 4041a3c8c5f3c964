"""`refute baseline`: what is found today is written down, and only what is new fails."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import refute
from refute.store.baseline import FILE, read_baseline
from sampling import some_of

STOCK = """\
import sqlite3

def share(total: int, people: int) -> int:
    return total // people

def label(n: int) -> str:
    return n

def count(connection: sqlite3.Connection) -> int:
    return 1

def good(n: int) -> int:
    return n
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text("[tool.refute]\nsize = 2\n")
    (tmp_path / "stock.py").write_text(STOCK)
    return tmp_path


def entries(project: Path) -> list[tuple[str, str]]:
    return [(one.function, one.kind) for one in read_baseline(project / FILE)]


def test_what_is_in_the_baseline_does_not_fail_and_what_is_new_does(project: Path) -> None:
    done = refute("baseline", cwd=project)
    assert done.returncode == 0
    assert done.stderr == "refute: 3 findings written to refute-baseline.json\n"
    assert entries(project) == [
        ("stock.count", "unusable"),
        ("stock.label", "violation"),
        ("stock.share", "crash"),
    ]
    done = refute("check", cwd=project)
    assert done.returncode == 0
    assert done.stdout == (
        "stock.py:3: share  known       1 finding of the baseline\n"
        "stock.py:6: label  known       1 finding of the baseline\n"
        "stock.py:9: count  known       cannot be checked, as in the baseline\n"
        "stock.py:12: good  exhausted   all 5 inputs to size 2\n"
        "\n"
        "4 functions: 3 known, 1 exhausted; 37 inputs\n"
        "known (baseline): 2 findings, 1 that cannot be checked\n"
    )
    assert refute("check", "--no-baseline", cwd=project).returncode == 1
    (project / "stock.py").write_text(
        "# moved\n\n" + STOCK.replace("    return total", "    if total == 2: raise LookupError\n    return total")
    )
    done = refute("check", cwd=project)
    assert done.returncode == 1
    assert ": share   refuted" in done.stdout
    assert "share(total=2, people=0)  raised LookupError" in done.stdout
    assert "    known (baseline): 1 finding more\n" in done.stdout
    assert "4 functions: 1 refuted, 2 known, 1 exhausted" in done.stdout


def test_what_does_not_occur_any_more_is_said_and_removed_by_an_update(project: Path) -> None:
    refute("baseline", cwd=project)
    before = (project / FILE).read_text().splitlines()
    (project / "stock.py").write_text(STOCK.replace("return n\n\ndef count", "return str(n)\n\ndef count"))
    done = refute("check", cwd=project)
    assert done.returncode == 0
    assert done.stdout.endswith("1 finding of the baseline did not occur: refute baseline --update\n")
    done = refute("baseline", cwd=project)
    assert done.returncode == 2
    assert done.stderr.startswith(
        "refute: refute-baseline.json: there is a baseline already\n  `refute baseline --update`"
    )
    done = refute("baseline", "--update", cwd=project)
    assert done.returncode == 0
    assert "did not occur" not in done.stdout
    after = (project / FILE).read_text().splitlines()
    assert [line for line in before if line not in after and "stock.label" not in line] == []
    assert "did not occur" not in refute("check", cwd=project).stdout


def test_an_update_of_a_part_leaves_the_rest_and_one_of_all_forgets_what_is_gone(project: Path) -> None:
    (project / "bank.py").write_text("def pay(n: int) -> str: return n\n")
    refute("baseline", cwd=project)
    (project / "stock.py").write_text(STOCK.replace("def label", "def written"))
    done = refute("check", "bank.py", cwd=project)
    assert "did not occur" not in done.stdout
    refute("baseline", "--update", "bank.py", cwd=project)
    assert ("stock.label", "violation") in entries(project)
    assert "1 finding of the baseline did not occur" in refute("check", cwd=project).stdout
    refute("baseline", "--update", cwd=project)
    assert [function for function, _ in entries(project)] == ["bank.pay", "stock.count", "stock.share", "stock.written"]


def test_a_file_that_cannot_be_imported_is_known_and_one_that_is_not_there_never(project: Path) -> None:
    (project / "broken.py").write_text("import nowhere_at_all\n")
    refute("baseline", cwd=project)
    assert ("broken.py", "unusable") in entries(project)
    done = refute("check", cwd=project)
    assert done.returncode == 0
    assert "target unusable" not in done.stdout
    refute("baseline", "--update", "nowhere.py", cwd=project)
    assert refute("check", "nowhere.py", cwd=project).returncode == 2


@pytest.mark.parametrize("format", some_of(["json", "jsonl", "junit", "github"], ("json", "junit").__contains__))
def test_other_formats_tell_what_is_known_apart(project: Path, format: str) -> None:
    refute("baseline", cwd=project)
    done = refute("check", "--format", format, cwd=project)
    assert done.returncode == 0
    match format:
        case "json":
            found = json.loads(done.stdout)
            share = next(one for one in found["functions"] if one["target"] == "share")
            assert (share["status"], share["findings"]) == ("known", [])
            fingerprints = {one.fingerprint for one in read_baseline(project / FILE)}
            assert share["known"][0]["fingerprint"] in fingerprints
            assert (found["summary"]["known"], found["summary"]["gone"]) == (3, 0)
        case "jsonl":
            assert '"status": "known"' in done.stdout
        case "junit":
            assert 'failures="0" errors="0" skipped="1"' in done.stdout
        case "github":
            assert "::error" not in done.stdout


def test_a_baseline_that_cannot_be_read_is_said(project: Path) -> None:
    (project / FILE).write_text("<<<<<<<")
    done = refute("check", cwd=project)
    assert done.returncode == 2
    assert done.stderr.startswith("refute: refute-baseline.json:1: the baseline cannot be read")
    assert refute("check", "--no-baseline", cwd=project).returncode == 1


def test_without_a_verdict_nothing_is_written(tmp_path: Path) -> None:
    done = refute("baseline", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == "refute: refute-baseline.json was not written: not everything was checked\n"
    assert list(tmp_path.iterdir()) == []


EARLY = "def early(n: int) -> int:\n    if n == 1:\n        raise LookupError\n{}    return n\n"


@pytest.mark.parametrize("how", some_of(["", "budget = 2\n", "size = 300\n"], "size = 300\n".__eq__))
def test_a_function_with_known_failures_is_searched_as_if_it_had_none(tmp_path: Path, how: str) -> None:
    (tmp_path / "pyproject.toml").write_text(f"[tool.refute]\n{how}")
    (tmp_path / "stock.py").write_text(EARLY.format(""))
    refute("baseline", cwd=tmp_path)
    assert refute("check", cwd=tmp_path).returncode == 0
    (tmp_path / "stock.py").write_text(EARLY.format("    if n > 250:\n        n // 0\n"))
    done = refute("check", cwd=tmp_path)
    assert done.returncode == 1
    assert "early(n=251)  raised ZeroDivisionError" in done.stdout


def test_a_baseline_has_all_failures_that_the_next_check_finds(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.refute]\n")
    (tmp_path / "stock.py").write_text(EARLY.format("    if n > 250:\n        n // 0\n"))
    refute("baseline", cwd=tmp_path)
    assert len(entries(tmp_path)) == 2


@pytest.mark.slow
def test_a_hang_is_known_by_the_function_it_is_in(tmp_path: Path) -> None:
    waits = "def {0}() -> None:\n    while True:\n        pass\n\n"
    text = f"{waits.format('_one')}{waits.format('_other')}def stuck(n: int) -> int:\n    {{}}()\n    return n\n"
    (tmp_path / "pyproject.toml").write_text('[tool.refute]\nsize = 0\ntime-limit = "200ms"\n')
    (tmp_path / "stock.py").write_text(text.format("_one"))
    refute("baseline", cwd=tmp_path)
    assert entries(tmp_path) == [("stock.stuck", "hang")]
    assert refute("check", cwd=tmp_path).returncode == 0
    (tmp_path / "stock.py").write_text(text.format("_other"))
    assert refute("check", cwd=tmp_path).returncode == 1
