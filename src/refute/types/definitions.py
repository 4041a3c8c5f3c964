"""From the description of a class to its constructor; and classes that stand for their subclasses."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, get_args, get_origin

from refute.logic.calls import Run
from refute.logic.errors import AnnotationError
from refute.logic.predicates import Conjunct, Predicate
from refute.logic.terms import Term, var
from refute.types.context import context_of
from refute.types.data import Description
from refute.types.landmarks import marks_of, with_marks
from refute.types.model import ABSENT, Constructor, Field, Refined, Type
from refute.types.notes import Note
from refute.types.places import place_of

if TYPE_CHECKING:
    from refute.types.read import Reader


def constructor_of(cls: Any, description: Description, reader: Reader) -> Constructor:
    return Constructor(
        cls=cls,
        params=tuple(getattr(cls, "__parameters__", ()) or getattr(cls, "__type_params__", ())),
        read_fields=lambda: _fields(cls, description, reader),
        builder=_builder(cls, description),
        taker=_taker(description),
        frozen=description.frozen,
        structural=description.structural,
        form=description.form,
        place=place_of(cls),
        read_attributes=lambda: _attributes(description),
        read_invariants=lambda: _invariants(cls, description, reader),
    )


def _fields(cls: Any, description: Description, reader: Reader) -> tuple[Field, ...]:
    fields: list[Field] = []
    names = tuple(slot.name for slot in description.slots)
    for position, slot in enumerate(description.slots):
        owner = f"{cls.__name__}.{slot.name}"
        place = place_of(slot.owner, slot.name)
        base = replace(context_of(slot.owner), enclosing=cls)
        context = base.at(owner, names[:position], names[position:], place)
        tp = reader.refine(reader.read(slot.annotation, context), slot.metadata, context)
        fields.append(Field(slot.name, tp, slot.optional))
    return _marked(fields)


def _marked(fields: list[Field]) -> tuple[Field, ...]:
    """Constants that a field is compared with in a later field's refinement are its landmarks, too."""
    for field in list(fields):
        for predicate in _predicates(field.type):
            for position, sibling in enumerate(fields):
                if sibling.name in predicate.names:
                    fields[position] = replace(sibling, type=with_marks(sibling.type, marks_of([predicate])))
    return tuple(fields)


def _predicates(tp: Type) -> list[Any]:
    found = list(tp.predicates) if isinstance(tp, Refined) else []
    for part in tp.parts():
        found += _predicates(part)
    return found


def _attributes(description: Description) -> Mapping[str, Term]:
    plain = {
        slot.name: var(slot.name)
        for slot in description.slots
        if slot.name not in description.changed and not slot.optional
    }
    return {**plain, **description.computed}


def _invariants(cls: Any, description: Description, reader: Reader) -> tuple[Predicate, ...]:
    found = list(description.invariants)
    if description.unread:
        builder = _builder(cls, description)

        def can_be_built(*values: Any) -> bool:
            try:
                builder(values)
            except (ValueError, TypeError, AssertionError):
                return False
            return True

        term = Term("opaque", tuple(var(slot.name) for slot in description.slots), Run(can_be_built))
        text = f"{cls.__name__}(…) can be built"
        conjunct = Conjunct(text, Term("truth", (term,)), description.unread)
        found.append(Predicate(lambda value: True, (), (conjunct,), text, place_of(cls)))
    for predicate in found:
        for part in predicate.conjuncts:
            status = "symbolic" if part.symbolic else "opaque"
            reader.notes.append(Note(cls.__name__, part.text, status, part.reason))
    return tuple(found)


def _builder(cls: Any, description: Description) -> Callable[[Sequence[Any]], Any]:
    make: Callable[..., Any] = description.build or cls
    if description.form == "mapping":
        names = [slot.argument or slot.name for slot in description.slots]

        def build_mapping(values: Sequence[Any]) -> Any:
            return make((name, value) for name, value in zip(names, values, strict=True) if value is not ABSENT)

        return build_mapping
    if not any(slot.keyword for slot in description.slots):
        return lambda values: make(*values)
    positional = [place for place, slot in enumerate(description.slots) if not slot.keyword]
    keywords = [(place, slot.argument or slot.name) for place, slot in enumerate(description.slots) if slot.keyword]

    def build(values: Sequence[Any]) -> Any:
        return make(*[values[place] for place in positional], **{name: values[place] for place, name in keywords})

    return build


def _taker(description: Description) -> Callable[[Any], Sequence[Any]]:
    names = [slot.name for slot in description.slots]
    if description.form == "mapping":
        return lambda instance: [instance.get(name, ABSENT) for name in names]
    return lambda instance: [getattr(instance, name) for name in names]


def sealed(cls: Any, description: Description | None) -> list[tuple[Any, tuple[Any, ...]]]:
    """Subclasses in the class's own module, with arguments in terms of its parameters, if it stands for them."""
    if description is not None and description.slots and not inspect.isabstract(cls):
        return []
    direct = [sub for sub in type.__subclasses__(cls) if sub.__module__ == cls.__module__]
    if not direct or (description is not None and description.form != "object"):
        return []
    return [(sub, _arguments_for(sub, cls)) for sub in direct]


def _arguments_for(sub: Any, base: Any) -> tuple[Any, ...]:
    """What the subclass's parameters are when the base's are its own."""
    params = tuple(getattr(sub, "__parameters__", ()))
    over = next((b for b in getattr(sub, "__orig_bases__", ()) if get_origin(b) is base), None)
    if over is None:
        return params
    table = dict(zip(get_args(over), getattr(base, "__parameters__", ()), strict=False))
    fixed = [arg for arg in table if arg not in params]
    if fixed:
        raise AnnotationError(
            f"{sub.__name__} fixes a parameter of {base.__name__} to {fixed[0]!r}",
            place=place_of(sub),
            remedy=f"Keep {base.__name__}'s parameters variable in its subclasses, and say with a refinement on a "
            "measure which combinations are meant.",
        )
    return tuple(table.get(param, param) for param in params)
