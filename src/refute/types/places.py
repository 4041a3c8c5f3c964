"""Where in the user's files a class, a field or a function stands, for messages."""

from __future__ import annotations

import ast
import inspect
import linecache
from collections.abc import Sequence
from functools import lru_cache

from refute.logic.errors import Place


def place_of(subject: object, field: str = "") -> Place | None:
    """The place of a class or function, or of one annotated field of a class."""
    try:
        file = inspect.getsourcefile(subject)  # type: ignore[arg-type]
    except TypeError:
        return None
    if file is None:
        return None
    names = str(getattr(subject, "__qualname__", "")).replace("<locals>.", "").split(".")
    text = "".join(linecache.getlines(file))
    return Place(file, _line(text, tuple(names), field))


@lru_cache(maxsize=64)
def _parsed(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


@lru_cache(maxsize=4096)
def _line(text: str, names: tuple[str, ...], field: str) -> int:
    tree = _parsed(text)
    node = _descend(tree.body, names) if tree else None
    if node is None:
        return 0
    if field:
        for statement in getattr(node, "body", ()):
            if isinstance(statement, ast.AnnAssign) and ast.unparse(statement.target) == field:
                return statement.lineno
    return int(getattr(node, "lineno", 0))


def _descend(body: Sequence[ast.stmt], names: tuple[str, ...]) -> ast.AST | None:
    """The last definition of that name: the one that stayed."""
    found = None
    for statement in body:
        if isinstance(statement, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            if statement.name == names[0]:
                found = statement if len(names) == 1 else _descend(statement.body, names[1:]) or found
        elif hasattr(statement, "body"):
            inner = [*statement.body, *getattr(statement, "orelse", ())]
            found = _descend(inner, names) or found
    return found
