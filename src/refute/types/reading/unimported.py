"""Names that a module imports or defines under `if TYPE_CHECKING:`, made when they are needed."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
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
    for statement in _statements(file):
        try:
            exec(compile(ast.Module([statement], []), file, "exec"), known)
        except Exception:  # not installed; using the name raises an error with its place
            continue
    return {key: value for key, value in known.items() if key not in own}


def _statements(file: str) -> Iterator[ast.stmt]:
    try:
        tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError):
        return
    for statement in tree.body:
        if isinstance(statement, ast.If) and ast.unparse(statement.test).rpartition(".")[2] == "TYPE_CHECKING":
            yield from (inner for inner in statement.body if isinstance(inner, _KINDS))
