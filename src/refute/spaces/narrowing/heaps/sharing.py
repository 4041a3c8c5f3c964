"""Which classes are built as heaps, and where sharing is left out.

A class is the root of heaps if one of its invariants compares objects by `is`, or takes their `id`. Trees alone would
hardly satisfy such an invariant: in a list with links both ways, every node but one is shared.

    @dataclass(eq=False)                        @dataclass
    class Node:                                 class Ring:
        value: int                                  first: Node | None
        next: Node | None = None
        prev: Node | None = None                    @invariant
                                                    def is_linked(self) -> bool: … node.next.prev is node …

The objects of a heap are the root and the instances of all mutable classes that fields lead to. Each has to be one
whose constructor keeps its arguments in attributes of the same name, as what closes a cycle is assigned to them. An
annotated attribute that the constructor sets to a constant is a field as well: `self.next: Node | None = None`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from refute.errors import RefuteError
from refute.logic.identity import sees_identity, uses
from refute.logic.terms.term import Term, var
from refute.types.model import (
    Constructor,
    Data,
    DictOf,
    FunctionOf,
    Iterated,
    IteratorOf,
    Named,
    Refined,
    SequenceOf,
    SetOf,
    Type,
    walk,
)

_MOST_CLASSES = 1_024  # whose answers are kept


@lru_cache(_MOST_CLASSES)
def is_heap(constructor: Constructor) -> bool:
    """Whether instances of a class are built with sharing and cycles."""
    if constructor.form != "object" or not constructor.declared or not _asks_for_identity(constructor):
        return False
    if not is_object(constructor):
        return False
    classes = reached(constructor)
    if any(map(_is_fixed, classes)):
        return False
    parts = [part for one in classes for own in one.fields for part in _written(own.type)]
    fields = [own.type for one in classes if is_object(one) for own in one.fields]
    points = any(isinstance(part, Data) and is_object(part.constructor) for part in parts)
    return points and all(map(_is_laid_out, parts)) and not any(map(_depends_inside, fields))


def _asks_for_identity(constructor: Constructor) -> bool:
    """Whether an invariant, or what it calls, compares objects by identity."""
    parts = (part for own in constructor.fields for part in walk(own.type))
    classes = {constructor.cls, *(part.constructor.cls for part in parts if isinstance(part, Data))}
    known = [cls for cls in classes if isinstance(cls, type)]
    return any(sees_identity(one.run, known) or uses(one.run, ("id",), known) for one in constructor.declared)


def unlinked(root: Type) -> list[str]:
    """The classes in a type whose objects cannot be linked, though an invariant compares objects by identity."""
    asking = [
        part.constructor
        for part in walk(root)
        if isinstance(part, Data) and part.constructor.declared and _asks_for_identity(part.constructor)
    ]
    fixed = (one.name for constructor in asking for one in reached(constructor) if _is_fixed(one))
    return sorted(dict.fromkeys(fixed))


def _is_fixed(constructor: Constructor) -> bool:
    """Whether instances hold others of mutable classes, and cannot be linked after they were made: their constructor
    checks its arguments, say."""
    if constructor.form != "object" or constructor.frozen or is_object(constructor):
        return False
    parts = (part for own in constructor.fields for part in _written(own.type))
    return any(isinstance(part, Data) and not part.constructor.frozen for part in parts)


def has_heaps(tp: Type) -> bool:
    """Whether there are heaps among the values of a type, or in them."""
    return any(isinstance(part, Data) and is_heap(part.constructor) for part in walk(tp))


def unshared(root: Type) -> list[str]:
    """The mutable classes of which a value of a type could hold one object in several places, but no value that is
    built does: those with two fields that may point at it, or with a container of them."""
    places: Counter[Constructor] = Counter()
    opened: set[object] = set()
    waiting = [(root, 1)]
    while waiting:
        tp, often = waiting.pop()
        match tp:
            case Data(constructor=constructor):
                if constructor.form == "object" and not constructor.frozen and constructor.fields:
                    places[constructor] += often
                if constructor not in opened and not is_heap(constructor):
                    opened.add(constructor)
                    waiting += [(own.type, 1) for own in constructor.fields]
            case Named(alias=alias) if alias not in opened:
                opened.add(alias)
                waiting.append((alias.type, often))
        many = 2 if isinstance(tp, SequenceOf | SetOf | DictOf) else often
        waiting += [(part, many) for part in tp.parts()]
    return sorted(constructor.name for constructor, often in places.items() if often > 1)


@lru_cache(_MOST_CLASSES)
def whole(constructor: Constructor) -> Constructor:
    """The same with the attributes that may be assigned later as further fields."""
    try:
        state = constructor.state
    except RefuteError:  # nobody has asked for their types: they stay as they are
        return constructor
    if not state:
        return constructor
    given, names = len(constructor.fields), [own.name for own in state]

    def build(*values: Any) -> Any:
        made = constructor.builder(*values[:given])
        for name, value in zip(names, values[given:], strict=True):
            setattr(made, name, value)
        return made

    return replace(
        constructor,
        read_fields=lambda: (*constructor.fields, *state),
        builder=build,
        taker=lambda instance: [*constructor.taker(instance), *(getattr(instance, name) for name in names)],
        read_attributes=lambda: {**constructor.attributes, **{name: var(name) for name in names}},
        read_declared=lambda: constructor.declared,
        read_state=tuple,
    )


def is_object(constructor: Constructor) -> bool:
    """Whether instances can be made first and linked later: they are mutable and keep their arguments as attributes."""
    cls: Any = constructor.cls
    if constructor.form != "object" or constructor.frozen or constructor.invariants:
        return False
    constructor = whole(constructor)
    return (
        bool(constructor.fields)
        and isinstance(cls, type)
        and getattr(cls, "__setattr__", None) is object.__setattr__
        and getattr(cls, "__new__", None) is object.__new__
        and all(_is_kept(constructor.attributes.get(name), name) for name in constructor.names)
        and all(term.op == "var" or term.value for term in constructor.attributes.values())
    )


def _is_kept(term: Term | None, name: str) -> bool:
    return term is not None and term.op == "var" and term.data == name


def _is_laid_out(tp: Type) -> bool:
    """Whether objects in values of a type are held by fields, lists, tuples, sets, and values of dicts."""
    match tp:
        case FunctionOf() | IteratorOf() | Iterated():
            return False
        case DictOf(key=key):
            return not _has_objects(key)
        case SetOf(element=element):
            return not _has_objects(element) or _is_reference(element)
        case Data(constructor=constructor):
            return is_object(constructor) or not any(_has_objects(own.type) for own in whole(constructor).fields)
    return True


def reached(root: Constructor) -> list[Constructor]:
    """The classes that fields lead to, with all that they may hold."""
    found = {root: whole(root)}
    waiting = [root]
    while waiting:
        for own in found[waiting.pop()].fields:
            inside = (part.constructor for part in _written(own.type) if isinstance(part, Data))
            new = [constructor for constructor in inside if constructor not in found]
            found |= {constructor: whole(constructor) for constructor in new}
            waiting += new
    return list(found.values())


def _depends_inside(tp: Type) -> bool:
    """Whether parts of a field's value, and not the value alone, are refined by other fields."""
    whole = tp.base if isinstance(tp, Refined) else tp
    return any(predicate.names for part in _written(whole) for predicate in part.own_predicates)


def _written(tp: Type, opened: tuple[object, ...] = ()) -> Iterator[Type]:
    """A type and its parts, without the fields of data."""
    yield tp
    for part in tp.parts():
        yield from _written(part, opened)
    if isinstance(tp, Named) and tp.alias not in opened:
        yield from _written(tp.alias.type, (*opened, tp.alias))


def _is_reference(tp: Type) -> bool:
    """Whether all values of a type are objects of one class, compared by identity, as elements of a set are to be."""
    match tp:
        case Refined(base=base):
            return _is_reference(base)
        case Data(constructor=constructor):
            cls = constructor.cls
            by_identity = cls.__eq__ is object.__eq__ and cls.__hash__ is object.__hash__
            return is_object(constructor) and by_identity
    return False


def _has_objects(tp: Type) -> bool:
    return any(isinstance(part, Data) and is_object(part.constructor) for part in walk(tp))
