"""The recipes for classes of numpy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from refute.types.data.recipes.arrays.elements import scalar
from refute.types.data.recipes.arrays.numpy_arrays import array
from refute.types.data.recipes.registered import Registered


def maker_of(cls: Any) -> Callable[[Any, tuple[Any, ...]], Registered | None] | None:
    """What makes the recipe for a class with its type arguments; None if there is none."""
    if cls is np.ndarray:
        return array
    return scalar if issubclass(cls, np.generic) else None
