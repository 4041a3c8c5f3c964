"""Interfaces with models: each operation is done to objects and to what stands for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import ModuleType
from typing import Any

from refute.errors import TargetError
from refute.programs.interface.beside import Beside
from refute.programs.interface.declared import Declarations
from refute.programs.interface.operation import Operation, calling
from refute.programs.interface.shapes import Both, Either, Many, Of, Shape, Via, classes_in
from refute.programs.models.running import beside
from refute.types.reading.guarded import names_of_module

Model = type | ModuleType


def with_model(interface: Declarations, model: Model) -> Declarations:
    """An interface whose classes and functions have those of a model beside them, by their names.

    A class is a model of the class with its name, also with `Model` before or after it; of any, if there is only one.
    """
    if isinstance(model, type):
        own = [cls for cls in interface.kinds if cls is not model and not interface.kinds[cls].is_abstract]
        named = [cls for cls in own if _is_named_after(model.__name__, cls.__name__)] or own
        if len(named) != 1:
            raise TargetError(
                f"{model.__qualname__} is a model of one class, and {interface.name} has {len(own)}",
                remedy=f"Call it as the class is called, or declare it: interface.model(cls, {model.__qualname__}).",
            )
        return replace(interface, models={**interface.models, named[0]: model})
    names = names_of_module(model)
    classes = {
        cls: found
        for cls in interface.kinds
        for name, found in names.items()
        if isinstance(found, type) and _is_named_after(name, cls.__name__)
    }
    operations = [
        replace(one, on_model=names[one.name]) if one.form.kind == "call" and callable(names.get(one.name)) else one
        for one in interface.operations
    ]
    if not classes and all(one.on_model is None for one in operations):
        raise TargetError(
            f"nothing in {model.__name__} is called as something of {interface.name} is",
            remedy="A model has classes and functions with the names of those that are explored.",
        )
    return replace(interface, models={**interface.models, **classes}, operations=operations)


def _is_named_after(name: str, cls: str) -> bool:
    return name in (cls, f"Model{cls}", f"{cls}Model")


def modelled(interface: Declarations) -> Declarations:
    """An interface in which operations are done to objects and models. One without models is itself.

    What the model cannot do is left out: objects and what stands for them would not be the same after it.
    """
    functions = [one for one in interface.operations if one.on_model is not None]
    mentioned = [cls for one in functions for shape in one.shapes for cls in classes_in(shape)]
    classes: dict[type, type] = {cls: _beside(cls) for cls in (*interface.models, *mentioned)}
    if not functions and not classes:
        return interface
    kinds = {
        classes.get(cls, cls): replace(kind, cls=classes[cls], about=cls) if cls in classes else kind
        for cls, kind in interface.kinds.items()
    }
    operations, left_out = [], list(interface.left_out)
    for operation in interface.operations:
        if operation.on_model is None and not any(
            cls in classes for shape in operation.shapes for cls in classes_in(shape)
        ):
            operations.append(operation)
            continue
        on_model = operation.on_model or _on_model(operation, interface.models)
        if on_model is None:
            left_out.append((operation.name, "the model cannot do it"))
            continue
        takes = tuple(replace(taken, shape=_replaced(taken.shape, classes)) for taken in operation.takes)
        operations.append(
            replace(
                operation,
                takes=takes,
                result=None if operation.result is None else _replaced(operation.result, classes),
                makes=None if operation.makes is None else classes.get(operation.makes, operation.makes),
                act=beside(operation.act, on_model, classes),
            )
        )
    return replace(interface, kinds=kinds, operations=operations, left_out=left_out)


def _beside(cls: type) -> type:
    """The class of objects of a class with what stands for them. It is called as the class is."""
    names = {"__slots__": (), "__qualname__": cls.__qualname__, "__module__": cls.__module__}
    return type(cls.__name__, (Beside,), names)


def _replaced(shape: Shape, classes: Mapping[type, type]) -> Shape:
    match shape:
        case Of(cls=cls) if cls in classes:
            return replace(shape, cls=classes[cls])
        case Either(members=members):
            return Either(tuple(_replaced(one, classes) for one in members))
        case Both(parts=parts):
            return Both(tuple(_replaced(one, classes) for one in parts))
        case Many(element=element):
            return replace(shape, element=_replaced(element, classes))
        case Via(inner=inner):
            return replace(shape, inner=_replaced(inner, classes))
    return shape


def _on_model(operation: Operation, models: Mapping[type, type]) -> Callable[..., Any] | None:
    """What does to a model what an operation does; None if it cannot."""
    if operation.makes is not None:
        model = models.get(operation.makes)
        return None if model is None else calling(model, operation.takes)
    own, _, name = operation.name.rstrip("=").rpartition(".")
    if not operation.acts_on:
        model = next((model for cls, model in models.items() if cls.__qualname__ == own), None)
        found = getattr(model, name, None)
        return calling(found, operation.takes) if callable(found) else None
    shape = operation.takes[0].shape
    model = next((model for cls, model in models.items() if isinstance(shape, Of) and shape.cls is cls), None)
    if model is None or not _has(model, name):
        return None
    if operation.form.kind == "method":
        return calling(lambda self, *args, **keywords: getattr(self, name)(*args, **keywords), operation.takes)
    return operation.act


def _has(cls: type, name: str) -> bool:
    """Whether instances of a class have an attribute: it is one of the class, or its constructor assigns it."""
    code = getattr(getattr(cls, "__init__", None), "__code__", None)
    return hasattr(cls, name) or (code is not None and name in code.co_names)
