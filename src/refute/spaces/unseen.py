"""Code that may look at values in ways that no hole notices: found by the names it uses."""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

# `type` and `id` see what a hole is; who expects a TypeError takes one that a hole has caused for an answer; quantifiers
# keep account of what they were asked.
_UNNOTICED = {"type", "id", "TypeError", "forall", "exists", "exists_unique"}


def sees_unnoticed(function: Any) -> bool:
    """Whether a function, or one that it names, uses what holes cannot answer."""
    seen: set[CodeType] = set()
    waiting = [function]
    while waiting:
        one = waiting.pop()
        one = getattr(one, "__func__", getattr(one, "__wrapped__", one))
        if isinstance(one, FunctionType) and one.__code__ not in seen:
            seen.add(one.__code__)
            names = set(_names(one.__code__))
            if names & _UNNOTICED:
                return True
            waiting += [one.__globals__[name] for name in names if name in one.__globals__]
            waiting += [cell.cell_contents for cell in one.__closure__ or () if _is_full(cell)]
    return False


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)


def _is_full(cell: Any) -> bool:
    try:
        cell.cell_contents  # noqa: B018
    except ValueError:
        return False
    return True
