"""Needed narrowing: the laws of spaces for predicates that can only be run, and how often they are run."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest
import zoo_of_predicates
from brute_force import BruteForce, fingerprint
from zoo_of_predicates import PREDICATES

from refute.spaces.inhabitants import inhabitants
from refute.spaces.scope import Scope
from refute.spaces.space import Space

ENTRIES = [(name, scope) for name, (_, scopes) in PREDICATES.items() for scope in scopes]
every_entry = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry[0]}, {entry[1]}")
Entry = tuple[str, Scope]


@cache
def space(entry: Entry) -> Space[Any]:
    name, scope = entry
    return inhabitants(PREDICATES[name][0], scope)


@cache
def filtered(entry: Entry) -> dict[Any, int]:
    """What generate and filter finds, with its sizes."""
    name, scope = entry
    return {fingerprint(v): size for v, size in BruteForce(scope).values(PREDICATES[name][0], vars(zoo_of_predicates))}


@every_entry
def test_the_values_are_those_that_generate_and_filter_finds(entry: Entry) -> None:
    marks = [fingerprint(value) for value in space(entry)]
    assert len(marks) == space(entry).count > 0
    assert len(set(marks)) == len(marks)
    assert set(marks) == set(filtered(entry))


@every_entry
def test_sizes_are_counted_and_never_decrease(entry: Entry) -> None:
    sizes = [filtered(entry)[fingerprint(value)] for value in space(entry)]
    assert sizes == sorted(sizes)
    assert dict(space(entry).tiers) == Counter(sizes)


@every_entry
def test_each_value_is_at_its_index(entry: Entry) -> None:
    values = list(space(entry))
    for place in range(0, len(values), 1 + len(values) // 150):
        assert fingerprint(space(entry)[place]) == fingerprint(values[place])
        assert space(entry).index(values[place]) == place


@every_entry
def test_samples_are_members_and_shards_make_up_the_whole(entry: Entry) -> None:
    marks = [fingerprint(value) for value in space(entry)]
    assert {fingerprint(value) for value in space(entry).sample(100, seed=3)} <= set(marks)
    assert [fingerprint(value) for shard in space(entry).shards(3) for value in shard] == marks
