"""A dictionary of integers in the order of insertion, with a hash table that grows step by step."""

from __future__ import annotations

from refute import invariant

_FREE = -1
_GONE = -2  # moved to the next table, or removed


class OrderedDict:
    """A list of entries, and a table with the index of each in the slot of its hash or the next free one after that.

    A table that is half full is replaced by a larger one. It is not moved at once: every change moves two of its slots,
    and until the last one is moved there are two tables to look into.
    """

    def __init__(self) -> None:
        self._entries: list[tuple[int, int] | None] = []  # None where one was removed
        self._size = 0
        self._table = [_FREE] * 4
        self._old: list[int] = []
        self._moved = 0  # slots of the old table

    @invariant
    def is_indexed(self) -> bool:
        """Whether all entries are found, and they are as many as it says."""
        found = (self._find(key) for key, _ in self.items())
        live = [index for index, entry in enumerate(self._entries) if entry is not None]
        return [table[slot] for table, slot in found] == live and len(live) == self._size

    def get(self, key: int) -> int | None:
        table, slot = self._find(key)
        entry = None if table[slot] == _FREE else self._entries[table[slot]]
        return None if entry is None else entry[1]

    def put(self, key: int, value: int) -> None:
        self._move(2)
        table, slot = self._find(key)
        if table[slot] != _FREE:
            self._entries[table[slot]] = key, value
            return
        if 2 * len(self._entries) >= len(self._table):
            self._grow()
        self._entries.append((key, value))
        self._size += 1
        self._place(len(self._entries) - 1)

    def remove(self, key: int) -> bool:
        """Remove a key. Tell whether it was there."""
        self._move(2)
        table, slot = self._find(key)
        if table[slot] == _FREE:
            return False
        self._entries[table[slot]] = None
        table[slot] = _GONE
        self._size -= 1
        return True

    def items(self) -> list[tuple[int, int]]:
        return [entry for entry in self._entries if entry is not None]

    def __len__(self) -> int:
        return self._size

    def __repr__(self) -> str:
        return f"<OrderedDict {dict(self.items())}>"

    def _find(self, key: int) -> tuple[list[int], int]:
        """The table and the slot of a key; a free slot if it has none."""
        for table in filter(None, (self._old, self._table)):
            slot = hash(key) % len(table)
            while table[slot] != _FREE:
                entry = None if table[slot] == _GONE else self._entries[table[slot]]
                if entry is not None and entry[0] == key:
                    return table, slot
                slot = (slot + 1) % len(table)
        return table, slot

    def _place(self, index: int) -> None:
        """Enter an entry into the table."""
        entry = self._entries[index]
        if entry is not None:
            slot = hash(entry[0]) % len(self._table)
            while self._table[slot] != _FREE:
                slot = (slot + 1) % len(self._table)
            self._table[slot] = index

    def _grow(self) -> None:
        """Begin a table of twice the slots; where most entries were removed, clear away these instead."""
        if 2 * self._size > len(self._entries):
            self._old, self._moved = self._table, 0
            self._table = [_FREE] * (2 * len(self._old))
        else:
            self._entries = [entry for entry in self._entries if entry is not None]
            self._old, self._table = [], [_FREE] * len(self._table)
            for index in range(len(self._entries)):
                self._place(index)

    def _move(self, slots: int) -> None:
        """Move some slots of the old table to the new one."""
        for slot in range(self._moved, min(self._moved + slots, len(self._old))):
            if self._old[slot] >= 0:
                self._place(self._old[slot])
                self._old[slot] = _GONE
        self._moved += slots
        if self._moved >= len(self._old):
            self._old = []
