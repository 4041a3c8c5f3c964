"""Types that have no finite value at all, because each value would contain another."""

from __future__ import annotations

from refute.logic.errors import EmptyTypeError
from refute.types.model import (
    Data,
    DictOf,
    Named,
    Refined,
    SequenceOf,
    SetOf,
    TupleOf,
    Type,
    Union,
    walk,
)


def refuse_endless(root: Type) -> None:
    """Raise if a data type in a type can have no finite value: each of its values would contain another."""
    types = list(walk(root))
    finite: set[object] = set()
    constructors = {part.constructor for part in types if isinstance(part, Data)}
    aliases = {part.alias for part in types if isinstance(part, Named)}
    changed = True
    while changed:
        changed = False
        for constructor in constructors - finite:
            if all(_finite(field.type, finite) for field in constructor.fields):
                finite.add(constructor)
                changed = True
        for alias in aliases - finite:
            if _finite(alias.type, finite):
                finite.add(alias)
                changed = True
    if _finite(root, finite):
        return
    endless = next((c for c in constructors if c not in finite), None)
    name = endless.name if endless else "the type"
    raise EmptyTypeError(
        f"{name} has no finite value: every {name} contains another one",
        place=endless.place if endless else None,
        remedy="Give it a base case: a second class in a union, `None`, or a container that may be empty.",
    )


def _finite(tp: Type, finite: set[object]) -> bool:
    match tp:
        case Data(constructor=constructor):
            return constructor in finite
        case Named(alias=alias):
            return alias in finite
        case Union(members=members):
            return any(_finite(member, finite) for member in members)
        case Refined(base=base):
            return _finite(base, finite)
        case TupleOf(elements=elements):
            return all(_finite(element, finite) for element in elements)
        case SequenceOf() | SetOf() | DictOf():
            return True
    return True
