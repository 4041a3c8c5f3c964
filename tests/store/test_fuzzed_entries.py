"""Random files are read, built, or refused as documented; and nothing is imported, executed or opened by that."""

from __future__ import annotations

from collections import Counter
from typing import Any

import kept_types
import pytest
from audited import audited
from random_entries import RandomChanges, RandomTrees

from refute.store.building import OutdatedEntry, build
from refute.store.entries import Foreign, entries_in
from refute.store.vocabulary import UnreadableEntry, Vocabulary
from refute.types.signatures import read_signature
from refute.types.spelling import Speller

CASES = 3000


@pytest.mark.parametrize("texts", [RandomTrees(1), RandomChanges(2)], ids=["trees", "changes"])
def test_random_files_are_built_or_refused(texts: RandomTrees | RandomChanges) -> None:
    files = [texts.text() for _ in range(CASES)]
    answers = audited(files)
    assert [(file, events) for file, (_, events) in zip(files, answers, strict=True) if events] == []
    ends = Counter(ended for ended, _ in answers)
    assert set(ends) == {"", "OutdatedEntry", "UnreadableEntry", "Foreign"}
    assert min(ends.values()) > CASES // 150  # what is refused for one reason alone would show little


def test_random_values_are_what_they_are_in_python() -> None:
    texts, signature, compared = RandomTrees(3), read_signature(kept_types.f), 0
    vocabulary = Vocabulary(signature)
    for _ in range(CASES // 2):
        text = texts.text()
        try:
            (entry,) = entries_in(text, "f")
            (value,) = build(entry, signature, vocabulary)
        except (Foreign, UnreadableEntry, OutdatedEntry, ValueError):  # the last where there are several entries
            continue
        if entry.definitions:
            continue
        names: dict[str, Any] = {}
        exec("\n".join(entry.imports), names)  # which was found to name nothing but what the types do
        names["f"] = lambda x: x
        assert Speller(unused=True).spell(value) == Speller().spell(eval(entry.call, names)), text
        compared += 1
    assert compared > CASES // 20
