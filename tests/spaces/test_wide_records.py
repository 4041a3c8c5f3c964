"""All ways into a space agree where it is too large to be listed: many fields, optional keys, counts past 2**64."""

from __future__ import annotations

from functools import cache
from itertools import accumulate, islice
from random import Random
from typing import Any, Literal, NotRequired, TypedDict

import pytest
import zoo_of_records
from brute_force import fingerprint
from zoo_of_records import RECORDS, Flags, Optional30

from refute.spaces.inhabitants import inhabitants, inhabitants_in
from refute.spaces.scope import Scope
from refute.spaces.space import Shard, Space
from refute.types.reading.context import Context

# Lists are made by thousands of values, whose hundreds of thousands of parts take seconds.
LARGE = (
    "four trees, alike in height",
    "two records of 64 flags",
    "lists of 64 flags",
    "sets of 64 flags",
    "sets of enumerations",
)
every_entry = pytest.mark.parametrize(
    ("name", "scope"),
    [
        pytest.param(name, scope, marks=[pytest.mark.slow] * (name in LARGE or place > 0))
        for name, (_, scopes) in RECORDS.items()
        for place, scope in enumerate(scopes)
    ],
    ids=str,
)
few_or_many_places = pytest.mark.parametrize("most", [1, pytest.param(12, marks=pytest.mark.slow)])


@cache
def space_of(name: str, scope: Scope) -> Space[Any]:
    return inhabitants_in(Context("the type", vars(zoo_of_records)), RECORDS[name][0], scope)


def places(space: Space[Any], most: int) -> list[int]:
    """Indices from all over a space: its ends, those of its first tiers, and some by chance, `most` of each."""
    count = space.count
    ends = [0, *islice(accumulate(space.tiers.values()), most)]
    near = [end + step for end in ends for step in (-1, 0, 1)]
    chance = Random(count)
    drawn = [chance.randrange(count) for _ in range(most)] if count else []
    fixed = [count // 3, count // 2, 2**63 - 1, 2**63, 2**64, count - 2, count - 1]
    return sorted({place for place in [*near, *drawn, *fixed] if 0 <= place < count})


@pytest.mark.slow
def test_some_spaces_have_more_values_than_a_machine_word_counts() -> None:
    assert sum(space_of(name, scopes[-1]).count > 2**64 for name, (_, scopes) in RECORDS.items()) >= 6


@every_entry
@few_or_many_places
def test_an_index_leads_to_a_value_and_back(name: str, scope: Scope, most: int) -> None:
    space = space_of(name, scope)
    for place in places(space, most):
        assert space.index(space[place]) == place


@pytest.mark.sampled(2)
@every_entry
@few_or_many_places
def test_iterating_from_an_index_follows_the_indices(name: str, scope: Scope, most: int) -> None:
    space = space_of(name, scope)
    for place in places(space, most):
        some = [fingerprint(value) for value in islice(space.starting_at(place), 5)]
        assert some == [fingerprint(space[i]) for i in range(place, min(place + 5, space.count))]


@pytest.mark.sampled(2)
@every_entry
def test_shards_begin_and_end_where_they_say(name: str, scope: Scope) -> None:
    space = space_of(name, scope)
    for parts in (space.shards(3), space.shards(7)):
        assert [part.start for part in parts[1:]] == [part.stop for part in parts[:-1]]
        assert sum(part.count for part in parts) == space.count
        for part in parts:
            firsts = [fingerprint(value) for value in islice(part, 3)]
            assert firsts == [fingerprint(space[i]) for i in range(part.start, min(part.start + 3, part.stop))]
            if part.count:
                assert fingerprint(part[-1]) == fingerprint(space[part.stop - 1])


@pytest.mark.sampled(2)
@every_entry
@few_or_many_places
def test_a_shard_ends_where_it_says(name: str, scope: Scope, most: int) -> None:
    space = space_of(name, scope)
    for place in places(space, most):
        part = Shard(space, place, min(place + 3, space.count))
        assert [fingerprint(value) for value in part] == [fingerprint(space[i]) for i in range(part.start, part.stop)]


@every_entry
def test_samples_are_values_of_their_size(name: str, scope: Scope) -> None:
    space = space_of(name, scope)
    for size in space.tiers:
        for value in space.sample(3, seed=size, size=size):
            assert space.size_of(space.index(value)) == size


@every_entry
def test_the_sizes_of_indices_are_those_of_the_tiers(name: str, scope: Scope) -> None:
    space = space_of(name, scope)
    begin = 0
    for size, count in space.tiers.items():
        assert space.size_of(begin) == space.size_of(begin + count - 1) == size
        begin += count
    assert begin == space.count


def test_a_record_of_many_fields_has_all_their_combinations() -> None:
    assert space_of("64 flags", Scope(size=1)).count == 2**64
    assert space_of("30 optional keys", Scope(size=1)).count == 4**30
    assert space_of("17 texts", Scope(size=1)).count == 11**17
    assert space_of("64 flags", Scope(size=1))[1] == Flags(f63=True)
    assert space_of("30 optional keys", Scope(size=1))[0] == Optional30()


class Film(TypedDict):
    title: Literal["M"]
    year: NotRequired[int]
    rank: NotRequired[int]


def test_keys_that_may_be_missing_are_missing_first() -> None:
    found = inhabitants(Film, Scope(size=1))
    assert found[:3] == [{"title": "M"}, {"title": "M", "rank": 0}, {"title": "M", "rank": 1}]
