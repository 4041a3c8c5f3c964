"""Escaping: the backslash is escaped after the quote, and so are the quote's own backslashes."""

from __future__ import annotations

import re
from typing import Annotated

from refute import where

Text = Annotated[str, where(lambda v: set(v) <= {"a", '"', "\\"})]


def _escape(text):
    return text.replace('"', '\\"').replace("\\", "\\\\")


def _unescape(text):
    return re.sub(r"\\(.)", r"\1", text)


def prop_round_trip(text: Text) -> bool:
    return _unescape(_escape(text)) == text
