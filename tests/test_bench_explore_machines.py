"""The machines that Hypothesis is given in the benchmarks: they find the faults of the classics, and nothing else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("hypothesis")
sys.path.insert(0, str(Path(__file__).parent.parent / "bench"))

from explore_machines import CLASSICS, found
from hypothesis.configuration import set_hypothesis_home_dir

from explored_programs import CALLS
from sampling import some_of

QUICK = ("sorted_list", "avl_remove", "bank_account", "token_bucket", "linked_list")


@pytest.fixture(autouse=True, scope="module")
def _nothing_is_kept_in_the_repository(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    set_hypothesis_home_dir(tmp_path_factory.mktemp("hypothesis"))
    yield
    set_hypothesis_home_dir(None)


def test_there_is_a_machine_for_every_classic() -> None:
    assert set(CLASSICS) == set(CALLS)


@pytest.mark.parametrize("name", some_of(CLASSICS, QUICK.__contains__))
def test_a_machine_finds_the_fault_and_no_program_has_fewer_calls_than_the_shortest_one(name: str) -> None:
    result = found(name, 60, 1)
    assert result.found
    assert result.calls >= CALLS[name]


@pytest.mark.parametrize("name", some_of(CLASSICS, QUICK.__contains__))
def test_a_machine_finds_nothing_in_the_right_module(name: str) -> None:
    assert not found(name, 0.2, 1, right=True).found


def test_nothing_is_found_where_there_is_no_time() -> None:
    result = found("sorted_list", 0, 1)
    assert (result.found, result.calls) == (False, 0)
