"""Values in words: what a call returned, and what it left an object as."""

from __future__ import annotations

import inspect
import re
from contextlib import suppress
from typing import Any

from refute.conform.wording import short
from refute.programs.states.layout import layout_of
from refute.words import cut

_WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_LONG = 200  # characters of a value


def variable(name: str) -> str:
    """The name of a variable for an instance of a class: `token_bucket` for `TokenBucket`."""
    return _WORDS.sub("_", name.rpartition(".")[2]).lower().strip("_") or "value"


def shown(value: Any) -> str:
    """A value as it shows itself; an object that shows nothing, by its attributes.

    It came about by calls: a text that calls its constructor would say something else.
    """
    cls = type(value)
    layout = layout_of(cls)
    if layout is None:
        return short(value, _LONG)
    if inspect.getattr_static(cls, "__repr__") is not object.__repr__:
        with suppress(Exception):
            return cut(repr(value), _LONG)
    return by_attributes(value)


def by_attributes(value: Any) -> str:
    """An object by its attributes, whatever it shows; any other value as it shows itself."""
    layout = layout_of(type(value))
    if layout is None:
        return short(value, _LONG)
    parts = ", ".join(f"{name}={short(part)}" for name, part in layout.parts(value))
    return cut(f"<{type(value).__qualname__}{f' {parts}' if parts else ''}>", _LONG)


def returned(result: Any, *, made: bool) -> str:
    return f"{'made' if made else 'returned'} {shown(result)}"


def left_as(kind: str, value: Any) -> str:
    return f"left {variable(kind)} = {shown(value)}"
