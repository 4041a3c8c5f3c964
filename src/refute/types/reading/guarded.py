"""Attribute access to the user's objects, which may raise anything."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, cast


def attribute(value: object, name: str, default: Any = None) -> Any:
    """An attribute of an object; the default if there is none, or if looking it up raises."""
    try:
        return getattr(value, name, default)
    except (Exception, SystemExit, GeneratorExit):
        return default


def is_instance(value: object, cls: type | tuple[type, ...]) -> bool:
    """`isinstance` by the type of an object, whatever its `__class__` says."""
    return issubclass(type(value), cls)


def names_of_module(module: ModuleType) -> dict[str, Any]:
    """`vars(module)`, also of a module with a `__getattribute__` of its own."""
    names: dict[str, Any] = object.__getattribute__(module, "__dict__")
    return names


def names_of_class(cls: type) -> Mapping[str, Any]:
    """`vars(cls)`, also of a class whose metaclass has a `__getattribute__` of its own."""
    names: Mapping[str, Any] = type.__dict__["__dict__"].__get__(cls)
    return names


def unwrapped(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function below its decorators; itself, if unwrapping raises."""
    try:
        return cast("Callable[..., Any]", inspect.unwrap(function))
    except Exception:
        return function
