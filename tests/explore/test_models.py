"""Models: programs are run on them as well, and what is different is told with the shortest program that shows it."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import model_of_piles
import objects_and_models as objects
import pytest

from refute import Interface, TargetError, explore
from refute.campaign.report import Report
from refute.judge.findings import Finding

HERE = Path(__file__).parent
EXPLORED = HERE.parent.parent / "examples"
sys.path.insert(0, str(EXPLORED))
MODELLED = ("interval_map", "lru_cache", "ordered_dict", "ring_buffer", "text_buffer")


def programs(report: Report) -> list[list[str]]:
    return [[*one.definitions.splitlines(), one.call] for one in report.findings]


def only(report: Report) -> Finding:
    (finding,) = report.findings
    return finding


def test_what_a_class_returns_and_its_model_does_not_is_told() -> None:
    report = explore(objects.Stack, model=objects.RaisingModelStack, calls=5, in_process=True)
    assert ["stack = Stack()", *["stack.push(0)"] * 3, "len(stack)"] in programs(report)
    finding = next(one for one in report.findings if one.call == "len(stack)")
    assert (finding.outcome, finding.explanation) == ("returned 2", "the model returned 3")


def test_the_program_that_is_shown_fails_as_long_as_they_differ() -> None:
    report = explore(objects.Stack, model=objects.RaisingModelStack, calls=5, in_process=True)
    source = next(one.source for one in report.findings if one.call == "len(stack)")
    assert "assert len(stack) == 3" in source
    ran = subprocess.run([sys.executable, "-c", source], cwd=HERE, capture_output=True, text=True, check=False)
    assert ran.stderr.splitlines()[-1] == "AssertionError"


def test_an_exception_that_both_raise_is_what_is_meant() -> None:
    report = explore(objects.Stack, model=objects.RaisingModelStack, calls=3, in_process=True)
    assert report.ok


def test_different_exceptions_are_told() -> None:
    finding = only(explore(objects.Stack, model=objects.ModelStack, calls=3, in_process=True))
    assert finding.call == "stack.pop()"
    assert finding.outcome == "raised IndexError: pop from empty list"
    assert finding.explanation.startswith("the model raised ValueError")


def test_what_the_model_cannot_do_is_left_out_and_told() -> None:
    report = explore(objects.Stack, model=objects.RaisingModelStack, calls=3, in_process=True)
    told = [warning for warning in report.warnings if "left out" in warning]
    assert told == [
        "Stack.top is left out: the model cannot do it",
        "Stack.clear is left out: the model cannot do it",
    ]


def test_arguments_are_not_shared_and_iterators_are_compared_by_their_elements() -> None:
    assert explore(objects.Window, model=objects.ModelWindow, calls=4, in_process=True).ok
    finding = only(explore(objects.Window, model=objects.WrongModelWindow, calls=3, in_process=True))
    assert finding.call == "list(islice(window.each(), 200))"


@pytest.mark.parametrize("by", ["module", "hand"])
def test_functions_have_functions_beside_them_and_parts_of_results_parts(by: str) -> None:
    interface = Interface("piles")
    for name, *types in (
        ("empty", objects.Pile),
        ("put", int, objects.Pile, objects.Pile),
        ("split", objects.Pile, tuple[objects.Pile, objects.Pile]),
        ("total", objects.Pile, int),
    ):
        model = getattr(model_of_piles, name) if by == "hand" else None
        interface.function(getattr(objects, name), *types[:-1], returns=types[-1], model=model)
    interface.fresh(int, [1])
    model = None if by == "hand" else model_of_piles
    finding = only(explore(interface, model=model, calls=6, in_process=True))
    lines = [*finding.definitions.splitlines(), finding.call]
    assert lines[0] == "pile = empty()"
    assert sum("put(1," in line for line in lines) == 3
    assert lines[-1] == "total(pile_4)"
    assert finding.explanation == "the model returned 3"


def test_invariants_and_contracts_are_asked_of_what_has_a_model() -> None:
    module = import_module("explored.faulty.interval_map")
    model = import_module("explored.models.interval_map")
    report = explore(module, model=model, calls=3, in_process=True)
    assert any("is_canonical(self)" in finding.explanation for finding in report.findings)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", MODELLED)
def test_faults_of_the_examples_are_shown_by_their_models(name: str) -> None:
    model = import_module(f"explored.models.{name}")
    report = explore(import_module(f"explored.faulty.{name}"), model=model, seconds=600, max_findings=1)
    assert report.status == "refuted"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", MODELLED)
def test_right_examples_agree_with_their_models(name: str) -> None:
    model = import_module(f"explored.models.{name}")
    report = explore(import_module(f"explored.right.{name}"), model=model, calls=3)
    assert report.ok, report.as_text()


@pytest.mark.slow
def test_workers_that_are_fresh_interpreters_have_the_model_too() -> None:
    report = explore(objects.Stack, model=objects.RaisingModelStack, calls=5, workers="spawn")
    assert report.status == "refuted"


def test_a_model_that_fits_nothing_is_refused() -> None:
    with pytest.raises(TargetError, match=r"WrongModelWindow is a model of one class, and objects_and_models has \d"):
        explore(objects, model=objects.WrongModelWindow, calls=1, in_process=True)
    with pytest.raises(TargetError, match="nothing in json is called"):
        explore(objects.Stack, model=import_module("json"), calls=1, in_process=True)
