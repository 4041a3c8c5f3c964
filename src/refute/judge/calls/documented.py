"""Exceptions that a docstring documents, in the styles of Google, Sphinx and numpy."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

_NAME = r"[A-Za-z_][\w.]*"
_NAMES = rf"{_NAME}(?:(?:\s*,\s*|\s*\|\s*|\s+or\s+){_NAME})*"
# `never`, `this is never raised`: what is said of an exception that is not raised
_NEVER = r"(?!\s*(?i:(?:this |it |is )*(?:never(?: raised| raises| happens)?|not raised)\s*(?:[.,;!]|$)))"
# `:raises ValueError:`, `:raises KeyError, ValueError: if …`
_SPHINX = re.compile(rf"^\s*:(?:raises?|except|exception)\s+({_NAMES})\s*:{_NEVER}", re.MULTILINE)
_SECTION = re.compile(r"(?:Raises|Exceptions|Throws):?\s*")
# `ValueError: if …`, and `ValueError` alone, perhaps marked up
_ENTRY = re.compile(rf"(?::\w+:)?[`*~]*({_NAMES})[`*]*(?:\s*$|(?:\s*:|\s+-|\s*\(){_NEVER})")


def documented(docstring: object) -> frozenset[str]:
    """The names of the exceptions, without their modules.

    >>> sorted(documented("Parse.\\n\\nRaises:\\n    ValueError: if it is empty.\\n    errors.Late: at night."))
    ['Late', 'ValueError']
    >>> sorted(documented("Parse.\\n\\n:raises KeyError, ValueError: at times"))
    ['KeyError', 'ValueError']
    >>> sorted(documented("Parse.\\n\\nRaises\\n------\\nValueError\\n    If it is empty."))
    ['ValueError']
    >>> documented("Parse.\\n\\nRaises:\\n    ValueError: never.")
    frozenset()
    """
    if not isinstance(docstring, str):
        return frozenset()
    text = inspect.cleandoc(docstring)
    listed = [*_SPHINX.findall(text), *_in_sections(text.splitlines())]
    return frozenset(name.rpartition(".")[2] for names in listed for name in re.findall(_NAME, names) if name != "or")


def _in_sections(lines: list[str]) -> Iterator[str]:
    """The entries of sections: lines that are indented below a `Raises:`, or not indented below an underlined one."""
    for number, line in enumerate(lines):
        if not _SECTION.fullmatch(line.strip()):
            continue
        below = lines[number + 1 :]
        underlined = bool(below) and re.fullmatch(r"\s*-{3,}\s*", below[0]) is not None
        if underlined:
            below = below[1:]
        elif not line.rstrip().endswith(":"):
            continue
        yield from _entries(below, _indent(line), underlined)


def _entries(lines: list[str], around: int, underlined: bool) -> Iterator[str]:
    """The first words of the entries of a section: its lines that are indented least."""
    least: int | None = around if underlined else None
    for place, line in enumerate(lines):
        if not line.strip():
            continue
        indent = _indent(line)
        if not underlined and indent <= around:
            return
        if underlined and place + 1 < len(lines) and re.fullmatch(r"\s*-{3,}\s*", lines[place + 1]):
            return  # the next section
        least = indent if least is None else least
        found = _ENTRY.match(line.strip()) if indent <= least else None
        if found is not None:
            yield found[1]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
