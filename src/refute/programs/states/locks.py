"""Locks: whether they are held is all that there is to them."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock, RLock
from typing import Any

_MADE_BY: dict[type, Callable[[], Any]] = {type(Lock()): Lock, type(RLock()): RLock}
LOCKS = tuple(_MADE_BY)


def is_held(lock: Any) -> bool:
    """Whether a lock is held; of one that can be held several times, whether it is by this thread."""
    return bool((getattr(lock, "locked", None) or lock._is_owned)())  # as RLock has it before Python 3.14


def like(lock: Any) -> Any:
    """Another lock in the same state."""
    made = _MADE_BY[type(lock)]()
    if is_held(lock):
        made.acquire()
    return made
