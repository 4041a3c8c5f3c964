"""Definitions of functions in stubs as Python functions: with annotations and a signature, and nothing in them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any

from refute.types.hints.stubs.expressions import Names, evaluated

Definition = ast.FunctionDef | ast.AsyncFunctionDef


def function_of(
    definition: Definition,
    names: Names,
    namespace: dict[str, Any],
    qualname: str,
    module: str,
    *,
    file: str = "",
    later: bool = False,
) -> Callable[..., Any]:
    """A function with the signature of a definition. With `later`, its annotations are in `__later__`, to be asked
    for."""
    made = FunctionType(_code_of(definition, file or "<stub>"), namespace, definition.name)
    defaults = tuple(map(_default, definition.args.defaults))
    made.__defaults__ = defaults or None
    pairs = zip(definition.args.kwonlyargs, definition.args.kw_defaults, strict=True)
    made.__kwdefaults__ = {one.arg: _default(default) for one, default in pairs if default is not None} or None
    made.__qualname__, made.__module__ = qualname, module
    if later:
        made.__later__ = lambda: annotations_of(definition, names)  # type: ignore[attr-defined]
    else:
        made.__annotations__ = annotations_of(definition, names)
    return made


def annotations_of(definition: Definition, names: Names, produced: Names | None = None) -> dict[str, Any]:
    """The annotations of parameters and result. `produced`: what names mean in that of the result."""
    every = definition.args
    written = [*every.posonlyargs, *every.args, every.vararg, *every.kwonlyargs, every.kwarg]
    found = {one.arg: evaluated(one.annotation, names) for one in written if one is not None and one.annotation}
    if definition.returns is not None:
        found["return"] = evaluated(definition.returns, produced or names)
    return found


def _arguments(every: ast.arguments) -> ast.arguments:
    """Parameters without annotations and defaults. Names with two underscores are another way to say that they go by
    position only."""
    plain = [ast.arg(one.arg) for one in (*every.posonlyargs, *every.args)]
    positional = len(every.posonlyargs)
    if not positional:
        marked = [place for place, one in enumerate(plain) if one.arg.startswith("__") and not one.arg.endswith("__")]
        positional = marked[-1] + 1 if marked else 0
    return ast.arguments(
        posonlyargs=plain[:positional],
        args=plain[positional:],
        vararg=ast.arg(every.vararg.arg) if every.vararg else None,
        kwonlyargs=[ast.arg(one.arg) for one in every.kwonlyargs],
        kw_defaults=[None for _ in every.kwonlyargs],
        kwarg=ast.arg(every.kwarg.arg) if every.kwarg else None,
        defaults=[],
    )


def _code_of(definition: Definition, file: str) -> CodeType:
    bare = ast.FunctionDef(definition.name, _arguments(definition.args), [ast.Pass()], [], None)
    if "type_params" in ast.FunctionDef._fields:
        bare.type_params = []  # type: ignore[attr-defined, unused-ignore]
    tree = ast.increment_lineno(ast.fix_missing_locations(ast.Module([bare], [])), definition.lineno - 1)
    code = compile(tree, file, "exec", dont_inherit=True)
    return next(one for one in code.co_consts if isinstance(one, CodeType))


def _default(node: ast.expr) -> Any:
    """The value of a default; `...` where a stub does not tell it."""
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return ...
