"""Type variables: what is free is not finite, a bound is kept, all constraints are tried, one type to a call."""

from __future__ import annotations

from typing import Any

import pytest

import functions_with_type_variables as functions
from refute import Scope, check, contract, inhabitants
from refute.campaign.report import Report
from refute.spaces.arguments import argument_lists
from refute.types.signatures import read_signature

SMALL = Scope(size=2)


def report(name: str, scope: Scope | None = SMALL, **options: Any) -> Report:
    function: Any = functions
    for part in name.split("."):
        function = getattr(function, part)
    owner = getattr(functions, name.partition(".")[0]) if "." in name else None
    return check(function, scope=scope, bound_to=owner, in_process=True, **options)


@pytest.mark.parametrize("name", ["far", "far_bound", "far_optional", "far_tuple", "far_box"])
def test_a_free_type_variable_is_not_a_finite_type(name: str) -> None:
    found = report(name, None, tests=300)
    assert found.status == "held"
    assert not found.claims.everything


def test_a_bound_with_few_values_is_exhausted() -> None:
    found = report("side", None, tests=300)
    assert (found.status, found.claims.everything, found.tests) == ("exhausted", True, 2)


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("no_text", "no_text(x='')"),
        ("no_fraction", "no_fraction(x=[0.0])"),
        ("text_alone", "text_alone(x=b'')"),
        ("text_for_all", "text_for_all(x=0)"),
        ("as_text", "as_text(x=0)"),
        ("Box.get_text", "Box.get_text(self=Box(0))"),
        ("Chain.its_length", "Chain.its_length(self=Chain(0))"),
    ],
)
def test_refuted_for_one_of_the_types_that_a_variable_stands_for(name: str, call: str) -> None:
    found = report(name)
    assert found.status == "refuted"
    assert found.findings[0].call == call


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "name",
    [
        "add",
        "add_pairs",
        "joined",
        "two_variables",
        "text_of_any",
        "rest",
        "below",
        "swapped",
        "nothing_said",
        "boxed_otherwise",
        "sorted_texts",
        "Box.get",
        "Chain.itself",
        "shelved",
        "textual",
        "taking_shelf",
        "applied",
        "identity",
    ],
)
def test_every_occurrence_of_a_variable_is_the_same_type_in_a_call(name: str) -> None:
    found = report(name)
    assert (found.status, [str(finding) for finding in found.findings]) == ("exhausted", [])
    assert found.tests > 0


@pytest.mark.parametrize("name", ["add", "joined", "two_variables", "add_pairs", "rest", "text_of_any"])
def test_all_constraints_are_tried_and_no_call_twice(name: str) -> None:
    signature = read_signature(getattr(functions, name))
    calls = list(argument_lists(signature, Scope(size=1)))
    assert len({repr(call) for call in calls}) == len(calls)
    kinds = {
        type(call[0].one if name == "add_pairs" else (call[0] or [None])[0] if name == "joined" else call[0])
        for call in calls
    }
    expected = {bytes, str} if name == "text_of_any" else {int, str, float}
    assert kinds - {type(None)} == expected


def test_the_message_names_the_type_that_a_variable_would_have_to_be() -> None:
    assert report("text_for_all").findings[0].explanation == "`N is str` is false: v = 'a', x = 0"


def test_values_of_a_constrained_variable_are_those_of_all_its_constraints() -> None:
    space = inhabitants(list[functions.P], Scope(size=1))  # type: ignore[name-defined]
    assert {type(item) for value in space for item in value} == {bool, bytes}


def test_a_contract_sees_to_it_on_real_calls() -> None:
    assert contract(functions.add)("a", "b") == "ab"
    with pytest.raises(AssertionError, match="N is str"):
        contract(functions.text_for_all)(0.5)


def test_a_contract_takes_anything_for_a_free_variable() -> None:
    assert contract(functions.far)("a") == "a"
    assert contract(functions.swapped)((None, "a")) == ("a", None)
    assert contract(functions.Box.get)(functions.Box("a")) == "a"
    assert contract(functions.boxed_otherwise)(functions.Box(None)) == functions.Box("None")
    assert contract(functions.applied)(str, None) == "None"
    assert contract(functions.identity)()("a") == "a"


def test_a_contract_keeps_to_bounds_and_constraints() -> None:
    with pytest.raises(AssertionError, match="expected int, got str 'a'"):
        contract(functions.far_bound)("a")  # type: ignore[type-var]
    with pytest.raises(AssertionError, match="the argument x of add"):
        contract(functions.add)(None, None)  # type: ignore[type-var]


@pytest.mark.parametrize(("name", "status"), [("apart", "refuted"), ("of_functions", "held"), ("together", "held")])
def test_constraints_that_are_left_out_are_told(name: str, status: str) -> None:
    found = report(name, Scope(size=1))
    assert found.status == status
    assert any("only the first constraint was tried" in warning for warning in found.warnings) == (status == "held")
