"""Pauses of the garbage collector while much is built that stays."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager

# After so many objects were built past the collector, and as many as there were when it last looked at all of them, it
# does so again: spaces that nobody has any more are cycles.
_UNSEEN = 2_000_000

_OF_PYTHON = 1_000  # objects at most that Python 3.12 itself begins with as frozen, which need not stay so


class _Heap:
    """What the collector has not seen, of the process that first builds a space.

    In processes that were forked from it, a keeper has frozen all there was, and only to ask whether anything is frozen
    takes a look at every object.
    """

    def __init__(self) -> None:
        self.process = os.getpid()
        self.unseen = 0  # objects built since the collector looked at all there are
        self.most = _UNSEEN


_heap = _Heap()


@contextmanager
def no_collection() -> Iterator[None]:
    """Nothing that is built here becomes garbage; looking for some took a third to half of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@contextmanager
def keeping() -> Iterator[None]:
    """The same for a whole space: the collector takes it for old afterwards, and does not look at it soon."""
    collecting = gc.isenabled()
    with no_collection():
        try:
            yield
        finally:
            # what others have frozen would thaw
            if collecting and os.getpid() == _heap.process and gc.get_freeze_count() < _OF_PYTHON:
                _take_for_old()


def _take_for_old() -> None:
    _heap.unseen += gc.get_count()[0]
    if _heap.unseen > _heap.most:
        gc.collect()
        _heap.unseen, _heap.most = 0, max(_UNSEEN, len(gc.get_objects()))
    # Frozen objects thaw to be of the oldest generation. Neither looks at any of them.
    gc.freeze()
    gc.unfreeze()
