"""Types and values as short text, for people."""

from __future__ import annotations

from typing import Any

from refute.types.model import Type
from refute.types.reading.notes import shown
from refute.types.spelling import spelled
from refute.words import cut

_LONG = 200


def short(value: Any, most: int = _LONG) -> str:
    """A value as Python text of limited length. Never raises."""
    try:
        text = spelled(value)
    except Exception:
        text = _as_it_says(value)
    return cut(text, most)


def _as_it_says(value: Any) -> str:
    try:
        return shown(value)
    except Exception:
        return f"<{type(value).__qualname__}>"


def message_of(error: BaseException) -> str:
    """The class name and the message of an exception."""
    text = safe_str(error)
    name = type(error).__name__
    return f"{name}: {text}" if text else name


def safe_str(error: BaseException) -> str:
    try:
        return str(error)
    except Exception as again:
        return f"<its message raises {type(again).__name__}>"


def named(tp: Type, most: int = 80) -> str:
    """A type as it would be written, without its refinements."""
    return cut(tp.written(), most)
