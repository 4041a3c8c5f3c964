"""Programs that failed on earlier runs, tried first, and kept or let go by how they fare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from refute.explore.client import Client
from refute.judge.findings import Finding
from refute.store.entries import Entry, comments_of
from refute.store.files import Store, StoreKey
from refute.store.program_entries import programs_in
from refute.store.syntax import PROGRAMS


class KeptPrograms:
    """The programs that are kept of one interface."""

    def __init__(self, directory: Path, key: str) -> None:
        self._store = Store(directory, programs_in, PROGRAMS, of="Failing programs")
        self._key = StoreKey(f"{key}.programs", key)
        self.words: list[str] = []  # what was ignored or dropped, and why
        self._entries, foreign = self._store.read(self._key)
        if foreign:
            self.words.append(foreign)
        self._failed: set[str] = set()
        self._passed: set[str] = set()
        self._dropped: set[str] = set()
        self.tried = 0

    def try_again(self, client: Client) -> list[Finding]:
        """Those that fail again."""
        found = []
        texts = tuple((*entry.definitions, entry.call) for entry in self._entries)
        for entry, fared in zip(self._entries, client.kept(texts) if texts else (), strict=False):
            if isinstance(fared, str):
                self._dropped.add(entry.text)
                self.words.append(f"{self._store.shown(self._key, entry)}: {entry.call} is dropped: {fared}")
                continue
            self.tried += 1
            if fared is None:
                self._passed.add(entry.text)
                continue
            self._failed.add(entry.text)
            finding = client.describe(fared)
            note = f"kept from an earlier run in {self._store.shown(self._key)}"
            told = "\n".join(filter(None, (finding.explanation, note)))
            found.append(replace(finding, kept=True, number=self.tried, explanation=told))
        return found

    def keep(self, findings: Sequence[Finding]) -> None:
        """Write down what failed, and how the programs fared that had been kept."""
        again = [replace(entry, passed=False) for entry in self._entries if entry.text in self._failed]
        new = [_entry(finding) for finding in findings if not finding.kept and finding.call]
        known = {entry.text for entry in again}
        word = self._store.update(
            self._key, [*again, *(entry for entry in new if entry.text not in known)], self._passed, self._dropped
        )
        if word:
            self.words.append(word)


def _entry(finding: Finding) -> Entry:
    comments = comments_of(finding.size, finding.kind, finding.outcome, finding.explanation)
    imports = tuple(line for line in finding.source.splitlines() if line.startswith(("import ", "from ")))
    return Entry(finding.call, imports, comments, definitions=tuple(finding.definitions.splitlines()))
