"""The windows of a tiling window manager: a screen with one in focus, others above and below, none twice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from refute import Nat, measure, where

Window = Nat


@dataclass(frozen=True)
class Stack:
    focus: Window
    up: tuple[Window, ...]
    down: tuple[Window, ...]


@dataclass(frozen=True)
class Screens:
    current: Stack
    hidden: tuple[Stack, ...]


@measure
def windows(stack: Stack) -> tuple[int, ...]:
    return (stack.focus, *stack.up, *stack.down)


def no_duplicates(screens: Screens) -> bool:
    shown = [w for stack in (screens.current, *screens.hidden) for w in windows(stack)]
    return len(set(shown)) == len(shown)


OkStack = Annotated[Stack, where(lambda s: len(set(windows(s))) == len(windows(s)))]
OkScreens = Annotated[Screens, where(no_duplicates)]
