"""The classics: the fault of each is found with the shortest program, and nothing in the right version."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))

from explored_programs import CALLS
from refute import Interface, explore
from refute.campaign.report import Report
from sampling import some_of

LONG = ("avl_union", "ring_buffer")  # tens of thousands of calls


def explored(version: str, name: str, **settings: float) -> Report:
    try:
        model: Any = import_module(f"explored.models.{name}")
    except ModuleNotFoundError:
        model = None
    return explore(import_module(f"explored.{version}.{name}"), model=model, max_findings=1, **settings)


@pytest.mark.sampled(11)
@pytest.mark.parametrize("name", some_of(CALLS, lambda name: name not in LONG))
def test_a_fault_is_found_with_the_shortest_program(name: str) -> None:
    (finding,) = explored("faulty", name, seconds=600).findings
    assert finding.size == CALLS[name]


@pytest.mark.sampled(7)
@pytest.mark.parametrize("name", CALLS)
def test_nothing_is_found_in_the_right_version(name: str) -> None:
    report = explored("right", name, calls=3)
    assert report.status == "exhausted", report.as_text()


@pytest.mark.slow
@pytest.mark.parametrize(("version", "count"), [("faulty", 1), ("right", 0)])
def test_three_functions_are_enough_for_the_fault_of_joining(version: str, count: int) -> None:
    module: Any = import_module(f"explored.{version}.avl_union")
    interface = Interface("sets")
    for function in (module.empty, module.add, module.union):
        interface.function(function)
    report = explore(interface, seconds=600 if count else 20, max_findings=1)
    assert [finding.size for finding in report.findings] == [10] * count
