"""Taking apart: the parts of a value that a client can get at, and the way to each."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from refute.errors import RefuteError
from refute.programs.interface.reading import read_type
from refute.programs.interface.shapes import Plain, Shape, shape_of
from refute.types.model import Data


def fields_of(cls: type, owned: Callable[[type], Shape | None]) -> Iterator[tuple[str, Shape]]:
    """The public fields of a class that is public data, in which there are instances, with their shapes."""
    if not (dataclasses.is_dataclass(cls) or (issubclass(cls, tuple) and hasattr(cls, "_fields"))):
        return
    try:
        tp = read_type(cls)
    except (RefuteError, RecursionError):
        return
    if not isinstance(tp, Data):
        return
    for own in tp.constructor.fields:
        shape = shape_of(own.type, owned)
        if not own.name.startswith("_") and not isinstance(shape, Plain):
            yield own.name, shape


def resolved(value: Any, steps: Sequence[Any]) -> Any:
    """What is at the end of a way from a value."""
    for step in steps:
        match step:
            case int():
                value = value[step]
            case ("attribute", name):
                value = getattr(value, name)
            case ("key", place):
                value = list(value)[place]
            case ("value", place):
                value = list(value.values())[place]
            case ("element", place):
                value = list(value)[place]
            case ("by", take):
                value = take(value)
    return value
