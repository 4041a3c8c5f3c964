"""However a predicate looks at a value that is not chosen yet, its values are those that generate and filter finds."""

from __future__ import annotations

import copy
import sys
from collections import Counter
from collections.abc import Callable
from typing import Annotated, Any

import observations_of_containers  # noqa: F401  # notes its predicates
import observations_of_lists  # noqa: F401  # notes its predicates
import observations_of_objects  # noqa: F401  # notes its predicates
import observations_of_sets  # noqa: F401  # notes its predicates
import pytest
from brute_force import BruteForce, fingerprint
from zoo_of_observations import OBSERVATIONS, READ

from refute import Scope, inhabitants, where


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", OBSERVATIONS)
def test_the_values_are_those_that_generate_and_filter_finds_each_at_its_index(name: str) -> None:
    check_values(*OBSERVATIONS[name])


@pytest.mark.parametrize("name", READ)
def test_so_are_those_of_predicates_that_are_read(name: str) -> None:
    check_values(*READ[name])


def check_values(tp: Any, predicate: Callable[[Any], bool], scope: Scope) -> None:
    everything = BruteForce(scope).values(tp, vars(sys.modules[predicate.__module__]))
    wanted = {fingerprint(v): size for v, size in everything if predicate(copy.deepcopy(v))}
    space = inhabitants(Annotated[tp, where(predicate)], scope)
    values = list(space)
    marks = [fingerprint(value) for value in values]
    assert Counter(marks) == Counter(wanted.keys())
    assert [wanted[mark] for mark in marks] == sorted(wanted.values())
    for place in range(0, len(values), 1 + len(values) // 40):
        assert space.index(values[place]) == place
