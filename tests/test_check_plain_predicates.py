"""`check` with plain predicates finds what it finds with measures, in the same inputs."""

from __future__ import annotations

import pytest

import marked_avl_trees as marked
import plain_avl_trees as plain
from command_line import refute
from refute import Report, Scope, check


@pytest.mark.parametrize("size", [3, 4])
def test_the_inputs_are_those_of_the_twin_with_measures(size: int) -> None:
    scope = Scope(size=size, ints=(0, size))
    found, twin = (check(of.delete_min_and_balance, scope=scope) for of in (plain, marked))
    assert (found.status, found.tests) == (twin.status, twin.tests) == ("exhausted", {3: 20, 4: 55}[size])


def calls(report: Report) -> list[str]:
    return [finding.call for finding in report.findings]


def test_a_deletion_that_forgets_to_balance_is_refuted_like_the_twin_with_measures() -> None:
    found, twin = (check(of.delete_min, scope=Scope(size=4, ints=(0, 4))) for of in (plain, marked))
    assert found.status == "refuted"
    assert calls(found) == calls(twin)


def test_what_is_read_as_a_measure_is_told_with_its_place() -> None:
    done = refute("check", "plain_avl_trees.py:delete_min_and_balance", "--size", "2", "-v")
    said = " ".join(done.stdout.split())
    line = plain.is_avl.__code__.co_firstlineno
    assert said.count(f"as a measure is_avl plain_avl_trees.py:{line}") == 1
