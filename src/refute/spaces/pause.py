"""Pauses of the garbage collector while much is built that stays."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# After so many objects were built past the collector, it looks at all there are: spaces that nobody has any more are
# cycles.
_MOST_UNSEEN = 1_000_000


class _Unseen:
    objects = 0  # built since the collector looked at all there are


_unseen = _Unseen()


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
            if collecting and not gc.get_freeze_count():  # what others have frozen would thaw
                _take_for_old()


def _take_for_old() -> None:
    _unseen.objects += gc.get_count()[0]
    if _unseen.objects > _MOST_UNSEEN:
        _unseen.objects = 0
        gc.collect()
    # Frozen objects thaw to be of the oldest generation. Neither looks at any of them.
    gc.freeze()
    gc.unfreeze()
