"""The law of context managers: after a block that ended or raised, no lock is held that was free before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from refute.conform.wording import message_of
from refute.judge.oracles import CAUGHT
from refute.programs.contracts.law import Wrong
from refute.programs.promises.wording import shown
from refute.programs.states.layout import layout_of
from refute.programs.states.locks import LOCKS, is_held

_DEEPEST = 3  # attributes of attributes that are looked at


class _Probe(Exception):
    """Raised in a block."""


@dataclass(frozen=True)
class Entering:
    """Enters an object, and leaves it by the end of the block or by an exception."""

    contract: str = "context"
    by_exception: bool = False
    method: str = "__exit__"
    may_change: bool = True
    is_statement: bool = True

    @property
    def name(self) -> str:
        return "raise" if self.by_exception else "pass"

    @property
    def imports(self) -> Sequence[str]:
        return ["from contextlib import suppress"] if self.by_exception else []

    def text(self, texts: Sequence[str | None]) -> str:
        if self.by_exception:
            return f"with suppress(Exception), {texts[0]}: raise Exception"
        return f"with {texts[0]}: pass"

    def broken(self, values: Sequence[Any]) -> Wrong | None:
        value = values[0]
        free = list(_locks(value))
        if any(is_held(lock) for _, lock in free):
            return None  # it may wait for that, as an operation of its own
        try:
            with value:
                if self.by_exception:
                    raise _Probe
        except _Probe:
            pass
        except CAUGHT as error:
            if not self.by_exception:
                return None  # an operation of its own
            return Wrong(f"raised {message_of(error)}", "leaving after an exception has to pass that on, or to end it")
        for path, lock in free:
            if is_held(lock):
                return Wrong(f"left {path} locked", f"a context manager has to leave no lock: {shown(value)}", (path,))
        return None


def _locks(value: Any) -> Iterator[tuple[str, Any]]:
    """The locks in an object, with the attributes that lead to them."""
    waiting, seen = [("", value, 0)], {id(value)}
    while waiting:
        path, one, depth = waiting.pop()
        if isinstance(one, LOCKS):
            yield path, one
            continue
        layout = layout_of(type(one)) if depth < _DEEPEST else None
        for name, part in () if layout is None else layout.parts(one):
            if id(part) not in seen:
                seen.add(id(part))
                waiting.append((f"{path}.{name}", part, depth + 1))
