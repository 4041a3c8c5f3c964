"""Stacks of windows: one in focus, others above and below it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from libraries.stackset.screens import OkStack, Stack, Window, in_order
from refute import Unique, where

SameOrder = where(lambda v, stack: in_order(v) == in_order(stack))


def integrate(stack: OkStack) -> Annotated[Unique[Window], where(lambda v, stack: v == in_order(stack))]:
    """The windows from the first to the last."""
    return [*reversed(stack.up), stack.focus, *stack.down]


def integrate_optional(
    stack: OkStack | None,
) -> Annotated[Unique[Window], where(lambda v, stack: v == in_order(stack))]:
    return [] if stack is None else integrate(stack)


def differentiate(
    windows: Unique[Window],
) -> Annotated[OkStack | None, where(lambda v, windows: in_order(v) == windows and (v is None or not v.up))]:
    """The stack of some windows, the first of them in focus."""
    if not windows:
        return None
    first, *rest = windows
    return Stack(first, (), tuple(rest))


def filter_stack(
    test: Callable[[Window], bool], stack: OkStack
) -> Annotated[OkStack | None, where(lambda v, test, stack: in_order(v) == [w for w in in_order(stack) if test(w)])]:
    """The focus goes to the next window below that is kept, or else to the nearest above."""
    up = tuple(w for w in stack.up if test(w))
    kept = [w for w in (stack.focus, *stack.down) if test(w)]
    if kept:
        return Stack(kept[0], up, tuple(kept[1:]))
    if up:
        return Stack(up[0], up[1:], ())
    return None


def reverse_stack(stack: OkStack) -> Annotated[OkStack, where(lambda v, stack: in_order(v) == in_order(stack)[::-1])]:
    return Stack(stack.focus, stack.down, stack.up)


def focus_up_in(stack: OkStack) -> Annotated[OkStack, SameOrder]:
    """Focus on the window above; from the first, on the last."""
    if stack.up:
        return Stack(stack.up[0], stack.up[1:], (stack.focus, *stack.down))
    *rest, last = (stack.focus, *stack.down)
    return Stack(last, tuple(reversed(rest)), ())


def focus_down_in(stack: OkStack) -> Annotated[OkStack, SameOrder]:
    return reverse_stack(focus_up_in(reverse_stack(stack)))


def swap_up_in(stack: OkStack) -> Annotated[OkStack, where(lambda v, stack: v.focus == stack.focus)]:
    """The window in focus changes places with the one above; the first goes to the end."""
    if stack.up:
        above, *rest = stack.up
        return Stack(stack.focus, tuple(rest), (above, *stack.down))
    return Stack(stack.focus, tuple(reversed(stack.down)), ())


def swap_down_in(stack: OkStack) -> Annotated[OkStack, where(lambda v, stack: v.focus == stack.focus)]:
    return reverse_stack(swap_up_in(reverse_stack(stack)))


def swap_master_in(
    stack: OkStack,
) -> Annotated[OkStack, where(lambda v, stack: v.focus == stack.focus == in_order(v)[0])]:
    """The window in focus changes places with the first."""
    if not stack.up:
        return stack
    *between, first = stack.up
    return Stack(stack.focus, (), (*reversed(between), first, *stack.down))


def focus_master_in(stack: OkStack) -> Annotated[OkStack, SameOrder, where(lambda v: not v.up)]:
    if not stack.up:
        return stack
    first, *rest = reversed(stack.up)
    return Stack(first, (), (*rest, stack.focus, *stack.down))
