"""What is said of a function: annotations at it, and for what has none, those that a stub file declares."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from refute.errors import AnnotationError
from refute.types.callables.written import plain_function, written_parameters
from refute.types.hints.declared import Declaration, declared
from refute.types.reading.context import own_annotations


@dataclass(frozen=True)
class Said:
    annotations: dict[str, Any]
    parameters: list[inspect.Parameter]
    declaration: Declaration | None = None  # of a stub, if some annotations are from there


def said_of(function: Callable[..., Any], bound_to: type | None = None, overload: int | None = None) -> Said:
    """What is said of a function, of a method of the class `bound_to`, or of a class as its constructor.

    `overload`: which one of those that its stub declares. Without it, one that is overloaded there is as it is written.
    """
    found = declarations_needed(function, bound_to)
    if overload is not None and overload < len(found):
        chosen = found[overload]
    elif len(found) == 1:
        chosen = found[0]
    else:
        return said_at(function)
    annotations = own_annotations(chosen.function) | own_annotations(plain_function(function))
    return Said(annotations, list(inspect.signature(chosen.function).parameters.values()), chosen)


def said_at(function: Callable[..., Any]) -> Said:
    """What is said at the function itself."""
    return Said(own_annotations(plain_function(function)), written_parameters(function))


def declarations_needed(function: Callable[..., Any], bound_to: type | None = None) -> tuple[Declaration, ...]:
    """What a stub declares of a function, if annotations are missing at it."""
    return declared(function, bound_to) if _lacks_annotations(function, bound_to) else ()


def _lacks_annotations(function: Callable[..., Any], bound_to: type | None) -> bool:
    own = own_annotations(plain_function(function))
    try:
        parameters = written_parameters(function)[bound_to is not None :]
    except AnnotationError:  # a function in C, which need not tell them
        return True
    needs_result = "return" not in own and not isinstance(function, type)
    return needs_result or any(p.name not in own for p in parameters)
