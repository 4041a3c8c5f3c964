"""Landmarks: constants that refinements compare a scalar with, however they are written."""

from __future__ import annotations

import datetime
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any

import pytest

from refute import where
from refute.types.model import Atom, Refined
from refute.types.reading.annotations import Reader
from refute.types.reading.context import Context


def marks(annotation: Any) -> set[Any]:
    tp = Reader().read_whole(annotation, Context("the type", globals()))
    assert isinstance(tp, Refined)
    assert isinstance(tp.base, Atom)
    return {mark.value for mark in tp.base.marks}


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        (Annotated[int, where(lambda v: v < 7)], {7}),
        (Annotated[int, where(lambda v: v > 10**9)], {10**9}),
        (Annotated[int, where(lambda v: -(10**12) < v < 2**31 - 1)], {-(10**12), 2**31 - 1}),
        (Annotated[int, where(lambda v: v < 1 << 16)], {1 << 16}),
        (Annotated[datetime.date, where(lambda d: d > datetime.date(2050, 5, 17))], {datetime.date(2050, 5, 17)}),
        (Annotated[Decimal, where(lambda d: d < Decimal("9.99"))], {Decimal("9.99")}),
        (Annotated[Fraction, where(lambda f: f != Fraction(1, 3))], {Fraction(1, 3)}),
        (Annotated[str, where(lambda s: len(s) == 12)], set()),
    ],
    ids=lambda value: "" if isinstance(value, set) else str(value),
)
def test_a_constant_is_a_landmark_however_it_is_written(annotation: Any, expected: set[Any]) -> None:
    assert marks(annotation) == expected
