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
from contextlib import contextmanager
from types import TracebackType
from typing import Generic, TypeVar

from refute.errors import ScopeError

T = TypeVar("T")

_DEEP = 20_000  # stack frames that may be used; each level of nesting takes a few dozen


class PerThread(threading.local, Generic[T]):
    """A value that each thread has one of."""

    def __init__(self, make: Callable[[], T]) -> None:
        self.value = make()


class _ProcessWide(ABC):
    """A setting of the process, changed as long as any thread is inside. May be entered again by a thread inside."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside: dict[int, int] = {}  # from each thread to how often it has entered
        os.register_at_fork(after_in_child=self._forked)

    def _forked(self) -> None:
        """Of the threads inside, only that which forked is still there."""
        self._lock = threading.Lock()
        here = threading.get_ident()
        others = self._inside.keys() - {here}
        for thread in others:
            del self._inside[thread]
        if others and not self._inside:
            self._restore()

    def __enter__(self) -> None:
        here = threading.get_ident()
        with self._lock:
            if not self._inside:
                self._change()
            self._inside[here] = self._inside.get(here, 0) + 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        here = threading.get_ident()
        with self._lock:
            self._inside[here] -= 1
            if not self._inside[here]:
                del self._inside[here]
                if not self._inside:
                    self._restore()

    @abstractmethod
    def _change(self) -> None: ...

    @abstractmethod
    def _restore(self) -> None: ...


class _DeepRecursion(_ProcessWide):
    """More stack: how deep values nest is the user's scope, not a mistake of ours."""

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
    """No garbage collection: nothing that is built becomes garbage, and looking for some takes up to half the time."""

    collecting = True  # whether the collector is on outside

    def _change(self) -> None:
        self.collecting = gc.isenabled()
        gc.disable()

    def _restore(self) -> None:
        if self.collecting:
            gc.enable()


deep_recursion = _DeepRecursion()
no_collection = _NoCollection()

# After so many objects were built past the collector, and as many as there were when it last looked at all of them, it
# does so again: spaces that nobody has any more may contain cycles.
_UNSEEN = 2_000_000
_OF_PYTHON = 1_000  # objects at most that Python 3.12 itself begins with as frozen, which need not stay so


class _Heap:
    """What the collector has not seen, of the process that first builds a space.

    In processes that were forked from it, all objects have been frozen, and only to ask whether any is frozen takes a
    look at each of them.
    """

    def __init__(self) -> None:
        self.process = os.getpid()
        self._unseen = 0  # objects built since the collector looked at all there are
        self._max_unseen = _UNSEEN

    def _is_ours(self) -> bool:
        return os.getpid() == self.process and gc.get_freeze_count() < _OF_PYTHON  # what others have frozen would thaw

    def collect_if_due(self) -> None:
        if self._unseen > self._max_unseen and self._is_ours():
            gc.collect()
            self._unseen, self._max_unseen = 0, max(_UNSEEN, len(gc.get_objects()))

    def take_for_old(self) -> None:
        """Let the collector take all objects for old, so that it does not look at them soon."""
        if self._is_ours():
            self._unseen += gc.get_count()[0]
            # Frozen objects thaw to be of the oldest generation. Neither looks at any of them.
            gc.freeze()
            gc.unfreeze()


_heap = _Heap()


@contextmanager
def building(*, hurried: bool = False) -> Iterator[None]:
    """What a space is built in: deep recursion, and no garbage collection, also not soon after.

    What has become garbage since is collected before, unless there is no time for that. After a large space, that takes
    seconds.
    """
    with deep_recursion, no_collection:
        if no_collection.collecting and not hurried:
            _heap.collect_if_due()
        try:
            yield
        finally:
            if no_collection.collecting:
                _heap.take_for_old()
