"""Stack sets as a whole: which workspaces there are, where windows are, and which workspace is in view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated

from libraries.stackset.screens import (
    OkStack,
    OkStackSet,
    Screen,
    ScreenId,
    StackSet,
    Tag,
    Window,
    Workspace,
    contents,
    current_windows,
    focused,
    tags_of,
    windows_of,
    workspaces_of,
)
from libraries.stackset.stacks import integrate_optional
from refute import Pos, Unique, where

SameContents = where(lambda v, s: contents(v) == contents(s))
Viewing = where(lambda v, tag, s: v.current.workspace.tag == (tag if tag in tags_of(s) else s.current.workspace.tag))


def new(
    tags: Annotated[Unique[Tag], where(lambda v: len(v) > 0)],
    screens: Annotated[Pos, where(lambda v, tags: v <= len(tags))],
) -> Annotated[
    OkStackSet,
    where(lambda v, tags, screens: tags_of(v) == tags and windows_of(v) == [] and len(v.visible) == screens - 1),
]:
    """No windows; the first workspaces on screens, the others hidden."""
    if not 0 < screens <= len(tags):
        raise ValueError("there is a workspace for each screen")  # not reached: the types say so
    workspaces = [Workspace(tag, None) for tag in tags]
    current, *visible = [Screen(workspace, i, None) for i, workspace in enumerate(workspaces[:screens])]
    return StackSet(current, tuple(visible), tuple(workspaces[screens:]))


def screens(s: OkStackSet) -> Annotated[list[Screen], where(lambda v, s: v == [s.current, *s.visible])]:
    return [s.current, *s.visible]


def workspaces(s: OkStackSet) -> Annotated[list[Workspace], where(lambda v, s: [w.tag for w in v] == tags_of(s))]:
    return [*(screen.workspace for screen in screens(s)), *s.hidden]


def all_windows(s: OkStackSet) -> Annotated[Unique[Window], where(lambda v, s: sorted(v) == sorted(windows_of(s)))]:
    return [window for workspace in workspaces(s) for window in integrate_optional(workspace.stack)]


def current_tag(s: OkStackSet) -> Annotated[Tag, where(lambda v, s: v == tags_of(s)[0])]:
    return s.current.workspace.tag


def peek(s: OkStackSet) -> Annotated[Window | None, where(lambda v, s: v == focused(s))]:
    """The window in focus."""
    stack = s.current.workspace.stack
    return None if stack is None else stack.focus


def index(s: OkStackSet) -> Annotated[Unique[Window], where(lambda v, s: v == current_windows(s))]:
    """The windows of the current workspace, from the first to the last."""
    return integrate_optional(s.current.workspace.stack)


def tag_member(tag: Tag, s: OkStackSet) -> Annotated[bool, where(lambda v, tag, s: v == (tag in contents(s)))]:
    return any(workspace.tag == tag for workspace in workspaces(s))


def find_tag(
    window: Window, s: OkStackSet
) -> Annotated[
    Tag | None,
    where(lambda v, window, s: window not in windows_of(s) if v is None else window in contents(s)[v]),
]:
    """The workspace a window is on."""
    for workspace in workspaces(s):
        if window in integrate_optional(workspace.stack):
            return workspace.tag
    return None


def member(
    window: Window, s: OkStackSet
) -> Annotated[bool, where(lambda v, window, s: v == (window in windows_of(s)))]:
    return find_tag(window, s) is not None


def lookup_workspace(
    screen: ScreenId, s: OkStackSet
) -> Annotated[Tag | None, where(lambda v, s: v is None or v in tags_of(s)[: 1 + len(s.visible)])]:
    """The workspace that a screen shows."""
    for shown in screens(s):
        if shown.id == screen:
            return shown.workspace.tag
    return None


def view(tag: Tag, s: OkStackSet) -> Annotated[OkStackSet, SameContents, Viewing]:
    """Go to a workspace: to its screen if it is visible, else it comes to the current one."""
    for shown in s.visible:
        if shown.workspace.tag == tag:
            rest = tuple(screen for screen in s.visible if screen.workspace.tag != tag)
            return StackSet(shown, (s.current, *rest), s.hidden)
    for workspace in s.hidden:
        if workspace.tag == tag:
            rest = tuple(other for other in s.hidden if other.tag != tag)
            shown = Screen(workspace, s.current.id, s.current.detail)
            return StackSet(shown, s.visible, (s.current.workspace, *rest))
    return s


def greedy_view(
    tag: Tag, s: OkStackSet
) -> Annotated[OkStackSet, SameContents, Viewing, where(lambda v, s: v.current.id == s.current.id)]:
    """A workspace comes to the current screen; the screen that showed it shows the current workspace."""
    for shown in s.visible:
        if shown.workspace.tag == tag:
            swapped = Screen(s.current.workspace, shown.id, shown.detail)
            visible = tuple(swapped if screen.workspace.tag == tag else screen for screen in s.visible)
            return StackSet(Screen(shown.workspace, s.current.id, s.current.detail), visible, s.hidden)
    return view(tag, s)


def rename_tag(
    old: Tag, new: Annotated[Tag, where(lambda v, s: v not in tags_of(s))], s: OkStackSet
) -> Annotated[OkStackSet, where(lambda v, old, new, s: tags_of(v) == [new if t == old else t for t in tags_of(s)])]:
    def renamed(workspace: Workspace) -> Workspace:
        return Workspace(new, workspace.stack) if workspace.tag == old else workspace

    return map_workspaces(renamed, s)


def map_workspaces(
    f: Callable[[Workspace], Workspace], s: OkStackSet
) -> Annotated[StackSet, where(lambda v, f, s: workspaces_of(v) == [f(workspace) for workspace in workspaces_of(s)])]:
    """The same done to every workspace."""
    shown = [replace(screen, workspace=f(screen.workspace)) for screen in screens(s)]
    return StackSet(shown[0], tuple(shown[1:]), tuple(f(workspace) for workspace in s.hidden))


def ensure_tags(
    wanted: Unique[Tag], s: OkStackSet
) -> Annotated[
    OkStackSet,
    where(lambda v, wanted, s: {*wanted} <= {*tags_of(v)} and sorted(windows_of(v)) == sorted(windows_of(s))),
]:
    """Workspaces that are not wanted get other tags; if there are not enough, further ones are hidden."""
    missing = [tag for tag in wanted if tag not in tags_of(s)]
    spare = [tag for tag in tags_of(s) if tag not in wanted]
    for old, tag in zip(spare, missing, strict=False):
        s = rename_tag(old, tag, s)
    added = tuple(Workspace(tag, None) for tag in missing[len(spare) :])
    return StackSet(s.current, s.visible, (*s.hidden, *added))


def with_current_stack(
    s: OkStackSet, stack: OkStack | None
) -> Annotated[StackSet, where(lambda v, s, stack: v.current.workspace == Workspace(s.current.workspace.tag, stack))]:
    workspace = Workspace(s.current.workspace.tag, stack)
    return StackSet(Screen(workspace, s.current.id, s.current.detail), s.visible, s.hidden)
