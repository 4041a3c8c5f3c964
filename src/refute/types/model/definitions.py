"""Definitions that types name: aliases, and the constructors of classes with their fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from refute.errors import Place, RefuteError
from refute.logic.reading.predicates import Predicate
from refute.logic.terms.term import Sort, Term
from refute.types.model.base import Definition, Type, walk


@dataclass(frozen=True, eq=False)
class Alias(Definition):
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

    def types(self) -> tuple[Type]:
        return (self.type,)


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
class Constructor(Definition):
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
    renamed: Callable[[tuple[str, ...]], Constructor] | None = None  # the same with what texts name
    title: str = ""  # the type as it is written, where it is not the name of the class; `{}` for each of its arguments
    _made: set[type] = field(default_factory=set, init=False, repr=False)  # subclasses that a recipe is known to make

    @property
    def name(self) -> str:
        return self.title or str(getattr(self.cls, "__name__", self.cls))

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        return self.read_fields()

    def types(self) -> tuple[Type, ...]:
        return tuple(own.type for own in self.fields)

    @cached_property
    def state(self) -> tuple[Field, ...]:
        return self.read_state()

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(f.name for f in self.fields)

    @cached_property
    def recursive(self) -> bool:
        """Whether a field may contain, at any depth, an instance of the same class."""
        return any(part.definition is self for tp in self.types() for part in walk(tp))

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
