"""From annotations to refinement types."""

from __future__ import annotations

import collections
import collections.abc as abc
import datetime
import enum
import types
import typing
from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import InitVar, replace
from decimal import Decimal
from fractions import Fraction
from itertools import chain, islice, product
from typing import Any, Literal, get_args, get_origin

from refute.errors import AnnotationError, RefuteError
from refute.logic.terms.term import Constant
from refute.types.callables.promises import Stays
from refute.types.constraints import read_metadata
from refute.types.constraints.elementwise import run_on, with_texts
from refute.types.constraints.vocabulary import where_defined
from refute.types.data import Registered, registered
from refute.types.data.plain import is_protocol
from refute.types.data.recipes.collections import unpacked
from refute.types.data.recipes.standard import array_like, names_library
from refute.types.landmarks import refined
from refute.types.model import (
    Alias,
    Anything,
    Atom,
    Constructor,
    Data,
    DictOf,
    Finite,
    FunctionOf,
    Instance,
    Iterated,
    Named,
    Open,
    Param,
    Refined,
    SequenceOf,
    SetOf,
    TupleOf,
    Type,
    Union,
    mapped,
    union_of,
    walk,
)
from refute.types.reading.abstract.indexed import refuse_open
from refute.types.reading.abstract.iterated import read_iterator
from refute.types.reading.abstract.opened import read_abstract, read_class_of_classes
from refute.types.reading.abstract.produced import (
    element_unpacked,
    is_unpacked,
    read_function,
    read_produced,
    unpacked_types,
)
from refute.types.reading.classes.data import read_data
from refute.types.reading.classes.enumerations import read_enumeration
from refute.types.reading.classes.registered import read_registered
from refute.types.reading.context import Context, context_of, text_of
from refute.types.reading.cycles import refuse_cycle
from refute.types.reading.interface import At
from refute.types.reading.notes import Note
from refute.types.reading.places import place_of_name
from refute.types.reading.unreadable import confusing, expect_arguments, method_of_metaclass, too_deep, unreadable
from refute.types.substitution import completed, filled, free_variables

_ATOMS: dict[Any, str] = {
    int: "int",
    float: "float",
    str: "str",
    bytes: "bytes",
    complex: "complex",
    Decimal: "decimal",
    Fraction: "fraction",
    datetime.date: "date",
    datetime.datetime: "datetime",
    datetime.time: "time",
    datetime.timedelta: "timedelta",
}
# Abstract containers are built as the simplest concrete type, immutable if possible.
_SEQUENCES: dict[Any, str] = {
    list: "list",
    collections.deque: "deque",
    abc.Sequence: "tuple",
    abc.MutableSequence: "list",
    abc.Iterable: "tuple",
    abc.Collection: "tuple",
    abc.Reversible: "tuple",
    abc.Container: "tuple",
}
_SETS: dict[Any, str] = {set: "set", frozenset: "frozenset", abc.Set: "frozenset", abc.MutableSet: "set"}
_DICTS = (dict, abc.Mapping, abc.MutableMapping)
_WRAPPERS = tuple(
    getattr(typing, name)
    for name in ("ClassVar", "Final", "Required", "NotRequired", "ReadOnly", "Unpack")
    if hasattr(typing, name)
)
# Instantiations of the type variables of one type.
_MOST_INSTANCES = 16
# Types that a variable number of them stands for.
_MOST_VARIADIC = 2
NOTHING = Finite((Constant(None),), "None")
BOOLEAN = Finite((Constant(False), Constant(True)), "bool")
# Values built for `Any` and `object`.
ANYTHING = Anything((NOTHING, BOOLEAN, Atom("int"), Atom("str")))


class Reader:
    """Reads annotations. Keeps constructors and aliases, which may be recursive, and notes on metadata."""

    def __init__(self) -> None:
        self.notes: list[Note] = []
        self.outer: Mapping[str, Any] = {}  # names visible to the first annotation
        self.stays: Stays | None = None  # the last `stays()` read
        self.produced = False  # whether values only have to be recognised, not built
        # Says of which classes instances come from elsewhere. What else cannot be built is left out of unions then.
        self.elsewhere: Callable[[type], bool] | None = None
        self.constructors: dict[Any, Constructor] = {}
        self.instances: dict[tuple[Any, tuple[Type, ...]], Constructor] = {}
        self._suggested: dict[Any, tuple[Type, ...]] = {}
        self.recipes: dict[Registered, Constructor] = {}
        self.aliases: dict[Any, Alias] = {}
        self._alternatives: dict[Any, tuple[Type, ...]] = {}
        self._reading: set[Any] = set()

    def read_whole(self, annotation: Any, context: Context) -> Type:
        """Read a type and everything it refers to, with type variables instantiated: its values can be built."""
        return self.examined(self.closed(self.read_written(annotation, context)), context)

    def read_written(self, annotation: Any, context: Context) -> Type:
        """Read a type with its type variables, without what it refers to."""
        self.outer = {**context.namespace, **context.local}
        try:
            return self.read(annotation, context)
        except RecursionError:
            raise too_deep(context) from None

    def examined(self, tp: Type, context: Context, *, built: bool = True) -> Type:
        """Read all classes and aliases of a type, so that errors in them are raised here; return the type.

        With `built` its values are to be built, else only recognised.
        """
        try:
            for part in walk(tp):
                if isinstance(part, Named):
                    refuse_cycle(part.alias, context)
                    if built:
                        refuse_open(part.alias, context)
                if isinstance(part, Data):
                    _ = part.constructor.invariants, part.constructor.attributes
        except RecursionError:
            raise too_deep(context) from None
        return tp

    def closed_over(self, tp: Type, params: Collection[Any]) -> Type:
        """The body of a class or alias: a type variable that is none of its parameters may stand for anything."""
        free = [variable for variable in free_variables(tp) if variable not in params]
        return filled(tp, {variable: Anything(self.alternatives(variable)) for variable in free})

    def closed(self, tp: Type) -> Type:
        """A type with all type variables instantiated: the union of its instances."""
        free = [*free_variables(tp)]
        tables = islice(product(*map(self.alternatives, free)), _MOST_INSTANCES)
        return union_of(filled(tp, dict(zip(free, chosen, strict=True))) for chosen in tables)

    def with_closed_functions(self, tp: Type) -> Type:
        """A type with the type variables of its functions instantiated: returned functions are called with values."""
        if isinstance(tp, FunctionOf):
            return filled(tp, {variable: self.alternatives(variable)[0] for variable in free_variables(tp)})
        return mapped(tp, self.with_closed_functions)

    def alternatives(self, variable: Any) -> tuple[Type, ...]:
        """The instances of a type variable: its constraints, or its default and bound, or int.

        Integers are ordered and hashable, and print well.
        """
        if variable not in self._alternatives:
            self._alternatives[variable] = (Atom("int"),)  # its instance in its own bound
            context = context_of(variable, str(variable))
            found = [self.closed(self.read(declared, context)) for declared in _declared_for(variable)]
            if not _is_declared(variable) and variable in self._suggested:
                found = [*self._suggested[variable]]
            self._alternatives[variable] = tuple(dict.fromkeys(part for tp in found for part in _instances(tp)))
        return self._alternatives[variable]

    def declared_alternatives(self, variable: Any) -> tuple[Type, ...]:
        """The same; none for a variable that may stand for any type."""
        return self.alternatives(variable) if _is_declared(variable) or variable in self._suggested else ()

    def alternatives_of_programs(self, variable: Any) -> tuple[Type, ...]:
        """The same for calls in programs: of a protocol as its bound one, as it is not asked which values go with
        others that are there already."""
        bound = getattr(variable, "__bound__", None)
        cls, found = get_origin(bound) or bound, self.alternatives(variable)
        return found[:1] if isinstance(cls, type) and is_protocol(cls) else found

    def suggest(self, variable: Any, types: tuple[Type, ...]) -> None:
        """Say what a type variable stands for if it may be anything."""
        if types:
            self._suggested.setdefault(variable, types)

    def read(self, annotation: Any, context: Context) -> Type:
        text = text_of(annotation)
        if text is not None:
            return self._text(text, context)
        if annotation is None or annotation is type(None):
            return NOTHING
        if annotation is bool:
            return BOOLEAN
        if annotation is Any or annotation is object:
            return ANYTHING
        special = self._special(annotation, context)
        if special is not None:
            return special
        origin = get_origin(annotation)
        if isinstance(origin, type) and method_of_metaclass(origin):
            return self._confusing(origin, context)
        if origin is not None:
            return self._generic(annotation, origin, get_args(annotation), context)
        if isinstance(annotation, type):
            return self.read_class(annotation, (), context)
        return self._not_built(annotation, context)

    def _confusing(self, cls: type, context: Context) -> Type:
        """A class whose metaclass redefines equality or hashing of classes."""
        if self.produced:
            return Instance(cls)
        raise confusing(cls, context)

    def _text(self, text: str, context: Context) -> Type:
        """A quoted annotation. One that refers to itself is a recursive alias."""
        key = (text, id(context.namespace), id(context.enclosing), tuple(context.bound.values()))
        if key not in self.aliases and key not in self._reading:
            self._reading.add(key)
            try:
                return self.read(context.evaluate(text), context)
            finally:
                self._reading.discard(key)
        if key not in self.aliases:
            value = context.evaluate(text)
            params = tuple(getattr(value, "__parameters__", ()))
            place = context.place or place_of_name(text, context.namespace)
            self.aliases[key] = Alias(text, params, lambda: self.closed_over(self.read(value, context), params), place)
        alias = self.aliases[key]
        return Named(alias, tuple(Param(p) for p in alias.params))

    def _special(self, annotation: Any, context: Context) -> Type | None:
        """An annotation that is neither a class nor a generic alias, else None."""
        if _is_typevar(annotation):
            return context.bound.get(annotation) or Param(annotation)
        if isinstance(annotation, typing.TypeVarTuple):
            return Anything((Atom("int"),))  # each of the types it stands for
        if (like := array_like(annotation)) is not None:
            given = self.read(like, context)
            return Open(given.members if isinstance(given, Union) else (given,), "ArrayLike")
        if isinstance(annotation, typing.NewType):
            return self.read(annotation.__supertype__, context)
        if _is_alias(annotation):
            return self._alias(annotation, (), context)
        if isinstance(annotation, InitVar):
            return self.read(annotation.type, context)
        if isinstance(annotation, typing.ParamSpecArgs | typing.ParamSpecKwargs):
            return ANYTHING
        if any(annotation is word for word in (typing.Self, typing.NoReturn, typing.Never, typing.LiteralString)):
            return self._word(annotation, context)
        return None

    def _word(self, annotation: Any, context: Context) -> Type:
        if annotation is typing.LiteralString:
            return Atom("str")
        if annotation is typing.Self and context.enclosing is not None:
            cls = context.enclosing
            return self.read_class(cls, tuple(getattr(cls, "__parameters__", ())), context)
        if self.produced:
            return read_produced(annotation, self, context)
        raise AnnotationError(
            f"{context.owner} is annotated {annotation}, which has no values here",
            place=context.place,
            remedy="Use a type that has values; `Self` only means something inside a class.",
        )

    def _alias(self, alias: Any, args: tuple[Any, ...], context: Context) -> Type:
        """A `type` statement. Its value is read lazily, in the namespace of its module.

        Arguments of arrays decide how these are built, so that they are put into the value.
        """
        if args and names_library(value := _value_of(alias, context)):
            return self.read(value[args], context)
        if alias not in self.aliases:
            own = context_of(alias, alias.__name__)
            namespace = own.namespace if own.namespace.get(alias.__name__) is alias else context.namespace
            place = place_of_name(alias.__name__, namespace) or context.place
            inside = replace(own, namespace=namespace, place=place)
            params = tuple(alias.__type_params__)
            self.aliases[alias] = Alias(alias.__name__, params, lambda: self._aliased(alias, params, inside), place)
        given = tuple(self.read(arg, context) for arg in args)
        definition = self.aliases[alias]
        return Named(definition, completed(given, definition.params))

    def _aliased(self, alias: Any, params: tuple[Any, ...], context: Context) -> Type:
        return self.closed_over(self.read(_value_of(alias, context), context), params)

    def _generic(self, annotation: Any, origin: Any, args: tuple[Any, ...], context: Context) -> Type:
        if origin is typing.Annotated:
            return self._annotated(annotation, context)
        if not args and not hasattr(annotation, "__args__"):  # typing.List and the like without arguments
            return self.read_class(origin, (), context)
        if origin is Literal:
            return Finite(tuple(dict.fromkeys(map(Constant, args))), "Literal")
        if origin in (typing.Union, types.UnionType):
            return union_of(self._members(args, context))
        if origin in _WRAPPERS:
            return self.read(args[0], context)
        if _is_alias(origin):
            return self._alias(origin, args, context)
        if origin is tuple:
            return self._tuple(args, context)
        if annotation is not origin and origin in (*_SEQUENCES, *_SETS, *_DICTS):
            expect_arguments(annotation, args, 2 if origin in _DICTS else 1, context)
        if origin in _SEQUENCES:
            return SequenceOf(_SEQUENCES[origin], self.read(args[0], context), _abstract(origin))
        if origin in _SETS:
            return SetOf(_SETS[origin], self.read(args[0], context), _abstract(origin))
        if origin in _DICTS:
            return DictOf(self.read(args[0], context), self.read(args[1], context), _abstract(origin))
        if isinstance(origin, type) and not (origin is type or origin is abc.Callable):
            return self.read_class(origin, args, context)
        return self._not_built(annotation, context)

    def _members(self, args: tuple[Any, ...], context: Context) -> list[Type]:
        """The types of the members of a union."""
        if self.elsewhere is None:
            return [self.read(arg, context) for arg in args]
        found: list[Type] = []
        errors: list[AnnotationError] = []
        for arg in args:
            try:
                found.append(self.read(arg, context))
            except AnnotationError as error:
                errors.append(error)
        if not found:
            raise errors[0]
        return found

    def _annotated(self, annotation: Any, context: Context) -> Type:
        base = self.read(annotation.__origin__, context)
        return self.refine(base, annotation.__metadata__, context)

    def refine(self, base: Type, metadata: tuple[Any, ...], context: Context) -> Type:
        """A type with the constraints in metadata added. Other metadata is noted."""
        self.stays = next((piece for piece in metadata if isinstance(piece, Stays)), self.stays)
        predicates, notes = read_metadata(metadata, context)
        self.notes.extend(notes)
        if predicates and isinstance(base, FunctionOf) and not self.produced:
            raise AnnotationError(
                f"{context.owner}: the refinement `{predicates[0].text}` is on a function as a whole",
                place=predicates[0].place or context.place,
                remedy="Refine what it takes and what it returns, in Callable[[…], …] or in a Protocol with __call__.",
            )
        if isinstance(base, Iterated):  # it is consumed once: refinements see the list that it goes through
            return replace(base, args=(refined(base.args[0], predicates),))
        scalar = base.base if isinstance(base, Refined) else base
        if isinstance(scalar, Atom):
            predicates = [where_defined(predicate, scalar.kind) for predicate in predicates]
        return with_texts(refined(base, run_on(base, predicates)), ())

    def _tuple(self, args: tuple[Any, ...], context: Context) -> Type:
        if len(args) == 2 and args[1] is ...:
            return SequenceOf("tuple", self.read(args[0], context))
        if any(map(is_unpacked, args)):
            return self._unpacked(list(chain.from_iterable(map(unpacked_types, args))), context)
        return TupleOf(tuple(self.read(arg, context) for arg in args))

    def _unpacked(self, args: list[Any], context: Context) -> Type:
        """A tuple with types unpacked in it, of which one may stand for any number of them."""
        endless = [place for place, arg in enumerate(args) if is_unpacked(arg)]
        if not endless:
            return TupleOf(tuple(self.read(arg, context) for arg in args))
        if any(isinstance(get_args(args[place])[0], typing.TypeVarTuple) for place in endless):
            return SequenceOf("tuple", ANYTHING) if self.produced else self._variadic(tuple(args), context)
        (place,) = endless
        recipe = unpacked(place, len(args) - place - 1)
        inside = [element_unpacked(arg) if at == place else arg for at, arg in enumerate(args)]
        return read_registered(recipe, tuple, tuple(inside), self, context)

    def _variadic(self, args: tuple[Any, ...], context: Context) -> Type:
        """A tuple with a `TypeVarTuple` in it, which stands for no type, for one and for two."""
        places = [TupleOf(()) if is_unpacked(arg) else TupleOf((self.read(arg, context),)) for arg in args]
        several = [[one.elements or (Atom("int"),) * more for one in places] for more in range(_MOST_VARIADIC + 1)]
        return Open(tuple(TupleOf(tuple(chain.from_iterable(parts))) for parts in several), "tuple")

    def read_class(self, cls: Any, args: tuple[Any, ...], context: Context) -> Type:
        """The type of the instances of a class, with its type arguments."""
        if method_of_metaclass(cls):
            return self._confusing(cls, context)
        recipe = registered(cls, args, str(context.namespace.get("__name__", "")))
        if recipe is not None:
            return read_registered(recipe, cls, args, self, context)
        if cls in _ATOMS:
            return Atom(_ATOMS[cls])
        if cls in (list, tuple, set, frozenset, dict, *_SEQUENCES, *_SETS, *_DICTS):
            return self._generic(cls, cls, (Any, ...) if cls is tuple else (Any, Any), context)
        if issubclass(cls, enum.Enum):
            return read_enumeration(cls, self, context)
        found = read_data(cls, args, self, context)
        return self._not_built(cls[args] if args else cls, context) if found is None else found

    def _not_built(self, annotation: Any, context: Context) -> Type:
        """A type whose values cannot be built. It can be recognised in results."""
        if annotation is any or annotation is callable:
            raise unreadable(annotation, context)
        if self.produced:
            return read_produced(annotation, self, context)
        if self.elsewhere is not None and isinstance(annotation, type) and self.elsewhere(annotation):
            return Instance(annotation)
        for read in (read_function, read_class_of_classes, read_iterator, read_abstract):
            found = read(annotation, self, context)
            if found is not None:
                return found
        raise unreadable(annotation, context)

    def alias(self, key: Hashable, name: str, read: Callable[[], Type], at: At | None = None) -> Alias:
        """The alias that is known by a key. Its type is read when it is asked for."""
        if key not in self.aliases:
            self.aliases[key] = Alias(name, (), read, at=at)
        return self.aliases[key]

    def buildable(self, cls: type) -> Type | None:
        """The type of the instances of a class; None if they cannot be built."""
        try:
            tp = self.closed_over(self.read_class(cls, (), context_of(cls)), ())
            bare = tp.base if isinstance(tp, Refined) else tp
            _ = bare.constructor.fields if isinstance(bare, Data) else ()
        except RefuteError:
            return None
        return tp


def _value_of(alias: Any, context: Context) -> Any:
    try:
        return alias.__value__
    except Exception as error:
        raise AnnotationError(
            f"the alias {alias.__name__} cannot be resolved: {type(error).__name__}: {error}",
            place=context.place,
            remedy="Define every name it uses before the type is asked for.",
        ) from None


def _abstract(origin: type) -> type | None:
    """The abstract class of a container type; None for a concrete one."""
    return origin if origin.__module__ == "collections.abc" else None


def _is_declared(variable: Any) -> bool:
    return bool(getattr(variable, "__constraints__", ())) or getattr(variable, "__bound__", None) is not None


def _declared_for(variable: Any) -> list[Any]:
    """The annotations that a type variable may be instantiated with."""
    constraints = getattr(variable, "__constraints__", ())
    if constraints:
        return list(constraints)
    declared, bound = getattr(variable, "__default__", None), getattr(variable, "__bound__", None)
    # The marker for "no default" is in typing from Python 3.13 on, and in typing_extensions.
    default = [] if declared is None or type(declared).__name__ == "NoDefaultType" else [declared]
    return [*default, int if bound is None else bound]


def _instances(tp: Type) -> tuple[Type, ...]:
    """What a type variable stands for in turn, where its bound is open: one member at a time."""
    inside = tp.alias.type if isinstance(tp, Named) else tp
    if not isinstance(inside, Open):
        return (tp,)
    return tuple(Open((member,), inside.name) for member in inside.instances or inside.members)


def _is_typevar(annotation: Any) -> bool:
    return isinstance(annotation, typing.TypeVar) or type(annotation).__name__ == "TypeVar"


def _is_alias(annotation: Any) -> bool:
    """Whether an annotation was made by a `type` statement, and is not subscripted."""
    return type(annotation).__name__ == "TypeAliasType"
