"""Integers of code: those that it has, those of variables and attributes that it names, and those inside of these."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import islice
from types import CodeType, ModuleType
from typing import Any

_MOST = 100  # elements of a container
_DEEPEST = 3  # containers in each other
_LARGEST = 1 << 64  # larger ones are as good as this
_namespace_of = type.__dict__["__dict__"].__get__


def integers_of(code: CodeType, variables: Mapping[str, Any]) -> Iterator[int]:
    """Without signs; floats are rounded up. No code of the user's is run for that."""
    named = [variables[name] for name in code.co_names if name in variables]
    spaces = [space for one in named if (space := _namespace(one)) is not None]
    attributes = [space[name] for space in spaces for name in code.co_names if name in space]
    for value in (*code.co_consts, *named, *attributes):
        yield from _integers_in(value, _DEEPEST)


def _namespace(value: Any) -> Mapping[str, Any] | None:
    if type(value) is ModuleType:
        return vars(value)
    is_class = issubclass(type(value), type)
    return _namespace_of(value) if is_class else None


def _integers_in(value: Any, deepest: int) -> Iterator[int]:
    cls = type(value)
    if cls is int:
        yield min(abs(value), _LARGEST)
    elif cls is float and math.isfinite(value):
        yield min(math.ceil(abs(value)), _LARGEST)
    elif cls in (tuple, frozenset, list, set, dict) and deepest:
        elements = [*value, *value.values()] if cls is dict else list(value)
        for element in islice(elements, _MOST):
            yield from _integers_in(element, deepest - 1)
