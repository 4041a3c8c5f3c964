"""Constructors of data classes from their descriptions, and subclasses of base classes."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Generic, get_args, get_origin

from refute.errors import AnnotationError
from refute.logic.reading.predicates import Conjunct, Predicate
from refute.logic.terms.opaque import Run
from refute.logic.terms.term import Term, var
from refute.types.constraints.elementwise import run_among
from refute.types.data import ConstructorArgument, Description
from refute.types.data.checks import may_raise
from refute.types.data.origins import ORIGINS
from refute.types.data.refusals import is_refusal, reporting
from refute.types.landmarks import marked_by_each_other
from refute.types.model import ABSENT, Constructor, Field, Type
from refute.types.reading.context import context_of
from refute.types.reading.interface import AnnotationReader
from refute.types.reading.invariants import invariants_of
from refute.types.reading.notes import notes_on
from refute.types.reading.places import place_of
from refute.types.substitution import filled


def constructor_of(
    cls: Any, description: Description, reader: AnnotationReader, bound: Mapping[Any, Type] | None = None
) -> Constructor:
    """The constructor of a class; with its type parameters `bound` to types, or else with parameters of its own."""
    recipe = description.recipe
    params = tuple(getattr(cls, "__parameters__", ()) or getattr(cls, "__type_params__", ()))
    params = () if bound is not None else params if recipe is None else recipe.params
    build = builder_of(cls, description)
    if _unread(description):
        build = reporting(build, cls.__name__, place_of(cls))
    return Constructor(
        cls=cls,
        params=params,
        read_fields=lambda: fields_of(cls, params, description.arguments, description, reader, bound or {}),
        builder=_noting(build) if _keeps_not_all(description) else build,
        taker=taker_of(cls, description, built_here=True),
        frozen=description.frozen,
        structural=description.structural,
        form=description.form,
        place=place_of(cls),
        read_attributes=lambda: _attributes(description),
        read_invariants=lambda: _invariants(cls, description, reader),
        declares_fields=description.declares_fields,
        read_declared=lambda: _declared(cls, reader),
        read_state=lambda: fields_of(cls, params, description.state, description, reader, bound or {}),
        scalar=recipe is not None and recipe.scalar,
        sampled=recipe is not None and recipe.sampled,
        stateful=description.stateful,
        taken=recipe is not None and recipe.checked,
        fits=None if recipe is None else recipe.fits,
        opaque=recipe is not None and recipe.opaque,
        renamed=None if recipe is None or recipe.renamed is None else _renaming(cls, recipe.renamed, reader),
        title="" if recipe is None else recipe.title,
    )


def _renaming(
    cls: Any, renamed: Callable[[tuple[str, ...]], Any], reader: AnnotationReader
) -> Callable[[tuple[str, ...]], Constructor]:
    return lambda names: constructor_of(cls, renamed(names).description, reader)


def fields_of(
    cls: Any,
    params: tuple[Any, ...],
    arguments: Sequence[ConstructorArgument],
    description: Description,
    reader: AnnotationReader,
    bound: Mapping[Any, Type],
) -> tuple[Field, ...]:
    """The fields of a class, with type parameters that stay as they are, and others that are bound to types."""
    fields: list[Field] = []
    noted = len(reader.notes)
    names = tuple(argument.name for argument in arguments)
    for position, argument in enumerate(arguments):
        owner = f"{cls.__name__}.{argument.name}"
        place = place_of(argument.owner, argument.name)
        base = replace(context_of(argument.owner), enclosing=cls, outer=reader.outer)
        context = base.at(owner, names[:position], names[position:], place)
        inside = replace(context, bound=bound)
        tp = reader.read(argument.annotation, inside if argument.owner is cls else context)
        if argument.owner is not cls:
            given = arguments_of(argument.owner, cls)
            tp = filled(tp, {param: reader.read(arg, inside) for param, arg in given.items()})
        tp = reader.closed_over(tp, params)
        fields.append(Field(argument.name, reader.refine(tp, argument.metadata, context), argument.optional))
    if description.recipe is not None and description.recipe.own:
        del reader.notes[noted:]  # nobody wrote these refinements
    return tuple(marked_by_each_other(run_among(fields)))


def _attributes(description: Description) -> Mapping[str, Term]:
    plain = {
        argument.name: var(argument.name)
        for argument in description.arguments
        if argument.name not in description.changed and not argument.optional
    }
    return {**plain, **description.computed}


def _invariants(cls: Any, description: Description, reader: AnnotationReader) -> tuple[Predicate, ...]:
    found = list(description.invariants)
    unread = _unread(description)
    if unread:
        builder = builder_of(cls, description)

        def can_be_built(*values: Any) -> bool:
            try:
                builder(*values)
            except Exception as error:
                if is_refusal(type(error)):
                    return False
                raise
            return True

        made_by = getattr(cls, "__post_init__", cls.__init__) if description.build is None else description.build
        can_be_built.__wrapped__ = made_by  # type: ignore[attr-defined]
        term = Term("opaque", tuple(var(argument.name) for argument in description.arguments), Run(can_be_built))
        text = f"{cls.__name__}(…) can be built"
        conjunct = Conjunct(text, Term("truth", (term,)), unread)
        found.append(Predicate(lambda value: True, (), (conjunct,), text, place_of(cls)))
    return _noted(found, cls, reader)


def _unread(description: Description) -> str:
    """Why the arguments that a constructor accepts are only known by running it; empty if they are known."""
    if description.unread:
        return description.unread
    for attribute, term in description.computed.items() if description.recipe is None else ():
        if may_raise(term):
            return f"computing {attribute} may raise"
    return ""


def _declared(cls: Any, reader: AnnotationReader) -> tuple[Predicate, ...]:
    return _noted(invariants_of(cls), cls, reader)


def _noted(predicates: Iterable[Predicate], cls: Any, reader: AnnotationReader) -> tuple[Predicate, ...]:
    """Predicates on instances, with a note for each conjunct."""
    found = tuple(predicates)
    for predicate in found:
        reader.notes += notes_on(predicate, cls.__name__)
    return found


def builder_of(cls: Any, description: Description) -> Callable[..., Any]:
    """The function from the arguments of a class, in order, to an instance."""
    make: Callable[..., Any] = description.build or cls
    if description.form == "mapping":
        names = [argument.parameter or argument.name for argument in description.arguments]

        def build_mapping(*values: Any) -> Any:
            return make((name, value) for name, value in zip(names, values, strict=True) if value is not ABSENT)

        return build_mapping
    if not any(argument.keyword for argument in description.arguments):
        return make
    positional = [place for place, argument in enumerate(description.arguments) if not argument.keyword]
    keywords = [
        (place, argument.parameter or argument.name)
        for place, argument in enumerate(description.arguments)
        if argument.keyword
    ]

    def build(*values: Any) -> Any:
        return make(*[values[place] for place in positional], **{name: values[place] for place, name in keywords})

    return build


def _keeps_not_all(description: Description) -> bool:
    """Whether some arguments cannot be read from the attributes of an instance."""
    if description.recipe is not None:
        return description.recipe.take is None
    return description.form != "mapping" and bool(description.changed or description.lost)


def _noting(build: Callable[..., Any]) -> Callable[..., Any]:
    def built(*values: Any) -> Any:
        made = build(*values)
        ORIGINS.note(made, values)
        return made

    return built


def taker_of(cls: Any, description: Description, *, built_here: bool = False) -> Callable[[Any], Sequence[Any]]:
    """A function from an instance to its arguments; `built_here`: by what it was built from, if that was recorded."""
    if description.form == "mapping":
        names = [argument.name for argument in description.arguments]
        return lambda instance: [instance.get(name, ABSENT) for name in names]
    if description.recipe is not None and description.recipe.take is not None:
        return partial(_taken, description.recipe.take, len(description.arguments))
    takers = [_attribute_taker(cls, argument.name, description) for argument in description.arguments]
    if not built_here or not _keeps_not_all(description):
        return lambda instance: [take(instance) for take in takers]

    def take_apart(instance: Any) -> Sequence[Any]:
        known = ORIGINS.of(instance)
        return [take(instance) for take in takers] if known is None else known

    return take_apart


def _taken(take: Callable[[Any], Sequence[Any] | None], number: int, instance: Any) -> Sequence[Any]:
    """The arguments that a recipe builds an instance from; absent ones if it builds no such instance."""
    parts = take(instance)
    return [ABSENT] * number if parts is None else parts


def _attribute_taker(cls: Any, argument: str, description: Description) -> Callable[[Any], Any]:
    """A function from an instance to one argument, which may be stored under another name: `self._x = x`."""
    kept = [attr for attr, term in description.computed.items() if term == var(argument)]
    attribute = argument if argument in kept or not kept else kept[0]
    remedy = f"Keep it in an attribute called {argument}."
    if description.recipe is not None:
        remedy = f"Register {cls.__name__} with take=, a function from an instance to a tuple of its arguments."

    def take(instance: Any) -> Any:
        try:
            return getattr(instance, attribute)
        except AttributeError:
            raise _not_kept(cls, argument, remedy) from None

    def refuse(instance: Any) -> Any:
        raise _not_kept(cls, argument, remedy)

    return refuse if argument in description.lost and not kept else take


def _not_kept(cls: Any, argument: str, remedy: str) -> AnnotationError:
    return AnnotationError(
        f"a {cls.__name__} does not keep its argument {argument}, so it cannot be taken apart",
        place=place_of(cls, argument),
        remedy=remedy,
    )


def sealed(cls: Any, description: Description | None) -> list[tuple[Any, tuple[Any, ...]]]:
    """The subclasses by which a base class is built, with type arguments in terms of its parameters; else none."""
    if description is not None and (
        description.form != "object" or (description.arguments and not inspect.isabstract(cls))
    ):
        return []
    if cls.__module__.partition(".")[0] in sys.stdlib_module_names:
        return []  # classes of the standard library are open to subclassing
    return [(sub, _arguments_for(sub, cls)) for sub in subclasses_of(cls)]


def subclasses_of(cls: Any) -> list[Any]:
    """The direct subclasses that were written in the module of a class.

    Left out are originals of classes that a decorator made anew, to give them slots, and subclasses that pydantic makes
    for the arguments of a generic model.
    """
    found: dict[str, Any] = {}
    for sub in type.__subclasses__(cls):
        if sub.__module__ != cls.__module__:
            continue
        if getattr(sub, "__pydantic_generic_metadata__", {}).get("origin") is cls:
            found |= {inner.__qualname__: inner for inner in subclasses_of(sub)}
        else:
            found[sub.__qualname__] = sub
    return list(found.values())


def _arguments_for(sub: Any, base: Any) -> tuple[Any, ...]:
    """The type arguments of a subclass in terms of the parameters of its base."""
    params = tuple(getattr(sub, "__parameters__", ()))
    given = next((args for origin, args in bases_of(sub) if origin is base), ())
    table = dict(zip(given, getattr(base, "__parameters__", ()), strict=False))
    return tuple(table.get(param, param) for param in params)


def is_fixed_in(sub: Any, base: Any) -> bool:
    """Whether a subclass fixes a type parameter of its base, wholly or in part, or uses one twice."""
    params = tuple(getattr(sub, "__parameters__", ()))
    given = next((args for origin, args in bases_of(sub) if origin is base), ())
    plain = [arg for arg in given if any(arg is param for param in params)]
    return len(plain) < len(given) or len({id(arg) for arg in plain}) < len(plain)


def arguments_of(base: Any, cls: Any) -> dict[Any, Any]:
    """The type arguments of a base class in a class that derives from it, by parameter."""
    waiting: list[tuple[Any, dict[Any, Any]]] = [(cls, {})]
    while waiting:
        current, table = waiting.pop(0)
        if current is base:
            return table
        for origin, args in bases_of(current):
            given = [_substituted(arg, table) for arg in args]
            waiting.append((origin, dict(zip(getattr(origin, "__parameters__", ()), given, strict=False))))
    return {}


def bases_of(cls: Any) -> list[tuple[Any, tuple[Any, ...]]]:
    """The bases of a class as written, each with its type arguments."""
    written = vars(cls).get("__orig_bases__", getattr(cls, "__bases__", ()))
    found = [(get_origin(base) or base, get_args(base)) for base in written]
    for base in getattr(cls, "__bases__", ()):
        generic = getattr(base, "__pydantic_generic_metadata__", None)
        if generic and generic["origin"] is not None:
            found.append((generic["origin"], generic["args"]))
    return [(origin, args) for origin, args in found if isinstance(origin, type) and origin is not Generic]


def _substituted(annotation: Any, table: Mapping[Any, Any]) -> Any:
    if any(annotation is param for param in table):
        return table[annotation]
    inside = getattr(annotation, "__parameters__", ())
    return annotation[tuple(table.get(param, param) for param in inside)] if inside and table else annotation
