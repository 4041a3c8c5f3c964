"""Values with holes against types: a hole is of the type of the place that it was given in, and is not looked at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from refute.spaces.narrowing.holes import Hole, MappingHole
from refute.types.membership import SCALARS, inhabits
from refute.types.model import ABSENT, Data, DictOf, Named, Refined, SequenceOf, SetOf, TupleOf, Type, Union
from refute.types.substitution import filled

_HOLES = (Hole, MappingHole)


class TypesOfHoles:
    """Which types holes are of, by the places of arguments in which they are."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[object, Type]] = {}  # by identity

    def note(self, tp: Type, value: Any) -> None:
        """The holes in a value of a type."""
        waiting = [(tp, value)]
        while waiting:
            own, part = waiting.pop()
            if type(part) in _HOLES:
                self._known[id(part)] = part, own
            else:
                waiting += inside(own, part)

    def fits(self, tp: Type, value: Any) -> bool:
        """Whether a value is surely of a type, whatever its holes are."""
        if type(value) in _HOLES:
            _, own = self._known.get(id(value), (None, None))
            return own is not None and set(members(_base(own))) <= set(members(tp))
        match tp:
            case Refined():
                return False  # refinements look at what they are about
            case Union():
                return any(self.fits(member, value) for member in members(tp))
            case Named():
                return self.fits(_opened(tp), value)
            case Data(constructor=constructor) if constructor.declared or constructor.taken or constructor.fits:
                return False
            case Data() | TupleOf() | SequenceOf() | SetOf() | DictOf():
                return _is_of(tp, value) and all(self.fits(own, part) for own, part in inside(tp, value))
        return inhabits(tp, value)


def inside(tp: Type, value: Any) -> Iterator[tuple[Type, Any]]:
    """The parts of a value, each with its type; none where that is not known."""
    match tp:
        case Refined(base=base):
            yield from inside(base, value)
        case Named():
            yield from inside(_opened(tp), value)
        case Union():
            own = next((member for member in members(tp) if _is_of(_base(member), value)), None)
            if own is not None:
                yield from inside(own, value)
        case TupleOf(elements=elements) if _is_of(tp, value):
            yield from zip(elements, value, strict=True)
        case SequenceOf(element=element) | SetOf(element=element) if _is_of(tp, value):
            yield from ((element, part) for part in value)
        case DictOf(key=key, value=item) if _is_of(tp, value):
            yield from ((own, part) for pair in value.items() for own, part in zip((key, item), pair, strict=True))
        case Data(constructor=constructor, args=args) if _is_of(tp, value):
            given = dict(zip(constructor.params, args, strict=True))
            for field, part in zip(constructor.fields, constructor.parts(value), strict=True):
                if part is not ABSENT:
                    yield filled(field.type, given), part


def members(tp: Type) -> Iterator[Type]:
    """The types that a union consists of, also one behind a name; a type that is none consists of itself."""
    match tp:
        case Named():
            yield from members(_opened(tp))
        case Union():
            for member in tp.members:
                yield from members(member)
        case _:
            yield tp


def _opened(tp: Named) -> Type:
    return filled(tp.alias.type, dict(zip(tp.alias.params, tp.args, strict=True)))


def _base(tp: Type) -> Type:
    return tp.base if isinstance(tp, Refined) else tp


def _is_of(tp: Type, value: Any) -> bool:
    """Whether the class of a value is that of a type."""
    match tp:
        case Data(constructor=constructor):
            return type(value) is constructor.cls
        case TupleOf(elements=elements):
            return type(value) is tuple and len(value) == len(elements)
        case SequenceOf(kind=kind) | SetOf(kind=kind):
            return type(value) is SCALARS[kind]
        case DictOf():
            return type(value) is dict
    return False
