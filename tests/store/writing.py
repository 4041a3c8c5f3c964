"""A program that adds entries to a store one by one: `writing.py DIRECTORY FIRST COUNT HOW`.

`HOW` is `flock` or `file`: how writers exclude each other. With `stays` at the end, it keeps its lock and says so.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from refute.store import locking
from refute.store.entries import Entry
from refute.store.files import Store, StoreKey

KEY = StoreKey("shop.half", "half")


def entry(number: int) -> Entry:
    return Entry(f"half(n={number})", (), ("# size 0, violation: returned -1",))


def main(directory: str, first: str, count: str, how: str, *stays: str) -> None:
    if how == "file":
        locking.fcntl = None  # type: ignore[assignment]
    locking.PATIENCE, locking._ATTEMPTS_UNTIL_STALE = 600.0, 1_000_000  # however slow the others are
    store = Store(Path(directory))
    for number in range(int(first), int(first) + int(count)):
        said = store.update(KEY, [entry(number)])
        assert not said, said
        # One that comes and goes, so that the directory does, too, while nothing else is in it.
        other = entry(-number - 1)
        said = store.update(KEY, [other]) or store.update(KEY, [], dropped=[other.text])
        assert not said, said
    if stays:
        with locking.locked(store.directory, create=True):
            print("locked", flush=True)
            time.sleep(600)


if __name__ == "__main__":
    main(*sys.argv[1:])
