"""Entries that somebody has planted are ignored with a reason, and nothing of them is run."""

from __future__ import annotations

import os
from pathlib import Path

import kept_types
import pytest
from audited import audited
from hostile_entries import ENTRIES, FILES, written
from reading_entries import read_back

from refute import Scope, check
from refute.store.entries import Foreign, entries_in
from refute.store.vocabulary import UnreadableEntry
from refute.types.signatures import read_signature

SIGNATURE = read_signature(kept_types.f)
ALL = [*ENTRIES, *FILES]


@pytest.fixture
def marker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that hostile entries create, if they are run."""
    file = tmp_path / "marker"
    (tmp_path / "touches_when_imported.py").write_text(f"open({str(file)!r}, 'w')\nf = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    return file


@pytest.mark.parametrize(("text", "reason"), ENTRIES)
def test_an_entry_with_anything_else_is_ignored_with_a_reason(text: str, reason: str, marker: Path) -> None:
    with pytest.raises(UnreadableEntry) as caught:
        read_back(written(text, str(marker)), SIGNATURE)
    assert reason in str(caught.value)
    assert not marker.exists()


@pytest.mark.parametrize(("text", "reason"), FILES)
def test_a_file_with_anything_else_is_somebody_elses(text: str, reason: str, marker: Path) -> None:
    with pytest.raises(Foreign) as caught:
        list(entries_in(written(text, str(marker)), "f"))
    assert reason in str(caught.value)
    assert not marker.exists()


def test_nothing_is_imported_executed_opened_or_started(marker: Path) -> None:
    answers = audited([written(text, str(marker)) for text, _ in ALL])
    assert [ended for ended, _ in answers] == ["UnreadableEntry"] * len(ENTRIES) + ["Foreign"] * len(FILES)
    assert [events for _, events in answers if events] == []
    assert not marker.exists()


def test_the_audit_would_see_it() -> None:
    (_, events), (ended, _) = audited(["from kept_types import Watched\nf(Watched())", "f(1)"])
    assert [event.partition(":")[0] for event in events] == ["os.listdir"]
    assert ended == ""


def test_planted_entries_are_ignored_one_by_one_and_the_others_tried(marker: Path, tmp_path: Path) -> None:
    store = tmp_path / ".refute"
    store.mkdir()
    planted = [written(text, str(marker)) for text, _ in ENTRIES]
    (store / "kept_types.f.py").write_text("\n".join([*planted, "f(x='reported by a customer')", ""]))
    report = check(kept_types.f, scope=Scope(size=0), store=store)
    assert [(finding.call, finding.kept) for finding in report.findings] == [("f(x='reported by a customer')", True)]
    assert len([warning for warning in report.warnings if "is ignored: " in warning]) == len(ENTRIES)
    assert not marker.exists()
    assert os.listdir(store) == ["kept_types.f.py"]
