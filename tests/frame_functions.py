"""Functions of frames and series."""

from __future__ import annotations

from typing import Annotated

import pandas as pd

from refute import where

Prices = Annotated[pd.DataFrame, where(lambda df: "price" in df.columns and df["price"].dtype == "int64")]


def first(df: pd.DataFrame) -> int:
    return int(df["x"].iloc[0])


def at_zero(s: pd.Series) -> object:
    return s[0]


def total(df: Prices) -> Annotated[int, where(lambda v: v >= 0)]:
    return int(df["price"].sum())


def cleans(df: pd.DataFrame) -> Annotated[pd.DataFrame, where(lambda v: not v.index.has_duplicates)]:
    return df.dropna()


def marks(df: pd.DataFrame) -> Annotated[pd.DataFrame, where(lambda v, df: list(v.columns) == list(df.columns))]:
    df["new"] = 1
    return df


def sums(df: pd.DataFrame) -> pd.DataFrame:
    return df.sum()


def misspells(df: pd.DataFrame) -> pd.DataFrame:
    return df.sortvalues("a")


def later(t: pd.Timestamp, d: pd.Timedelta) -> Annotated[pd.Timestamp, where(lambda v, t: v >= t)]:
    return t + d


# -- that hold ---------------------------------------------------------------------------------------------------------


def worth(df: pd.DataFrame) -> pd.Series:
    return df["price"] * df["count"]  # which columns there are, the annotation cannot say


def attributes(df: pd.DataFrame) -> list[str]:
    if df.empty:
        return []
    return [str(item) for item in df.price]  # a column, as long as it is not called


def shares(s: pd.Series) -> pd.Series:
    return s / s.sum()  # nor of what a series is


def copies(df: pd.DataFrame) -> Annotated[pd.DataFrame, where(lambda v, df: v.equals(df))]:
    return df.copy()


def sorts(s: Annotated[pd.Series, where(lambda s: s.dtype == "int64")]) -> pd.Series:
    assert str(s.dtype) == "int64"
    return s.sort_values()
