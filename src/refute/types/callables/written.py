"""A function as it was written: the one below its decorators, and its parameters."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cached_property
from types import FunctionType
from typing import Any, cast

from refute.errors import AnnotationError
from refute.types.reading.guarded import attribute
from refute.types.reading.notes import shown
from refute.types.reading.places import place_of


def plain_function(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function below all decorators; of a class, its `__init__`."""
    written: Callable[..., Any] = (
        inspect.getattr_static(function, "__init__") if isinstance(function, type) else function
    )
    try:
        plain = inspect.unwrap(written)
    except ValueError:
        raise AnnotationError(
            f"the decorators of {_name(written)} have no end: __wrapped__ never leads to the function that was written",
            place=place_of(written),
            remedy="Let __wrapped__ be the function below a decorator, as functools.wraps does.",
        ) from None
    except Exception as error:
        raise _unreadable(written, error) from None
    if not callable(plain):
        raise _unreadable(written, TypeError(f"its __wrapped__ is {shown(plain)}"))
    return cast("Callable[..., Any]", plain)


def written_parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    """Its parameters; of a class, those of its constructor."""
    try:
        found = list(inspect.signature(function).parameters.values())
        if isinstance(function, type) and found and all(map(is_rest, found)):
            # a `__new__` that takes anything, as `deprecated` puts above a class, leaves it to `__init__`
            init = inspect.getattr_static(function, "__init__")
            if isinstance(init, FunctionType):
                return list(inspect.signature(init).parameters.values())[1:]
        return found
    except Exception as error:  # of the user's `__signature__` or `__wrapped__`
        raise _unreadable(function, error) from None


def getter_of(function: Callable[..., Any], cls: type | None, name: str) -> str:
    """The attribute of a property of a class that is this function; empty if it is no getter of one by this name."""
    found = None if cls is None else inspect.getattr_static(cls, name, None)
    if isinstance(found, property) and found.fget is function:
        return "fget"
    return "func" if isinstance(found, cached_property) and found.func is function else ""


def is_rest(parameter: inspect.Parameter) -> bool:
    """Whether it is an `*args` or a `**kwargs`."""
    return parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)


def may_be_skipped(parameter: inspect.Parameter) -> bool:
    """Whether calls need not give it."""
    return is_rest(parameter) or parameter.default is not parameter.empty


def _name(function: object) -> str:
    return str(attribute(function, "__qualname__") or attribute(function, "__name__") or shown(function))


def _unreadable(function: object, error: Exception) -> AnnotationError:
    return AnnotationError(
        f"the signature of {_name(function)} cannot be read: {type(error).__name__}: {error}",
        place=place_of(function),
        remedy="inspect.signature() and inspect.unwrap() have to work on it.",
    )
