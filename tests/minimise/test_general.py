"""Counterexamples with holes: what is said not to matter makes no difference."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from itertools import islice
from typing import Any

import generalised_functions as functions
import pytest

from refute import Scope, check
from refute.judge.findings import Finding, call_line
from refute.judge.trials import Trial
from refute.spaces.arguments import argument_lists
from refute.types.signatures import read_signature


def finding_of(function: Callable[..., Any]) -> Finding:
    (finding, *_) = check(function, scope=Scope(size=3), max_findings=1).findings
    return finding


def general_form(finding: Finding) -> tuple[str, str]:
    return finding.generalised, finding.generalised_in


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("function", "general"),
    [
        (functions.insert, "insert(n=0, tree=Branch(?1, 0, ?2))"),
        (functions.third, "third(xs=[], name=?1)"),
        (functions.second_key, "second_key(pairs={}, default=?1)"),
        (functions.priced, "priced(order=Order(?1, 0, ?2), price=0)"),
        (functions.by_colour, "by_colour(colour=Colour.RED, n=?1)"),
        (functions.by_identity, "by_identity(x=0, y=?1)"),
        (functions.through_c, "through_c(n=0, xs=?1)"),
    ],
)
def test_what_code_does_not_look_at_is_a_hole(function: Callable[..., Any], general: str) -> None:
    assert general_form(finding_of(function)) == (general, "")


def test_an_argument_that_makes_no_difference_in_a_scope_is_told_with_the_inputs_that_show_it() -> None:
    assert general_form(finding_of(functions.rescale)) == ("rescale(r1=?1, r2=0, s=?2)", "all 10 inputs to size 4")


def test_code_that_asks_for_the_type_of_a_value_is_given_no_holes() -> None:
    finding = finding_of(functions.by_type)
    assert finding.generalised == "by_type(x=0, y=?1)"
    assert finding.generalised_in.startswith("all ")


def test_a_look_that_is_hidden_by_the_code_is_a_look() -> None:
    assert finding_of(functions.swallowing).generalised == "swallowing(x=2, y=?1)"


def test_nothing_is_generalised_where_everything_matters() -> None:
    def exactly(x: int, y: int) -> int:
        assert (x, y) != (1, -1)
        return x

    assert general_form(finding_of(exactly)) == ("", "")


def test_what_is_changed_by_the_call_is_made_again_for_the_next() -> None:
    assert finding_of(functions.changing).generalised == "changing(xs=[?1], ys=[])"


@pytest.mark.sampled(8)
@pytest.mark.parametrize("function", functions.ALL)
def test_every_input_of_the_form_fails(function: Callable[..., Any]) -> None:
    finding = finding_of(function)
    if not finding.generalised:
        return
    signature = read_signature(function)
    trial, form = Trial(signature), finding.generalised
    inputs = islice(argument_lists(signature, Scope(size=3)), 2_000)
    verdicts = [trial(values, values) for values in inputs if is_of_form(form, call_line(signature, values))]
    assert len(verdicts) > 1
    assert None not in verdicts


def is_of_form(general: str, call: str) -> bool:
    """Whether a call has anything in the places of holes, and is the same elsewhere."""

    def matches(form: Any, other: Any) -> bool:
        if isinstance(form, ast.Name) and form.id.startswith("hole_"):
            return True
        if isinstance(form, list) and isinstance(other, list):
            return len(form) == len(other) and all(map(matches, form, other))
        if not isinstance(form, ast.AST):
            return bool(form == other)
        names = form._fields
        return type(form) is type(other) and all(matches(getattr(form, n), getattr(other, n)) for n in names)

    return matches(ast.parse(re.sub(r"\?(\d+)", r"hole_\1", general)), ast.parse(call))
