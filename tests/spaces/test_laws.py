"""The laws of spaces, for every type of the zoo in each of its scopes."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Hashable
from functools import cache
from typing import Any

import pytest
from brute_force import fingerprint
from zoo import ENTRIES, ZOO, Entry

from refute.spaces.ground.scalars import smallness
from refute.types.membership import inhabits
from refute.types.model import Atom, Refined
from refute.types.reading.notes import Note
from sampling import some_of

every_entry = pytest.mark.parametrize("entry", ENTRIES, ids=str)
some_entries = pytest.mark.parametrize("entry", some_of(ENTRIES, ENTRIES[::4].__contains__), ids=str)


@cache
def values(entry: Entry) -> list[Any]:
    return list(entry.space())


@cache
def fingerprints(entry: Entry) -> list[Hashable]:
    return [fingerprint(value) for value in values(entry)]


@cache
def found_by_brute_force(entry: Entry) -> dict[Hashable, int]:
    """From the fingerprint of each value to its size."""
    return {fingerprint(value): size for value, size in entry.brute_force()}


def spread(count: int, most: int = 200) -> range:
    """Some indices, from the first on, evenly."""
    return range(0, count, max(1, count // most))


def notes(name: str) -> list[Note]:
    return Entry(name, ZOO[name][1][0]).notes


def test_the_zoo_is_large_and_none_of_its_spaces_is_empty() -> None:
    assert len(ZOO) >= 25
    assert all(entry.space().count > 0 for entry in ENTRIES)


def test_the_types_of_the_zoo_that_are_opaque_are_called_so() -> None:
    assert [note.status for note in notes("opaque triples")] == ["opaque"]
    assert not [name for name in ZOO if "opaque" in {note.status for note in notes(name)} and "opaque" not in name]


@every_entry
def test_no_value_comes_twice(entry: Entry) -> None:
    assert len(set(fingerprints(entry))) == len(fingerprints(entry))


@every_entry
def test_every_value_inhabits_the_type_by_plain_evaluation(entry: Entry) -> None:
    tp = entry.type
    assert all(inhabits(tp, value) for value in values(entry))


@every_entry
def test_the_values_are_those_that_generate_and_filter_finds(entry: Entry) -> None:
    assert set(fingerprints(entry)) == set(found_by_brute_force(entry))


@every_entry
def test_the_index_of_a_value_leads_back_to_it(entry: Entry) -> None:
    space = entry.space()
    for i in spread(space.count):
        value = values(entry)[i]
        assert space.index(value) == i
        assert fingerprint(space[space.index(value)]) == fingerprint(value)


@every_entry
def test_iteration_follows_the_indices(entry: Entry) -> None:
    space = entry.space()
    chosen = spread(space.count, 1000)
    assert [fingerprint(space[i]) for i in chosen] == [fingerprints(entry)[i] for i in chosen]


@every_entry
def test_negative_indices_and_slices_are_those_of_a_list(entry: Entry) -> None:
    space = entry.space()
    assert fingerprint(space[-1]) == fingerprints(entry)[-1]
    assert [fingerprint(value) for value in space[1:9:2]] == fingerprints(entry)[1:9:2]
    with pytest.raises(IndexError):
        space[space.count]


@every_entry
def test_the_count_is_that_of_the_tiers_and_of_the_values(entry: Entry) -> None:
    space = entry.space()
    assert space.count == sum(space.tiers.values()) == len(values(entry))


@every_entry
def test_tiers_count_the_values_of_each_size(entry: Entry) -> None:
    assert dict(entry.space().tiers) == Counter(found_by_brute_force(entry).values())


@every_entry
def test_size_never_decreases(entry: Entry) -> None:
    space = entry.space()
    sizes = [found_by_brute_force(entry)[mark] for mark in fingerprints(entry)]
    assert sizes == sorted(sizes)
    assert [space.size_of(i) for i in spread(space.count)] == [sizes[i] for i in spread(space.count)]


@every_entry
def test_scalars_nearest_zero_come_first(entry: Entry) -> None:
    tp = entry.type
    atom = tp.base if isinstance(tp, Refined) else tp
    if isinstance(atom, Atom) and atom.kind not in ("str", "bytes"):
        kind = atom.kind
        assert values(entry) == sorted(values(entry), key=lambda value: smallness(kind, value))
    else:
        whole = [value for value in values(entry) if type(value) is int]
        assert whole == sorted(whole, key=lambda value: (abs(value), value < 0))


@every_entry
@pytest.mark.parametrize("k", [1, 2, 3, 7, "more than there are values"])
@pytest.mark.sampled(3)
def test_shards_partition_the_space(entry: Entry, k: int | str) -> None:
    space = entry.space()
    parts = space.shards(k if isinstance(k, int) else space.count + 1) if space.count < 2000 else space.shards(7)
    assert [fingerprint(value) for part in parts for value in part] == fingerprints(entry)
    sizes = [part.count for part in parts]
    assert sum(sizes) == space.count
    assert max(sizes) - min(sizes) <= 1
    fullest = max(parts, key=len)
    assert fingerprint(fullest[len(fullest) - 1]) == fingerprints(entry)[fullest.stop - 1]


class Uncomparable:
    """A foreign value that answers no question."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("not to be compared")

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(f"not to be asked for {name}")


@every_entry
def test_members_are_in_the_space_and_others_are_not(entry: Entry) -> None:
    space = entry.space()
    assert all(values(entry)[i] in space for i in spread(space.count, 50))
    for foreign in (
        None,
        10**9,
        "foreign",
        0.25,
        (None,) * 9,
        [object()],
        {0: object()},
        object(),
        Uncomparable(),
        int,
    ):
        assert (foreign in space) == (foreign is None and fingerprint(None) in fingerprints(entry))
    with pytest.raises(ValueError, match="not in the space"):
        space.index(Uncomparable())


@every_entry
def test_members_of_a_larger_scope_are_recognised_as_outside(entry: Entry) -> None:
    inside = set(fingerprints(entry))
    for other in ENTRIES:
        if other.name == entry.name and other.space().count < 1000:
            for value in values(other):
                assert (value in entry.space()) == (fingerprint(value) in inside)


# Sampling. A sample of 20 draws for each value is uniform if Pearson's statistic is near its degrees of freedom; in
# Wilson and Hilferty's approximation its cube root is normal. With fixed seeds, four deviations are never reached by
# chance.

MOST_TO_DRAW_FROM = 400


def assert_uniform(drawn: list[Any], among: list[Hashable]) -> None:
    counted = Counter(map(fingerprint, drawn))
    assert set(counted) <= set(among)
    freedom = len(among) - 1
    if freedom == 0:
        return
    expected = len(drawn) / len(among)
    statistic = sum((counted[mark] - expected) ** 2 / expected for mark in among)
    part = 2 / (9 * freedom)
    deviations = ((statistic / freedom) ** (1 / 3) - (1 - part)) / math.sqrt(part)
    assert abs(deviations) < 4


@some_entries
def test_samples_are_uniform(entry: Entry) -> None:
    space = entry.space()
    if space.count > MOST_TO_DRAW_FROM:
        pytest.skip("more values than can be drawn often enough")
    assert_uniform(space.sample(20 * space.count, seed=1), fingerprints(entry))


@some_entries
def test_samples_of_one_size_are_uniform(entry: Entry) -> None:
    space = entry.space()
    ends = itertools.accumulate(space.tiers.values())
    for (size, count), end in zip(space.tiers.items(), ends, strict=True):
        if count <= MOST_TO_DRAW_FROM:
            assert_uniform(space.sample(20 * count, seed=2, size=size), fingerprints(entry)[end - count : end])


@every_entry
def test_the_same_seed_gives_the_same_sample(entry: Entry) -> None:
    space = entry.space()
    once, again, other = (list(map(fingerprint, space.sample(30, seed=seed))) for seed in (7, 7, 8))
    assert once == again
    assert once != other or space.count < 10
