"""Refinement types, independent of how they were written.

A type may contain type *parameters* of its class or alias (`Param`), and its predicates may refer to *siblings* by
name: earlier fields or parameters. Both are substituted where the type is used; see `spaces.ground.grounding`.
"""

from __future__ import annotations

import enum
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from refute.errors import Place, RefuteError
from refute.logic.reading.predicates import Predicate
from refute.logic.terms.term import ANY, INT, STR, Constant, Sort, Term, data_sort, dict_sort, seq_sort, set_sort
from refute.types.callables.tabulated import ANY_ARGUMENTS, PLAINLY
from refute.types.sorts import sort_of_tuple, sort_of_values

# Kinds of atoms whose class has another name.
_CLASS_NAMES = {"decimal": "Decimal", "fraction": "Fraction"}


@dataclass(frozen=True, repr=False)
class Type:
    """Base of all refinement types."""

    def parts(self) -> tuple[Type, ...]:
        """The types written inside this one, not the fields of data."""
        return ()

    @property
    def sort(self) -> Sort:
        """The sort of its values in the logic; ANY if they have several."""
        return ANY

    @property
    def own_predicates(self) -> tuple[Predicate, ...]:
        """The predicates on its values as a whole."""
        return ()

    def written(self, refinements: bool = False) -> str:
        """A type as an annotation, with or without its refinements."""
        return type(self).__name__

    def __repr__(self) -> str:
        return self.written(refinements=True)

    def __deepcopy__(self, memo: Any) -> Type:
        return self  # a type stands for a function among values that are copied; it is immutable


@dataclass(frozen=True, repr=False)
class Atom(Type):
    """A scalar whose values are bounded by a scope: int, float, str, date, …

    `marks` are its landmarks: constants in refinements that it is compared with.
    """

    kind: str
    marks: frozenset[Constant] = frozenset()

    @property
    def sort(self) -> Sort:
        return {"int": INT, "str": STR}.get(self.kind, ANY)

    def written(self, refinements: bool = False) -> str:
        return _CLASS_NAMES.get(self.kind, self.kind)


@dataclass(frozen=True, repr=False)
class Finite(Type):
    """Scalars given by a list: bool, None, enumerations, literals."""

    values: tuple[Constant, ...]
    name: str = field(default="", compare=False)
    sampled: bool = False  # whether there are other values, too

    @property
    def sort(self) -> Sort:
        return sort_of_values(self.values)

    def written(self, refinements: bool = False) -> str:
        if self.name != "Literal":
            return self.name
        return f"Literal[{', '.join(_literal(constant.value) for constant in self.values)}]"


@dataclass(frozen=True, repr=False)
class SequenceOf(Type):
    kind: str  # list, tuple, deque
    element: Type
    # The abstract class that results have to be instances of: Sequence, Iterable. Values built are of `kind`.
    accepts: type | None = field(default=None, compare=False)

    def parts(self) -> tuple[Type, ...]:
        return (self.element,)

    @property
    def sort(self) -> Sort:
        return seq_sort(self.element.sort, self.kind)

    def written(self, refinements: bool = False) -> str:
        name = getattr(self.accepts, "__name__", self.kind)
        return f"{name}[{self.element.written(refinements)}{', ...' if name == 'tuple' else ''}]"


@dataclass(frozen=True, repr=False)
class TupleOf(Type):
    """A tuple of fixed length."""

    elements: tuple[Type, ...]

    def parts(self) -> tuple[Type, ...]:
        return self.elements

    @property
    def sort(self) -> Sort:
        return sort_of_tuple(tuple(element.sort for element in self.elements))

    def written(self, refinements: bool = False) -> str:
        return f"tuple[{_listed(self.elements, refinements) or '()'}]"


@dataclass(frozen=True, repr=False)
class SetOf(Type):
    kind: str  # set, frozenset
    element: Type
    accepts: type | None = field(default=None, compare=False)

    def parts(self) -> tuple[Type, ...]:
        return (self.element,)

    @property
    def sort(self) -> Sort:
        return set_sort(self.element.sort)

    def written(self, refinements: bool = False) -> str:
        return f"{getattr(self.accepts, '__name__', self.kind)}[{self.element.written(refinements)}]"


@dataclass(frozen=True, repr=False)
class DictOf(Type):
    key: Type
    value: Type
    accepts: type | None = field(default=None, compare=False)

    def parts(self) -> tuple[Type, ...]:
        return (self.key, self.value)

    @property
    def sort(self) -> Sort:
        return dict_sort(self.key.sort, self.value.sort)

    def written(self, refinements: bool = False) -> str:
        return f"{getattr(self.accepts, '__name__', 'dict')}[{_listed(self.parts(), refinements)}]"


@dataclass(frozen=True, repr=False)
class Union(Type):
    members: tuple[Type, ...]

    def parts(self) -> tuple[Type, ...]:
        return self.members

    def written(self, refinements: bool = False) -> str:
        return " | ".join(dict.fromkeys(member.written(refinements) for member in self.members))


@dataclass(frozen=True, repr=False)
class Anything(Union):
    """The type of all values. Values built are those of the members."""

    def written(self, refinements: bool = False) -> str:
        return "Any"


@dataclass(frozen=True, repr=False)
class BaseClass(Union):
    """The type of all instances of a class. Values built are those of the members, its subclasses."""

    cls: type
    sampled: bool = False  # whether there are other instances, too
    barred: tuple[type, ...] = ()  # subclasses whose instances are of the class with other type arguments

    def written(self, refinements: bool = False) -> str:
        return self.cls.__qualname__ if self.cls is not object else f"Any | {super().written(refinements)}"


@dataclass(frozen=True, repr=False)
class Open(Union):
    """A type with more values than can be listed, such as a protocol. Values built are those of the members."""

    name: str = field(default="", compare=False)
    # What a type variable with this bound stands for; empty: each of the members.
    instances: tuple[Type, ...] = field(default=(), compare=False)

    def written(self, refinements: bool = False) -> str:
        return self.name


@dataclass(frozen=True, repr=False)
class IteratorOf(Type):
    """An iterator. In results only: it is consumed, never built."""

    element: Type
    cls: type  # Iterator, Generator, AsyncIterator, …
    returned: Type | None = None  # of what a generator returns at its end; None: anything

    def parts(self) -> tuple[Type, ...]:
        return (self.element,) if self.returned is None else (self.element, self.returned)

    def written(self, refinements: bool = False) -> str:
        return f"{self.cls.__name__}[{self.element.written(refinements)}]"


@dataclass(frozen=True, repr=False)
class FunctionOf(Type):
    """A function. A result is called; an argument is built as a table that grows with each call."""

    parameters: tuple[tuple[str, Type], ...] | None  # an empty name: none is given; None: any arguments
    result: Type
    signature: inspect.Signature = field(default=ANY_ARGUMENTS, compare=False)  # by which it is called
    gives: str = PLAINLY  # how a function that is built returns its answer

    @cached_property
    def by_position(self) -> bool:
        """Whether all parameters can be passed by position."""
        return all(p.kind is not p.KEYWORD_ONLY for p in self.signature.parameters.values())

    def parts(self) -> tuple[Type, ...]:
        return (*(tp for _, tp in self.parameters or ()), self.result)

    def written(self, refinements: bool = False) -> str:
        taken = None if self.parameters is None else _listed([tp for _, tp in self.parameters], refinements)
        return f"Callable[{'...' if taken is None else f'[{taken}]'}, {self.result.written(refinements)}]"


@dataclass(frozen=True, repr=False, eq=False)
class Instance(Type):
    """All instances of a class whose attributes are not known. In results only."""

    cls: type

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Instance) and self.cls is other.cls  # by identity: a metaclass may define `==`

    def __hash__(self) -> int:
        return id(self.cls)

    def written(self, refinements: bool = False) -> str:
        return self.cls.__qualname__


@dataclass(frozen=True, repr=False)
class Refined(Type):
    """The values of a type that satisfy predicates."""

    base: Type
    predicates: tuple[Predicate, ...]

    def parts(self) -> tuple[Type, ...]:
        return (self.base,)

    @property
    def own_predicates(self) -> tuple[Predicate, ...]:
        return self.predicates

    @property
    def sort(self) -> Sort:
        return self.base.sort

    def written(self, refinements: bool = False) -> str:
        base = self.base.written(refinements)
        conditions = ", ".join(repr(predicate.text) for predicate in self.predicates)
        return f"Annotated[{base}, {conditions}]" if refinements else base


@dataclass(frozen=True, repr=False)
class Param(Type):
    """A type parameter, identified by the object that declares it: two classes may each have a T."""

    variable: Any
    implied: bool = field(
        default=False, compare=False
    )  # whether it stands for an argument that a generic class was not given

    def written(self, refinements: bool = False) -> str:
        return str(getattr(self.variable, "__name__", self.variable))


@dataclass(frozen=True, repr=False)
class Data(Type):
    """Instances of a data class, with its type arguments."""

    constructor: Constructor
    args: tuple[Type, ...] = ()
    # The class that results have to be instances of, if it is a base of the one that is built: Path, os.PathLike.
    accepts: type | None = field(default=None, compare=False)

    def parts(self) -> tuple[Type, ...]:
        return self.args

    @property
    def sort(self) -> Sort:
        return data_sort(self.constructor)

    @property
    def may_be_shared(self) -> bool:
        """Whether many ways may lead to one object, as in a list with links both ways: it is looked at once."""
        plain = all(isinstance(arg, Param) for arg in self.args)
        return plain and self.constructor.recursive and not self.constructor.frozen

    @property
    def own_predicates(self) -> tuple[Predicate, ...]:
        return self.constructor.invariants

    def written(self, refinements: bool = False) -> str:
        name = getattr(self.accepts, "__name__", self.constructor.name)
        if "{}" in name:
            return name.format(*(arg.written(refinements) for arg in self.args))
        return name + _arguments(self.args, refinements)


@dataclass(frozen=True, repr=False)
class Iterated(Data):
    """Iterators as arguments. The one argument is the type of the lists that they go through."""

    accepts: type = field(default=object, compare=False)  # Iterator, Generator, AsyncIterator, …

    def written(self, refinements: bool = False) -> str:
        inside = self.args[0].base if isinstance(self.args[0], Refined) else self.args[0]
        return f"{self.accepts.__name__}[{_listed(inside.parts(), refinements)}]"


@dataclass(frozen=True, repr=False)
class Named(Type):
    """An alias, possibly recursive, with its type arguments."""

    alias: Alias
    args: tuple[Type, ...] = ()

    def parts(self) -> tuple[Type, ...]:
        return self.args

    def written(self, refinements: bool = False) -> str:
        return self.alias.name + _arguments(self.args, refinements)


def _listed(types: Iterable[Type], refinements: bool) -> str:
    return ", ".join(tp.written(refinements) for tp in types)


def _arguments(args: tuple[Type, ...], refinements: bool) -> str:
    """The arguments of a generic type in brackets, unless they are its own parameters."""
    plain = all(isinstance(arg.base if isinstance(arg, Refined) else arg, Param) for arg in args)
    return "" if plain else f"[{_listed(args, refinements)}]"


def _literal(value: object) -> str:
    return f"{type(value).__name__}.{value.name}" if isinstance(value, enum.Enum) else repr(value)


@dataclass(frozen=True, eq=False)
class Alias:
    """The definition of an alias or base class. Read lazily, as it may be recursive."""

    name: str
    params: tuple[Any, ...]
    read: Callable[[], Type] = field(repr=False)
    place: Place | None = field(default=None, repr=False)
    # What it stands for with some arguments, where these decide more than its parameters do.
    at: Callable[[tuple[Type, ...]], Type] | None = field(default=None, repr=False)

    @cached_property
    def type(self) -> Type:
        return self.read()


@dataclass(frozen=True)
class Field:
    """One field of a data class: an argument of its constructor."""

    name: str
    type: Type
    optional: bool = False  # whether a key of a TypedDict may be missing


class _Absent:
    """The value of a missing key."""

    def __repr__(self) -> str:
        return "<absent>"


ABSENT = _Absent()


@dataclass(frozen=True, eq=False)
class Constructor:
    """Builds instances of a data class and takes them apart. Implements logic.terms.Maker."""

    cls: Any
    params: tuple[Any, ...]
    read_fields: Callable[[], tuple[Field, ...]] = field(repr=False)
    builder: Callable[..., Any] = field(repr=False)  # called with the fields in order
    taker: Callable[[Any], Sequence[Any]] = field(repr=False)
    frozen: bool
    structural: bool
    form: str  # access to fields: "object" by attribute, "tuple" also by index, "mapping" by key, "recipe" by taking
    place: Place | None
    read_attributes: Callable[[], Mapping[str, Term]] = field(repr=False)
    # Conditions on the arguments: others are refused by the constructor.
    read_invariants: Callable[[], tuple[Predicate, ...]] = field(repr=False, default=tuple)
    # Whether the field types are declared by the class, and so hold during the life of an instance; else they are those
    # of parameters of `__init__`.
    declares_fields: bool = True
    # Invariants: conditions on instances, declared by the class.
    read_declared: Callable[[], tuple[Predicate, ...]] = field(repr=False, default=tuple)
    # Attributes that the constructor always sets to the same, and that may be assigned later.
    read_state: Callable[[], tuple[Field, ...]] = field(repr=False, default=tuple)
    scalar: bool = False  # whether an instance is no larger than its fields together
    sampled: bool = False  # whether there are more instances than it builds
    stateful: bool = False  # whether instances may come to hold more than they were built with
    taken: bool = False  # whether the fields of results are those that `taker` gives, and are checked
    fits: Callable[[Any], bool] | None = None  # whether an instance is of the type, as a result
    opaque: bool = False  # whether conditions on instances are run, not read: those of arrays compare elements
    renamed: Callable[[tuple[str, ...]], Constructor] | None = None  # the same with other names of columns
    title: str = ""  # the type as it is written, where it is not the name of the class; `{}` for each of its arguments
    _made: set[type] = field(default_factory=set, init=False, repr=False)  # subclasses that a recipe is known to make

    @property
    def name(self) -> str:
        return self.title or str(getattr(self.cls, "__name__", self.cls))

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        return self.read_fields()

    @cached_property
    def state(self) -> tuple[Field, ...]:
        return self.read_state()

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(f.name for f in self.fields)

    @cached_property
    def recursive(self) -> bool:
        """Whether a field may contain, at any depth, an instance of the same class."""
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

    @property
    def cost(self) -> int:
        """How much larger an instance is than its fields together."""
        return 1 if self.fields and not self.scalar else 0

    def makes(self, instance: Any) -> bool:
        """Whether an object may be an instance that was built: of the very class, or of one that a recipe makes."""
        if type(instance) is self.cls or self.form != "recipe" or not isinstance(instance, self.cls):
            return type(instance) is self.cls
        return type(instance) in self._made or self._makes_alike(instance)

    def _makes_alike(self, instance: Any) -> bool:
        """Whether a recipe makes an object of the same class from what it takes from this one."""
        try:
            parts = self.parts(instance)
        except RefuteError:
            return True  # it keeps no arguments, and who takes it apart is told so
        try:
            again = None if any(part is ABSENT for part in parts) else self.build(parts)
        except Exception:  # of the user's code, which was made for no such object
            return False
        self._made.add(type(again))
        return type(again) is type(instance)

    def build(self, values: Sequence[Any]) -> Any:
        return self.builder(*values)

    def parts(self, instance: Any) -> Sequence[Any]:
        return self.taker(instance)

    def __repr__(self) -> str:
        return self.name


def union_of(members: Iterable[Type]) -> Type:
    """The union of types, flattened and without duplicates."""
    flat: list[Type] = []
    kind = Union
    for member in members:
        if isinstance(member, Anything):
            kind = Anything
        for part in member.members if isinstance(member, Union) and not isinstance(member, Open) else (member,):
            if not any(part == other and _accepted(part) == _accepted(other) for other in flat):
                flat.append(part)
    return flat[0] if len(flat) == 1 and kind is Union else kind(tuple(flat))


def mapped(tp: Type, change: Callable[[Type], Type]) -> Type:
    """A type with a function applied to each of its parts."""
    match tp:
        case SequenceOf() | SetOf():
            return replace(tp, element=change(tp.element))
        case IteratorOf(returned=returned):
            return replace(tp, element=change(tp.element), returned=returned and change(returned))
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
        case Named(alias=Alias(at=at)) if at is not None:
            return at(tuple(map(change, tp.args)))
        case Data() | Named():
            return replace(tp, args=tuple(map(change, tp.args)))
    return tp


def is_unbounded(tp: Type) -> bool:
    """Whether a type has infinitely many values whatever its parts are."""
    endless = Atom | SequenceOf | SetOf | DictOf | FunctionOf
    if isinstance(tp, Data):
        return tp.constructor.recursive or tp.constructor.sampled
    return isinstance(tp, endless) or (isinstance(tp, BaseClass | Finite) and tp.sampled)


def _accepted(tp: Type) -> tuple[Any, ...]:
    """The abstract classes in a type, by which equal types may differ."""
    return getattr(tp, "accepts", None), *map(_accepted, tp.parts())


def has_functions(root: Type) -> bool:
    """Whether values of a type may contain functions."""
    return any(isinstance(part, FunctionOf) for part in walk(root))


def walk(root: Type) -> Iterator[Type]:
    """A type and all its parts, including fields of data and bodies of aliases, each once."""
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
