"""Replacing the functions inside a value, which are found by its type."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from refute.types.model import (
    ABSENT,
    Constructor,
    Data,
    DictOf,
    FunctionOf,
    Named,
    Refined,
    SequenceOf,
    TupleOf,
    Type,
    Union,
    has_functions,
)
from refute.types.substitution import filled

# Called with the type of a function, the function, its path and its siblings; returns the replacement.
Change = Callable[[FunctionOf, Any, str, Mapping[str, Any]], Any]


def with_functions(
    tp: Type,
    value: Any,
    name: str,
    siblings: Mapping[str, Any],
    change: Change,
    enters: Callable[[Any], bool] = lambda container: True,
) -> Any:
    """A value with its functions replaced; the value itself if none is. `enters` tells which containers to search."""
    return _Changing(change, enters).changed(tp, value, name, siblings)


class _Changing:
    def __init__(self, change: Change, enters: Callable[[Any], bool]) -> None:
        self._change = change
        self._enters = enters

    def changed(self, tp: Type, value: Any, name: str, siblings: Mapping[str, Any]) -> Any:
        match tp:
            case Refined(base=base):
                return self.changed(base, value, name, siblings)
            case Named(alias=alias, args=args):
                table = dict(zip(alias.params, args, strict=True))
                return self.changed(filled(alias.type, table), value, name, siblings)
            case Union(members=members):
                for member in members:
                    found = self.changed(member, value, name, siblings)
                    if found is not value:
                        return found
                return value
            case FunctionOf():
                return self._change(tp, value, name, siblings) if callable(value) else value
        if not has_functions(tp) or not self._enters(value):
            return value
        match tp:
            case SequenceOf(element=element) if type(value) in (list, tuple, deque):
                return rebuilt(value, [self.changed(element, v, f"{name}[{i}]", siblings) for i, v in enumerate(value)])
            case TupleOf(elements=elements) if type(value) is tuple and len(value) == len(elements):
                places = enumerate(zip(elements, value, strict=True))
                return rebuilt(value, [self.changed(part, v, f"{name}[{i}]", siblings) for i, (part, v) in places])
            case DictOf(value=part) if type(value) is dict:
                items = {k: self.changed(part, v, f"{name}[{k!r}]", siblings) for k, v in value.items()}
                return items if differ(items.values(), value.values()) else value
            case Data(constructor=constructor, args=args) if constructor.form != "mapping":
                return self._data(constructor, args, value, name) if constructor.makes(value) else value
        return value

    def _data(self, constructor: Constructor, args: tuple[Type, ...], value: Any, name: str) -> Any:
        table = dict(zip(constructor.params, args, strict=False))
        parts = constructor.parts(value)
        fields: dict[str, Any] = {}
        for field, part in zip(constructor.fields, parts, strict=True):
            if part is not ABSENT:
                part = self.changed(filled(field.type, table), part, f"{name}.{field.name}", fields)
            fields[field.name] = part
        return constructor.build(list(fields.values())) if differ(fields.values(), parts) else value


def rebuilt(value: Any, parts: list[Any]) -> Any:
    """A sequence with other parts; itself if they are the same objects."""
    return type(value)(parts) if differ(parts, value) else value


def differ(some: Iterable[Any], others: Iterable[Any]) -> bool:
    """Whether two sequences of parts differ in the identity of any part."""
    return any(a is not b for a, b in zip(some, others, strict=True))
