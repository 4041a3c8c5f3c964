"""A window manager's stack: focusing past the first window gets the others in the wrong order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from refute import Nat, where


@dataclass(frozen=True)
class Stack:
    focus: Nat
    up: tuple[Nat, ...]
    down: tuple[Nat, ...]


def in_order(s):
    return [*reversed(s.up), s.focus, *s.down]


Screen = Annotated[Stack, where(lambda s: len({s.focus, *s.up, *s.down}) == 1 + len(s.up) + len(s.down))]


def focus_up(s: Screen) -> Annotated[Screen, where(lambda v, s: in_order(v) == in_order(s))]:
    """Focus on the window above; from the first, on the last."""
    if s.up:
        return Stack(s.up[0], s.up[1:], (s.focus, *s.down))
    *rest, last = in_order(s)
    return Stack(last, tuple(rest), ())
