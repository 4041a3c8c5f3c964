"""The audit is written to its own file, whatever the code under test does with the files that are open."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from refute.errors import RefuteError
from refute.judge.calls.audit import Audit
from refute.types.signatures import read_signature


def double(n: int) -> int:
    return 2 * n


@pytest.fixture
def audit(tmp_path: Path) -> Iterator[Audit]:
    made = Audit(tmp_path / "audit")
    yield made
    made.close()


def test_a_call_is_a_line(audit: Audit, tmp_path: Path) -> None:
    audit.note(read_signature(double), (3,))
    assert json.loads((tmp_path / "audit").read_text())["call"] == "double(n=3)"


def test_code_that_closes_what_it_may_have_inherited_does_not_close_the_audit(audit: Audit) -> None:
    assert audit._file >= 900


def test_a_file_that_took_its_number_is_not_written_to(audit: Audit, tmp_path: Path) -> None:
    with (tmp_path / "precious").open("w") as other:
        os.dup2(other.fileno(), audit._file)
        with pytest.raises(RefuteError, match="put another file in its place"):
            audit.note(read_signature(double), (3,))
    assert (tmp_path / "precious").read_text() == ""


def test_the_message_says_that_it_was_closed(tmp_path: Path) -> None:
    audit = Audit(tmp_path / "audit")
    audit.close()
    with pytest.raises(RefuteError, match="Bad file descriptor") as caught:
        audit.note(read_signature(double), (3,))
    assert "leave out --audit" in (caught.value.remedy or "")
