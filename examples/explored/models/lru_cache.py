"""A cache as a list of entries, in the order of their use."""

from __future__ import annotations


class ModelLruCache:
    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._entries: list[tuple[int, int]] = []

    def get(self, key: int) -> int | None:
        for entry in self._entries:
            if entry[0] == key:
                self._entries.remove(entry)
                self._entries.append(entry)
                return entry[1]
        return None

    def put(self, key: int, value: int) -> None:
        others = [entry for entry in self._entries if entry[0] != key]
        self._entries = [*others, (key, value)][max(0, len(others) + 1 - self._capacity) :]

    def __contains__(self, key: int) -> bool:
        return any(entry[0] == key for entry in self._entries)

    def __len__(self) -> int:
        return len(self._entries)
