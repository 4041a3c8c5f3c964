"""Recipes for pandas: series, frames, indices, moments and durations.

A frame says nothing of its columns. Built are frames without columns, with one, and with all that the code and
refinements name, of numbers and texts; missing values are among them, and rows with the same label.

    pd.DataFrame()      pd.DataFrame({'a': [0, 1]})      pd.DataFrame({'a': [0.5], 'b': [None]})      …
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from functools import partial
from itertools import cycle, islice
from typing import Annotated, Any, Literal

import pandas as pd

from refute.logic.reading.predicates import where
from refute.types.data.recipes.arrays.pandas_values import (
    DTYPES,
    TEXT,
    any_frame,
    any_index,
    any_series,
    cells_of,
    index_of,
    repeats,
)
from refute.types.data.recipes.registered import Registered, recipe_of

# The dtypes of the columns of a frame, which take turns.
_LAYOUTS = [("int64",), ("float64",), ("int64", "float64", TEXT), (TEXT, "float64"), ("float64", TEXT, "int64")]
_MOST_NAMES = 6  # of columns
_NAMES = ("a", "b")  # of columns, where neither the code nor a refinement has others
_ROWS = tuple(range(25))
_INTEGER = where(lambda v: -(2**63) <= v < 2**63)
_NO_NUL = where(lambda v: v is None or "\0" not in v)
_LONG = datetime.timedelta(days=100_000)
_CALENDAR = datetime.datetime(1700, 1, 1), datetime.datetime(2200, 1, 1)


def _cells(dtype: str) -> Any:
    """The type of the cells of a column."""
    known = {"int64": Annotated[int, _INTEGER], TEXT: Annotated[str | None, _NO_NUL]}
    return known.get(dtype, float if dtype == "float64" else bool)


# -- series and indices ------------------------------------------------------------------------------------------------


def series(cls: Any, args: tuple[Any, ...]) -> Registered:
    return Registered(pd.Series, any_series(), either=tuple(map(_series_of, DTYPES)))


def _series_of(dtype: str) -> Registered:
    def take(value: Any) -> tuple[Any, ...] | None:
        repeated = repeats(value.index) if value.name is None and str(value.dtype) == dtype else None
        return None if repeated is None else (cells_of(value), repeated)

    return _recipe(
        pd.Series,
        {
            "items": list.__class_getitem__(_cells(dtype)),
            "repeated": Annotated[bool, where(lambda v, items: not v or len(items) > 1)],
        },
        take,
        lambda items, repeated: pd.Series(items, dtype=dtype, index=index_of(repeated, len(items))),
    )


def index(cls: Any, args: tuple[Any, ...]) -> Registered:
    return Registered(pd.Index, any_index(), either=tuple(map(_index_of, ("int64", TEXT))))


def _index_of(dtype: str) -> Registered:
    def take(value: Any) -> tuple[Any, ...] | None:
        return (cells_of(value),) if str(value.dtype) == dtype and value.name is None else None

    items = list.__class_getitem__(_cells(dtype))
    return _recipe(pd.Index, {"items": items}, take, lambda items: pd.Index(items, dtype=dtype))


# -- frames ------------------------------------------------------------------------------------------------------------


def frame(cls: Any, args: tuple[Any, ...]) -> Registered:
    ways = [_nothing(), *map(_with_one_column, DTYPES), *map(_with_all_columns, _LAYOUTS)]
    return Registered(pd.DataFrame, any_frame(), either=tuple(ways))


def _nothing() -> Registered:
    def take(value: Any) -> tuple[Any, ...] | None:
        return (0,) if value.shape == (0, 0) and repeats(value.index) is False else None

    return _recipe(pd.DataFrame, {"rows": Literal[0]}, take, lambda rows: pd.DataFrame())


def _with_one_column(dtype: str, texts: tuple[str, ...] = _NAMES) -> Registered:
    """Frames with one column, of any of some names."""
    return _frame_of(
        (dtype,),
        {"name": Literal[_names_among(texts) or _NAMES]},
        names_of=lambda name: [name],
        taken=lambda found: (*found,),
        renamed=partial(_with_one_column, dtype),
    )


def _names_among(texts: tuple[str, ...]) -> tuple[str, ...]:
    """The texts that may be names of columns."""
    return tuple(text for text in texts if text.replace(" ", "_").isidentifier())[:_MOST_NAMES]


def _with_all_columns(layout: tuple[str, ...], texts: tuple[str, ...] = _NAMES) -> Registered:
    """Frames with a column for each of some names, at least two, of dtypes that take turns."""
    names = _names_among(texts)
    own = list(dict.fromkeys([*names, *_NAMES]))[: max(2, len(names))]
    dtypes = tuple(islice(cycle(layout), len(own)))
    return _frame_of(
        dtypes,
        {},
        names_of=lambda: own,
        taken=lambda found: () if list(found) == own else None,
        renamed=partial(_with_all_columns, layout),
    )


def _frame_of(
    dtypes: tuple[str, ...],
    chosen: dict[str, Any],
    *,
    names_of: Callable[..., list[str]],
    taken: Callable[[list[Any]], tuple[Any, ...] | None],
    renamed: Callable[[tuple[str, ...]], Registered],
) -> Registered:
    """Frames with columns of some dtypes. What is `chosen` tells their names, by `names_of`, and back, by `taken`."""
    arguments: dict[str, Any] = {"rows": Literal[_ROWS]}
    filling = where(lambda v, rows: len(v) == rows)
    for place, dtype in enumerate(dtypes):
        arguments[f"column{place}"] = Annotated[list.__class_getitem__(_cells(dtype)), filling]
    repeating = Annotated[bool, where(lambda v, rows: not v or rows > 1)]

    def build(rows: int, *parts: Any) -> Any:
        columns, (*choices, repeated) = parts[: len(dtypes)], parts[len(dtypes) :]
        index = index_of(repeated, rows)
        named = zip(names_of(*choices), columns, dtypes, strict=True)
        return pd.DataFrame({name: pd.Series(column, dtype=dtype, index=index) for name, column, dtype in named})

    def take(value: Any) -> tuple[Any, ...] | None:
        names, repeated = list(value.columns), repeats(value.index)
        if repeated is None or tuple(map(str, value.dtypes)) != dtypes or len(set(names)) < len(dtypes):
            return None
        found = taken(names)
        return None if found is None else (len(value), *(cells_of(value[name]) for name in names), *found, repeated)

    return _recipe(pd.DataFrame, {**arguments, **chosen, "repeated": repeating}, take, build, renamed=renamed)


def _recipe(
    cls: Any,
    arguments: dict[str, Any],
    take: Callable[[Any], tuple[Any, ...] | None],
    build: Callable[..., Any],
    **details: Any,
) -> Registered:
    return recipe_of(
        cls,
        arguments,
        take,
        callee=("pandas", cls.__name__),
        call=cls,
        build=build,
        frozen=False,
        scalar=True,
        opaque=True,
        **details,
    )


# -- moments and durations ---------------------------------------------------------------------------------------------


def timestamp(cls: Any, args: tuple[Any, ...]) -> Registered:
    first, last = _CALENDAR
    moment = Annotated[datetime.datetime, where(lambda v: v.tzinfo is None and v.fold == 0 and first <= v <= last)]
    return _moment(cls, moment, lambda v: v.to_pydatetime(warn=False) if v.nanosecond == 0 and not v.fold else None)


def timedelta(cls: Any, args: tuple[Any, ...]) -> Registered:
    duration = Annotated[datetime.timedelta, where(lambda v: -_LONG <= v <= _LONG)]
    return _moment(cls, duration, lambda v: v.to_pytimedelta() if v.nanoseconds == 0 else None)


def _moment(cls: Any, made_of: Any, take: Callable[[Any], Any]) -> Registered:
    return recipe_of(
        cls,
        {"value": made_of},
        lambda value: (take(value),),
        callee=("pandas", cls.__name__),
        call=cls,
        kinds=(datetime.datetime, datetime.timedelta),
        scalar=True,
        opaque=True,
    )


_MAKERS = {
    pd.DataFrame: frame,
    pd.Series: series,
    pd.Index: index,
    pd.Timestamp: timestamp,
    pd.Timedelta: timedelta,
}


def maker_of(cls: Any) -> Callable[[Any, tuple[Any, ...]], Registered] | None:
    """What makes the recipe for a class; None if there is none."""
    return _MAKERS.get(cls)
