"""Failures of earlier runs, tried again: read from the store, and kept or let go by how they fare."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from refute.campaign.campaign import Campaign
from refute.campaign.ledger import Ledger
from refute.judge.findings import Finding
from refute.search.schedule.domains import Assignment, Kept, Segment
from refute.store.entries import Entry, Foreign, comments_of, entries_in
from refute.store.files import Store, StoreKey

_LONGEST = 200  # characters of a call in a message


class KeptInput(Protocol):
    """What became of an entry: why it cannot be tried, and whether it is dropped."""

    @property
    def why(self) -> str: ...

    @property
    def dropped(self) -> bool: ...


class Maker(Protocol):
    """Makes entries into inputs, somewhere."""

    def kept(self, entries: Sequence[Entry]) -> tuple[Kept, Sequence[KeptInput]]: ...


class Replay:
    """The failures that are kept of one function."""

    def __init__(self, directory: Path, key: str, name: str, maker: Maker) -> None:
        self.words: list[str] = []  # what was ignored or dropped, and why
        self._store = Store(directory)
        self._key = StoreKey(key, name)
        self._maker = maker
        self._entries, foreign = self._store.read(self._key)
        self._dropped: list[Entry] = []
        self._domain: Kept | None = None
        if foreign:
            self.words.append(foreign)

    def assignments(self, ledger: Ledger) -> Iterator[Assignment]:
        """The inputs that can still be tried, until all have been."""
        if not self._entries:
            return
        domain, infos = self._maker.kept(self._entries)
        usable = []
        for entry, info in zip(self._entries, infos, strict=True):
            if not info.why:
                usable.append(entry)
                continue
            if info.dropped:
                self._dropped.append(entry)
            call = entry.call if len(entry.call) <= _LONGEST else f"{entry.call[:_LONGEST]}…"
            what = call + (" with its definitions" if entry.definitions else "")
            self.words.append(f"{self._store.shown(self._key, entry)}: {what} is {info.why}")
        self._entries = usable
        if usable:
            self._domain = domain
            count = len(usable)
            while gaps := ledger.gaps(domain, count):
                yield Assignment(tuple(Segment(domain, first, stop, total=count) for first, stop in gaps))

    def note(self) -> str:
        """What a finding says that came from here."""
        return f"kept from an earlier run in {self._store.shown(self._key)}"

    def keep(self, campaign: Campaign | None) -> None:
        """Write down what failed, and how the entries fared. Without a campaign, nothing that failed counts."""
        found = [entry for finding in campaign.findings if (entry := self._entry(finding))] if campaign else []
        failed_again = campaign.failed_again if campaign else set()
        held = campaign.ledger.account(self._domain).passed if campaign and self._domain else ()
        seen = {entry.text for entry in found}
        again = [
            replace(entry, passed=False)
            for place, entry in enumerate(self._entries)
            if place in failed_again and entry.text not in seen
        ]
        passed = [
            entry.text
            for place, entry in enumerate(self._entries)
            if place in held and place not in failed_again and entry.text not in seen
        ]
        word = self._store.update(self._key, [*found, *again], passed, [entry.text for entry in self._dropped])
        if word:
            self.words.append(word)

    def _entry(self, finding: Finding) -> Entry | None:
        """A finding as an entry, if its arguments can be made again from text."""
        if not finding.store_text:
            return None
        try:
            (entry,) = entries_in(finding.store_text, self._key.name)
        except (Foreign, ValueError):  # it nests too deeply to be read
            return None
        told = "\n".join(text for text in (finding.explanation, finding.table) if text)
        return replace(entry, comments=comments_of(finding.size, finding.kind, finding.outcome, told), line=0)
