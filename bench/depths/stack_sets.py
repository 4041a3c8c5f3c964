"""The windows of a tiling window manager: moving the focus up keeps their order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated

from depths.subject import Arguments, Subject
from refute import Nat, measure, where

Window = Nat


@dataclass(frozen=True)
class Stack:
    focus: Window
    up: tuple[Window, ...]  # nearest first
    down: tuple[Window, ...]


@dataclass(frozen=True)
class Empty: ...


@dataclass(frozen=True)
class Holding:
    """A constructor of its own, as `Just` is in Haskell, so that depth means what it means there."""

    stack: Stack


@dataclass(frozen=True)
class Workspace:
    tag: Nat
    content: Empty | Holding


@dataclass(frozen=True)
class Screen:
    workspace: Workspace
    id: None
    detail: None


@dataclass(frozen=True)
class StackSet:
    current: Screen
    visible: tuple[Screen, ...]
    hidden: tuple[Workspace, ...]


@measure
def windows(workspace: Workspace) -> tuple[int, ...]:
    match workspace.content:
        case Holding(Stack(focus, up, down)):
            return (focus, *up, *down)
    return ()


def workspaces(s: StackSet) -> tuple[Workspace, ...]:
    return (s.current.workspace, *[screen.workspace for screen in s.visible], *s.hidden)


def no_tag_twice(s: StackSet) -> bool:
    tags = [workspace.tag for workspace in workspaces(s)]
    return len(set(tags)) == len(tags)


def no_window_twice(s: StackSet) -> bool:
    shown = [window for workspace in workspaces(s) for window in windows(workspace)]
    return len(set(shown)) == len(shown)


OkStackSet = Annotated[StackSet, where(no_tag_twice), where(no_window_twice)]


def is_without_duplicates(s: StackSet) -> bool:
    """Told window by window, in a loop: nothing that the logic reads."""
    tags: set[int] = set()
    shown: set[int] = set()
    for workspace in workspaces(s):
        if workspace.tag in tags:
            return False
        tags.add(workspace.tag)
        if isinstance(workspace.content, Holding):
            stack = workspace.content.stack
            for window in (stack.focus, *stack.up, *stack.down):
                if window in shown:
                    return False
                shown.add(window)
    return True


def index(s: StackSet) -> tuple[Window, ...]:
    """The windows of the current workspace from top to bottom."""
    content = s.current.workspace.content
    if isinstance(content, Empty):
        return ()
    return (*reversed(content.stack.up), content.stack.focus, *content.stack.down)


def focus_up(s: StackSet) -> StackSet:
    content = s.current.workspace.content
    if isinstance(content, Empty):
        return s
    stack = content.stack
    if stack.up:
        moved = Stack(stack.up[0], stack.up[1:], (stack.focus, *stack.down))
    else:
        last, *others = (*reversed(stack.down), stack.focus)
        moved = Stack(last, tuple(others), ())
    workspace = Workspace(s.current.workspace.tag, Holding(moved))
    return StackSet(Screen(workspace, s.current.id, s.current.detail), s.visible, s.hidden)


def keeps_order(n: int, s: StackSet) -> bool:
    moved = s
    for _ in range(n):
        moved = focus_up(moved)
    return index(moved) == index(s)


def refocus(n: Nat, s: OkStackSet) -> Annotated[bool, where(lambda v: v)]:
    return keeps_order(n, s)


def refocus_opaque(n: Nat, s: Annotated[StackSet, where(is_without_duplicates)]) -> Annotated[bool, where(lambda v: v)]:
    return keeps_order(n, s)


Used = frozenset[int]


def distinct_lists(depth: int, used: Used) -> Iterator[tuple[tuple[int, ...], Used]]:
    yield (), used
    for head in range(depth):
        if head not in used:
            for tail, after in distinct_lists(depth - 1, used | {head}):
                yield (head, *tail), after


def some_workspaces(depth: int, tags: Used, used: Used) -> Iterator[tuple[Workspace, Used, Used]]:
    """All with a new tag and new windows, and what is then used up."""
    for tag in range(max(depth, 1)):
        if tag not in tags:
            yield Workspace(tag, Empty()), tags | {tag}, used
            for focus in range(max(depth - 2, 1)):
                if focus not in used:
                    for up, with_up in distinct_lists(depth - 3, used | {focus}):
                        for down, after in distinct_lists(depth - 3, with_up):
                            yield Workspace(tag, Holding(Stack(focus, up, down))), tags | {tag}, after


def sequences(depth: int, lower: int, tags: Used, used: Used) -> Iterator[tuple[tuple[Workspace, ...], Used, Used]]:
    """Workspaces one after the other, each one less deep, and lower by what they are packed in."""
    yield (), tags, used
    if depth > 0:
        for first, more_tags, more in some_workspaces(depth - 1 - lower, tags, used):
            for others, all_tags, after in sequences(depth - 1, lower, more_tags, more):
                yield (first, *others), all_tags, after


def stack_sets(depth: int) -> Iterator[StackSet]:
    """All without duplicates by the rule of SmallCheck."""
    nothing: Used = frozenset()
    for current, tags, used in some_workspaces(depth - 2, nothing, nothing):
        screen = Screen(current, None, None)
        for others, more_tags, more in sequences(depth - 1, 1, tags, used):
            visible = tuple(Screen(workspace, None, None) for workspace in others)
            for hidden, _, _ in sequences(depth - 1, 0, more_tags, more):
                yield StackSet(screen, visible, hidden)


def inputs(depth: int) -> Iterator[Arguments]:
    for s in stack_sets(depth):
        for n in range(depth + 1):
            yield n, s


def by_hand(inputs: Iterable[Arguments]) -> int:
    count = 0
    for n, s in inputs:
        assert refocus(n, s) is True
        count += 1
    return count


STACK_SETS = Subject(
    "stack-set refocus",
    refocus,
    refocus_opaque,
    inputs,
    by_hand,
    lambda n, s: is_without_duplicates(s),
    published={4: 31.4, 6: 496, 8: 2724},
)
