"""Inputs with all pairs: every two values of every two parameters, constants of the code among them, occur together."""

from __future__ import annotations

from itertools import islice
from typing import Any

from refute.errors import RefuteError
from refute.logic.terms.term import identity_key
from refute.search.covering import covering
from refute.spaces.inhabitants import space_of
from refute.spaces.scope import Scope
from refute.spaces.space import Space
from refute.types.landmarks import names_in
from refute.types.signatures import LEFT_OUT, Parameter, Signature

_VALUES = 44  # of each parameter,
_AMONG = 400  # the smallest ones


def independent(signature: Signature) -> int:
    """How many parameters there are, each with values of its own; none if some depend on others."""
    depend = any(names_in(parameter.type) for parameter in signature.parameters)
    return 0 if depend else len(signature.parameters)


def places_of_pairs(signature: Signature, scope: Scope, space: Space[tuple[Any, ...]]) -> tuple[int, ...]:
    """Where they are in the space of a scope, whose palette has the constants. None if values cannot be told apart from
    the others of an input."""
    try:
        columns = [_values(signature, parameter, scope) for parameter in signature.parameters]
    except RefuteError:  # of one parameter alone, where all together can be built
        return ()
    found: dict[int, None] = {}
    for row in covering(list(map(len, columns))):
        values = tuple(column[place] for column, place in zip(columns, row, strict=True))
        if values in space:  # arguments may shut each other out
            found[space.index(values)] = None
    return tuple(found)


def _values(signature: Signature, parameter: Parameter, scope: Scope) -> list[Any]:
    """Some values of a parameter, constants first."""
    constants = () if scope.palette is None else scope.palette.constants
    keys = set(map(identity_key, constants))
    known = list(islice(space_of(parameter.type, signature.reader, scope), _AMONG))
    ranked = sorted(known, key=lambda value: not _is_among(value, keys))
    return [*([LEFT_OUT] if parameter.optional else []), *ranked][:_VALUES]


def _is_among(value: Any, keys: set[Any]) -> bool:
    try:
        return identity_key(value) in keys
    except TypeError:  # a container
        return False
