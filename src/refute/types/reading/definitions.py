"""From the description of a class to its constructor; and classes that stand for their subclasses."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, get_args, get_origin

from refute.errors import AnnotationError
from refute.logic.reading.predicates import Conjunct, Predicate
from refute.logic.terms.opaque import Run
from refute.logic.terms.term import Term, constant_value, subterms, var
from refute.types.data import Description
from refute.types.landmarks import marked_by_each_other
from refute.types.model import ABSENT, Constructor, Field
from refute.types.origins import ORIGINS
from refute.types.reading.context import context_of
from refute.types.reading.invariants import invariants_of
from refute.types.reading.notes import Note
from refute.types.reading.parameters import filled
from refute.types.reading.places import place_of

if TYPE_CHECKING:
    from refute.types.reading.annotations import Reader


def constructor_of(cls: Any, description: Description, reader: Reader) -> Constructor:
    return Constructor(
        cls=cls,
        params=tuple(getattr(cls, "__parameters__", ()) or getattr(cls, "__type_params__", ())),
        read_fields=lambda: _fields(cls, description, reader),
        builder=_noting(_builder(cls, description)) if _keeps_not_all(description) else _builder(cls, description),
        taker=taker_of(cls, description, built_here=True),
        frozen=description.frozen,
        structural=description.structural,
        form=description.form,
        place=place_of(cls),
        read_attributes=lambda: _attributes(description),
        read_invariants=lambda: _invariants(cls, description, reader),
        read_declared=lambda: _declared(cls, reader),
    )


def _fields(cls: Any, description: Description, reader: Reader) -> tuple[Field, ...]:
    fields: list[Field] = []
    names = tuple(slot.name for slot in description.slots)
    for position, slot in enumerate(description.slots):
        owner = f"{cls.__name__}.{slot.name}"
        place = place_of(slot.owner, slot.name)
        base = replace(context_of(slot.owner), enclosing=cls, outer=reader.outer)
        context = base.at(owner, names[:position], names[position:], place)
        tp = reader.read(slot.annotation, context)
        if slot.owner is not cls:
            given = arguments_of(slot.owner, cls)
            tp = filled(tp, {param: reader.read(arg, context) for param, arg in given.items()})
        fields.append(Field(slot.name, reader.refine(tp, slot.metadata, context), slot.optional))
    return tuple(marked_by_each_other(fields))


def _attributes(description: Description) -> Mapping[str, Term]:
    plain = {
        slot.name: var(slot.name)
        for slot in description.slots
        if slot.name not in description.changed and not slot.optional
    }
    return {**plain, **description.computed}


def _invariants(cls: Any, description: Description, reader: Reader) -> tuple[Predicate, ...]:
    found = list(description.invariants)
    unread = description.unread or _may_raise(description)
    if unread:
        builder = _builder(cls, description)

        def can_be_built(*values: Any) -> bool:
            try:
                builder(*values)
            except (Exception, SystemExit):  # whatever it is, there is no instance then
                return False
            return True

        can_be_built.__wrapped__ = getattr(cls, "__post_init__", cls.__init__)  # type: ignore[attr-defined]
        term = Term("opaque", tuple(var(slot.name) for slot in description.slots), Run(can_be_built))
        text = f"{cls.__name__}(…) can be built"
        conjunct = Conjunct(text, Term("truth", (term,)), unread)
        found.append(Predicate(lambda value: True, (), (conjunct,), text, place_of(cls)))
    return _noted(found, cls, reader)


def _may_raise(description: Description) -> str:
    """Why it cannot be told from the checks of a constructor alone what it takes."""
    for attribute, term in description.computed.items():
        if any(map(_is_partial, subterms(term))):
            return f"computing {attribute} may raise"
    return ""


def _is_partial(term: Term) -> bool:
    """Whether it may have no value for some operands."""
    if term.op in ("div", "floordiv", "mod"):
        by = term.args[1]
        return not (by.op == "const" and constant_value(by))
    return term.op in ("pow", "index")


def _declared(cls: Any, reader: Reader) -> tuple[Predicate, ...]:
    return _noted(invariants_of(cls), cls, reader)


def _noted(predicates: Iterable[Predicate], cls: Any, reader: Reader) -> tuple[Predicate, ...]:
    """Predicates on a whole value, with a note on how each was understood."""
    found = tuple(predicates)
    for part in (part for predicate in found for part in predicate.conjuncts):
        status = "symbolic" if part.symbolic else "opaque"
        reader.notes.append(Note(cls.__name__, part.text, status, part.reason))
    return found


def _builder(cls: Any, description: Description) -> Callable[..., Any]:
    make: Callable[..., Any] = description.build or cls
    if description.form == "mapping":
        names = [slot.argument or slot.name for slot in description.slots]

        def build_mapping(*values: Any) -> Any:
            return make((name, value) for name, value in zip(names, values, strict=True) if value is not ABSENT)

        return build_mapping
    if not any(slot.keyword for slot in description.slots):
        return make
    positional = [place for place, slot in enumerate(description.slots) if not slot.keyword]
    keywords = [(place, slot.argument or slot.name) for place, slot in enumerate(description.slots) if slot.keyword]

    def build(*values: Any) -> Any:
        return make(*[values[place] for place in positional], **{name: values[place] for place, name in keywords})

    return build


def _keeps_not_all(description: Description) -> bool:
    """Whether attributes may not tell what an instance was built from."""
    return description.form != "mapping" and bool(description.changed or description.lost)


def _noting(build: Callable[..., Any]) -> Callable[..., Any]:
    def built(*values: Any) -> Any:
        made = build(*values)
        ORIGINS.note(made, values)
        return made

    return built


def taker_of(cls: Any, description: Description, *, built_here: bool = False) -> Callable[[Any], Sequence[Any]]:
    """How the arguments of an instance are found again. One that was built here is taken to be as it was then."""
    if description.form == "mapping":
        names = [slot.name for slot in description.slots]
        return lambda instance: [instance.get(name, ABSENT) for name in names]
    takers = [_attribute_taker(cls, slot.name, description) for slot in description.slots]
    if not built_here or not _keeps_not_all(description):
        return lambda instance: [take(instance) for take in takers]

    def take_apart(instance: Any) -> Sequence[Any]:
        known = ORIGINS.of(instance)
        return [take(instance) for take in takers] if known is None else known

    return take_apart


def _attribute_taker(cls: Any, argument: str, description: Description) -> Callable[[Any], Any]:
    """How an argument is found again in an instance: it may be kept under another name, as in `self._x = x`."""
    kept = [attr for attr, term in description.computed.items() if term == var(argument)]
    attribute = argument if argument in kept or not kept else kept[0]

    def take(instance: Any) -> Any:
        try:
            return getattr(instance, attribute)
        except AttributeError:
            raise _not_kept(cls, argument) from None

    def refuse(instance: Any) -> Any:
        raise _not_kept(cls, argument)

    return refuse if argument in description.lost and not kept else take


def _not_kept(cls: Any, argument: str) -> AnnotationError:
    return AnnotationError(
        f"a {cls.__name__} does not keep its argument {argument}, so it cannot be taken apart",
        place=place_of(cls, argument),
        remedy=f"Keep it in an attribute called {argument}.",
    )


def sealed(cls: Any, description: Description | None) -> list[tuple[Any, tuple[Any, ...]]]:
    """Subclasses in the class's own module, with arguments in terms of its parameters, if it stands for them."""
    if description is not None and (
        description.form != "object" or (description.slots and not inspect.isabstract(cls))
    ):
        return []
    if cls.__module__.partition(".")[0] in sys.stdlib_module_names:
        return []  # anyone may derive from those; subclasses beside them are not all there are
    return [(sub, _arguments_for(sub, cls)) for sub in _subclasses(cls)]


def _subclasses(cls: Any) -> list[Any]:
    """The direct subclasses in a class's own module, as they were written.

    A decorator that makes a class anew, to give it slots, leaves the first one behind until it is collected; pydantic
    makes a subclass for each set of arguments of a generic model.
    """
    found: dict[str, Any] = {}
    for sub in type.__subclasses__(cls):
        if sub.__module__ != cls.__module__:
            continue
        if getattr(sub, "__pydantic_generic_metadata__", {}).get("origin") is cls:
            found |= {inner.__qualname__: inner for inner in _subclasses(sub)}
        else:
            found[sub.__qualname__] = sub
    return list(found.values())


def _arguments_for(sub: Any, base: Any) -> tuple[Any, ...]:
    """What the subclass's parameters are when the base's are its own."""
    params = tuple(getattr(sub, "__parameters__", ()))
    given = next((args for origin, args in _bases(sub) if origin is base), ())
    fixed = [arg for arg in given if not any(arg is param for param in params)]
    if fixed:
        raise AnnotationError(
            f"{sub.__name__} fixes a parameter of {base.__name__} to {fixed[0]!r}",
            place=place_of(sub),
            remedy=f"Keep {base.__name__}'s parameters variable in its subclasses, and say with a refinement on a "
            "measure which combinations are meant.",
        )
    table = dict(zip(given, getattr(base, "__parameters__", ()), strict=False))
    return tuple(table.get(param, param) for param in params)


def arguments_of(base: Any, cls: Any) -> dict[Any, Any]:
    """What the type parameters of a base class stand for in a class that derives from it."""
    waiting: list[tuple[Any, dict[Any, Any]]] = [(cls, {})]
    while waiting:
        current, table = waiting.pop(0)
        if current is base:
            return table
        for origin, args in _bases(current):
            given = [_substituted(arg, table) for arg in args]
            waiting.append((origin, dict(zip(getattr(origin, "__parameters__", ()), given, strict=False))))
    return {}


def _bases(cls: Any) -> list[tuple[Any, tuple[Any, ...]]]:
    """The bases of a class as they were written, each with the arguments it was given."""
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
