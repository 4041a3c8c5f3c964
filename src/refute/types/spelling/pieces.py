"""Texts in pieces: what is written as it is, and the parts that are still to be spelled."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from refute.types.callables.tabulated import Observed


class Value:
    """A part still to be spelled."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


def listed(begin: str, items: Iterable[Any], end: str) -> Iterator[Any]:
    yield begin
    for place, item in enumerate(items):
        if place:
            yield ", "
        yield Value(item)
    yield end


def iterator(begin: str, items: Sequence[Any]) -> Iterator[Any]:
    is_list = type(items) is list
    return listed(begin + ("[" if is_list else "("), items, "])" if is_list else ",))" if len(items) == 1 else "))")


def mapping(value: dict[Any, Any]) -> Iterator[Any]:
    yield "{"
    for place, (key, item) in enumerate(value.items()):
        if place:
            yield ", "
        yield Value(key)
        yield ": "
        yield Value(item)
    yield "}"


def observed(value: Observed) -> Iterator[Any]:
    """`<0: 1, 1: 2>`, a function by its answers."""
    yield "<"
    for place, (args, answer) in enumerate(value.answers):
        if place:
            yield ", "
        yield Value(args[0] if len(args) == 1 else args)
        yield ": "
        yield Value(answer)
    yield ">"


def text(value: str) -> str:
    """A text in quotes. Marks that would be seen only as part of another character are escaped: `'e\\u0301'`."""
    quoted = repr(value)
    return quoted if quoted.isascii() else "".join(map(_apart, quoted))


def _apart(character: str) -> str:
    is_mark = unicodedata.category(character).startswith("M")
    return character.encode("unicode_escape").decode() if is_mark else character
