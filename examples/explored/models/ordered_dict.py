"""A dictionary as the dictionary that Python has."""

from __future__ import annotations


class ModelOrderedDict:
    def __init__(self) -> None:
        self._entries: dict[int, int] = {}

    def get(self, key: int) -> int | None:
        return self._entries.get(key)

    def put(self, key: int, value: int) -> None:
        self._entries[key] = value

    def remove(self, key: int) -> bool:
        return self._entries.pop(key, None) is not None

    def items(self) -> list[tuple[int, int]]:
        return list(self._entries.items())

    def __len__(self) -> int:
        return len(self._entries)
