"""Checks of functions of frames and series."""

from __future__ import annotations

import pytest

pytest.importorskip("pandas")

import frame_functions
from refute import Report, Scope, check
from refute.spaces.arguments import argument_lists
from refute.store.writing import text_of
from refute.types.signatures import read_signature

FAILURES = {
    "first": "first(df=pd.DataFrame({'x': pd.Series([], dtype='int64')})) "
    "raised IndexError: single positional indexer is out-of-bounds",
    "at_zero": "at_zero(s=pd.Series([], dtype='int64')) raised KeyError: 0",
    "total": "total(df=pd.DataFrame({'price': [-1]})) returned -1",
    "cleans": "cleans(df=pd.DataFrame({'a': [0, 0]}, index=[0, 0])) returned pd.DataFrame({'a': [0, 0]}, index=[0, 0])",
    "marks": "marks(df=pd.DataFrame()) returned pd.DataFrame({'new': pd.Series([], dtype='int64')})",
    "sums": "sums(df=pd.DataFrame()) returned pd.Series([], dtype='float64')",
    "misspells": "misspells(df=pd.DataFrame()) raised AttributeError: 'DataFrame' object has no attribute 'sortvalues'",
    "later": "later(t=pd.Timestamp(datetime.datetime(2000, 1, 1, 0, 0)), "
    "d=pd.Timedelta(datetime.timedelta(days=-1))) returned pd.Timestamp(datetime.datetime(1999, 12, 31, 0, 0))",
}
HOLDING = ["worth", "attributes", "shares", "copies", "sorts"]


def checked(name: str) -> Report:
    size = 2 if name == "cleans" else 1
    scope = Scope(size=size, ints=(0, 0), landmarks=False) if name == "cleans" else Scope(size=size)
    return check(getattr(frame_functions, name), scope=scope, in_process=True)


@pytest.mark.parametrize("name", FAILURES)
def test_what_is_wrong_is_told_by_frames_that_can_be_pasted(name: str) -> None:
    finding = checked(name).findings[0]
    assert f"{finding.call} {finding.outcome}" == FAILURES[name]


@pytest.mark.parametrize("name", HOLDING)
def test_what_is_right_holds(name: str) -> None:
    report = checked(name)
    assert not report.findings
    assert report.claims.returned


@pytest.mark.parametrize("name", [*FAILURES, *HOLDING])
def test_frames_are_kept_as_text_and_read_again(name: str) -> None:
    signature = read_signature(getattr(frame_functions, name))
    space = argument_lists(signature, Scope(size=1))
    for values in [*space[:6], *space[-6:]]:
        assert text_of(signature, None, values)
