"""Names that a module imports or defines under `if TYPE_CHECKING:`, made when they are needed."""

from __future__ import annotations

import ast
import sys
import typing
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from functools import lru_cache
from pathlib import Path
from typing import Any

# Aliases written as `type Name = …` are another kind, from Python 3.12 on.
_KINDS = tuple(
    kind
    for name in ("Import", "ImportFrom", "Assign", "AnnAssign", "TypeAlias")
    if (kind := getattr(ast, name, None)) is not None
)


def names_for_type_checkers(namespace: Mapping[str, Any]) -> Mapping[str, Any]:
    """The names that the module with this namespace imports or defines under `if TYPE_CHECKING:`."""
    file, name = namespace.get("__file__"), namespace.get("__name__")
    if not isinstance(file, str) or not isinstance(name, str):
        return {}
    return _found(file, name, str(namespace.get("__package__") or ""))


@lru_cache(maxsize=256)
def _found(file: str, name: str, package: str) -> Mapping[str, Any]:
    own = vars(sys.modules[name]) if name in sys.modules else {}  # definitions may use its other names
    known: dict[str, Any] = {**own, "__name__": name, "__package__": package, "__file__": file}
    _run(_statements(file), file, known)
    return {key: value for key, value in known.items() if key not in own}


def _statements(file: str) -> Iterator[ast.stmt]:
    try:
        tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError):
        return
    for statement in tree.body:
        if isinstance(statement, ast.If) and ast.unparse(statement.test).rpartition(".")[2] == "TYPE_CHECKING":
            yield from statement.body


def _run(statements: Iterable[ast.stmt], file: str, known: dict[str, Any]) -> bool:
    """Make the names that statements import or define, each by itself; whether all of them are there."""
    complete = True
    for statement in statements:
        match statement:
            case ast.If(test=test, body=body, orelse=orelse):  # a question about the version, most often
                try:
                    branch = body if eval(compile(ast.Expression(test), file, "eval"), known) else orelse
                except Exception:
                    branch = [*body, *orelse]
                complete &= _run(branch, file, known)
            case ast.Try(body=body, handlers=handlers):
                complete &= _run(body, file, known) or any(_run(handler.body, file, known) for handler in handlers)
            case _ if isinstance(statement, _KINDS):
                for one in _apart(statement):
                    complete &= _made(one, file, known)
    return complete


def _made(statement: ast.stmt, file: str, known: dict[str, Any]) -> bool:
    try:
        exec(compile(ast.Module([statement], []), file, "exec"), known)
    except Exception:  # not installed; using a name that typing lacks as well raises an error with its place
        instead = _of_typing(statement)
        known |= instead
        return bool(instead)
    return True


def _apart(statement: ast.stmt) -> Iterator[ast.stmt]:
    """The imports that a statement makes, one by one, so that each fails by itself; other statements as they are."""
    if not isinstance(statement, ast.Import | ast.ImportFrom):
        yield statement
        return
    for alias in statement.names:
        one = copy(statement)
        one.names = [alias]
        yield one


def _of_typing(statement: ast.stmt) -> dict[str, Any]:
    """What a failed import of typing_extensions names, as far as typing has it."""
    match statement:
        case ast.ImportFrom(module="typing_extensions", level=0, names=[alias]) if hasattr(typing, alias.name):
            return {alias.asname or alias.name: getattr(typing, alias.name)}
        case ast.Import(names=[ast.alias(name="typing_extensions", asname=asname)]):
            return {asname or "typing_extensions": typing}
    return {}
