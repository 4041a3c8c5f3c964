"""The recipes for classes of numpy, and what stands for `ArrayLike`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np

from refute.types.data.recipes.arrays.elements import scalar
from refute.types.data.recipes.arrays.numpy_arrays import array
from refute.types.data.recipes.registered import Registered, recipe_of


def maker_of(cls: Any) -> Callable[[Any, tuple[Any, ...]], Registered | None] | None:
    """What makes the recipe for a class with its type arguments; None if there is none."""
    if cls is np.ndarray:
        return array
    if cls is np.random.Generator:
        return _generator
    return scalar if issubclass(cls, np.generic) else None


# Anything that `np.asarray` takes may be given for `ArrayLike`; these are.
ARRAY_LIKE = np.ndarray[Any, np.dtype[np.float64]] | np.ndarray[Any, np.dtype[np.int64]] | list[float] | float
_SEEDS = range(3)


def _generator(cls: Any, args: tuple[Any, ...]) -> Registered:
    def seed_of(value: Any) -> tuple[int | None]:
        state = value.bit_generator.state
        return (next((seed for seed in _SEEDS if np.random.default_rng(seed).bit_generator.state == state), None),)

    return recipe_of(
        cls,
        {"seed": Literal[tuple(_SEEDS)]},
        seed_of,
        callee=("numpy", "random.default_rng"),
        call=np.random.default_rng,
        kinds=(int,),
        frozen=False,
        scalar=True,
    )
