"""Descriptions of data classes: the results of their readers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from refute.logic.reading.predicates import Predicate
from refute.logic.terms.term import Term


@dataclass(frozen=True)
class ConstructorArgument:
    """One argument of a constructor."""

    name: str  # of the attribute or key
    annotation: Any
    owner: Any  # the class that has the annotation: names in it are resolved there
    metadata: tuple[Any, ...] = ()  # constraints besides those in the annotation
    parameter: str = ""  # the name of the parameter, where it differs
    keyword: bool = False
    optional: bool = False


@dataclass(frozen=True)
class Recipe:
    """What is known of a registered type beyond its arguments. Their values are in no attributes."""

    take: Callable[[Any], Sequence[Any] | None] | None  # the arguments of an instance; None: only those built are known
    callee: tuple[str, str]  # module and name of what texts of values call
    call: Callable[..., Any]  # the object of that name
    named: Any = None  # the registered class, which `refute.made` is given in texts
    kinds: tuple[type, ...] = ()  # the classes of arguments in such texts; none: any
    # The text of a value, where it is not a call with the arguments; None for one that is.
    text: Callable[[Any], str | None] | None = None
    also: Mapping[str, Any] = field(default_factory=dict)  # what else is named in texts
    spread: bool = False  # whether the one argument, a list, is written as the arguments of the call
    params: tuple[Any, ...] = ()  # its type parameters
    scalar: bool = False  # whether an instance is as large as its arguments; else one larger, as data is
    sampled: bool = True  # whether the type has more values than it builds, however large they are
    own: bool = True  # whether it is one of refute's own
    within: str = ""  # the package that the type is registered for; else for all
    shared: bool = False  # whether some listed values cannot be copied, so that all calls are given the same
    registered_in: str = ""  # the module that calls `refute.register`, if a program can import it
    checked: bool = False  # whether arguments are taken from results and checked
    fits: Callable[[Any], bool] | None = None  # whether an instance of the class, as a result, is of the type
    opaque: bool = False  # whether conditions on instances are run, not read: those of arrays compare elements
    renamed: Callable[[tuple[str, ...]], Any] | None = None  # the same registered with what texts name
    title: str = ""  # the type as it is written, where it is not the name of the class; `{}` for each of its arguments


@dataclass(frozen=True)
class Description:
    """How instances of a class are built and taken apart."""

    arguments: tuple[ConstructorArgument, ...]
    frozen: bool
    structural: bool  # whether instances are equal exactly if their fields are
    form: str = "object"
    # Attributes other than the argument of the same name: terms over the names of the arguments.
    computed: Mapping[str, Term] = field(default_factory=dict)
    # Arguments whose attribute does not hold the argument as it was given.
    changed: frozenset[str] = frozenset()
    # Those of them without any attribute of the same name: an InitVar, the argument of a converter.
    lost: frozenset[str] = frozenset()
    invariants: tuple[Predicate, ...] = ()  # conditions on the arguments: terms over the names of the arguments
    unread: str = ""  # why accepted arguments are only known by running the constructor
    declares_fields: bool = True  # whether the annotations are those of attributes, not of parameters of `__init__`
    made_of_nothing: bool = False  # whether the constructor is that of `object`
    stateful: bool = False  # whether instances may come to hold more than the constructor gives them
    # Attributes that the constructor always sets to the same, with their annotations: others may be assigned later.
    state: tuple[ConstructorArgument, ...] = ()
    build: Callable[..., Any] | None = None  # called like the class; None: the class itself
    recipe: Recipe | None = None  # for a type that is registered; its form is "recipe"
