"""What nothing works without, put right as soon as it is seen: builtins, loaded modules, ways to import, no tracing.

The code under test may break them in a call whose outcome is then to be judged and told. So they are put right between
the two (`put_right`), and it is remembered that they were changed until the worker asks. What is called here uses names
that this module bound when it was imported, and no builtins before these are mended.
"""

from __future__ import annotations

import builtins
import sys
import threading
from collections.abc import Callable, Sequence
from ctypes import c_char
from functools import wraps
from types import FrameType, MethodType
from typing import Any

_FRAMES = 40  # more than there are between a worker's own and those of a call under test
_ANY, _len = BaseException, len  # the names may be patched when they are needed


class Essential:
    """A guard who mends what it watches whenever it looks."""

    what = ""

    def __init__(self) -> None:
        self._seen = False

    def look(self) -> None:
        if self._mended():
            self._seen = True

    def changed(self) -> bool:
        self.look()
        seen, self._seen = self._seen, False
        return seen

    def restore(self, seed: int) -> bool:
        return True

    def _mended(self) -> bool:
        """Put it right; whether there was need to."""
        raise NotImplementedError


class Tracing(Essential):
    """A function that was left to trace calls would be called by all that the worker does.

    One of refute's own is there where a call is looked at while it is made, and is no affair of the call.
    """

    what = "a trace or profile function was left set"

    def __init__(self) -> None:
        super().__init__()
        self._get: Sequence[Callable[[], Any]] = sys.gettrace, sys.getprofile
        self._set: Sequence[Callable[[Any], None]] = sys.settrace, sys.setprofile
        self._before = sys.gettrace(), sys.getprofile()
        self._threading = vars(threading)
        self._hooks = {name: self._threading.get(name) for name in ("_trace_hook", "_profile_hook")}

    def _mended(self) -> bool:
        changed = False
        for get, put, before in zip(self._get, self._set, self._before, strict=True):
            now = get()
            if now is not before and not _is_refutes(now):
                put(None)
                put(before)
                changed = True
        for name in self._hooks:
            if self._threading.get(name) is not self._hooks[name]:
                self._threading[name] = self._hooks[name]
                changed = True
        return changed


def _is_refutes(trace: Any) -> bool:
    return trace.__class__ is MethodType and trace.__self__.__class__.__module__.startswith("refute.")


def _depth() -> int:
    """How many frames there are."""
    frame: FrameType | None = sys._getframe()
    depth = 0
    while frame is not None:
        frame, depth = frame.f_back, depth + 1
    return depth


class Recursion(Essential):
    """Calls have as many frames as in a program of their own: the limit that they read and set is one for theirs."""

    what = "the recursion limit was changed"

    def __init__(self) -> None:
        """In the worker."""
        super().__init__()
        self._get, self._set = get, put = sys.getrecursionlimit, sys.setrecursionlimit
        around = _depth() + _FRAMES
        self._limit = get() + around
        put(self._limit)

        @wraps(get)
        def getrecursionlimit() -> int:
            return get() - around

        @wraps(put)
        def setrecursionlimit(limit: int, /) -> None:
            put(limit + around if type(limit) is int and limit > 0 else limit)

        sys.getrecursionlimit, sys.setrecursionlimit = getrecursionlimit, setrecursionlimit

    def changed(self) -> bool:
        # calls nothing written in Python: there may be no room for that
        if self._get() != self._limit:
            self._set(self._limit)
            self._seen = True
        seen, self._seen = self._seen, False
        return seen

    def look(self) -> None:
        if self._get() != self._limit:
            self._set(self._limit)
            self._seen = True


class Names(Essential):
    """A dictionary. Made before there is a worker: to copy or to compare it touches the pages of all its values.

    Some versions of Python number the states of a dictionary, in its memory. There, the names are only compared where
    the number is another one.
    """

    def __init__(self, now: dict[str, Any]) -> None:
        super().__init__()
        self._now = now
        self._read = dictionary_state(now)
        self._state = self._read()
        self._before = dict(now)

    def post(self) -> None:
        """What they are now, is what they are to be. In the worker, no other thread can change them meanwhile."""
        if not self._is_same():
            self._before = dict(self._now)
            self._state = self._read()

    def are_of(self, now: dict[str, Any]) -> bool:
        return self._now is now

    def _is_same(self) -> bool:
        return STATES_ARE_NUMBERED and self._read() == self._state


class Builtins(Names):
    what = "builtins were changed"

    def __init__(self) -> None:
        super().__init__(vars(builtins))

    def _mended(self) -> bool:
        if self._is_same():
            return False
        try:
            if self._now == self._before:
                self._state = self._read()
                return False
        except _ANY:  # what was put there cannot be compared
            pass
        for name in [*self._now]:
            if name not in self._before:
                del self._now[name]
        self._now.update(self._before)
        self._state = self._read()
        return True


class Modules(Names):
    """Modules that were loaded stay what they are. Those that a call loads stay as well, and are nobody's fault."""

    what = "sys.modules was changed"

    def __init__(self) -> None:
        super().__init__(sys.modules)
        self._sys = vars(sys)
        self._count = _len(self._now)
        self.has_grown = False  # since the look before the last

    def post(self) -> None:
        super().post()
        self._count = _len(self._now)

    def _mended(self) -> bool:
        self.has_grown, self._count = _len(self._now) > self._count, _len(self._now)
        changed = self._sys.get("modules") is not self._now
        if self._is_same() and not changed:
            return False
        self._sys["modules"] = self._now
        for name, module in self._before.items():
            if self._now.get(name) is not module:
                self._now[name] = module
                changed = True
        self._state = self._read()
        return changed


class ImportList(Essential):
    """`sys.path`, `sys.meta_path` or `sys.path_hooks`. What a module adds that a call imports stays."""

    def __init__(self, name: str, modules: Modules) -> None:
        super().__init__()
        self.what = f"sys.{name} was changed"
        self._name, self._modules, self._sys = name, modules, vars(sys)
        self._list: list[Any] = self._sys[name]
        self._before = [*self._list]

    def _mended(self) -> bool:
        is_same = self._sys.get(self._name) is self._list
        try:
            if is_same and self._list == self._before:
                return False
        except _ANY:  # what was put there cannot be compared
            pass
        if is_same and self._modules.has_grown and _is_part(self._before, self._list):
            self._before = [*self._list]
            return False
        self._sys[self._name] = self._list
        self._list[:] = self._before
        return True


def _is_part(some: Sequence[object], all_of_them: Sequence[object]) -> bool:
    """Whether these are among those, in the same order."""
    rest = iter(all_of_them)
    return all(any(one is other for other in rest) for one in some)


def dictionary_state(of: dict[str, Any]) -> Callable[[], bytes]:
    """What reads the memory of a dictionary without its entries: how many, where they are, and the number, if any."""
    memory = (c_char * _STATE).from_address(id(of) + _HEADER)
    return lambda: memory.raw


def _numbered() -> bool:
    """Whether the state is another one after a value was replaced, which leaves as many entries in the same place."""
    sample: dict[str, Any] = {"name": 1}
    read = dictionary_state(sample)
    before = read()
    sample["name"] = 2
    return read() != before


_HEADER = object.__basicsize__
_STATE = dict.__basicsize__ - _HEADER
STATES_ARE_NUMBERED = _numbered()

_posted: list[Essential] = []  # in a worker


def post_essentials(builtins: Builtins, modules: Modules) -> Sequence[Essential]:
    """The order says which of them can rely on which."""
    builtins.post()
    modules.post()
    lists = (ImportList(name, modules) for name in ("path", "meta_path", "path_hooks"))
    _posted[:] = Recursion(), builtins, Tracing(), modules, *lists
    return _posted


def put_right() -> None:
    """Between a call and what is done to judge it and to tell what it did. Nothing outside of workers."""
    for guard in _posted:
        guard.look()
