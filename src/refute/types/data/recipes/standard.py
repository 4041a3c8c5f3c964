"""Recipes for types of the standard library and of others. Classes are looked up by name: none is imported for that.

Each recipe is a bijection: arguments are in a canonical form, so that no two of them build the same value. What
is the same is told by the arguments, not by `==`: Counter() and Counter({'': 0}) are two values that are equal.

    Path('.'), Path('a'), …     range(0, 0), range(0, 1), …     Counter({}), Counter({'': 0}), …
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, get_args, get_origin

from refute.types.data.recipes.addresses import ADDRESSES
from refute.types.data.recipes.collections import COLLECTIONS
from refute.types.data.recipes.objects import OBJECTS, exception, is_plain_exception
from refute.types.data.recipes.pydantic_types import PYDANTIC
from refute.types.data.recipes.registered import Registered
from refute.types.data.recipes.scalars import SCALARS
from refute.types.data.recipes.text import TEXT

Make = Callable[[type, tuple[Any, ...]], Registered | None]

_MAKERS: dict[str, Make] = {**SCALARS, **TEXT, **COLLECTIONS, **ADDRESSES, **OBJECTS, **PYDANTIC}
# Libraries with recipes that are imported once the user's own code has imported the library.
_LIBRARIES = {
    "numpy": "refute.types.data.recipes.arrays.numpy_types",
    "pandas": "refute.types.data.recipes.arrays.pandas_frames",
}
_FOUND: dict[tuple[type, Any], Registered | None] = {}


def standard(cls: type, args: tuple[Any, ...] = ()) -> Registered | None:
    """The recipe for a class of these libraries with its type arguments; None if there is none."""
    make = _MAKERS.get(_name_of(cls)) or _maker_of_exceptions(cls) or _maker_of_library(cls)
    if make is None:
        return None
    try:
        key = (cls, args)
        if key not in _FOUND:
            _FOUND[key] = make(cls, args)
        return _FOUND[key]
    except TypeError:  # type arguments that cannot be hashed
        return make(cls, args)


def names_library(annotation: Any) -> bool:
    """Whether a type is, or has inside, one of a library whose recipes go by type arguments: `list[NDArray[T]]`."""
    found = get_origin(annotation) or annotation
    library = str(getattr(found, "__module__", "")).partition(".")[0]
    return library in _LIBRARIES or any(map(names_library, get_args(annotation)))


def array_like(annotation: Any) -> Any:
    """The type of what is given for `numpy.typing.ArrayLike`; None for any other annotation."""
    typing = sys.modules.get("numpy.typing")
    if typing is None or type(annotation) is not type(typing.ArrayLike) or annotation != typing.ArrayLike:
        return None
    return import_module(_LIBRARIES["numpy"]).ARRAY_LIKE


def _maker_of_exceptions(cls: type) -> Make | None:
    return (lambda cls, args: exception(cls)) if is_plain_exception(cls) else None


def _maker_of_library(cls: type) -> Make | None:
    library = str(getattr(cls, "__module__", "")).partition(".")[0]
    if library not in _LIBRARIES:
        return None
    make: Make | None = import_module(_LIBRARIES[library]).maker_of(cls)
    return make


def _name_of(cls: type) -> str:
    module = str(getattr(cls, "__module__", ""))
    return f"{module.removesuffix('._local')}.{getattr(cls, '__qualname__', '')}"
