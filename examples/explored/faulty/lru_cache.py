"""A cache that forgets what was not used for longest.

`get` does not count as using a key.
"""

from __future__ import annotations

from refute import Nat, invariant


class LruCache:
    """Values by keys, up to a capacity: the entry that was used last is the last one of a dictionary."""

    def __init__(self, capacity: Nat) -> None:
        self._capacity = capacity
        self._entries: dict[int, int] = {}

    @invariant
    def is_within_capacity(self) -> bool:
        return len(self._entries) <= self._capacity

    def get(self, key: int) -> int | None:
        """The value of a key, which has now been used."""
        return self._entries.get(key)

    def put(self, key: int, value: int) -> None:
        self._entries.pop(key, None)
        self._entries[key] = value
        if len(self._entries) > self._capacity:
            del self._entries[next(iter(self._entries))]

    def __contains__(self, key: int) -> bool:
        """Whether there is a value for a key. Asking does not count as using it."""
        return key in self._entries

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"<LruCache {self._entries} of {self._capacity}>"
