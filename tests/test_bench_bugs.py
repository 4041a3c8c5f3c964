"""The planted faults of the benchmarks: each can be told from the correct program, which breaks no promise."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "bench"))

from bugs.workloads import NO_FAULT, Workload, imported, workloads

from refute import Scope, check
from sampling import some_of

WORKLOADS = workloads()
FAULTY = [(workload, fault) for workload in WORKLOADS for fault in workload.faults]
SOME = {workload.faults[place].name for workload in WORKLOADS for place in range(0, len(workload.faults), 4)}


def named(given: Any) -> str:
    return str(given.name)


@pytest.fixture(autouse=True)
def _directories_of_copies_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("workload", "fault"), some_of(FAULTY, lambda case: case[1].name in SOME), ids=named)
def test_a_fault_is_found_by_a_property_that_is_said_to_find_it(workload: Workload, fault: Any, tmp_path: Path) -> None:
    properties = imported(workload.name, fault.name, tmp_path)
    prop = getattr(properties, workload.tasks[fault.name][0])
    assert check(prop, in_process=True, max_findings=1, budget=600.0).findings


@pytest.mark.parametrize("workload", WORKLOADS, ids=named)
def test_a_correct_program_keeps_all_its_promises(workload: Workload, tmp_path: Path) -> None:
    properties = imported(workload.name, NO_FAULT, tmp_path)
    for name in workload.properties:
        assert check(getattr(properties, name), scope=Scope(size=2), in_process=True).status == "exhausted", name


@pytest.mark.parametrize("workload", WORKLOADS, ids=named)
def test_every_fault_has_tasks_and_every_task_a_property(workload: Workload) -> None:
    assert list(workload.tasks) == [fault.name for fault in workload.faults]
    assert all(set(names) <= set(workload.properties) for names in workload.tasks.values())
    assert all(workload.tasks.values())


@pytest.mark.parametrize(("workload", "fault"), FAULTY, ids=named)
def test_a_fault_changes_one_place_of_one_function(workload: Workload, fault: Any) -> None:
    program = (workload.directory / "program.py").read_text()
    before, after = program.splitlines(), fault.applied(program).splitlines()
    same = next(at for at, (old, new) in enumerate(zip(before, after, strict=False)) if old != new)
    function = max(at for at, line in enumerate(before[: same + 1]) if line.startswith("def "))
    assert before[function].startswith(f"def {fault.function}(")
