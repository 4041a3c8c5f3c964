"""Escaping: the backslash is escaped after the quote, and so are the quote's own backslashes."""

from __future__ import annotations

import re


def escape(text: str) -> str:
    return text.replace('"', '\\"').replace("\\", "\\\\")


def unescape(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)


def prop_round_trip(text: str) -> bool:
    return unescape(escape(text)) == text
