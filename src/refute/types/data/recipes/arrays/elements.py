"""Scalars of numpy: those that a type admits, and the Python values that each is made from.

np.uint8      0 … 255                     np.floating     np.float64
np.float32    floats of single precision  np.generic      np.float64, np.int64
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from functools import cache
from itertools import chain
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import numpy as np

from refute.logic.reading.predicates import where
from refute.types.data.recipes.registered import Registered, recipe_of

# What abstract classes of scalars stand for. Of those that one derives from another, the first that is met counts.
_ABSTRACT: dict[Any, tuple[Any, ...]] = {
    np.generic: (np.float64, np.int64),
    np.number: (np.float64, np.int64),
    np.integer: (np.int64,),
    np.signedinteger: (np.int64,),
    np.unsignedinteger: (np.uint64,),
    np.inexact: (np.float64,),
    np.floating: (np.float64,),
    np.complexfloating: (np.complex128,),
    np.flexible: (np.str_,),
    np.character: (np.str_,),
}
CONCRETE = tuple(
    cls
    for cls in dict.fromkeys(np.sctypeDict.values())
    if cls is not np.void and not issubclass(cls, np.longdouble | np.clongdouble)
)
_MICROSECONDS = datetime.timedelta(days=10_000_000)  # of which numpy counts nearly thirty times as many
_NO_NUL_AT_END = where(lambda v: v == v.rstrip("\0"))
_NO_NUL_BYTE_AT_END = where(lambda v: v == v.rstrip(b"\0"))


def written_out(annotation: Any) -> Any:
    """What an alias without parameters stands for."""
    while type(annotation).__name__ == "TypeAliasType":
        annotation = annotation.__value__
    return annotation


def classes_of(annotation: Any) -> tuple[Any, ...]:
    """The classes that a type of scalars names: `np.int64`, `np.floating[Any]`, a union, a type variable."""
    annotation = written_out(annotation)
    if annotation is Any:
        return (np.generic,)
    if isinstance(annotation, TypeVar) or type(annotation).__name__ == "TypeVar":
        bound = getattr(annotation, "__bound__", None)
        declared = getattr(annotation, "__constraints__", ()) or ((np.generic,) if bound is None else (bound,))
        return tuple(chain.from_iterable(map(classes_of, declared)))
    if get_origin(annotation) in (Union, UnionType):
        return tuple(chain.from_iterable(map(classes_of, get_args(annotation))))
    found = get_origin(annotation) or annotation
    return (found,) if isinstance(found, type) else ()


def concrete(classes: tuple[Any, ...]) -> tuple[Any, ...]:
    """The classes of scalars that are built for some classes, each once; none if one of them is not known."""
    found = [_ABSTRACT.get(cls, (cls,)) for cls in classes]
    flat = tuple(dict.fromkeys(chain.from_iterable(found)))
    return flat if all(element_of(cls) is not None for cls in flat) else ()


@cache
def element_of(cls: Any) -> Any:
    """The type of the Python values that a class of scalars is made from; None if that is not known."""
    if cls in (np.float64, np.bool_, np.complex128):
        return {np.float64: float, np.bool_: bool, np.complex128: complex}[cls]
    if issubclass(cls, np.integer) and not issubclass(cls, np.timedelta64):
        info = np.iinfo(cls)
        return _integer(int(info.min), int(info.max))
    if cls in (np.float32, np.float16):
        largest = float(np.finfo(cls).max)
        return Annotated[float, where(_held_by(cls))] | Literal[(largest, -largest, float(np.finfo(cls).tiny))]
    if cls is np.complex64:
        return Annotated[complex, where(_held_by(cls))]
    if cls in (np.str_, np.bytes_):
        return Annotated[str, _NO_NUL_AT_END] if cls is np.str_ else Annotated[bytes, _NO_NUL_BYTE_AT_END]
    if cls is np.datetime64:
        return Annotated[datetime.datetime, where(lambda v: v.tzinfo is None and v.fold == 0)] | None
    if cls is np.timedelta64:
        return Annotated[datetime.timedelta, where(lambda v: -_MICROSECONDS <= v <= _MICROSECONDS)] | None
    return Any if cls is np.object_ else None


def _integer(low: int, high: int) -> Any:
    return Annotated[int, where(lambda v: low <= v <= high)]


def _held_by(cls: Any) -> Callable[[Any], bool]:
    """Whether a number is one of those that a class of lower precision has."""

    def is_held(v: Any) -> bool:
        with np.errstate(all="ignore"):
            kept = cls(v).item()
        return bool(kept == v) or (v != v and not isinstance(v, complex))

    return is_held


def dtype_of(cls: Any) -> Any:
    """What `np.array` is given as dtype; of moments and durations, with microseconds as their unit."""
    return {np.datetime64: "datetime64[us]", np.timedelta64: "timedelta64[us]"}.get(cls, cls)


def scalar(cls: Any, args: tuple[Any, ...]) -> Registered | None:
    """The recipe for scalars of a class, or for those that an abstract one stands for."""
    if cls in _ABSTRACT:
        first, *more = concrete((cls,))
        instead = first
        for other in more:
            instead = instead | other
        return Registered(first, instead=instead, accepts=cls)
    element = element_of(cls)
    if element is None or cls in (np.object_, np.datetime64, np.timedelta64):
        return None
    return recipe_of(
        cls,
        {"value": element},
        lambda value: (value.item(),),
        callee=("numpy", cls.__qualname__),
        call=cls,
        kinds=(bool, int, float, complex, str, bytes),
        scalar=True,
        sampled=False,
        opaque=True,
    )
