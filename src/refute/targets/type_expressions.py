"""Types named on the command line: `module:Name`, `path/to/file.py:Name`, or an expression."""

from __future__ import annotations

import ast
import builtins
import collections
import datetime
import decimal
import fractions
import importlib.util
import re
import sys
import typing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import annotated_types

from refute.errors import TargetError
from refute.logic.reading import measures, predicates
from refute.targets.importing import load, see
from refute.targets.parts import module_and_name
from refute.targets.registrations import load_types_near, load_with_types
from refute.targets.suggestions import no_such_name
from refute.types import aliases
from refute.types.reading.context import Context
from refute.types.reading.guarded import names_of_module
from refute.types.reading.places import place_of_name


@dataclass(frozen=True)
class TypeTarget:
    """A type that was named."""

    text: str  # the name or expression
    annotation: Any
    context: Context  # with the names visible to it


def find_type(text: str) -> TypeTarget:
    """The type that a text names."""
    qualified = module_and_name(text)
    if qualified is None:
        return _expression(text.strip())
    module, name = load_with_types(qualified[0]), qualified[1]
    namespace = names_of_module(module)
    place = place_of_name(name, namespace)
    if name.isidentifier() and name not in namespace:
        raise no_such_name(name, namespace, module)
    annotation = namespace.get(name, name)
    return TypeTarget(name, annotation, Context(name, namespace, place=place))


def _expression(text: str) -> TypeTarget:
    """A type expression over builtins, typing, refute and annotated-types. Modules in it are imported."""
    namespace = _vocabulary()
    see(Path.cwd())
    load_types_near(None)
    if re.fullmatch(r"[^\s\[\]]+\.py", text):
        raise TargetError(f"{text} names a file, but no type in it", remedy=f"Name one: {text}:Name.")
    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError:
        tree = ast.parse("None", mode="eval")  # the error is raised when the annotation is read
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Name):
            _import_prefixes(ast.unparse(node), namespace)
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    bound = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    unknown = sorted(names - bound - set(namespace) - set(vars(builtins)) - _comprehended(tree))
    if unknown:
        raise TargetError(
            f"unknown name {unknown[0]!r} in the type {text!r}",
            remedy=f"Say where it is defined: 'module:{unknown[0]}' or 'path/to/file.py:{unknown[0]}'.",
        )
    return TypeTarget(text, text, Context("the type", namespace))


def _comprehended(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _import_prefixes(dotted: str, namespace: dict[str, Any]) -> None:
    """Import the modules that a dotted name begins with."""
    parts = dotted.split(".")
    if len(parts) > 1 and parts[0] == "datetime":
        namespace["datetime"] = datetime  # the module, not the class in it
    if parts[0] in namespace or hasattr(builtins, parts[0]) or not all(part.isidentifier() for part in parts):
        return
    for length in range(1, len(parts) + 1):
        name = ".".join(parts[:length])
        if not _is_module(name):
            break
        load(name)
    top = sys.modules.get(parts[0])
    if top is not None:
        namespace[parts[0]] = top


def _is_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except Exception:  # the parent is no package, was made by hand, or raises
        return name in sys.modules


def _vocabulary() -> dict[str, Any]:
    """The names that a type expression may use."""
    return {
        **{name: value for name, value in vars(annotated_types).items() if name[0].isupper()},
        **{name: getattr(typing, name) for name in typing.__all__},
        **{name: value for name, value in vars(aliases).items() if name[0].isupper() and name not in ("T", "Any")},
        "deque": collections.deque,
        "date": datetime.date,
        "datetime": datetime.datetime,
        "timedelta": datetime.timedelta,
        "Decimal": decimal.Decimal,
        "Fraction": fractions.Fraction,
        "where": predicates.where,
        "measure": measures.measure,
        "re": re,
    }
