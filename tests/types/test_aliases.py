"""The aliases that ship with refute are ordinary refinement types, and have the values their names promise."""

from __future__ import annotations

import inspect
from dataclasses import dataclass

import pytest

from refute import Nat, NonEmpty, NonZero, Pos, RefinementError, Rng, Scope, Sorted, Unique, inhabitants
from refute.types import aliases

SCOPE = Scope(size=3, ints=(-2, 2), landmarks=False)


def lists_of_small_integers() -> list[list[int]]:
    return list(inhabitants(list[int], SCOPE))


@pytest.mark.parametrize(
    ("alias", "expected"),
    [(Nat, [0, 1, 2]), (Pos, [1, 2]), (NonZero, [1, -1, 2, -2]), (Rng(-1, 2), [0, 1, -1])],
    ids=["Nat", "Pos", "NonZero", "Rng"],
)
def test_integers(alias: object, expected: list[int]) -> None:
    assert list(inhabitants(alias, SCOPE)) == expected


@pytest.mark.parametrize(
    ("alias", "wanted"),
    [
        (Sorted[int], lambda v: v == sorted(v)),
        (Unique[int], lambda v: len(set(v)) == len(v)),
        (NonEmpty[int], lambda v: v != []),
    ],
    ids=["Sorted", "Unique", "NonEmpty"],
)
def test_lists(alias: object, wanted: object) -> None:
    assert callable(wanted)
    assert list(inhabitants(alias, SCOPE)) == [v for v in lists_of_small_integers() if wanted(v)]


def test_aliases_nest_and_take_refined_elements() -> None:
    assert list(inhabitants(Sorted[Rng(0, 2)], Scope(size=2))) == [[], [0], [1], [0, 0], [0, 1], [1, 1]]
    rows = list(inhabitants(Unique[NonEmpty[bool]], Scope(size=4)))
    assert [[False], [True]] in rows
    assert [[False], [False]] not in rows


def test_a_range_may_end_at_a_sibling() -> None:
    @dataclass(frozen=True)
    class Position:
        length: Nat
        index: Rng(0, "length")  # type: ignore[valid-type]

    found = inhabitants(Position, Scope(size=3, landmarks=False))
    assert [(p.length, p.index) for p in found] == [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2)]


def test_an_unknown_end_of_a_range_is_said_where_it_is_used() -> None:
    @dataclass
    class Position:
        index: Rng(0, "length")  # type: ignore[valid-type]

    with pytest.raises(RefinementError, match="unknown name 'length'") as caught:
        inhabitants(Position, Scope(size=3))
    assert caught.value.place is not None
    assert caught.value.place.file == __file__


def test_all_of_them_are_understood() -> None:
    for alias in (Nat, Pos, NonZero, Rng(0, 5), Sorted[int], Unique[int], NonEmpty[int]):
        assert {note.status for note in inhabitants(alias, Scope(size=1)).notes} == {"symbolic"}


def test_they_are_written_in_the_public_language() -> None:
    imports = [line for line in inspect.getsource(aliases).splitlines() if "import" in line and "refute" in line]
    assert imports == ["from refute.logic.reading.predicates import where"]
