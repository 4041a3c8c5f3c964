"""The functions in a part of a target: all of a module, the one at a line, or one by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from types import FunctionType, MethodType, ModuleType
from typing import Any, TypeGuard, cast

from refute.errors import AnnotationError, Place, TargetError
from refute.logic.terms.measure import Measure
from refute.targets.hooks import hooks_of
from refute.targets.importing import load, no_such_name
from refute.targets.parts import module_and_name, parts_of
from refute.types.reading.guarded import attribute, is_instance, names_of_class, names_of_module
from refute.types.reading.invariants import is_invariant
from refute.types.reading.places import place_of
from refute.types.signatures import is_annotated


@dataclass(frozen=True)
class Subject:
    """A function to be tested, with the class of which it is a method."""

    name: str  # its qualified name
    function: Callable[..., Any]
    bound_to: type | None
    place: Place | None
    is_hook: bool = False  # whether it is a hook of the library of its class


def find_functions(text: str) -> list[Subject]:
    """The functions that a target names."""
    parts = parts_of(text)
    if parts != [text]:
        return [function for part in parts for function in find_functions(part)]
    qualified = module_and_name(text)
    if qualified is None:
        return subjects_of(load(text))
    module, name = load(qualified[0]), qualified[1]
    everything = subjects_of(module, every=True)
    if name.isascii() and name.isdigit():
        return [_at_line(everything, int(name), text)]
    inside = (subject for subject in everything if subject.name.startswith(f"{name}.") and not subject.is_hook)
    chosen = [subject for subject in everything if subject.name == name] + list(inside)
    if not chosen:
        known = {subject.name.partition(".")[0]: None for subject in everything}
        raise no_such_name(name, known, module)
    return chosen


def subjects_of(module: ModuleType, *, every: bool = False) -> list[Subject]:
    """The functions and methods of a module: the public annotated ones without hooks, or every one."""
    found: list[Subject] = []
    names = names_of_module(module)
    for name, value in list(names.items()):
        if not _is_text(attribute(value, "__module__"), names.get("__name__")) or (name.startswith("_") and not every):
            continue
        if _is_function(value):
            found.append(Subject(name, value, None, _place(value)))
        elif isinstance(value, type) and _is_text(attribute(value, "__qualname__"), name):
            found += _methods(value, every)
    return [subject for subject in found if every or (_is_annotated(subject) and not _is_left_out(subject))]


def _is_left_out(subject: Subject) -> bool:
    """Whether a function is called by a library, or is written only to be replaced in subclasses."""
    return subject.is_hook or attribute(subject.function, "__isabstractmethod__") is True


def _is_text(found: object, expected: object) -> bool:
    """Whether an attribute of a user's object is a string equal to another."""
    return type(found) is str and found == expected


def _is_annotated(subject: Subject) -> bool:
    try:
        return is_annotated(subject.function, bound_to=subject.bound_to)
    except AnnotationError:
        return True  # reported when its signature is read


def _methods(cls: type, every: bool) -> list[Subject]:
    """The methods of a class, and the class itself if it has an `__init__` with parameters."""
    found: list[Subject] = []
    names = names_of_class(cls)
    if names.get("_is_protocol", False) is True:
        return found  # no instances
    constructor = names.get("__init__")
    if _is_written(constructor) and not inspect.isabstract(cls):
        found.append(Subject(cls.__name__, cls, None, place_of(constructor)))
    for name, value in names.items():
        if is_invariant(value) or (name.startswith("_") and not (every and not name.startswith("__"))):
            continue
        qualified = f"{cls.__name__}.{name}"
        if _is_function(value):
            found.append(Subject(qualified, value, cls, _place(value)))
        elif is_instance(value, (staticmethod, classmethod)):
            bound = attribute(cls, name)
            found.append(Subject(qualified, bound, None, _place(value.__func__)))
        elif is_instance(value, (property, cached_property)):
            get = value.fget if isinstance(value, property) else value.func
            if get is not None and _is_function(get):
                found.append(Subject(qualified, get, cls, _place(get)))
    hooks = {f"{cls.__name__}.{name}" for name in hooks_of(cls)}
    return [
        replace(subject, is_hook=subject.name in hooks)
        for subject in found
        if isinstance(_unwrapped(subject.function), FunctionType | MethodType | type)
    ]


def _is_function(value: object) -> TypeGuard[Callable[..., Any]]:
    """Whether a value is a function, or an object that a decorator made of one, such as a cached function.

    Measures are not functions to check.
    """
    layers: list[object] = [value]
    while not is_instance(layers[-1], FunctionType):
        wrapped = inspect.getattr_static(layers[-1], "__wrapped__", None)
        if wrapped is None or is_instance(layers[-1], (type, Measure)) or not callable(layers[-1]):
            return False
        if any(wrapped is layer for layer in layers):
            return True  # reported when its signature is read
        layers.append(wrapped)
    return True


def _place(function: Callable[..., Any]) -> Place | None:
    """The place of a function, without its decorators."""
    return place_of(_unwrapped(function))


def _unwrapped(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function below its decorators; itself, if unwrapping raises."""
    try:
        return cast("Callable[..., Any]", inspect.unwrap(function))
    except Exception:
        return function


def _is_written(constructor: object) -> bool:
    """Whether an `__init__` was written by the user, not generated, and has parameters."""
    if not isinstance(constructor, FunctionType) or constructor.__code__.co_filename.startswith("<"):
        return False
    return len(inspect.signature(constructor).parameters) > 1


def _at_line(subjects: list[Subject], line: int, text: str) -> Subject:
    """The function at a line: the last that begins before it."""
    begins = [(subject.place.line, subject) for subject in subjects if subject.place and subject.place.line <= line]
    if not begins:
        raise TargetError(f"there is no function at {text}", remedy="Give a line of the function you mean.")
    return max(begins, key=lambda begin: begin[0])[1]
