"""Functions without their decorators, which may change what an annotated function takes and returns."""

from __future__ import annotations

from dataclasses import replace
from functools import _lru_cache_wrapper
from types import FunctionType, MethodType
from typing import Any

from refute.types.signatures import Signature

# Modules whose decorators keep the types of a function: a failure under them counts.
_CLEAR = ("contextlib", "functools")


def undecorated(signature: Signature) -> Signature | None:
    """The function below its decorators; None if there are none, or none that may change its types."""
    function = signature.function
    if isinstance(function, type):
        return None
    bound = function if isinstance(function, MethodType) else None
    layers: list[Any] = [function if bound is None else bound.__func__]
    while hasattr(layers[-1], "__wrapped__"):
        layers.append(layers[-1].__wrapped__)
    plain = layers[-1]
    if all(map(_is_clear, layers[:-1])):
        return None
    return replace(
        signature,
        name=".".join([signature.name, *["__wrapped__"] * (len(layers) - 1)]),
        function=plain if bound is None else MethodType(plain, bound.__self__),
    )


def _is_clear(layer: object) -> bool:
    if isinstance(layer, FunctionType):
        return layer.__globals__.get("__name__") in _CLEAR
    return isinstance(layer, _lru_cache_wrapper)


def is_context_manager(function: Any) -> bool:
    """Whether a generator function is called to be entered: it has a decorator of contextlib."""
    while (inner := getattr(function, "__wrapped__", None)) is not None:
        made_by = getattr(getattr(function, "__code__", None), "co_qualname", "").partition(".")[0]
        if made_by in ("contextmanager", "asynccontextmanager"):
            return bool(function.__globals__.get("__name__") == "contextlib")
        function = inner
    return False
