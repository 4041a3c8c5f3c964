"""Stack for values that nest deeply: how deep they get is the user's scope, not a mistake of ours."""

from __future__ import annotations

import sys
from types import TracebackType

from refute.errors import ScopeError

_DEEP = 20_000  # stack frames that may be used; each level of nesting takes a few dozen


class DeepRecursion:
    """While this is entered, there is more stack; when that is not enough either, the scope is said to be too deep."""

    __slots__ = ("_before",)

    def __enter__(self) -> None:
        self._before = sys.getrecursionlimit()
        if self._before < _DEEP:
            sys.setrecursionlimit(_DEEP)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        sys.setrecursionlimit(self._before)
        if kind is not None and issubclass(kind, RecursionError):
            raise ScopeError("the scope nests too deeply to be built", remedy="Use a smaller depth or size.") from None
