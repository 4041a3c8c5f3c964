"""Decorated functions: what only a decorator does is not what the annotation below it is about."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import decorated_functions as decorated
from checking import exception_when_pasted
from refute import AnnotationError, check
from refute.targets.subjects import find_functions
from sampling import some_of

ONLY = "checked without its decorators: only with them, "


def warned(report: Any) -> list[str]:
    return [warning for warning in report.warnings if warning.startswith("checked without")]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("function", "said"),
    [
        (decorated.shown, """shown(x=0) returned '{"x": 0}'"""),
        (decorated.added, "added(five=0, x=0) raised TypeError: added() takes 2 positional arguments but 3 were given"),
        (decorated.applied, "applied(f=f, x=0) returned '[0]'"),
        (decorated.Box.made, "Box.made(k=0) returned '[0]'"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_only_a_decorator_does_is_no_failure(function: Any, said: str) -> None:
    report = check(function, tests=50)
    assert report.ok
    assert report.tests == 50
    assert warned(report) == [ONLY + said]


@pytest.mark.slow
def test_what_fails_below_such_a_decorator_is_called_without_it() -> None:
    report = check(decorated.shown_below, tests=50)
    (finding,) = report.findings
    assert report.target == "shown_below"
    assert finding.call == "shown_below.__wrapped__.__wrapped__(x=3)"
    assert exception_when_pasted(finding) == "ZeroDivisionError"
    assert warned(report)


def test_a_method_below_such_a_decorator_is_called_without_it() -> None:
    (finding,) = check(decorated.Box.over, bound_to=decorated.Box, tests=50).findings
    assert finding.call == "Box.over.__wrapped__(self=Box(0), k=0)"
    assert exception_when_pasted(finding) == "ZeroDivisionError"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("function", "call"),
    [
        (decorated.wrong, "wrong(x=2)"),
        (decorated.divided, "divided(x=0, y=0)"),
        (decorated.cached, "cached(x=2)"),
        (decorated.of_a_list, "of_a_list(xs=[])"),
        (decorated.remembered, "remembered(x=3)"),
        (decorated.entered_twice, "entered_twice(x=0)"),
        pytest.param(decorated.ended, "ended(x=0)", marks=pytest.mark.slow),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_is_no_doing_of_a_decorator_is_a_failure(function: Any, call: str) -> None:
    report = check(function, tests=50)
    assert [finding.call for finding in report.findings] == [call]
    assert not warned(report)


@pytest.mark.parametrize(
    "function",
    some_of(
        [decorated.wrong, decorated.divided, decorated.cached, decorated.of_a_list, decorated.remembered],
        lambda function: function is decorated.cached,
    ),
)
def test_what_fails_with_decorators_fails_when_it_is_pasted(function: Any) -> None:
    (finding,) = check(function, tests=50).findings
    assert exception_when_pasted(finding)


@pytest.mark.parametrize("name", ["its_own", "of_itself"])
def test_decorators_without_end_are_told(name: str) -> None:
    (subject,) = find_functions(f"decorated_functions:{name}")
    with pytest.raises(AnnotationError, match=f"the decorators of {name} have no end"):
        check(subject.function)
    assert name in {subject.name for subject in find_functions("decorated_functions")}


@pytest.mark.slow
def test_a_property_is_one_without_its_decorator_too() -> None:
    (finding,) = check(decorated.prop_small, tests=50).findings
    assert finding.call == "prop_small.__wrapped__(x=2)"
    assert exception_when_pasted(finding) == "AssertionError"


def test_a_failure_that_needs_calls_before_is_not_put_down_to_a_decorator() -> None:
    report = check(decorated.third, tests=50)
    assert len(report.findings) == 1
    assert not warned(report)


@pytest.mark.parametrize("in_process", [False, True])
def test_a_failure_of_what_cannot_be_copied_stands(in_process: bool) -> None:
    (finding,) = check(decorated.of_what_cannot_be_copied, tests=50, in_process=in_process).findings
    assert finding.call == "of_what_cannot_be_copied(u=Unique(2))"


@pytest.mark.slow
def test_what_only_a_decorator_does_is_not_kept(tmp_path: Path) -> None:
    assert check(decorated.shown, tests=50, store=tmp_path).ok
    assert list(tmp_path.iterdir()) == []


def test_functions_that_decorators_made_objects_of_are_found() -> None:
    sys.path.insert(0, str(Path(__file__).parent))
    found = {subject.name: subject for subject in find_functions("decorated_functions")}
    assert {"cached", "remembered", "Box.twice", "Box.plus", "Box.over", "Box.made"} <= found.keys()
    assert "length" not in found
    places = [found[name].place for name in ("cached", "remembered", "Box.twice")]
    assert all(place is not None and place.file.endswith("decorated_functions.py") for place in places)
    assert check(found["Box.plus"].function, bound_to=decorated.Box, tests=50).ok
    assert check(found["Box.twice"].function, bound_to=decorated.Box, tests=50).ok
