"""Outlines: inputs of which only some parts are chosen; the others are holes."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from refute.judge.findings import call_with_holes
from refute.minimise.anatomy import Anatomy
from refute.spaces.narrowing.holes import Demands, Path
from refute.spaces.narrowing.unknown import Unknown
from refute.types.data.abstract.iterators import copied
from refute.types.model import ABSENT, Constructor
from refute.types.signatures import LEFT_OUT, Signature


class Outline:
    """An input of which only the parts are known that were asked for; the others are holes."""

    def __init__(self, values: Sequence[Any], constructors: Mapping[Any, Constructor]) -> None:
        self._values = values
        self._anatomy = Anatomy(constructors)
        self._known: set[Path] = set()
        self._open: set[Path] = set()  # if there are any, these are the holes, and no others
        self.demands = Demands()
        self.holes: dict[Path, Unknown] = {}  # those of what was built last, in order

    def __repr__(self) -> str:
        return f"<Outline with {len(self._known)} known parts>"

    def know(self, path: Path) -> None:
        self._known.add(path)

    def leave_open(self, path: Path) -> None:
        """Have a hole at a place, and at no other that is not left open."""
        self._open.add(path)

    def built(self) -> tuple[Any, ...]:
        """The arguments, made anew, with their holes. Raises Demand if a constructor looks at one."""
        self.holes, self.demands.first = {}, None
        return tuple([self._built(value, (place,)) for place, value in enumerate(self._values)])

    def _built(self, value: Any, path: Path) -> Any:
        is_hole = path in self._open if self._open else not (_is_single(value) or path in self._known)
        if is_hole:
            self.holes[path] = Unknown(path, self.demands)
            return self.holes[path]
        if _is_single(value) or not self._anatomy.is_compound(value) or value in self._anatomy.heaps:
            return copied(value)
        parts = [
            copied(part) if self._anatomy.is_hashed(value, place) else self._built(part, (*path, place))
            for place, part in enumerate(self._anatomy.parts(value))
        ]
        return self._anatomy.rebuilt(value, parts)

    def part(self, path: Path, values: Sequence[Any] | None = None) -> Any:
        """What is at a place in the input, or in another one. Raises LookupError where there is no such place."""
        first, *inside = path
        value = (self._values if values is None else values)[first]
        for place in inside:
            value = self._anatomy.parts(value)[place]
        return value

    def parts(self, values: Sequence[Any]) -> Iterator[Any]:
        """All parts of another input."""
        waiting = list(values)
        while waiting:
            part = waiting.pop()
            yield part
            waiting += self._anatomy.parts(part)

    def with_parts(self, parts: Mapping[Path, Any]) -> tuple[Any, ...]:
        """The input with other parts at some places."""
        return tuple([self._with_parts(value, (place,), parts) for place, value in enumerate(self._values)])

    def _with_parts(self, value: Any, path: Path, others: Mapping[Path, Any]) -> Any:
        if path in others:
            return copied(others[path])
        if not any(path == other[: len(path)] for other in others):
            return copied(value)
        parts = [
            self._with_parts(part, (*path, place), others) for place, part in enumerate(self._anatomy.parts(value))
        ]
        return self._anatomy.rebuilt(value, parts)

    def text(self, signature: Signature) -> str:
        """The call, with `?1` for the first hole."""
        values = self.built()
        return call_with_holes(signature, values, self.holes.values())


def _is_single(value: Any) -> bool:
    """Whether `is` could tell a value from a hole, or it is none that code is given."""
    return value is None or value is LEFT_OUT or value is ABSENT or isinstance(value, bool | enum.Enum | type)
