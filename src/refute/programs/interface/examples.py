"""Examples: calls with literal arguments, in docstrings and in tests. Texts are parsed, and nothing is run.

shorten("Hello  world!", width=12)        shorten, ("Hello  world!",), {"width": 12}
"""

from __future__ import annotations

import ast
import doctest
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

_MOST = 2_000  # of a file
_LARGEST = 1_000_000  # bytes of a file that is read
_LONGEST = 1_000  # letters of a literal


@dataclass(frozen=True)
class Example:
    """A call of something by its last name, and what it was given."""

    name: str
    args: tuple[Any, ...]
    keywords: Mapping[str, Any] = field(default_factory=dict)
    is_method: bool = False


def examples_in(text: str) -> Iterator[Example]:
    """The calls in Python code that have nothing but literals as arguments; none where it cannot be parsed."""
    tree = _parsed(text)
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Call):
            found = _example(node)
            if found is not None:
                yield found


def examples_of_docstring(text: str) -> Iterator[Example]:
    """Those in the examples that doctest would run."""
    try:
        examples = doctest.DocTestParser().get_examples(text)
    except ValueError:  # a prompt without a blank, say
        return
    for example in examples:
        yield from examples_in(example.source)


def literals_in(text: str) -> Iterator[Any]:
    """The constants in Python code, but for docstrings, and containers that are made of them."""
    tree = _parsed(text)
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Constant | ast.List | ast.Tuple | ast.Set | ast.Dict | ast.UnaryOp):
            known, value = _literal(node)
            if known and (value or type(value) in (int, float)) and not isinstance(value, bool):
                yield value


def texts_of(paths: Iterable[Path]) -> Iterator[str]:
    """The Python code in files and below directories; what cannot be read is passed over."""
    for path in paths:
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            try:
                if file.is_file() and file.stat().st_size <= _LARGEST:
                    yield file.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError):
                continue


def _parsed(text: str) -> ast.AST | None:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None


def _example(call: ast.Call) -> Example | None:
    match call.func:
        case ast.Name(id=name):
            is_method = False
        case ast.Attribute(attr=name):
            is_method = True
        case _:
            return None
    args = [_literal(arg) for arg in call.args]
    keywords = {keyword.arg: _literal(keyword.value) for keyword in call.keywords}
    if None in keywords or not all(known for known, _ in (*args, *keywords.values())):
        return None
    given = {name: value for name, (_, value) in keywords.items() if name is not None}
    return Example(name, tuple(value for _, value in args), given, is_method)


def _literal(node: ast.expr) -> tuple[bool, Any]:
    """Whether an expression is a literal, and its value."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False, None
    return value is not ... and len(repr(value)) <= _LONGEST, value


def few(examples: Iterable[Example]) -> list[Example]:
    """The first ones, each once."""
    found: dict[str, Example] = {}
    for example in islice(examples, _MOST):
        found.setdefault(repr(example), example)
    return list(found.values())
