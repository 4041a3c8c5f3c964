"""The typed lambda calculus of the benchmarks: its faults, and that each of them breaks what the bench says it does."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "bench"))

from bugs.workloads import NO_FAULT, imported, workload

from refute import Report, Scope, check

LAMBDAS = workload("lambda_calculus")
TASKS = [(fault, prop) for fault, properties in LAMBDAS.tasks.items() for prop in properties]
SMALLEST = {  # terms that show a fault have so many nodes
    "shift_never": 5,
    "shift_always": 5,
    "shift_off_by_one": 7,
    "shift_keeps_cutoff": 5,
    "substitute_every": 6,
    "substitute_none": 4,
    "substitute_unshifted": 7,
    "substitute_keeps_index": 6,
    "apply_unshifted": 5,
    "apply_not_shifted_back": 5,
}


@pytest.fixture(autouse=True)
def _directories_of_copies_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))


def properties_with(fault: str, directory: Path) -> ModuleType:
    return imported("lambda_calculus", fault, directory)


def checked(fault: str, prop: str, directory: Path, size: int) -> Report:
    return check(
        getattr(properties_with(fault, directory), prop), scope=Scope(size=size), in_process=True, max_findings=1
    )


def test_every_fault_is_a_task_with_properties_that_there_are() -> None:
    assert list(LAMBDAS.tasks) == [fault.name for fault in LAMBDAS.faults]
    assert {prop for _, prop in TASKS} == set(LAMBDAS.properties)


@pytest.mark.parametrize("fault", LAMBDAS.faults, ids=lambda fault: fault.name)
def test_a_fault_changes_one_place_of_one_function(fault: object) -> None:
    program = (LAMBDAS.directory / "program.py").read_text()
    changed = next(one for one in LAMBDAS.faults if one is fault).applied(program)
    assert changed != program
    compile(changed, "program.py", "exec")


@pytest.mark.parametrize("prop", LAMBDAS.properties)
def test_reduction_without_fault_keeps_types(prop: str, tmp_path: Path) -> None:
    report = checked(NO_FAULT, prop, tmp_path, 6)
    assert report.status == "exhausted"
    assert report.tests == 367


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "prop"), TASKS)
def test_a_fault_is_found_by_a_small_term(fault: str, prop: str, tmp_path: Path) -> None:
    report = checked(fault, prop, tmp_path, SMALLEST[fault])
    assert [(finding.kind, finding.size) for finding in report.findings] == [("violation", SMALLEST[fault])]


def test_terms_drawn_by_hand_are_well_typed(tmp_path: Path) -> None:
    hypothesis = pytest.importorskip("hypothesis")
    properties = properties_with(NO_FAULT, tmp_path)
    drawn = importlib.import_module("strategies").bespoke(properties.one_step_keeps_type)
    types = []

    @hypothesis.settings(max_examples=20, database=None, deadline=None)
    @hypothesis.given(**drawn)
    def draw(t: object) -> None:
        types.append(properties.type_of(t, ()))

    draw()
    assert len(types) >= 20
    assert None not in types
