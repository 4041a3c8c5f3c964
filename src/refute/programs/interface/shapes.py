"""Shapes: how arguments are put together from instances, and results are taken apart into them.

A type becomes a sum of products whose leaves are instances of some class, or plain data:

    tuple[Tree, Zipper] | None         Either(Both(Of(Tree), Of(Zipper)), Plain(None))

An argument of that type takes any tree with any zipper; of a result, tree and zipper are instances from then on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import Any

from refute.types.model import (
    Anything,
    BaseClass,
    Data,
    DictOf,
    Finite,
    FunctionOf,
    Instance,
    Iterated,
    IteratorOf,
    Named,
    Open,
    Refined,
    SequenceOf,
    SetOf,
    TupleOf,
    Type,
    Union,
    walk,
)
from refute.types.reading.invariants import invariants_of

MOST_ELEMENTS = 2  # of containers that are put together from instances
MOST_TAKEN = 16  # elements of a result that become instances,
_DEEPEST_TAKEN = 2  # containers in each other, where nothing is said of it


@dataclass(frozen=True)
class Shape:
    """Base of all shapes."""


@dataclass(frozen=True)
class Of(Shape):
    """Instances of a class, or of an abstract type that a class stands for."""

    cls: type
    such: Type | None = None  # the type that says which of them, where not all are taken

    def __repr__(self) -> str:
        return self.cls.__qualname__


@dataclass(frozen=True)
class Plain(Shape):
    """Data with no instances in it: made from nothing, and not taken apart."""

    type: Type

    def __repr__(self) -> str:
        return repr(self.type)


@dataclass(frozen=True)
class Either(Shape):
    members: tuple[Shape, ...]

    def __repr__(self) -> str:
        return " | ".join(map(repr, self.members))


@dataclass(frozen=True)
class Both(Shape):
    """A tuple of fixed length."""

    parts: tuple[Shape, ...]

    def __repr__(self) -> str:
        return f"tuple[{', '.join(map(repr, self.parts))}]"


@dataclass(frozen=True)
class Many(Shape):
    """A container of instances: its elements, or the pairs of a dictionary."""

    kind: str  # list, tuple, deque, set, frozenset, dict, iterator
    element: Shape

    def __repr__(self) -> str:
        return f"{self.kind}[{self.element!r}]"


@dataclass(frozen=True)
class Via(Shape):
    """Values of a foreign class, made of others by a function and taken apart by its inverse."""

    cls: type
    inner: Shape
    make: Callable[[Any], Any]
    take: Callable[[Any], Any]

    def __repr__(self) -> str:
        return self.cls.__qualname__


@dataclass(frozen=True)
class Function(Shape):
    type: FunctionOf

    def __repr__(self) -> str:
        return repr(self.type)


def without_invariants(tp: Type) -> Type:
    """A type without what its class itself declares of instances: that is asked once of each."""
    if not isinstance(tp, Refined) or not isinstance(tp.base, Data | Instance | BaseClass):
        return tp
    cls = tp.base.constructor.cls if isinstance(tp.base, Data) else tp.base.cls
    own = {(predicate.text, predicate.place) for predicate in invariants_of(cls)}
    kept = tuple(predicate for predicate in tp.predicates if (predicate.text, predicate.place) not in own)
    return replace(tp, predicates=kept) if kept else tp.base


def shape_of(tp: Type, owned: Callable[[type], Shape | None]) -> Shape:
    """The shape of a type. `owned` gives that of a class of which there are instances; others are plain data."""
    if isinstance(tp, FunctionOf):
        return Function(tp)
    if not any(_class_of(part, owned) is not None or isinstance(part, FunctionOf) for part in walk(tp)):
        return Plain(tp)
    tp = without_invariants(tp)
    match tp:
        case Refined(base=base):
            inner = shape_of(base, owned)
            return Of(inner.cls, tp) if isinstance(inner, Of) else inner
        case Data() | Instance() | BaseClass() if (shape := _class_of(tp, owned)) is not None:
            return shape
        case TupleOf(elements=elements):
            return Both(tuple(shape_of(element, owned) for element in elements))
        case SequenceOf(kind=kind, element=element) | SetOf(kind=kind, element=element):
            return Many(kind, shape_of(element, owned))
        case DictOf(key=key, value=value):
            return Many("dict", Both((shape_of(key, owned), shape_of(value, owned))))
        case IteratorOf(element=element) | Iterated(args=(element,)):
            inner = shape_of(element, owned)
            return inner if isinstance(inner, Many) else Many("iterator", inner)
        case Named(alias=alias):
            return shape_of(alias.type, owned)
        case Union(members=members):
            shapes = (shape_of(member, owned) for member in members)
            flat = [part for shape in shapes for part in (shape.members if isinstance(shape, Either) else (shape,))]
            return Either(tuple(dict.fromkeys(flat)))
    return Plain(tp)


def _class_of(tp: Type, owned: Callable[[type], Shape | None]) -> Shape | None:
    """The shape of the class whose instances a type has."""
    match tp:
        case Data(constructor=constructor) if constructor.form != "mapping" and isinstance(constructor.cls, type):
            return owned(constructor.cls)
        case Instance(cls=cls) | BaseClass(cls=cls) if cls is not object:
            return owned(cls)
    return None


# -- arguments ---------------------------------------------------------------------------------------------------------

Leaf = Of | Plain | Function
Assemble = Callable[[Iterator[Any]], Any]
Spell = Callable[[Iterator[str]], str]


@dataclass(frozen=True)
class Assembly:
    """One product of a sum of them: leaves, and how a value is put together from values for these, and written."""

    leaves: tuple[Leaf | Either, ...]
    assemble: Assemble
    spell: Spell

    @property
    def is_leaf(self) -> bool:
        """Whether the value is that of its only leaf."""
        return self.assemble is next


def assemblies_of(shape: Shape) -> Iterator[Assembly]:
    """A shape as a sum of products. Instances of several classes are one leaf."""
    match shape:
        case Of() | Plain() | Function():
            yield Assembly((shape,), next, next)
        case Either(members=members):
            instances = tuple(one for one in members if isinstance(one, Of))
            if instances:
                yield Assembly((instances[0] if len(instances) == 1 else Either(instances),), next, next)
            for member in members:
                if not isinstance(member, Of):
                    yield from assemblies_of(member)
        case Both(parts=parts):
            for chosen in product(*(list(assemblies_of(part)) for part in parts)):
                yield Assembly(_leaves(chosen), *_tuple(chosen))
        case Many(kind=kind, element=element):
            inner = list(assemblies_of(element))
            for length in range(MOST_ELEMENTS + 1):
                for chosen in product(inner, repeat=length):
                    yield _container(kind, chosen)
        case Via(inner=inner_shape, make=make):
            for assembly in assemblies_of(inner_shape):
                yield _made_by(make, assembly)


def _leaves(assemblies: tuple[Assembly, ...]) -> tuple[Leaf | Either, ...]:
    return tuple(leaf for assembly in assemblies for leaf in assembly.leaves)


def _tuple(assemblies: tuple[Assembly, ...]) -> tuple[Assemble, Spell]:
    def spell(texts: Iterator[str]) -> str:
        inside = ", ".join([assembly.spell(texts) for assembly in assemblies])
        return f"({inside},)" if len(assemblies) == 1 else f"({inside})"

    return lambda values: tuple([assembly.assemble(values) for assembly in assemblies]), spell


_CONTAINERS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "iterator": (iter, "iter([{}])"),
    "tuple": (tuple, ""),
    "list": (list, "[{}]"),
    "deque": (deque, "deque([{}])"),
    "set": (set, "{{{}}}"),
    "frozenset": (frozenset, "frozenset([{}])"),
    "dict": (dict, "dict([{}])"),
}


def _container(kind: str, chosen: tuple[Assembly, ...]) -> Assembly:
    make, form = _CONTAINERS[kind]
    inside, written = _tuple(chosen)

    def spell(texts: Iterator[str]) -> str:
        if not form:
            return written(texts)
        if kind == "set" and not chosen:
            return "set()"
        return form.format(", ".join([assembly.spell(texts) for assembly in chosen]))

    return Assembly(_leaves(chosen), lambda values: make(inside(values)), spell)


def _made_by(make: Callable[[Any], Any], assembly: Assembly) -> Assembly:
    name = getattr(make, "__qualname__", "make")
    return Assembly(
        assembly.leaves,
        lambda values: make(assembly.assemble(values)),
        lambda texts: f"{name}({assembly.spell(texts)})",
    )


# -- results -----------------------------------------------------------------------------------------------------------

Path = tuple[Any, ...]  # steps from a result to a part of it: an index, an attribute, a key


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a result that is an instance of its own."""

    shape: Of
    path: Path
    value: Any


@dataclass(frozen=True, slots=True)
class Beyond:
    """Instances that are passed over, as there are too many in a container."""

    shape: Shape


def parts_of(shape: Shape, value: Any, path: Path = ()) -> Iterator[Part | Beyond]:
    """The instances in a value, as its shape says."""
    match shape:
        case Of():
            yield Part(shape, path, value)
        case Either(members=members):
            for member in members:
                if _fits(member, value):
                    yield from parts_of(member, value, path)
                    return
        case Both(parts=parts):
            if isinstance(value, tuple) and len(value) == len(parts):
                for place, (part, inside) in enumerate(zip(parts, value, strict=True)):
                    yield from parts_of(part, inside, (*path, place))
        case Many(kind="dict", element=Both(parts=(key, element))):
            if isinstance(value, dict):
                for place, (name, inside) in enumerate(islice(value.items(), MOST_TAKEN)):
                    yield from parts_of(key, name, (*path, ("key", place)))
                    yield from parts_of(element, inside, (*path, ("value", place)))
                if len(value) > MOST_TAKEN:
                    yield Beyond(Both((key, element)))
        case Many(kind=kind, element=element):
            is_indexed = kind in ("list", "tuple") and isinstance(value, list | tuple)
            if is_indexed or (kind in ("set", "frozenset", "deque") and not isinstance(value, str | bytes)):
                for place, inside in enumerate(islice(value, MOST_TAKEN)):
                    yield from parts_of(element, inside, (*path, place if is_indexed else ("element", place)))
                if len(value) > MOST_TAKEN:
                    yield Beyond(element)
        case Via(inner=inner_shape, take=take):
            yield from parts_of(inner_shape, take(value), (*path, ("by", take)))


def instances_in(value: Any, kinds: Container[type], path: Path = ()) -> Iterator[Part | Beyond]:
    """The instances of some classes in a value of which nothing is said: itself, or its elements."""
    if type(value) in kinds:
        yield Part(Of(type(value)), path, value)
        return
    if type(value) not in _STEPS or len(path) >= _DEEPEST_TAKEN:
        return
    inside = value.values() if type(value) is dict else value
    classes: dict[type, None] = {}
    for place, element in enumerate(islice(inside, MOST_TAKEN)):
        step = _STEPS[type(value)]
        for part in instances_in(element, kinds, (*path, (step, place) if step else place)):
            classes.update(dict.fromkeys(classes_in(part.shape)))
            yield part
    if len(value) > MOST_TAKEN:
        yield from (Beyond(Of(cls)) for cls in classes)


_STEPS: dict[type, str] = {list: "", tuple: "", dict: "value", set: "element", frozenset: "element", deque: "element"}


def _fits(shape: Shape, value: Any) -> bool:
    """Whether a value may be of a shape, as far as its class tells."""
    match shape:
        case Of(cls=cls):
            return isinstance(value, cls) or is_abstract(cls)
        case Via(cls=cls):
            return isinstance(value, cls)
        case Plain(type=Finite(values=values)):
            return any(value is constant.value for constant in values)
        case Plain(type=tp):
            return not isinstance(tp, Anything | Open)
        case Both(parts=parts):
            return isinstance(value, tuple) and len(value) == len(parts)
        case Many(kind=kind):
            return type(value).__name__ == kind
    return False


_MARK = "__refute_abstract__"


def abstract(name: str) -> type:
    """A class that stands for an abstract type. It has no instances: the values of the type may be of any class."""
    return type(name, (), {_MARK: True, "__slots__": ()})


def is_abstract(cls: type) -> bool:
    return _MARK in vars(cls)


def is_open(shape: Shape | None) -> bool:
    """Whether it is left open what a result is."""
    return shape is None or (isinstance(shape, Plain) and isinstance(shape.type, Anything))


def classes_in(shape: Shape) -> Iterator[type]:
    """The classes of the instances in a shape."""
    match shape:
        case Of(cls=cls):
            yield cls
        case Either(members=parts) | Both(parts=parts):
            for part in parts:
                yield from classes_in(part)
        case Many(element=inner) | Via(inner=inner):
            yield from classes_in(inner)
