"""Words for values, as parts of the names of tests: `an_empty_text`, `minus_1`, `2_items`."""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping, Sequence, Set
from fractions import Fraction
from typing import Any

from refute.programs.promises.wording import variable

_LONGEST = 16  # characters of a text that is named by itself
_LARGE = 10**6
_FEW = 3  # elements that are named one by one
_EMPTY = {str: "an_empty_text", bytes: "empty_bytes"}
_MARKS = {
    " ": "a_blank",
    "\n": "a_newline",
    "\t": "a_tab",
    ".": "a_dot",
    ",": "a_comma",
    "-": "a_dash",
    "_": "an_underscore",
    "/": "a_slash",
    ":": "a_colon",
    "'": "a_quote",
    '"': "a_double_quote",
    "\\": "a_backslash",
    "@": "an_at_sign",
}


def words_of(value: Any) -> str:
    """A value in words that can be part of a name."""
    match value:
        case None | True | False:
            return str(value).lower()
        case enum.Enum():
            return _plain(str(value.name)) or variable(type(value).__name__)
        case int():
            return _of_integer(value)
        case float():
            return _of_float(value)
        case Fraction():
            return f"{_of_integer(value.numerator)}_over_{value.denominator}"
        case str() | bytes():
            return _of_text(value)
        case Mapping() | Sequence() | Set() if type(value).__module__ in ("builtins", "collections"):
            return _of_container(value)
    if isinstance(value, type):
        return variable(value.__name__)
    if type(value).__name__ in ("function", "builtin_function_or_method", "Behaviour"):
        return "a_function"
    return with_article(variable(type(value).__name__))


def with_article(noun: str) -> str:
    return f"{'an' if noun[:1] in 'aeiou' else 'a'}_{noun}"


def _of_integer(value: int) -> str:
    if abs(value) > _LARGE:
        return "a_large_number" if value > 0 else "a_large_negative_number"
    return str(value) if value >= 0 else f"minus_{-value}"


def _of_float(value: float) -> str:
    if value != value:
        return "nan"
    if value in (float("inf"), float("-inf")):
        return "infinity" if value > 0 else "minus_infinity"
    text = repr(abs(value))
    if len(text) > _LONGEST // 2 or "e" in text:
        return "a_fraction" if value > 0 else "a_negative_fraction"
    return f"{'minus_' if value < 0 else ''}{text.removesuffix('.0').replace('.', '_point_')}"


def _of_text(value: str | bytes) -> str:
    if not value:
        return _EMPTY[str if isinstance(value, str) else bytes]
    text = value if isinstance(value, str) else value.decode("ascii", "replace")
    if text in _MARKS:
        return _MARKS[text]
    if text.isspace():
        return "blanks" if set(text) <= {" "} else "white_space"
    plain = _plain(text)
    if plain and len(plain) <= _LONGEST:
        return plain
    return "a_text" if isinstance(value, str) else "some_bytes"


def _plain(text: str) -> str:
    """Letters and digits of ASCII, in words; nothing if there are others in a text that would be lost."""
    if not text.isascii() or len(re.findall(r"[^\w\s.,-]", text)) > len(text) // 2:
        return ""
    return re.sub(r"\W+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text)).strip("_").lower()


def _of_container(value: Any) -> str:
    kind = type(value).__name__
    if not len(value):
        return f"an_empty_{kind}"
    elements = list(value)
    if len(elements) <= _FEW and not isinstance(value, Mapping):
        inner = [words_of(one) for one in elements]
        if all(len(one) <= _LONGEST // 2 for one in inner):
            return f"{'_'.join(inner)}" if kind in ("list", "tuple") else f"the_{kind}_of_{'_'.join(inner)}"
    noun = "item" if kind in ("list", "tuple", "set", "frozenset", "deque") else "entry"
    plural = {"item": "items", "entry": "entries"}[noun]
    return f"{len(elements)}_{plural}" if len(elements) > 1 else f"1_{noun}"
