"""Functions without their decorators. An annotation is of the function below them, and they may change what it does."""

from __future__ import annotations

from dataclasses import replace
from functools import _lru_cache_wrapper
from types import FunctionType, MethodType
from typing import Any

from refute.types.signatures import Signature

# Where decorators are from that mean what they do: what fails under them is the program's fault.
_CLEAR = ("contextlib", "functools")


def undecorated(signature: Signature) -> Signature | None:
    """The function below the decorators, as it can be called; None if there are none that may change anything."""
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
