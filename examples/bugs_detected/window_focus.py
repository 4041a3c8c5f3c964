"""A window manager's stack: focusing past the first window gets the others in the wrong order."""

from __future__ import annotations

from typing import Annotated

from correct_code.window_focus import in_order
from windows import OkStack, Stack

from refute import where


def focus_up(s: OkStack) -> Annotated[OkStack, where(lambda v, s: in_order(v) == in_order(s))]:
    """Focus on the window above; from the first, on the last."""
    if s.up:
        return Stack(s.up[0], s.up[1:], (s.focus, *s.down))
    *rest, last = in_order(s)
    return Stack(last, tuple(rest), ())
