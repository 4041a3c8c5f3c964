"""Unknown values: holes that can be shown. A failure is told in words, and that is no look at a value that matters."""

from __future__ import annotations

from refute.spaces.narrowing.holes import Hole


class Unknown(Hole):
    """Whatever a value is: code that looks at it raises `Demand`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "?"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return "?"
