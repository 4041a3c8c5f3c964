"""The kinds of refinement types."""

from __future__ import annotations

import enum
import inspect
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from refute.logic.reading.predicates import Predicate
from refute.logic.terms.term import ANY, INT, STR, Constant, Sort, data_sort, dict_sort, seq_sort, set_sort
from refute.types.callables.tabulated import ANY_ARGUMENTS, PLAINLY
from refute.types.model.base import Type
from refute.types.model.definitions import Alias, Constructor
from refute.types.model.sorts import sort_of_tuple, sort_of_values

# Kinds of atoms whose class has another name.
_CLASS_NAMES = {"decimal": "Decimal", "fraction": "Fraction"}


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
    def definition(self) -> Constructor:
        return self.constructor

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

    @property
    def definition(self) -> Alias:
        return self.alias

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
