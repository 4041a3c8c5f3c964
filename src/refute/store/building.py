"""Inputs built from entries: the values for a function's parameters. To be called in a worker.

`build` runs constructors of the classes in the function's own types, the hashing of what they built, and the
refinements of the parameters: code of the user that may raise, hang or end the process. It runs no code of an entry.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from refute.conform.wording import message_of
from refute.errors import RefuteError
from refute.store.definitions import names_defined
from refute.store.entries import Entry
from refute.store.syntax import NotPlain, dotted_name, parsed
from refute.store.values import ValueReader, full_names_in, refusal
from refute.store.vocabulary import UnreadableEntry, Vocabulary
from refute.types.data.refusals import is_refusal
from refute.types.membership import holds, inhabits
from refute.types.model import Refined
from refute.types.signatures import LEFT_OUT, Parameter, Signature


class OutdatedEntry(Exception):
    """Arguments that the function does not take any more."""


def build(entry: Entry, signature: Signature, vocabulary: Vocabulary | None = None) -> tuple[Any, ...]:
    """The values for `signature.parameters` that an entry stands for.

    Raises OutdatedEntry if the function does not take them any more; UnreadableEntry if the entry has anything but
    literals and names of the `vocabulary`, which is that of the signature; and what constructors raise beside
    ValueError, TypeError and AssertionError.
    """
    try:
        values = values_of(signature, *_arguments(entry, vocabulary or Vocabulary(signature)))
        _check_types(signature, values)
        return values
    except NotPlain as error:
        raise UnreadableEntry(error.reason or "it is no call with plain values") from None
    except RecursionError:
        raise UnreadableEntry("it nests too deeply") from None


def _arguments(entry: Entry, vocabulary: Vocabulary) -> tuple[list[Any], dict[str, Any]]:
    """What the function is called with."""
    match parsed(entry.call):
        case [ast.Expr(value=ast.Call() as call)]:
            called = dotted_name(call.func).partition(".")[0]
        case body:
            raise refusal(body[0]) if body else UnreadableEntry("there is no call")
    full_names = full_names_in(entry.imports)
    odd = [name for short, name in full_names.items() if short != called and not vocabulary.mentions(name)]
    if odd:
        raise UnreadableEntry(f"it imports {odd[0]}, which is no name that the types of {vocabulary.owner} use")
    values = ValueReader(vocabulary, full_names)
    try:
        return replace(values, defined=names_defined(entry.definitions, values)).arguments(call)
    except Exception as error:
        if not is_refusal(type(error)):
            raise
        raise OutdatedEntry(f"its arguments are refused: {message_of(error)}") from None


def values_of(signature: Signature, positional: Sequence[Any], keywords: Mapping[str, Any]) -> tuple[Any, ...]:
    """Arguments as values for the parameters. Raises OutdatedEntry."""
    try:
        given = inspect.signature(signature.function).bind(*positional, **keywords).arguments
    except TypeError as error:
        raise OutdatedEntry(f"it does not fit the parameters any more: {error}") from None
    unknown = [name for name in given if name not in signature.order]
    if unknown:
        raise OutdatedEntry(f"it does not fit the parameters any more: {unknown[0]} has no type")
    return tuple(given[p.name] if p.name in given else _not_given(p) for p in signature.parameters)


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
            raise OutdatedEntry(f"{parameter.name} is not of its type any more")


def _suits(parameter: Parameter, siblings: dict[str, Any]) -> bool:
    """Whether a default is right with what it depends on; what else it is is nobody's business."""
    predicates = parameter.type.predicates if isinstance(parameter.type, Refined) else ()
    return all(holds(p, siblings[parameter.name], siblings) for p in predicates if p.names)
