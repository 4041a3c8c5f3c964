"""What a stack set is: screens with workspaces, workspaces that no screen shows, no window and no tag twice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from refute import Nat, measure, where

Window = Nat
Tag = Nat
ScreenId = Nat


@dataclass(frozen=True)
class Stack:
    """The windows above the focus are kept from the nearest to the farthest."""

    focus: Window
    up: tuple[Window, ...]
    down: tuple[Window, ...]


@dataclass(frozen=True)
class Workspace:
    tag: Tag
    stack: Stack | None


@dataclass(frozen=True)
class Screen:
    workspace: Workspace
    id: ScreenId
    detail: None


@dataclass(frozen=True)
class StackSet:
    current: Screen
    visible: tuple[Screen, ...]
    hidden: tuple[Workspace, ...]


@measure
def windows(stack: Stack | None) -> tuple[int, ...]:
    """From the focus on: what is above it, then what is below."""
    match stack:
        case Stack(focus, up, down):
            return (focus, *up, *down)
    return ()


@measure
def tag(workspace: Workspace) -> int:
    return workspace.tag


@measure
def inside(workspace: Workspace) -> tuple[int, ...]:
    return windows(workspace.stack)


@measure
def tag_on(screen: Screen) -> int:
    return screen.workspace.tag


@measure
def inside_on(screen: Screen) -> tuple[int, ...]:
    return windows(screen.workspace.stack)


def windows_of(s: StackSet) -> list[int]:
    visible = [w for screen in s.visible for w in inside_on(screen)]
    return [*inside_on(s.current), *visible, *[w for workspace in s.hidden for w in inside(workspace)]]


def tags_of(s: StackSet) -> list[int]:
    return [tag_on(s.current), *[tag_on(screen) for screen in s.visible], *[tag(workspace) for workspace in s.hidden]]


def in_order(stack: Stack | None) -> list[int]:
    """The windows of a stack from the first to the last."""
    return [] if stack is None else [*reversed(stack.up), stack.focus, *stack.down]


def workspaces_of(s: StackSet) -> list[Workspace]:
    return [*(screen.workspace for screen in (s.current, *s.visible)), *s.hidden]


def contents(s: StackSet) -> dict[int, list[int]]:
    """The windows of each workspace, from the first to the last."""
    return {workspace.tag: in_order(workspace.stack) for workspace in workspaces_of(s)}


def are_there(tag: int, window: int, s: StackSet) -> bool:
    return tag in tags_of(s) and window in windows_of(s)


def current_windows(s: StackSet) -> list[int]:
    return in_order(s.current.workspace.stack)


def focused(s: StackSet) -> int | None:
    return None if s.current.workspace.stack is None else s.current.workspace.stack.focus


def others(s: StackSet) -> tuple[object, ...]:
    """All that is not the stack of the current workspace."""
    return s.current.workspace.tag, s.current.id, s.visible, s.hidden


OkStack = Annotated[Stack, where(lambda s: len(set(windows(s))) == len(windows(s)))]
OkStackSet = Annotated[
    StackSet,
    where(lambda s: len(set(tags_of(s))) == len(tags_of(s))),
    where(lambda s: len(set(windows_of(s))) == len(windows_of(s))),
]
