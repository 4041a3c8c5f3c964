"""Entries of the store made into inputs, and inputs made into text for it."""

from __future__ import annotations

import ast
import builtins
import importlib
import inspect
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from refute.conform.wording import message_of
from refute.errors import RefuteError
from refute.judge.findings import call_text
from refute.store.files import Entry, Target, entries_in
from refute.types.callables.defining import functions_defined
from refute.types.callables.tabulated import Defined
from refute.types.membership import holds, inhabits
from refute.types.model import Refined
from refute.types.signatures import LEFT_OUT, Parameter, Signature
from refute.types.spelling import Speller

_REFUSALS = (ValueError, TypeError, AssertionError)  # how constructors say that their arguments are not right


class Misfit(Exception):
    """Arguments that the function does not take any more."""


def text_of(signature: Signature, bound_to: type | None, values: tuple[Any, ...]) -> str:
    """An argument list as the text of an entry; empty if it cannot be made again from that."""
    target = target_of(signature, bound_to)
    speller, call = _spelled(signature, target, values)
    if not speller.complete:
        return ""
    imports = dict.fromkeys([*import_of(signature), *speller.imports])
    text = "\n".join([*imports, *speller.definitions, f"{target.name}{call}"])
    try:
        (entry,) = entries_in(text, target.name)
        if _spelled(signature, target, made(entry, signature))[1] != call:
            return ""
    except (Exception, SystemExit):  # of the user's constructors, or because it nests too deeply to be read
        return ""
    return text


def _spelled(signature: Signature, target: Target, values: tuple[Any, ...]) -> tuple[Speller, str]:
    """Arguments in brackets, and what they need."""
    speller = Speller(taken={target.name.partition(".")[0]})
    return speller, call_text(signature, values, speller)[len(signature.name) :]


def target_of(signature: Signature, bound_to: type | None) -> Target:
    """What a function is called in a store. A method that was inherited belongs to the class it is called on."""
    function = signature.function
    module, name = getattr(function, "__module__", None) or "__main__", signature.name
    if bound_to is not None:
        module, key = bound_to.__module__, f"{bound_to.__qualname__}.{name.rpartition('.')[2]}"
    else:
        key = name
    return Target(f"{module}.{key}", name.rpartition("<locals>.")[2])


def import_of(signature: Signature) -> Iterator[str]:
    """What makes the name of a function known, so that its call can be pasted."""
    module, first = getattr(signature.function, "__module__", None), signature.name.partition(".")[0]
    if module is not None and hasattr(sys.modules.get(module), first):
        yield f"from {module} import {first}"


def made(entry: Entry, signature: Signature) -> tuple[Any, ...]:
    """The values for the parameters of a function that an entry stands for. Raises Misfit, and what constructors do."""
    names = dict(_imported(entry))
    for name, function in functions_defined(entry.definitions, names).items():
        names[name] = Defined(name, entry.definitions, function)
    call = ast.parse(entry.call, mode="eval").body
    assert isinstance(call, ast.Call)
    try:
        positional = [_value(node, names) for node in call.args]
        keywords = {str(keyword.arg): _value(keyword.value, names) for keyword in call.keywords}
    except _REFUSALS as error:
        raise Misfit(f"its arguments are refused: {message_of(error)}") from None
    try:
        given = inspect.signature(signature.function).bind(*positional, **keywords).arguments
    except TypeError as error:
        raise Misfit(f"it does not fit the parameters any more: {error}") from None
    unknown = [name for name in given if name not in signature.order]
    if unknown:
        raise Misfit(f"it does not fit the parameters any more: {unknown[0]} has no type")
    values = tuple(given[p.name] if p.name in given else _not_given(p) for p in signature.parameters)
    _check_types(signature, values)
    return values


def _imported(entry: Entry) -> Iterator[tuple[str, Any]]:
    for text in entry.imports:
        (node,) = ast.parse(text).body
        if isinstance(node, ast.Import):
            for alias in node.names:
                module = importlib.import_module(alias.name)
                top = alias.name.partition(".")[0]
                yield (alias.asname, module) if alias.asname else (top, importlib.import_module(top))
        elif isinstance(node, ast.ImportFrom):
            assert node.module is not None
            for alias in node.names:
                yield alias.asname or alias.name, getattr(importlib.import_module(node.module), alias.name)


def _value(node: ast.expr, names: dict[str, Any]) -> Any:
    code = compile(ast.Expression(node), "<kept>", "eval")
    return eval(code, {"__builtins__": vars(builtins)}, names)


def _not_given(parameter: Parameter) -> Any:
    if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
        return ()
    return {} if parameter.kind is inspect.Parameter.VAR_KEYWORD else LEFT_OUT


def _check_types(signature: Signature, values: Sequence[Any]) -> None:
    siblings = signature.siblings(values)
    for parameter, value in zip(signature.parameters, values, strict=True):
        try:
            fits = _suits(parameter, siblings) if value is LEFT_OUT else inhabits(parameter.type, value, siblings)
        except RefuteError:  # a refinement raised on it
            fits = False
        if not fits:
            raise Misfit(f"{parameter.name} is not of its type any more")


def _suits(parameter: Parameter, siblings: dict[str, Any]) -> bool:
    """Whether a default is right with what it depends on; what else it is is nobody's business."""
    predicates = parameter.type.predicates if isinstance(parameter.type, Refined) else ()
    return all(holds(p, siblings[parameter.name], siblings) for p in predicates if p.names)
