"""Functions of arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

import numpy as np
import numpy.typing as npt

from refute import where

Floats = npt.NDArray[np.float64]
Line = np.ndarray[tuple[int], np.dtype[np.int64]]
Table = np.ndarray[tuple[int, int], np.dtype[np.float64]]
N = TypeVar("N", bound=np.number[Any])


@dataclass
class Series:
    values: Line
    at: Annotated[int, where(lambda at, values: 0 <= at < len(values))]


def mean(a: Floats) -> np.float64:
    with np.errstate(all="ignore"):
        return np.float64(float(a.sum()) / len(a))


def first(a: Line) -> np.int64:
    return a[0]


def brighten(a: npt.NDArray[np.uint8]) -> Annotated[npt.NDArray[np.uint8], where(lambda v, a: (v >= a).all())]:
    return a + np.uint8(10)


def add(a: np.int8, b: np.int8) -> Annotated[np.int8, where(lambda v, a, b: v == int(a) + int(b))]:
    with np.errstate(over="ignore"):
        return a + b


def halves(a: Line) -> Line:
    return a / 2


def flattens(a: Table) -> Table:
    return a.ravel()


def fills(a: Floats) -> Annotated[Floats, where(lambda v, a: (v == a).all())]:
    a[...] = 1
    return a


def peak(s: Series) -> np.int64:
    assert s.values[s.at] >= 0
    return s.values[s.at]


def second(a: npt.NDArray[np.str_], b: Annotated[npt.NDArray[np.str_], where(lambda b, a: b.shape == a.shape)]) -> int:
    assert not (a.ndim == 1 and b.size == 1), "one"
    return int(b.size)


def spreads(a: npt.ArrayLike) -> float:
    return float(np.ptp(np.asarray(a)[()] if np.ndim(a) == 0 else a))


def throws(rng: np.random.Generator) -> float:
    assert rng.random() < 0.6
    return 0.0


def outlier(a: Line) -> int:
    assert not (len(a) > 6 and a[5] > 1000)
    return len(a)


# -- that hold ---------------------------------------------------------------------------------------------------------


def sorts(a: Line) -> Annotated[Line, where(lambda v: (v[:-1] <= v[1:]).all())]:
    return np.sort(a)


def dot(a: Line, b: Annotated[Line, where(lambda b, a: len(b) == len(a))]) -> np.int64:
    return (a * b).sum()


def scales(a: Annotated[Floats, where(lambda a: np.isfinite(a).all() and (a > 0).any())]) -> Floats:
    assert a.max() > 0
    return a


def copies(a: npt.NDArray[N]) -> npt.NDArray[N]:
    return a.copy()


def stacks(a: Line) -> npt.NDArray[np.int64]:
    return a[None, None]  # of three dimensions


def picks(a: Line, at: Annotated[int, where(lambda at, a: 0 <= at < len(a))]) -> np.int64:
    return a[at]
