"""Any series, index or frame of pandas: its text, and its parts, of which smaller ones are made.

pd.Series([0.5], dtype='float64')      pd.DataFrame({'a': [0, 1]}, index=[0, 0])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pandas as pd

from refute.types.data.description import Description
from refute.types.data.recipes.registered import recipe_of

TEXT = "str" if int(pd.__version__.partition(".")[0]) >= 3 else "object"
DTYPES = ("int64", "float64", TEXT, "bool")
_PLAIN = (bool, int, float, str, type(None))


def cells_of(column: Any) -> list[Any] | None:
    """The cells of a column, None where a text is missing; None for a dtype that is not built."""
    if str(column.dtype) not in DTYPES:
        return None
    items: list[Any] = column.tolist()
    return [None if type(item) is float else item for item in items] if str(column.dtype) == TEXT else items


def repeats(index: Any) -> bool | None:
    """Whether all rows have the label 0, or 0, 1, 2, …; None for other labels, which are not built."""
    if type(index) is pd.RangeIndex and (index.start, index.step) == (0, 1):
        return False
    is_repeated = len(index) > 1 and index.dtype == "int64" and set(index.tolist()) == {0}
    return True if type(index) is pd.Index and is_repeated and index.name is None else None


def index_of(repeated: bool, rows: int) -> Any:
    return pd.Index([0] * rows, dtype="int64") if repeated else pd.RangeIndex(rows)


# -- parts -------------------------------------------------------------------------------------------------------------


def any_series() -> Description:
    def take(value: Any) -> tuple[Any, ...] | None:
        cells, repeated = cells_of(value), repeats(value.index)
        return None if cells is None or repeated is None else (cells, value.dtype, repeated)

    def build(cells: list[Any], dtype: Any, repeated: bool) -> Any:
        return pd.Series(cells, dtype=dtype, index=index_of(repeated, len(cells)))

    return _written(pd.Series, ("cells", "dtype", "repeated"), take, build, _series_text)


def any_index() -> Description:
    def take(value: Any) -> tuple[Any, ...] | None:
        cells = cells_of(value)
        return None if cells is None else (cells, value.dtype)

    def build(cells: list[Any], dtype: Any) -> Any:
        return pd.Index(cells, dtype=dtype)

    return _written(pd.Index, ("cells", "dtype"), take, build, _index_text)


def any_frame() -> Description:
    """By its rows, so that a smaller one has fewer."""

    def take(value: Any) -> tuple[Any, ...] | None:
        columns = [cells_of(value.iloc[:, place]) for place in range(value.shape[1])]
        repeated = repeats(value.index)
        if repeated is None or any(column is None for column in columns) or not columns:
            return None
        rows = list(map(list, zip(*[column or [] for column in columns], strict=True)))
        return list(value.columns), list(value.dtypes), rows, repeated

    def build(names: list[Any], dtypes: list[Any], rows: list[list[Any]], repeated: bool) -> Any:
        index = index_of(repeated, len(rows))
        columns = zip(*rows, strict=True) if rows else ([] for _ in names)
        each = zip(names, columns, dtypes, strict=True)
        return pd.DataFrame({name: pd.Series(list(cells), dtype=dtype, index=index) for name, cells, dtype in each})

    return _written(pd.DataFrame, ("names", "dtypes", "rows", "repeated"), take, build, _frame_text)


def _written(
    cls: Any,
    arguments: Sequence[str],
    take: Callable[[Any], tuple[Any, ...] | None],
    build: Callable[..., Any],
    text: Callable[[Any], str | None],
) -> Description:
    found = recipe_of(
        cls,
        dict.fromkeys(arguments, Any),
        lambda value: None if text(value) is None else take(value),
        callee=("pandas", cls.__name__),
        call=cls,
        build=build,
        frozen=False,
        text=text,
        opaque=True,
        also={"pandas.Series": pd.Series, "pandas.Index": pd.Index},
    )
    assert found.description is not None
    return found.description


# -- texts -------------------------------------------------------------------------------------------------------------


def _series_text(value: Any) -> str | None:
    items = value.tolist()
    if not _is_told(pd.Series(items, dtype=value.dtype, index=_labels_written(value.index)), value, items):
        return None
    return _dtyped(items, value.dtype, value.index)


def _index_text(value: Any) -> str | None:
    items = value.tolist()
    again = pd.Index(items, dtype=value.dtype)
    return f"pd.Index({_list(items)}, dtype={str(value.dtype)!r})" if _is_told(again, value, items) else None


def _frame_text(value: Any) -> str | None:
    names, labels = list(value.columns), _labels_written(value.index)
    columns = {name: value.iloc[:, place].tolist() for place, name in enumerate(names)}
    every = [*names, *(cell for column in columns.values() for cell in column)]
    if _is_told(pd.DataFrame(columns, index=labels), value, every):
        return _frame({name: _list(column) for name, column in columns.items()}, value.index)
    dtyped = {name: pd.Series(columns[name], dtype=value[name].dtype) for name in columns}
    if labels is not None or not _is_told(pd.DataFrame(dtyped), value, every):
        return None
    return _frame({name: _dtyped(columns[name], column.dtype, column.index) for name, column in dtyped.items()}, None)


def _is_told(again: Any, value: Any, items: Sequence[Any]) -> bool:
    """Whether what a text makes is the same, and it has plain cells only."""
    is_frame = isinstance(value, pd.DataFrame)  # its `name` would be a column
    if not all(type(item) in _PLAIN for item in items) or (not is_frame and value.name is not None):
        return False
    same_index = isinstance(value, pd.Index) or (
        type(again.index) is type(value.index) and again.index.equals(value.index) and value.index.name is None
    )
    same_columns = not is_frame or (
        type(again.columns) is type(value.columns)
        and value.columns.name is None
        and list(map(str, again.dtypes)) == list(map(str, value.dtypes))
    )
    return type(again) is type(value) and same_index and same_columns and bool(again.equals(value))


def _frame(columns: Mapping[Any, str], index: Any) -> str:
    inside = ", ".join(f"{name!r}: {column}" for name, column in columns.items())
    labels = "" if index is None else _labels_text(index)
    return f"pd.DataFrame({', '.join(filter(None, ['{' + inside + '}' if inside else '', labels]))})"


def _dtyped(items: Sequence[Any], dtype: Any, index: Any) -> str:
    return f"pd.Series({', '.join(filter(None, [_list(items), f'dtype={str(dtype)!r}', _labels_text(index)]))})"


def _labels_text(index: Any) -> str:
    labels = _labels_written(index)
    return "" if labels is None else f"index={_list(labels)}"


def _labels_written(index: Any) -> list[Any] | None:
    return None if repeats(index) is False else index.tolist()


def _list(items: Sequence[Any]) -> str:
    return f"[{', '.join(map(_cell, items))}]"


def _cell(item: Any) -> str:
    if type(item) is float and (item != item or item in (float("inf"), float("-inf"))):
        return f"float({str(item)!r})"
    return repr(item)
