"""The places of classes, fields and functions in the user's files, for messages."""

from __future__ import annotations

import ast
import inspect
import linecache
import warnings
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from refute.errors import Place
from refute.logic.reading.statements import statements_of


def place_of(subject: object, field: str = "") -> Place | None:
    """The place of a class or function, or of one annotated field of a class."""
    try:
        file = inspect.getsourcefile(subject)  # type: ignore[arg-type]
    except Exception:
        return None  # no class or function, without a file, or of a module that raises
    if file is None or file == "<string>":  # generated, as the `__init__` of a dataclass
        return None
    names = str(getattr(subject, "__qualname__", "")).replace("<locals>.", "").split(".")
    text = "".join(linecache.getlines(file))
    return Place(file, _line(text, tuple(names), field))


def place_of_name(name: str, namespace: Mapping[str, Any]) -> Place | None:
    """The place of a name in a module, given by its namespace."""
    file = namespace.get("__file__")
    if not isinstance(file, str):
        return None
    return Place(file, _line("".join(linecache.getlines(file)), (name,), ""))


@lru_cache(maxsize=512)
def _parsed(text: str) -> list[ast.stmt]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


@lru_cache(maxsize=4096)
def _line(text: str, names: tuple[str, ...], field: str) -> int:
    found = [_descend(_parsed(statement), names) for statement in statements_of(text, names[0])]
    # If there are several, or an incomplete one, some may be inside strings.
    node = found[0] if len(found) == 1 and found[0] else _descend(_parsed(text), names)
    if node is None:
        return 0
    if field:
        for statement in getattr(node, "body", ()):
            if isinstance(statement, ast.AnnAssign) and ast.unparse(statement.target) == field:
                return statement.lineno
    return int(getattr(node, "lineno", 0))


def _descend(body: Sequence[ast.stmt], names: tuple[str, ...]) -> ast.AST | None:
    """The last definition of a name."""
    found: ast.AST | None = None
    for statement in body:
        match statement:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if name == names[0]:
                    found = statement if len(names) == 1 else _descend(statement.body, names[1:]) or found
            case ast.Assign(targets=[target]) | ast.AnnAssign(target=target):
                found = statement if _names(target) == names else found
            case _ if hasattr(statement, "body"):
                inner = [*statement.body, *getattr(statement, "orelse", ())]
                found = _descend(inner, names) or found
            case _ if hasattr(statement, "type_params"):  # a `type` statement, from Python 3.12 on
                found = statement if _names(getattr(statement, "name", None)) == names else found
    return found


def _names(target: ast.expr | None) -> tuple[str, ...]:
    return (target.id,) if isinstance(target, ast.Name) else ()
