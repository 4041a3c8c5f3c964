"""The file of a baseline."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from refute.store.baseline import FILE, Accepted, BaselineError, read_baseline, write_baseline

SOME = [
    Accepted("shop.stock.restock", "crash", "6bf1", "restock(n=0) raised ZeroDivisionError"),
    Accepted("shop.bank.pay", "violation", "a0", 'pay() returned "é\n\ud800"'),
    Accepted("shop.bank.pay", "violation", "a0", "twice"),
]


def test_what_is_written_is_read_a_finding_a_line_in_an_order_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / FILE
    write_baseline(file, SOME)
    first = file.read_text()
    assert read_baseline(file) == sorted(SOME)
    assert json.loads(first)["version"] == 1
    assert sum('"fingerprint"' in line for line in first.splitlines()) == len(SOME)
    write_baseline(file, random.sample(SOME, len(SOME)))
    assert file.read_text() == first


def test_an_empty_one_and_none(tmp_path: Path) -> None:
    assert read_baseline(tmp_path / FILE) == []
    write_baseline(tmp_path / FILE, [])
    assert read_baseline(tmp_path / FILE) == []


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ('{\n"version": 1,\n<<<<<<< ours\n', 3, "the baseline cannot be read: Expecting property name"),
        ("[]", 0, "it is no list of findings"),
        ("{}", 0, "it is no list of findings"),
        ("[" * 100_000, 0, "it is no list of findings"),
        ('{"version": true, "findings": []}', 0, "it is no list of findings"),
        ('{"version": 1, "findings": {}}', 0, "it is no list of findings"),
        ('{"version": 1, "findings": ""}', 0, "it is no list of findings"),
        ('{"version": 1, "findings": [3]}', 0, "it is no list of findings"),
        ('{"version": 1, "findings": [{"function": "f"}]}', 0, "it is no list of findings"),
        ('{"version": 1, "findings": [{"function": 1, "kind": "", "fingerprint": ""}]}', 0, "no list of findings"),
        ('{"version": 2, "findings": []}', 0, "the baseline is of version 2, and this refute knows 1"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place(tmp_path: Path, text: str, line: int, problem: str) -> None:
    file = tmp_path / FILE
    file.write_text(text)
    with pytest.raises(BaselineError) as raised:
        read_baseline(file)
    assert raised.value.place is not None
    assert (raised.value.place.file, raised.value.place.line) == (str(file), line)
    assert problem in raised.value.problem
    assert "refute baseline" in raised.value.remedy


def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(BaselineError, match="it is a directory"):
        read_baseline(tmp_path / FILE)
