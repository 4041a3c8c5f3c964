"""How these tests read a type and ask about it."""

from __future__ import annotations

import importlib.util
import itertools
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from refute.logic.reading.predicates import VALUE, Predicate
from refute.logic.reduction.reducer import Reducer
from refute.logic.terms.term import var
from refute.types.model import Constructor, Data, Field, Refined, Type
from refute.types.reading.annotations import Reader
from refute.types.reading.context import Context
from refute.types.reading.notes import Note


def read(annotation: Any, namespace: dict[str, Any] | None = None) -> Type:
    """A type with its free type variables, and all that it refers to."""
    reader, context = Reader(), Context("the type", namespace or {})
    return reader.examined(reader.with_closed_functions(reader.read_written(annotation, context)), context)


def notes_on(annotation: Any, namespace: dict[str, Any] | None = None) -> list[Note]:
    reader = Reader()
    reader.read_whole(annotation, Context("the type", namespace or {}))
    return reader.notes


def statuses(annotation: Any) -> dict[str, str]:
    """What was noted, and how it was understood."""
    return {note.text: note.status for note in notes_on(annotation)}


def predicates_of(tp: Type) -> tuple[Predicate, ...]:
    return tp.predicates if isinstance(tp, Refined) else ()


def accepts(annotation: Any, value: Any) -> bool:
    """Whether a value satisfies all predicates that an annotation is read as."""
    return all(predicate.holds(value, {}) for predicate in predicates_of(read(annotation)))


def constructor_of(annotation: Any, namespace: dict[str, Any] | None = None) -> Constructor:
    tp = read(annotation, namespace)
    while isinstance(tp, Refined):
        tp = tp.base
    assert isinstance(tp, Data), tp
    return tp.constructor


def field_of(annotation: Any, name: str) -> Field:
    return next(field for field in constructor_of(annotation).fields if field.name == name)


def field_accepts(annotation: Any, name: str, value: Any, **siblings: Any) -> bool:
    """Whether a value satisfies the predicates on one field of a class."""
    return all(predicate.holds(value, siblings) for predicate in predicates_of(field_of(annotation, name).type))


def module_from(text: str, directory: Path, name: str) -> ModuleType:
    """A module of that text, for syntax that not every supported Python has. It stays in sys.modules."""
    path = directory / f"{name}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def decided(annotation: Any, value: Any) -> bool:
    """The same by the logic: what the terms of the predicates reduce to, given the value."""
    reducer = Reducer()
    for predicate in predicates_of(read(annotation)):
        term = reducer.bind(reducer.load(predicate.term), [(reducer.intern(var(VALUE)), reducer.const(value))])
        assert term in (reducer.true, reducer.false), term
        if term is reducer.false:
            return False
    return True


def admits(made: Constructor, *values: Any) -> bool:
    """Whether arguments satisfy all that was read of a class: predicates on its fields, then its invariants."""
    given = dict(zip(made.names, values, strict=True))
    for field in made.fields:
        if not all(predicate.holds(given[field.name], given) for predicate in predicates_of(field.type)):
            return False
    reducer = Reducer()
    known = [(reducer.intern(var(name)), reducer.const(value)) for name, value in given.items()]
    return all(reducer.bind(reducer.load(p.term), known) is reducer.true for p in made.invariants)


def builds(made: Constructor, *values: Any) -> bool:
    try:
        made.build(values)
    except (ValueError, TypeError, AssertionError):
        return False
    return True


def assert_round_trip(made: Constructor, *values: Any) -> Any:
    instance = made.build(values)
    assert list(made.parts(instance)) == list(values)
    return instance


def assert_reads_what_it_builds(made: Constructor, *choices: list[Any]) -> None:
    """Of all these arguments, what was read of the class admits exactly those that it can be built of."""
    admitted = [values for values in itertools.product(*choices) if admits(made, *values)]
    assert admitted == [values for values in itertools.product(*choices) if builds(made, *values)]
    assert admitted
    for values in admitted:
        assert_round_trip(made, *values)
