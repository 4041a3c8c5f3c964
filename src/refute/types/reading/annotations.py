"""From annotations to refinement types."""

from __future__ import annotations

import collections
import collections.abc as abc
import datetime
import enum
import functools
import operator
import types
import typing
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import InitVar, replace
from decimal import Decimal
from fractions import Fraction
from itertools import chain, combinations, islice, product
from typing import Any, Literal, get_args, get_origin

from refute.errors import AnnotationError, RefuteError
from refute.logic.terms.term import Constant
from refute.ownership import is_library, is_users_module
from refute.types.callables.promises import Stays
from refute.types.constraints import read_metadata
from refute.types.constraints.elementwise import run_on, with_columns
from refute.types.constraints.vocabulary import where_defined
from refute.types.data import Registered, describe_written, registered
from refute.types.data.plain import is_protocol
from refute.types.data.recipes.collections import unpacked
from refute.types.data.recipes.registering import registration_lines
from refute.types.data.recipes.standard import array_like, names_library
from refute.types.data.refusals import way_around
from refute.types.landmarks import refined
from refute.types.model import (
    Alias,
    Anything,
    Atom,
    BaseClass,
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
from refute.types.reading.abstract.indexed import is_indexed, read_indexed, refuse_open, refuse_parameters
from refute.types.reading.abstract.iterated import read_iterator
from refute.types.reading.abstract.opened import read_abstract, read_class_of_classes
from refute.types.reading.abstract.produced import (
    element_unpacked,
    is_unpacked,
    read_function,
    read_produced,
    unpacked_types,
)
from refute.types.reading.context import Context, context_of, text_of
from refute.types.reading.cycles import refuse_cycle
from refute.types.reading.definitions import constructor_of, sealed
from refute.types.reading.interface import At
from refute.types.reading.notes import Note, shown
from refute.types.reading.places import place_of_name
from refute.types.substitution import filled, free_variables

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
# Of more flags than this, only none, each, and all of them are tried.
_MOST_FLAGS = 10
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
        self.constructors: dict[Any, Constructor] = {}
        self.instances: dict[tuple[Any, tuple[Type, ...]], Constructor] = {}
        self._suggested: dict[Any, tuple[Type, ...]] = {}
        self._recipes: dict[Registered, Constructor] = {}
        self._aliases: dict[Any, Alias] = {}
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
            raise _too_deep(context) from None

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
            raise _too_deep(context) from None
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
        if isinstance(origin, type) and _method_of_metaclass(origin):
            return self._confusing(origin, context)
        if origin is not None:
            return self._generic(annotation, origin, get_args(annotation), context)
        if isinstance(annotation, type):
            return self._class(annotation, (), context)
        return self._not_built(annotation, context)

    def _confusing(self, cls: type, context: Context) -> Type:
        """A class whose metaclass redefines equality or hashing of classes."""
        if self.produced:
            return Instance(cls)
        raise AnnotationError(
            f"{context.owner}: {cls.__qualname__} cannot be told from other classes: its metaclass "
            f"{type(cls).__qualname__} defines its own {_method_of_metaclass(cls)}",
            place=context.place,
            remedy="Leave __eq__ and __hash__ of the metaclass as they are, or use another class.",
        )

    def _text(self, text: str, context: Context) -> Type:
        """A quoted annotation. One that refers to itself is a recursive alias."""
        key = (text, id(context.namespace), id(context.enclosing), tuple(context.bound.values()))
        if key not in self._aliases and key not in self._reading:
            self._reading.add(key)
            try:
                return self.read(context.evaluate(text), context)
            finally:
                self._reading.discard(key)
        if key not in self._aliases:
            value = context.evaluate(text)
            params = tuple(getattr(value, "__parameters__", ()))
            place = context.place or place_of_name(text, context.namespace)
            self._aliases[key] = Alias(text, params, lambda: self.closed_over(self.read(value, context), params), place)
        alias = self._aliases[key]
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
            return self._class(cls, tuple(getattr(cls, "__parameters__", ())), context)
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
        if alias not in self._aliases:
            own = context_of(alias, alias.__name__)
            namespace = own.namespace if own.namespace.get(alias.__name__) is alias else context.namespace
            place = place_of_name(alias.__name__, namespace) or context.place
            inside = replace(own, namespace=namespace, place=place)
            params = tuple(alias.__type_params__)
            self._aliases[alias] = Alias(alias.__name__, params, lambda: self._aliased(alias, params, inside), place)
        given = tuple(self.read(arg, context) for arg in args)
        definition = self._aliases[alias]
        return Named(definition, _arguments(given, definition.params))

    def _aliased(self, alias: Any, params: tuple[Any, ...], context: Context) -> Type:
        return self.closed_over(self.read(_value_of(alias, context), context), params)

    def _generic(self, annotation: Any, origin: Any, args: tuple[Any, ...], context: Context) -> Type:
        if origin is typing.Annotated:
            return self._annotated(annotation, context)
        if not args and not hasattr(annotation, "__args__"):  # typing.List and the like without arguments
            return self._class(origin, (), context)
        if origin is Literal:
            return Finite(_distinct([Constant(value) for value in args]), "Literal")
        if origin in (typing.Union, types.UnionType):
            return union_of(self.read(arg, context) for arg in args)
        if origin in _WRAPPERS:
            return self.read(args[0], context)
        if _is_alias(origin):
            return self._alias(origin, args, context)
        if origin is tuple:
            return self._tuple(args, context)
        if origin in _SEQUENCES:
            return SequenceOf(_SEQUENCES[origin], self.read(args[0], context), _abstract(origin))
        if origin in _SETS:
            return SetOf(_SETS[origin], self.read(args[0], context), _abstract(origin))
        if origin in _DICTS:
            return DictOf(self.read(args[0], context), self.read(args[1], context), _abstract(origin))
        if isinstance(origin, type) and not (origin is type or origin is abc.Callable):
            return self._class(origin, args, context)
        return self._not_built(annotation, context)

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
        return with_columns(refined(base, run_on(base, predicates)), ())

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
        return self._registered(recipe, tuple, tuple(inside), context)

    def _variadic(self, args: tuple[Any, ...], context: Context) -> Type:
        """A tuple with a `TypeVarTuple` in it, which stands for no type, for one and for two."""
        places = [TupleOf(()) if is_unpacked(arg) else TupleOf((self.read(arg, context),)) for arg in args]
        several = [[one.elements or (Atom("int"),) * more for one in places] for more in range(_MOST_VARIADIC + 1)]
        return Open(tuple(TupleOf(tuple(chain.from_iterable(parts))) for parts in several), "tuple")

    def _class(self, cls: Any, args: tuple[Any, ...], context: Context) -> Type:
        if _method_of_metaclass(cls):
            return self._confusing(cls, context)
        recipe = registered(cls, args, str(context.namespace.get("__name__", "")))
        if recipe is not None:
            return self._registered(recipe, cls, args, context)
        if cls in _ATOMS:
            return Atom(_ATOMS[cls])
        if cls in (list, tuple, set, frozenset, dict, *_SEQUENCES, *_SETS, *_DICTS):
            return self._generic(cls, cls, (Any, ...) if cls is tuple else (Any, Any), context)
        if issubclass(cls, enum.Enum):
            return self._enumeration(cls, context)
        given = tuple(self.read(arg, context) for arg in args)
        if is_indexed(cls):
            return read_indexed(cls, given, self)
        if cls in self.constructors:
            return self._data(cls, given)
        description = describe_written(cls)
        subclasses = sealed(cls, description)
        if subclasses and (self.produced or not is_protocol(cls)):
            return self._sealed(cls, subclasses, given)
        if description is None:
            return self._not_built(cls[args] if args else cls, context)
        self.constructors[cls] = constructor_of(cls, description, self)
        return self._data(cls, given)

    def _enumeration(self, cls: type[enum.Enum], context: Context) -> Type:
        """The members of an enumeration; of flags also their combinations, fewer first.

        There are other flags, too, if bits that no member has are kept, or if a member has several that no other has.
        """
        if not issubclass(cls, enum.Flag):
            return Finite(_distinct([Constant(member) for member in cls]), cls.__name__)
        members = _members(cls)
        numbers: Sequence[int] = range(len(members) + 1)
        if len(members) > _MOST_FLAGS:
            numbers = (0, 1, len(members))
            if not self.produced:
                self.notes.append(Note(context.owner, cls.__name__, "selected", "no flag, each, and all of them"))
        chosen = (flags for number in numbers for flags in combinations(members, number))
        values = _distinct([Constant(functools.reduce(operator.or_, flags, cls(0))) for flags in chosen])
        keeps_others = getattr(cls, "_boundary_", None) is enum.KEEP
        sampled = keeps_others or len(values) < 2 ** _bits(members).bit_count()
        return Finite(values, cls.__name__, sampled)

    def _registered(self, recipe: Registered, cls: Any, args: tuple[Any, ...], context: Context) -> Type:
        """A type that a recipe builds."""
        if recipe.either:
            refuse_parameters(cls, args, context)
            if recipe.description is not None and cls not in self.constructors:
                self.constructors[cls] = constructor_of(cls, recipe.description, self)
            return union_of(self._registered(one, cls, args, context) for one in recipe.either)
        if recipe.description is None:
            return self._instead(recipe, cls)
        if recipe not in self._recipes:
            made = self._recipes[recipe] = constructor_of(recipe.cls, recipe.description, self)
            if not (made.opaque and recipe.cls.__module__ == "builtins"):  # of these, refinements know more
                self.constructors.setdefault(recipe.cls, made)
        made = self._recipes[recipe]
        given = tuple(self.read(arg, context) for arg in args[: len(made.params)])
        return Data(made, _arguments(given, made.params), None if cls is recipe.cls else _accepted(cls))

    def _instead(self, recipe: Registered, cls: Any) -> Type:
        """A type whose values are those of another."""
        if cls not in self._aliases:
            context = context_of(cls)

            def members() -> Type:
                noted = len(self.notes)
                built = self.read(recipe.instead, context)
                del self.notes[noted:]
                return built if recipe.accepts is None else BaseClass((built,), recipe.accepts, sampled=True)

            self._aliases[cls] = Alias(cls.__name__, (), members, context.place)
        return Named(self._aliases[cls])

    def _data(self, cls: Any, given: tuple[Type, ...]) -> Type:
        made = self.constructors[cls]
        return refined(Data(made, _arguments(given, made.params)), made.declared)

    def _sealed(self, cls: Any, subclasses: list[Any], given: tuple[Type, ...]) -> Type:
        """A base class with subclasses in the same module."""
        params = tuple(getattr(cls, "__parameters__", ()))
        if cls not in self._aliases:
            inside = context_of(cls)

            def members() -> Type:
                types = (self._class(sub, over, inside) for sub, over in subclasses)
                return BaseClass(tuple(self.closed_over(tp, params) for tp in types), cls)

            self._aliases[cls] = Alias(cls.__name__, params, members, inside.place)
        return Named(self._aliases[cls], _arguments(given, params))

    def _not_built(self, annotation: Any, context: Context) -> Type:
        """A type whose values cannot be built. It can be recognised in results."""
        if annotation is any or annotation is callable:
            raise self._unreadable(annotation, context)
        if self.produced:
            return read_produced(annotation, self, context)
        for read in (read_function, read_class_of_classes, read_iterator, read_abstract):
            found = read(annotation, self, context)
            if found is not None:
                return found
        raise self._unreadable(annotation, context)

    def alias(self, key: Hashable, name: str, read: Callable[[], Type], at: At | None = None) -> Alias:
        """The alias that is known by a key. Its type is read when it is asked for."""
        if key not in self._aliases:
            self._aliases[key] = Alias(name, (), read, at=at)
        return self._aliases[key]

    def buildable(self, cls: type) -> Type | None:
        """The type of the instances of a class; None if they cannot be built."""
        try:
            tp = self.closed_over(self._class(cls, (), context_of(cls)), ())
            bare = tp.base if isinstance(tp, Refined) else tp
            _ = bare.constructor.fields if isinstance(bare, Data) else ()
        except RefuteError:
            return None
        return tp

    def _unreadable(self, annotation: Any, context: Context) -> AnnotationError:
        name = annotation.__qualname__ if isinstance(annotation, type) else shown(annotation)
        if annotation is any or annotation is callable:
            name = f"the built-in function {annotation.__name__}()"
            remedy = "Write typing.Any." if annotation is any else "Write, say, collections.abc.Callable[[int], str]."
        elif isinstance(annotation, type) and not is_users_module(annotation.__module__):
            remedy = (
                f"{name} is a library's: say how one is made, or leave the function out, `# refute: skip`. "
                f"{registration_lines(annotation)}"
            )
        elif isinstance(annotation, type):
            remedy = (
                f"Annotate the parameters of {name}.__init__, make it a dataclass, or give it subclasses in its own "
                f"module that can be built; or say how it is built. {registration_lines(annotation)}"
            )
        elif context.place is not None and is_library(context.place.file) and "(" not in context.owner:
            remedy = way_around(context.owner.partition(".")[0])  # a field of it
        else:
            remedy = "Use a class, a container of types, a union, a Literal or an Annotated type."
        return AnnotationError(f"{context.owner}: {name} cannot be read as a type", place=context.place, remedy=remedy)


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


def _accepted(cls: type) -> type:
    """The class that results have to be of. What is annotated as a file may be of any class."""
    return object if cls.__module__ == "typing" else cls


def _arguments(given: tuple[Type, ...], params: tuple[Any, ...]) -> tuple[Type, ...]:
    """Type arguments, completed by the parameters themselves."""
    return (*given, *(Param(p, implied=True) for p in params[len(given) :]))


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


def _too_deep(context: Context) -> AnnotationError:
    return AnnotationError(
        f"the annotation of {context.owner} nests too deeply to be read",
        place=context.place,
        remedy="Name parts of it with aliases, or use a recursive data class.",
    )


def _is_typevar(annotation: Any) -> bool:
    return isinstance(annotation, typing.TypeVar) or type(annotation).__name__ == "TypeVar"


def _method_of_metaclass(cls: type) -> str:
    """`__eq__` or `__hash__` if the metaclass redefines it, else empty."""
    for method in ("__eq__", "__hash__"):
        if getattr(type(cls), method) is not getattr(type, method):
            return method
    return ""


def _is_alias(annotation: Any) -> bool:
    """Whether an annotation was made by a `type` statement, and is not subscripted."""
    return type(annotation).__name__ == "TypeAliasType"


def _members(cls: type[enum.Flag]) -> list[enum.Flag]:
    """The members that all flags are combinations of: those of one bit, and those with bits that none of them has."""
    bits = _bits(cls)
    others = (member for member in cls.__members__.values() if member.value & ~bits)
    return [*cls, *dict.fromkeys(others)]


def _bits(flags: Iterable[enum.Flag]) -> int:
    return functools.reduce(operator.or_, (flag.value for flag in flags), 0)


def _distinct(values: list[Constant]) -> tuple[Constant, ...]:
    return tuple(dict.fromkeys(values))
