"""Series, frames and moments of pandas: the laws of spaces, against brute force over cells and layouts."""

from __future__ import annotations

from itertools import product
from typing import Annotated, Any

import pytest

from refute import Scope, inhabitants, where
from refute.types.membership import inhabits
from refute.types.reading.annotations import Reader
from refute.types.reading.context import Context
from refute.types.spelling import Speller, spelled

pd = pytest.importorskip("pandas")
TYPES: list[Any] = [
    pd.Timestamp,
    pd.Timedelta,
    pd.Index,
    pd.Series,
    pd.DataFrame,
    pd.DataFrame | None,
    Annotated[pd.DataFrame, where(lambda df: "price" in df.columns)],
    Annotated[pd.Series, where(lambda s: s.notna().all() and not s.index.has_duplicates)],
]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("annotation", TYPES, ids=str)
def test_values_are_distinct_counted_indexed_and_members(annotation: Any) -> None:
    tp = Reader().read_whole(annotation, Context())
    for scope in (Scope(size=0), Scope(size=2, ints=(0, 1), landmarks=False)):
        space = inhabitants(annotation, scope)
        listed = [*space[:60], *(space[-20:] if space.count > 80 else [])]
        assert len({spelled(value) for value in listed}) == len(listed)
        for value in listed:
            assert spelled(space[space.index(value)]) == spelled(value)
            assert inhabits(tp, value)


@pytest.mark.parametrize("annotation", TYPES, ids=str)
def test_the_text_of_a_value_makes_it_again(annotation: Any) -> None:
    speller = Speller()
    space = inhabitants(annotation, Scope(size=1))
    values = [*space[:20], *space[-20:]]
    texts = [speller.spell(value) for value in values]
    assert speller.complete
    names: dict[str, Any] = {}
    for statement in speller.imports:
        exec(statement, names)
    for text, value in zip(texts, values, strict=True):
        again = eval(text, names)
        assert type(again) is type(value)
        assert spelled(again) == text
        assert not hasattr(value, "dtypes") or str(again.dtypes) == str(value.dtypes)


def test_as_many_series_as_brute_force_finds() -> None:
    scope = Scope(size=2, ints=(0, 1), landmarks=False)
    cells = {"int64": 2, "float64": 3, "text": 1 + 7, "bool": 2}  # 0, 1; 0, 0.5, 1; None and up to two letters
    brute = sum(number**length * (2 if length > 1 else 1) for number in cells.values() for length in range(3))
    assert inhabitants(pd.Series, scope).count == brute


def test_frames_have_no_column_one_or_two() -> None:
    scope = Scope(size=2, ints=(0, 1), landmarks=False)
    found: dict[Any, set[str]] = {}
    for value in inhabitants(pd.DataFrame, scope):
        found.setdefault((tuple(value.columns), len(value)), set()).add(spelled(value))
    assert {key for key, _ in found} == {(), ("a",), ("b",), ("a", "b")}
    ones = {
        spelled(pd.DataFrame({"a": list(cells)}, index=index))
        for cells in product([0, 1], repeat=2)
        for index in (None, [0, 0])
    }
    assert ones <= found[("a",), 2]


def test_the_columns_that_a_refinement_names_are_built() -> None:
    both = where(lambda df: {"price", "count"} <= set(df.columns))
    frames = list(inhabitants(Annotated[pd.DataFrame, both], Scope(size=0)))
    assert frames
    assert {frozenset(frame.columns) for frame in frames} == {frozenset({"price", "count"})}


def test_missing_values_and_repeated_labels_are_among_them() -> None:
    series = list(inhabitants(pd.Series, Scope(size=2)))
    assert any(one.isna().any() and str(one.dtype) == "float64" for one in series)
    assert any(one.isna().any() and str(one.dtype) != "float64" for one in series)
    assert any(one.index.has_duplicates for one in series)


def test_other_frames_are_no_members_and_are_not_spelled() -> None:
    space = inhabitants(pd.DataFrame, Scope(size=2))
    others = [
        pd.DataFrame({"z": [0]}),
        pd.DataFrame({"a": [0]}, index=[7]),
        pd.DataFrame({"a": pd.Series([0], dtype="int8")}),
        pd.DataFrame([[0, 1]], columns=["a", "a"]),
    ]
    assert not any(other in space for other in others)
    speller = Speller()
    speller.spell(pd.DataFrame({"a": [object()]}))
    assert not speller.complete


@pytest.mark.parametrize("name", ["name", "index", "columns", "dtype", "shape"])
def test_a_column_may_have_the_name_of_an_attribute(name: str) -> None:
    speller = Speller()
    assert speller.spell(pd.DataFrame({name: [0, 1]})) == f"pd.DataFrame({{'{name}': [0, 1]}})"
    assert speller.complete
