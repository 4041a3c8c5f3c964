"""Refinement types as refute sees them, whatever they were written as.

A type may mention *parameters* of the class or alias it stands in (`Param`) and, in its predicates, *siblings*: earlier
fields or parameters, by name. Both are filled in where the type is used; see spaces.closing.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from refute.errors import Place
from refute.logic.reading.predicates import Predicate
from refute.logic.terms.term import ANY, INT, STR, Constant, Sort, Term, data_sort, dict_sort, seq_sort, set_sort
from refute.types.callables.tabulated import PLAINLY, WHATEVER
from refute.types.sorts import sort_of_tuple, sort_of_values


@dataclass(frozen=True)
class Type:
    """Base of all refinement types."""

    def parts(self) -> tuple[Type, ...]:
        """Types written inside this one; not the fields of the data it names."""
        return ()

    @property
    def sort(self) -> Sort:
        """The sort of its values in the logic; ANY where they are of several."""
        return ANY

    def __deepcopy__(self, memo: Any) -> Type:
        return self  # it stands for a function among values that are copied, and cannot be changed


@dataclass(frozen=True)
class Atom(Type):
    """A scalar whose values a scope has to bound: int, float, str, date, …

    `marks` are constants that refinements compare it with: its landmarks.
    """

    kind: str
    marks: frozenset[Constant] = frozenset()

    @property
    def sort(self) -> Sort:
        return {"int": INT, "str": STR}.get(self.kind, ANY)


@dataclass(frozen=True)
class Finite(Type):
    """Scalars given by listing them: bool, None, enumerations, literals."""

    values: tuple[Constant, ...]
    name: str = field(default="", compare=False)

    @property
    def sort(self) -> Sort:
        return sort_of_values(self.values)


@dataclass(frozen=True)
class SequenceOf(Type):
    kind: str  # list, tuple, deque
    element: Type
    # What a value that was built elsewhere has to be, where that is more than the kind built here: Sequence, Iterable.
    accepts: type | None = field(default=None, compare=False)

    def parts(self) -> tuple[Type, ...]:
        return (self.element,)

    @property
    def sort(self) -> Sort:
        return seq_sort(self.element.sort, self.kind)


@dataclass(frozen=True)
class TupleOf(Type):
    """A tuple of fixed length."""

    elements: tuple[Type, ...]

    def parts(self) -> tuple[Type, ...]:
        return self.elements

    @property
    def sort(self) -> Sort:
        return sort_of_tuple(tuple(element.sort for element in self.elements))


@dataclass(frozen=True)
class SetOf(Type):
    kind: str  # set, frozenset
    element: Type
    accepts: type | None = field(default=None, compare=False)

    def parts(self) -> tuple[Type, ...]:
        return (self.element,)

    @property
    def sort(self) -> Sort:
        return set_sort(self.element.sort)


@dataclass(frozen=True)
class DictOf(Type):
    key: Type
    value: Type
    accepts: type | None = field(default=None, compare=False)

    def parts(self) -> tuple[Type, ...]:
        return (self.key, self.value)

    @property
    def sort(self) -> Sort:
        return dict_sort(self.key.sort, self.value.sort)


@dataclass(frozen=True)
class Union(Type):
    members: tuple[Type, ...]

    def parts(self) -> tuple[Type, ...]:
        return self.members


@dataclass(frozen=True)
class Anything(Union):
    """A type that says nothing: all values are of it, and the members stand for them."""


@dataclass(frozen=True)
class BaseClass(Union):
    """A class that is built as one of its subclasses, the members. Any other instance is of the type as well."""

    cls: type


@dataclass(frozen=True)
class IteratorOf(Type):
    """What yields its elements one after the other. Found in results only: it is consumed, never built."""

    element: Type
    cls: type  # Iterator, Generator or their asynchronous kin

    def parts(self) -> tuple[Type, ...]:
        return (self.element,)


@dataclass(frozen=True)
class FunctionOf(Type):
    """A function. As a result it is called; as an argument it is a table that grows as it is asked."""

    parameters: tuple[tuple[str, Type], ...] | None  # names are empty where none are given; None: it takes anything
    result: Type
    signature: inspect.Signature = field(default=WHATEVER, compare=False)  # how it is called
    gives: str = PLAINLY  # how it gives its result, of one that is built

    @cached_property
    def by_position(self) -> bool:
        """Whether it may be given all that it takes by position."""
        return all(p.kind is not p.KEYWORD_ONLY for p in self.signature.parameters.values())

    def parts(self) -> tuple[Type, ...]:
        return (*(tp for _, tp in self.parameters or ()), self.result)


@dataclass(frozen=True, eq=False)
class Instance(Type):
    """Any instance of a class whose attributes are not known. Found in results only."""

    cls: type

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Instance) and self.cls is other.cls  # by identity: a metaclass may define `==`

    def __hash__(self) -> int:
        return id(self.cls)


@dataclass(frozen=True)
class Refined(Type):
    base: Type
    predicates: tuple[Predicate, ...]

    def parts(self) -> tuple[Type, ...]:
        return (self.base,)

    @property
    def sort(self) -> Sort:
        return self.base.sort


@dataclass(frozen=True)
class Param(Type):
    """A type parameter, by the object that declares it: two classes may both call theirs T."""

    variable: Any
    implied: bool = field(default=False, compare=False)  # whether it is that of a generic class that was given none

    def __repr__(self) -> str:
        return f"Param({getattr(self.variable, '__name__', self.variable)})"


@dataclass(frozen=True)
class Data(Type):
    constructor: Constructor
    args: tuple[Type, ...] = ()

    def parts(self) -> tuple[Type, ...]:
        return self.args

    @property
    def sort(self) -> Sort:
        return data_sort(self.constructor)


@dataclass(frozen=True)
class Named(Type):
    """An alias that may refer to itself, with what its parameters stand for."""

    alias: Alias
    args: tuple[Type, ...] = ()

    def parts(self) -> tuple[Type, ...]:
        return self.args


@dataclass(frozen=True, eq=False)
class Alias:
    """The definition of an alias, or of a sealed class; read when it is first looked into, as it may be recursive."""

    name: str
    params: tuple[Any, ...]
    read: Callable[[], Type] = field(repr=False)
    place: Place | None = field(default=None, repr=False)

    @cached_property
    def type(self) -> Type:
        return self.read()


@dataclass(frozen=True)
class Field:
    """One field of a constructor: a parameter of its `__init__`, in order."""

    name: str
    type: Type
    optional: bool = False  # a key that may be left out of a TypedDict


class _Absent:
    """The value of a key that is left out."""

    def __repr__(self) -> str:
        return "<absent>"


ABSENT = _Absent()


@dataclass(frozen=True, eq=False)
class Constructor:
    """How values of one data class are built and taken apart. Implements logic.terms.Maker."""

    cls: Any
    params: tuple[Any, ...]
    read_fields: Callable[[], tuple[Field, ...]] = field(repr=False)
    builder: Callable[..., Any] = field(repr=False)  # takes the fields in order
    taker: Callable[[Any], Sequence[Any]] = field(repr=False)
    frozen: bool
    structural: bool
    form: str  # how fields are reached: "object" by attribute, "tuple" also by position, "mapping" by key
    place: Place | None
    read_attributes: Callable[[], Mapping[str, Term]] = field(repr=False)
    # Conditions on the arguments: what the constructor refuses.
    read_invariants: Callable[[], tuple[Predicate, ...]] = field(repr=False, default=tuple)
    # Whether the types of the fields are declared by the class: they hold of its instances as long as these live. The
    # parameters of a constructor that is written out say what it takes.
    declares_fields: bool = True
    # Conditions on an instance that its class declares.
    read_declared: Callable[[], tuple[Predicate, ...]] = field(repr=False, default=tuple)

    @property
    def name(self) -> str:
        return str(getattr(self.cls, "__name__", self.cls))

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        return self.read_fields()

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(f.name for f in self.fields)

    @cached_property
    def recursive(self) -> bool:
        """Whether a field may hold, at any depth, a value of this constructor."""
        parts = (part for own in self.fields for part in walk(own.type))
        return any(isinstance(part, Data) and part.constructor is self for part in parts)

    @cached_property
    def attributes(self) -> Mapping[str, Term]:
        return self.read_attributes()

    @cached_property
    def sorts(self) -> Mapping[str, Sort]:
        known = {own.name: own.type.sort for own in self.fields}
        return {name: known[str(term.data)] for name, term in self.attributes.items() if term.op == "var"}

    @cached_property
    def invariants(self) -> tuple[Predicate, ...]:
        return self.read_invariants()

    @cached_property
    def declared(self) -> tuple[Predicate, ...]:
        return self.read_declared()

    def build(self, values: Sequence[Any]) -> Any:
        return self.builder(*values)

    def parts(self, instance: Any) -> Sequence[Any]:
        return self.taker(instance)

    def __repr__(self) -> str:
        return self.name


def union_of(members: Iterable[Type]) -> Type:
    """The union of types, those that are unions themselves taken apart, each member once."""
    flat: list[Type] = []
    kind = Union
    for member in members:
        if isinstance(member, Anything):
            kind = Anything
        for part in member.members if isinstance(member, Union) else (member,):
            if not any(part == other and _accepted(part) == _accepted(other) for other in flat):
                flat.append(part)
    return flat[0] if len(flat) == 1 else kind(tuple(flat))


def mapped(tp: Type, change: Callable[[Type], Type]) -> Type:
    """A type with each of its parts changed."""
    match tp:
        case SequenceOf() | SetOf() | IteratorOf():
            return replace(tp, element=change(tp.element))
        case TupleOf():
            return replace(tp, elements=tuple(map(change, tp.elements)))
        case DictOf():
            return replace(tp, key=change(tp.key), value=change(tp.value))
        case Union():
            return replace(tp, members=tuple(map(change, tp.members)))
        case FunctionOf(parameters=parameters):
            taken = parameters and tuple((name, change(part)) for name, part in parameters)
            return replace(tp, parameters=taken, result=change(tp.result))
        case Refined():
            return replace(tp, base=change(tp.base))
        case Data() | Named():
            return replace(tp, args=tuple(map(change, tp.args)))
    return tp


def is_unbounded(tp: Type) -> bool:
    """Whether a type has values without end, as far as it alone says, and not what it is made of."""
    endless = Atom | SequenceOf | SetOf | DictOf | FunctionOf
    return isinstance(tp, endless) or (isinstance(tp, Data) and tp.constructor.recursive)


def _accepted(tp: Type) -> tuple[Any, ...]:
    """What tells types apart that are built alike."""
    return getattr(tp, "accepts", None), *map(_accepted, tp.parts())


def has_functions(root: Type) -> bool:
    """Whether a value has, anywhere in it, a function."""
    return any(isinstance(part, FunctionOf) for part in walk(root))


def walk(root: Type) -> Iterator[Type]:
    """A type and all it is made of, fields of data and bodies of aliases included, each once."""
    seen: set[Type] = set()
    looked_into: set[object] = set()
    waiting = [root]
    while waiting:
        tp = waiting.pop()
        if tp in seen:
            continue
        seen.add(tp)
        yield tp
        waiting.extend(reversed(tp.parts()))
        if isinstance(tp, Data) and tp.constructor not in looked_into:
            looked_into.add(tp.constructor)
            waiting.extend(f.type for f in reversed(tp.constructor.fields))
        elif isinstance(tp, Named) and tp.alias not in looked_into:
            looked_into.add(tp.alias)
            waiting.append(tp.alias.type)
