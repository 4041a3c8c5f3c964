"""State of the process that spaces change while they are built: the recursion limit and the garbage collector.

Threads may build and read spaces at once. What belongs to the process is changed by the first that needs it and put
back by the last one. What belongs to one thread is kept in a `PerThread`.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Generic, TypeVar

from refute.errors import ScopeError

T = TypeVar("T")

_DEEP = 20_000  # stack frames that may be used; each level of nesting takes a few dozen
_LEFT_LOCKED = 5.0  # seconds: nobody keeps a lock for that long on purpose


class PerThread(threading.local, Generic[T]):
    """A value that each thread has one of."""

    def __init__(self, make: Callable[[], T]) -> None:
        self.value = make()


class _Lock:
    """Excludes other threads for some lines.

    An interrupt that comes just where it is to be opened leaves it locked. So a thread that has it may lock it again,
    and others wait for a while only.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()

    def __enter__(self) -> None:
        if not self._lock.acquire(timeout=_LEFT_LOCKED):
            self._lock = threading.RLock()
            self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        with suppress(RuntimeError):  # others have waited for too long
            self._lock.release()


class _ProcessWide(ABC):
    """A setting of the process, changed as long as any thread is inside. May be entered again by a thread inside."""

    def __init__(self) -> None:
        self._lock = _Lock()
        self._inside: dict[int, int] = {}  # from each thread to how often it has entered
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forked)

    def _forked(self) -> None:
        """Of the threads inside, only that which forked is still there."""
        self._lock = _Lock()
        here = threading.get_ident()
        others = self._inside.keys() - {here}
        for thread in others:
            del self._inside[thread]
        if others and not self._inside:
            self._restore()

    def __enter__(self) -> None:
        here = threading.get_ident()
        if times := self._inside.get(here):  # which no other thread changes
            self._inside[here] = times + 1
            return
        with self._lock:
            if not self._inside:
                self._change()
            self._inside[here] = 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        here = threading.get_ident()
        if (times := self._inside[here]) > 1:
            self._inside[here] = times - 1
            return
        with self._lock:
            del self._inside[here]
            if not self._inside:
                self._restore()

    @abstractmethod
    def _change(self) -> None: ...

    @abstractmethod
    def _restore(self) -> None: ...


class _DeepRecursion(_ProcessWide):
    """A higher recursion limit, as the depth of values is up to the scope."""

    _before = 0

    def _change(self) -> None:
        self._before = sys.getrecursionlimit()
        if self._before < _DEEP:
            sys.setrecursionlimit(_DEEP)

    def _restore(self) -> None:
        if sys.getrecursionlimit() == _DEEP:  # unless the user's code has set another one meanwhile
            sys.setrecursionlimit(self._before)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        super().__exit__(kind, error, traceback)
        if kind is not None and issubclass(kind, RecursionError):
            raise ScopeError("the scope nests too deeply to be built", remedy="Use a smaller depth or size.") from None


class _NoCollection(_ProcessWide):
    """No garbage collection: nothing that is built becomes garbage, and collections would take up to half the time."""

    collecting = True  # whether the collector is on outside

    def _change(self) -> None:
        self.collecting = gc.isenabled()
        gc.disable()

    def _restore(self) -> None:
        if self.collecting:
            gc.enable()


deep_recursion = _DeepRecursion()
no_collection = _NoCollection()

# Functions that an interrupt inside would keep from putting things back.
UNINTERRUPTIBLE = (_ProcessWide.__enter__, _ProcessWide.__exit__, _DeepRecursion.__exit__)

# A full collection is due after this many objects were built without the collector, and as many as there were at the
# last full collection: discarded spaces may contain cycles.
_UNSEEN = 2_000_000
_OF_PYTHON = 1_000  # Python 3.12 starts with fewer frozen objects than this, which may be unfrozen


class _Heap:
    """Objects that the collector has not traversed, in the process that first builds a space.

    In processes forked from it, all objects are frozen, and even `gc.get_freeze_count` traverses them.
    """

    def __init__(self) -> None:
        self.process = os.getpid()
        self._unseen = 0  # objects built since the last full collection
        self._max_unseen = _UNSEEN

    def _is_ours(self) -> bool:
        return os.getpid() == self.process and gc.get_freeze_count() < _OF_PYTHON  # others have frozen none

    def collect_if_due(self) -> None:
        if self._unseen > self._max_unseen and self._is_ours():
            gc.collect()
            self._unseen, self._max_unseen = 0, max(_UNSEEN, len(gc.get_objects()))

    def take_for_old(self) -> None:
        """Move all objects into the oldest generation, so that the collector does not traverse them soon."""
        if self._is_ours():
            self._unseen += gc.get_count()[0]
            # Unfrozen objects are of the oldest generation. Neither call traverses them.
            gc.freeze()
            gc.unfreeze()


_heap = _Heap()


@contextmanager
def building(*, hurried: bool = False) -> Iterator[None]:
    """Context in which a space is built: deep recursion, and no garbage collection, also not soon after.

    If a full collection is due, it comes first, unless `hurried`: after a large space, it takes seconds.
    """
    with deep_recursion, no_collection:
        if no_collection.collecting and not hurried:
            _heap.collect_if_due()
        try:
            yield
        finally:
            if no_collection.collecting:
                _heap.take_for_old()
