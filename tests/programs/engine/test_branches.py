"""Branches: the ways from a line to more than one other, and which of them calls take."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import branching_functions as functions
import pytest

from refute.judge.calls.code.called import with_inner
from refute.programs.engine.coverage.branches import Flow
from refute.programs.engine.coverage.lines import Coverage, functions_in

FILE = functions.__file__


def ways(function: Any) -> set[tuple[int, int]]:
    """The branches of a function, its `def` being line 0, and its end line 100."""
    code = function.__code__
    first = code.co_firstlineno
    return {(a - first, b - first if b > 0 else 100) for a, b in Flow(code).branches}


def test_a_condition_has_two_ways() -> None:
    assert ways(functions.sign) == {(1, 2), (1, 3), (3, 4), (3, 5)}


def test_a_condition_in_several_lines_is_one_branch() -> None:
    assert ways(functions.several_lines) == {(1, 5), (1, 6)}


def test_loops_have_a_way_in_and_a_way_out() -> None:
    assert ways(functions.looping) == {(2, 3), (2, 6), (3, 4), (3, 5), (6, 7), (6, 8)}


def test_an_exception_that_is_not_handled_leads_nowhere() -> None:
    assert ways(functions.handled) == {(3, 4), (3, 5)}


def test_cases_match_or_do_not() -> None:
    assert ways(functions.matched) == {(2, 3), (2, 4), (4, 5), (4, 6)}


def test_a_generator_ends_where_its_loop_does() -> None:
    assert ways(functions.counted) == {(1, 2), (1, 100)}


@pytest.mark.parametrize("name", ["textwrap", "heapq", "fractions", "colorsys", "typing", "statistics", "bisect"])
def test_branches_are_those_of_coverage_py(name: str) -> None:
    parser = pytest.importorskip("coverage.parser")
    path = Path(__import__(name).__file__ or "")
    source = path.read_text(encoding="utf-8")
    parsed = parser.PythonParser(text=source, filename=str(path))
    parsed.parse_source()
    exits: dict[int, set[int]] = {}
    for before, after in parsed.arcs():
        exits.setdefault(before, set()).add(after)
    theirs = {(a, b) for a, ends in exits.items() if a in parsed.statements and len(ends) > 1 for b in ends}
    code = compile(source, str(path), "exec")
    ours = {arc for one in with_inner(code) for arc in Flow(one).branches}
    assert len(ours ^ theirs) <= 2  # of handlers that coverage.py takes to be the last ones


def reached(call: Callable[[], Any], *, every: bool) -> set[str]:
    """The lines and branches that a call reaches, by where they are in their function."""
    coverage = Coverage([FILE], every=every)
    coverage.start()
    trace = coverage.tracer_for()
    before = sys.gettrace()
    if trace is not None:
        sys.settrace(trace)
    try:
        call()
    finally:
        if trace is not None:
            sys.settrace(before)
    places = coverage.new()
    found = set()
    for one in functions_in([FILE]):
        found |= {str(line - one.line) for line, place in zip(one.lines, one.places, strict=True) if place in places}
        for (a, b), place in zip(one.branches, one.branch_places, strict=True):
            if place in places:
                found.add(f"{a - one.line}-{b - one.line if b > 0 else 'end'}")
    return found


@pytest.fixture(params=[False, True], ids=["as calls are explored", "each call"])
def every(request: pytest.FixtureRequest) -> bool:
    if sys.gettrace() is not None:
        pytest.skip("somebody else traces")
    return bool(request.param)


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda: functions.sign(-1), {"1", "2", "1-2"}),
        (lambda: functions.sign(1), {"1", "3", "5", "1-3", "3-5"}),
        (lambda: functions.several_lines(True, False), {"1", "6", "1-6"}),
        (lambda: functions.several_lines(True, True), {"1", "5", "1-5"}),
        (lambda: functions.looping(0), {"1", "2", "6", "8", "2-6", "6-8"}),
        (lambda: functions.handled("b"), {"1", "2", "3", "5", "6", "3-5"}),
        (lambda: functions.matched("b"), {"1", "2", "4", "5", "2-4", "4-5"}),
        (lambda: list(functions.counted(1)), {"1", "2", "3", "1-2", "1-end"}),
    ],
)
def test_calls_reach_lines_and_take_branches(call: Callable[[], Any], expected: set[str], every: bool) -> None:
    assert reached(call, every=every) == expected


def test_what_each_call_reaches_is_known_where_each_is_traced() -> None:
    if sys.gettrace() is not None:
        pytest.skip("somebody else traces")
    coverage = Coverage([FILE], every=True)
    seen = []
    for n in (-1, -2, 3):
        sys.settrace(coverage.tracer_for())
        functions.sign(n)
        sys.settrace(None)
        seen.append((len(coverage.of_call), len(coverage.new())))
    assert seen == [(3, 3), (3, 0), (5, 4)]


def test_a_source_that_is_gone_has_lines_as_they_are(tmp_path: Path) -> None:
    namespace: dict[str, Any] = {}
    code = textwrap.dedent(
        """
        def f(a, b):
            if (a
                and b):
                return 1
            return 2
        """
    )
    exec(compile(code, str(tmp_path / "gone.py"), "exec"), namespace)
    assert len(Flow(namespace["f"].__code__).branches) > 2
