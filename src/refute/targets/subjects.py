"""The functions in a part of a target: all of a module, the one at a line, or one by name."""

from __future__ import annotations

import ast
import inspect
import linecache
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, TypeGuard

from refute.errors import AnnotationError, Place, TargetError
from refute.logic.terms.measure import Measure
from refute.targets.hooks import hooks_of
from refute.targets.parts import module_and_name, parts_of
from refute.targets.registrations import load_with_types
from refute.targets.skips import mark_among, marks_in
from refute.targets.suggestions import no_such_name
from refute.types.hints.said import declarations_needed
from refute.types.reading.guarded import attribute, is_instance, names_of_class, names_of_module, unwrapped
from refute.types.reading.invariants import is_invariant
from refute.types.reading.places import place_of
from refute.types.signatures import unannotated


@dataclass(frozen=True)
class Subject:
    """A function to be tested, with the class of which it is a method."""

    name: str  # its qualified name
    function: Callable[..., Any]
    bound_to: type | None
    place: Place | None
    is_hook: bool = False  # whether it is a hook of the library of its class
    is_special: bool = False  # whether Python calls it, as `__add__`
    module: str = ""  # the name of the module it is in
    unannotated: tuple[str, ...] = ()  # parameters that would have to be given
    skipped: str | None = None  # why it is skipped
    overload: int | None = None  # which one is meant of those that its stub declares


def find_functions(text: str) -> list[Subject]:
    """The functions to check that a target names."""
    return [subject for subject in functions_in(text) if not subject.unannotated and subject.skipped is None]


def functions_in(text: str) -> list[Subject]:
    """The functions that a target names. Those that it names only by their module may be unannotated, or skipped."""
    parts = parts_of(text)
    if parts != [text]:
        return [function for part in parts for function in functions_in(part)]
    qualified = module_and_name(text)
    if qualified is None:
        module = load_with_types(text)
        found = (one for subject in _public(module) for one in _overloads(_described(subject, module)))
        return [replace(subject, unannotated=_unannotated(subject)) for subject in found]
    module, name = load_with_types(qualified[0]), qualified[1].removesuffix(".__init__")
    if _is_number(name):
        return [*_overloads(replace(_described(_at_line(module, int(name), text), module), skipped=None))]
    return [one for subject in _named(module, name) for one in _overloads(_described(subject, module, name))]


def _overloads(subject: Subject) -> Iterator[Subject]:
    """A function, or one for each of the overloads that its stub declares."""
    try:
        count = len(declarations_needed(subject.function, subject.bound_to))
    except AnnotationError:
        count = 0  # reported when its signature is read
    if count < 2:
        yield subject
        return
    for overload in range(count):
        yield replace(subject, name=f"{subject.name} (overload {overload + 1})", overload=overload)


def _is_number(name: str) -> bool:
    return name.isascii() and name.isdigit()


def _named(module: ModuleType, name: str) -> list[Subject]:
    """What a name of a module stands for."""
    everything = subjects_of(module, every=True)
    inside = (
        subject for subject in everything if subject.name.startswith(f"{name}.") and not _is_called_by_others(subject)
    )
    chosen = [subject for subject in everything if subject.name == name] + list(inside)
    if not chosen:
        known = [one for subject in everything for one in (subject.name.partition(".")[0], subject.name)]
        raise no_such_name(name, dict.fromkeys(known), module)
    return chosen


def _public(module: ModuleType) -> list[Subject]:
    """The public functions and methods of a module, without those that others call."""
    return [subject for subject in subjects_of(module, every=False) if not _is_left_out(subject)]


def _described(subject: Subject, module: ModuleType, named: str = "") -> Subject:
    """A function with its module, and why it is skipped. What was named is not, whatever marks it has."""
    own = names_of_module(module)
    return replace(subject, module=str(own.get("__name__")), skipped=_skipped(subject, own, named))


def _skipped(subject: Subject, own: dict[str, Any], named: str) -> str | None:
    """Why a function is skipped: by a comment, or by a decorator of it or its class."""
    if subject.name == named:
        return None
    file = own.get("__file__")
    lines = linecache.getlines(file) if isinstance(file, str) else []
    marked = [marks_in("".join(lines)).why(subject.name, _first_line(subject.function), within=named)]
    marked += (_mark(value) for value in (subject.function, unwrapped(subject.function)))
    marked += (_mark(cls) for name, cls in _classes_around(subject.name, own) if len(name) > len(named))
    return next((why for why in marked if why is not None), None)


def _first_line(function: Callable[..., Any]) -> int:
    """The line of the first decorator of a function, or of its `def`; 0 if it is not known."""
    plain = unwrapped(function)
    return plain.__code__.co_firstlineno if isinstance(plain, FunctionType) else 0


def _classes_around(name: str, own: Mapping[str, Any]) -> Iterator[tuple[str, type]]:
    """The classes on the way to a name of a module, with their own names."""
    parts = name.split(".")
    for length, part in enumerate(parts, 1):
        value = own.get(part)
        if not isinstance(value, type):
            return
        yield ".".join(parts[:length]), value
        own = names_of_class(value)


def _mark(value: object) -> str | None:
    return mark_among(names_of_class(value) if isinstance(value, type) else attribute(value, "__dict__"))


def subjects_of(module: ModuleType, *, every: bool = False) -> list[Subject]:
    """The functions and methods of a module: the public ones, or every one."""
    found: list[Subject] = []
    names = names_of_module(module)
    for name, value in list(names.items()):
        if not _is_of(value, names.get("__name__")) or (name.startswith("_") and not every):
            continue
        if _is_function(value) or _is_declared_in_c(value):
            found.append(Subject(name, value, None, _place(value)))
        elif isinstance(value, type) and _is_text(attribute(value, "__qualname__"), name):
            found += _methods(value, every)
    return found


def _is_left_out(subject: Subject) -> bool:
    """Whether a function is called by others, or is written only to be replaced in subclasses."""
    return _is_called_by_others(subject) or attribute(subject.function, "__isabstractmethod__") is True


def _is_called_by_others(subject: Subject) -> bool:
    """Whether a function is called by Python or a library: such ones are checked where they are named."""
    return subject.is_hook or subject.is_special


def _is_text(found: object, expected: object) -> bool:
    """Whether an attribute of a user's object is a string equal to another."""
    return type(found) is str and found == expected


def _unannotated(subject: Subject) -> tuple[str, ...]:
    try:
        return tuple(unannotated(subject.function, bound_to=subject.bound_to, overload=subject.overload))
    except AnnotationError:
        return ()  # reported when its signature is read


def _methods(cls: type, every: bool) -> list[Subject]:
    """The methods of a class and of those inside it, and the class itself if a constructor was written for it."""
    found: list[Subject] = []
    names = names_of_class(cls)
    if names.get("_is_protocol", False) is True:
        return found  # no instances
    constructor = _constructor(names)
    if constructor is not None and not inspect.isabstract(cls):
        found.append(Subject(cls.__qualname__, cls, None, place_of(constructor)))
    for name, value in names.items():
        if is_invariant(value) or name == "__init__" or (name.startswith("_") and not every):
            continue
        qualified = f"{cls.__qualname__}.{name}"
        if _is_function(value):
            found.append(Subject(qualified, value, cls, _place(value)))
        elif is_instance(value, (staticmethod, classmethod)):
            bound = attribute(cls, name)
            found.append(Subject(qualified, bound, None, _place(value.__func__)))
        elif is_instance(value, (property, cached_property)):
            get = value.fget if isinstance(value, property) else value.func
            if get is not None and _is_function(get):
                found.append(Subject(qualified, get, cls, _place(get)))
    hooks = {f"{cls.__qualname__}.{name}" for name in hooks_of(cls)}
    own = [
        replace(subject, is_hook=subject.name in hooks, is_special=_is_special(subject.name))
        for subject in found
        if isinstance(unwrapped(subject.function), FunctionType | MethodType | type)
    ]
    return own + [method for inner in _inner_classes(cls, every) for method in _methods(inner, every)]


def _inner_classes(cls: type, every: bool) -> Iterator[type]:
    """The classes that are defined in a class."""
    for name, value in names_of_class(cls).items():
        is_inner = isinstance(value, type) and _is_text(attribute(value, "__qualname__"), f"{cls.__qualname__}.{name}")
        if is_inner and (every or not name.startswith("_")):
            yield value


def _is_special(name: str) -> bool:
    last = name.rpartition(".")[2]
    return last.startswith("__") and last.endswith("__")


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


def _is_of(value: object, module: object) -> bool:
    """Whether a value is defined in a module; one in C may be in that of the same name with an underscore."""
    home = attribute(value, "__module__")
    return _is_text(home, module) or (is_instance(value, BuiltinFunctionType) and _is_text(home, f"_{module}"))


def _is_declared_in_c(value: Any) -> bool:
    """Whether a value is a function in C of which a stub tells the types."""
    return is_instance(value, BuiltinFunctionType) and bool(declarations_needed(value))


def _place(function: Callable[..., Any]) -> Place | None:
    """The place of a function, without its decorators."""
    return place_of(unwrapped(function))


def _constructor(names: Mapping[str, Any]) -> FunctionType | None:
    """What the user wrote of the constructor of a class, if it has parameters: `__init__`, or `__post_init__` of a
    dataclass."""
    init, after = names.get("__init__"), names.get("__post_init__")
    if not isinstance(init, FunctionType) or len(inspect.signature(init).parameters) < 2:
        return None
    if not init.__code__.co_filename.startswith("<"):
        return init
    return after if isinstance(after, FunctionType) and "__dataclass_fields__" in names else None


def _at_line(module: ModuleType, line: int, text: str) -> Subject:
    """The function at a line, from its first decorator to its end."""
    subjects = subjects_of(module, every=True)
    file = names_of_module(module).get("__file__")
    statements = _statements(file) if isinstance(file, str) else {}
    spans = [
        (*statements[subject.place.line], subject)
        for subject in subjects
        if subject.place is not None and subject.place.file == file and subject.place.line in statements
    ]
    around = [span for span in spans if span[0] <= line <= span[1]]
    if around:
        return max(around, key=lambda span: span[0])[2]
    before = max((span for span in spans if span[1] < line), key=lambda span: span[1], default=None)
    after = min((span for span in spans if span[0] > line), key=lambda span: span[0], default=None)
    near = [f"{subject.name} (lines {first} to {last})" for first, last, subject in filter(None, (before, after))]
    verb = "are" if len(near) > 1 else "is"
    raise TargetError(
        f"there is no function at {text}",
        remedy=f"The nearest {verb} {' and '.join(near)}." if near else "There is none in the file.",
    )


def _statements(file: str) -> dict[int, tuple[int, int]]:
    """First and last line of every statement of a file, decorators included, by the line of its own first word."""
    try:
        tree = ast.parse("".join(linecache.getlines(file)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # it has changed since it was imported
        return {}
    return {
        node.lineno: (
            min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))]),
            node.end_lineno or node.lineno,
        )
        for node in reversed(list(ast.walk(tree)))  # the outer one counts where a line begins with several
        if isinstance(node, ast.stmt)
    }
