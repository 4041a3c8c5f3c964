"""Recipes for arrays of numpy: elements in order, and a shape.

NDArray[np.int64]                                  one dimension, and two
np.ndarray[tuple[int, int], np.dtype[np.bool_]]    (0, 0), (0, 1), (1, 0), …, (1, 1), (1, 2), (2, 1), …
np.ndarray[tuple[Literal[2], int], …]              (2, 0), (2, 1), (2, 2), …
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Annotated, Any, Literal, get_args, get_origin

import numpy as np

from refute.logic.reading.predicates import where
from refute.logic.terms.term import Container, Term, const, var
from refute.types.data.description import Description
from refute.types.data.recipes.arrays.elements import CONCRETE, classes_of, concrete, dtype_of, element_of, written_out
from refute.types.data.recipes.registered import Registered, recipe_of

_MOST_ELEMENTS = 36  # of an array with two dimensions
_MOST_ELEMENTS_OF_MORE = 16  # of one with more
_WIDEST_EMPTY = 2  # the sum of the dimensions of an array without elements
_FILLING: dict[int, Any] = {
    0: where(lambda v: len(v) == 1),
    2: where(lambda v, shape: len(v) == shape[0] * shape[1]),
    3: where(lambda v, shape: len(v) == shape[0] * shape[1] * shape[2]),
    4: where(lambda v, shape: len(v) == shape[0] * shape[1] * shape[2] * shape[3]),
}


@dataclass(frozen=True)
class _Shape:
    """What is known of a shape: the lengths that each of the first dimensions may have, and whether more may follow."""

    lengths: tuple[tuple[int, ...] | None, ...] = ()  # None: any
    open: bool = True

    @property
    def built(self) -> list[tuple[tuple[int, ...] | None, ...]]:
        """The same for each number of dimensions that is built."""
        if not self.open:
            return [self.lengths]
        least = max(1, len(self.lengths))
        return [self.lengths + (None,) * (more - len(self.lengths)) for more in (least, least + 1)]

    def fits(self, shape: tuple[int, ...]) -> bool:
        if len(shape) < len(self.lengths) or (len(shape) > len(self.lengths) and not self.open):
            return False
        return all(known is None or one in known for one, known in zip(shape, self.lengths, strict=False))


def array(cls: Any, args: tuple[Any, ...]) -> Registered | None:
    """Arrays of a shape and a dtype, as far as these are given; None if they cannot be built."""
    shape = _shape_of(args[0]) if args else _Shape()
    classes = classes_of(_element(args[1]) if len(args) > 1 else Any)
    built = concrete(classes)
    if not built or any(len(lengths) not in (1, *_FILLING) for lengths in shape.built):
        return None

    def fits(value: Any) -> bool:
        return issubclass(value.dtype.type, classes) and shape.fits(value.shape)

    details = {"fits": fits, "title": _title(shape, classes) if args else "ndarray"}
    either = tuple(_of_dimensions(one, lengths, details) for lengths in shape.built for one in built)
    return Registered(np.ndarray, any_array(), either=either)


def _title(shape: _Shape, classes: tuple[Any, ...]) -> str:
    named = " | ".join(one.__name__ for one in classes)
    if shape == _Shape():
        return f"NDArray[{named}]"
    known = ["int" if length is None else f"Literal[{', '.join(map(str, length))}]" for length in shape.lengths]
    known += ["*tuple[int, ...]"] if shape.open else []
    return f"ndarray[tuple[{', '.join(known) or '()'}], dtype[{named}]]"


def _element(dtype: Any) -> Any:
    named = written_out(dtype)
    return get_args(named)[0] if get_origin(named) is np.dtype else np.generic


def _shape_of(annotation: Any) -> _Shape:
    annotation = written_out(annotation)
    args = get_args(annotation)
    if get_origin(annotation) is not tuple or (len(args) == 2 and args[1] is ...):
        return _Shape()
    fixed = [arg for arg in args if not getattr(arg, "__unpacked__", False)]
    lengths = tuple(get_args(arg) if get_origin(arg) is Literal else None for arg in fixed)
    return _Shape(lengths, open=len(fixed) < len(args))


def _of_dimensions(cls: Any, lengths: tuple[tuple[int, ...] | None, ...], details: dict[str, Any]) -> Registered:
    """Arrays of one class of scalars and one number of dimensions."""
    dtype, items_type = dtype_of(cls), list.__class_getitem__(element_of(cls))
    if lengths == (None,):
        arguments: dict[str, Any] = {"items": items_type}
    else:
        most = _MOST_ELEMENTS if len(lengths) <= 2 else _MOST_ELEMENTS_OF_MORE
        shapes = sorted(_shapes(lengths, most), key=lambda shape: (prod(shape), sum(shape), shape))
        filling = where(lambda v, shape: len(v) == shape[0]) if len(lengths) == 1 else _FILLING[len(lengths)]
        arguments = {"shape": Literal[tuple(shapes)], "items": Annotated[items_type, filling]}

    def build(*parts: Any) -> Any:
        *shape, items = parts
        made = _filled(items, dtype)
        return made.reshape(shape[0]) if shape else made

    def take(value: Any) -> tuple[Any, ...] | None:
        if value.ndim != len(lengths) or value.dtype.type is not cls:
            return None
        items = value.ravel().tolist()
        if value.dtype != _filled(items, dtype).dtype:
            return None
        return (items,) if lengths == (None,) else (value.shape, items)

    known = all(allowed is not None for allowed in lengths) or len(lengths) == 1
    return recipe_of(
        np.ndarray,
        arguments,
        take,
        callee=("numpy", "array"),
        call=np.array,
        build=build,
        computed=_known_attributes(len(lengths), from_items=lengths == (None,)),
        frozen=False,
        scalar=True,
        sampled=not known,
        opaque=True,
        **details,
    )


def _known_attributes(dimensions: int, *, from_items: bool) -> dict[str, Term]:
    """What conditions may ask of an array that its elements do not matter for."""
    size = Term("len", (var("items"),))
    shape = Term("seq", (size,), Container("tuple")) if from_items else var("shape")
    found = {"ndim": const(dimensions), "size": size, "shape": shape}
    return found | ({"__len__": Term("index", (shape, const(0)))} if dimensions else {})


def _filled(items: list[Any], dtype: Any) -> Any:
    """An array of one dimension, of objects also if these are sequences."""
    if dtype is not np.object_:
        return np.array(items, dtype=dtype)
    made: Any = np.empty(len(items), dtype=dtype)
    for place, item in enumerate(items):
        made[place] = item
    return made


def _shapes(lengths: Sequence[tuple[int, ...] | None], most: int) -> Iterator[tuple[int, ...]]:
    """Shapes of at most so many elements. Those without elements are narrow, unless their lengths are given."""
    if not lengths:
        yield ()
        return
    *before, last = lengths
    for first in _shapes(before, most):
        room = most // prod(first) if prod(first) else _WIDEST_EMPTY
        for one in range(room + 1) if last is None else last:
            shape = (*first, one)
            free = sum(given for given, allowed in zip(shape, lengths, strict=True) if allowed is None)
            if prod(shape) or free <= _WIDEST_EMPTY:
                yield shape


@cache
def any_array() -> Description:
    """How any array is written: as nested lists with a dtype, or as zeros where no elements tell its shape."""
    found = recipe_of(
        np.ndarray,
        {"object": Any, "dtype": Any},
        _nested,
        callee=("numpy", "array"),
        call=np.array,
        by_name=frozenset({"dtype"}),
        frozen=False,
        text=_text_of_empty,
        opaque=True,
        also={"numpy.zeros": _empty, **{f"numpy.{cls.__qualname__}": cls for cls in CONCRETE}},
    )
    assert found.description is not None
    return found.description


def _nested(value: Any) -> tuple[Any, Any] | None:
    """The nested lists and the dtype that `np.array` makes an array of; None if it would make another one."""
    dtype, items = _dtype_written(value), value.tolist()
    if dtype is None:
        return None
    try:
        again = np.array(items, dtype=dtype)
    except (ValueError, TypeError, OverflowError):
        return None
    return (items, dtype) if again.shape == value.shape and again.dtype == value.dtype else None


def _dtype_written(value: Any) -> Any:
    """A class of scalars, or a name; None for an array of records."""
    cls = value.dtype.type
    if cls in CONCRETE and (cls in (np.str_, np.bytes_) or value.dtype == np.dtype(cls)):
        return cls
    return None if value.dtype.fields or cls is np.void else str(value.dtype)


def _text_of_empty(value: Any) -> str | None:
    dtype = _dtype_written(value)
    if dtype is None or value.size or _nested(value) is not None:
        return None
    written = f"np.{dtype.__qualname__}" if isinstance(dtype, type) else repr(dtype)
    return f"np.zeros({value.shape!r}, dtype={written})"


def _empty(shape: Sequence[int], dtype: Any) -> Any:
    """What `np.zeros` makes; only without elements, as of those there may be any number."""
    if 0 not in shape:
        raise ValueError("an array of zeros that is not empty")
    return np.zeros(shape, dtype=dtype)


ARRAYS: dict[str, Callable[[Any, tuple[Any, ...]], Registered | None]] = {"ndarray": array}
