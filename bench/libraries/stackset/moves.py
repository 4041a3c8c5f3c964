"""Moving the focus and the windows of a stack set."""

from __future__ import annotations

from typing import Annotated, Protocol

from libraries.stackset.layout import (
    current_tag,
    find_tag,
    index,
    map_workspaces,
    member,
    peek,
    tag_member,
    view,
    with_current_stack,
)
from libraries.stackset.screens import (
    OkStack,
    OkStackSet,
    Stack,
    Tag,
    Window,
    Workspace,
    are_there,
    contents,
    current_windows,
    focused,
    others,
    windows,
    windows_of,
)
from libraries.stackset.stacks import (
    filter_stack,
    focus_down_in,
    focus_master_in,
    focus_up_in,
    swap_down_in,
    swap_master_in,
    swap_up_in,
)
from refute import where

OthersStay = where(lambda v, s: others(v) == others(s))
SameOrder = where(lambda v, s: contents(v) == contents(s))
SameFocus = where(lambda v, s: focused(v) == focused(s))
SameWindows = where(lambda v, s: sorted(current_windows(v)) == sorted(current_windows(s)))


class Arranges(Protocol):
    """What is made of a stack has no windows but those that were there."""

    def __call__(
        self, stack: OkStack
    ) -> Annotated[OkStack | None, where(lambda v, stack: set(windows(v)) <= set(windows(stack)))]: ...


def modify(
    f: Arranges, s: OkStackSet
) -> Annotated[OkStackSet, OthersStay, where(lambda v, s: {*current_windows(v)} <= {*current_windows(s)})]:
    """The stack of the current workspace becomes what the function makes of it."""
    stack = s.current.workspace.stack
    return s if stack is None else with_current_stack(s, f(stack))


def focus_up(s: OkStackSet) -> Annotated[OkStackSet, OthersStay, SameOrder]:
    return modify(focus_up_in, s)


def focus_down(s: OkStackSet) -> Annotated[OkStackSet, OthersStay, SameOrder]:
    return modify(focus_down_in, s)


def focus_master(
    s: OkStackSet,
) -> Annotated[OkStackSet, OthersStay, SameOrder, where(lambda v: focused(v) == next(iter(current_windows(v)), None))]:
    return modify(focus_master_in, s)


def swap_up(s: OkStackSet) -> Annotated[OkStackSet, OthersStay, SameFocus, SameWindows]:
    return modify(swap_up_in, s)


def swap_down(s: OkStackSet) -> Annotated[OkStackSet, OthersStay, SameFocus, SameWindows]:
    return modify(swap_down_in, s)


def swap_master(s: OkStackSet) -> Annotated[OkStackSet, OthersStay, SameFocus, SameWindows]:
    return modify(swap_master_in, s)


def focus_window(
    window: Window, s: OkStackSet
) -> Annotated[
    OkStackSet,
    SameOrder,
    where(lambda v, window, s: focused(v) == (window if window in windows_of(s) else focused(s))),
]:
    """Go to the workspace a window is on, and focus on it."""
    tag = find_tag(window, s)
    if tag is None or peek(s) == window:
        return s
    s = view(tag, s)
    while peek(s) != window:
        s = focus_up(s)
    return s


def insert_up(
    window: Window, s: OkStackSet
) -> Annotated[
    OkStackSet,
    where(lambda v, window, s: set(windows_of(v)) == {*windows_of(s), window}),
    where(lambda v, window, s: window in windows_of(s) or focused(v) == window),
]:
    """A new window above the one in focus takes the focus from it."""
    if member(window, s):
        return s
    stack = s.current.workspace.stack
    if stack is None:
        return with_current_stack(s, Stack(window, (), ()))
    return with_current_stack(s, Stack(window, stack.up, (stack.focus, *stack.down)))


def delete(
    window: Window, s: OkStackSet
) -> Annotated[
    OkStackSet,
    where(lambda v, window, s: contents(v) == {t: [w for w in ws if w != window] for t, ws in contents(s).items()}),
]:
    """Without a window, wherever it is."""

    def without(workspace: Workspace) -> Workspace:
        if workspace.stack is None:
            return workspace
        return Workspace(workspace.tag, filter_stack(lambda w: w != window, workspace.stack))

    return map_workspaces(without, s)


def on_workspace(
    tag: Tag, f: Arranges, s: OkStackSet
) -> Annotated[
    OkStackSet,
    where(lambda v, s: current_tag(v) == current_tag(s)),
    where(lambda v, tag, s: all(contents(v)[t] == ws for t, ws in contents(s).items() if t != tag)),
]:
    """Arrange the stack of a workspace, be it in view or not."""
    if not tag_member(tag, s):
        return s
    return view(current_tag(s), modify(f, view(tag, s)))


def shift(
    tag: Tag, s: OkStackSet
) -> Annotated[
    OkStackSet,
    where(lambda v, s: sorted(windows_of(v)) == sorted(windows_of(s))),
    where(lambda v, tag, s: focused(s) is None or tag not in contents(s) or focused(s) in contents(v)[tag]),
]:
    """The window in focus moves to another workspace."""
    window = peek(s)
    return s if window is None else shift_window(tag, window, s)


def shift_window(
    tag: Tag, window: Window, s: OkStackSet
) -> Annotated[
    OkStackSet,
    where(lambda v, s: sorted(windows_of(v)) == sorted(windows_of(s)) and current_tag(v) == current_tag(s)),
    where(lambda v, tag, window, s: not are_there(tag, window, s) or window in contents(v)[tag]),
]:
    """A window moves to another workspace, and is in focus there."""
    if find_tag(window, s) in (None, tag) or not tag_member(tag, s):
        return s
    here = current_tag(s)
    return view(here, insert_up(window, view(tag, delete(window, s))))


def index_of_focus(
    s: OkStackSet,
) -> Annotated[int | None, where(lambda v, s: focused(s) == (None if v is None else current_windows(s)[v]))]:
    window = peek(s)
    return None if window is None else index(s).index(window)
