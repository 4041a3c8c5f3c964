"""Predicates that see more than holes can notice: confirmed by real values, families are not believed."""

from __future__ import annotations

import builtins
import operator
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import pytest

from refute import Scope, inhabitants, where

hidden = vars(builtins)  # so that no name in the code tells what is called
kind_of, place_of = hidden["type"], hidden["id"]


@dataclass(frozen=True)
class Entry:
    number: int
    name: str
    more: tuple[int, ...]


def by_identity(entry: Entry) -> bool:
    one = 1
    for _ in range(1):
        return entry.number is one
    return False


def by_hidden_identity(entry: Entry) -> bool:
    for _ in range(1):
        return operator.is_(entry.number, 1)
    return False


def by_place(entry: Entry) -> bool:
    for _ in range(1):
        return place_of(entry.number) == place_of(2)
    return False


def by_type(entry: Entry) -> bool:
    for _ in range(1):
        return kind_of(entry.number) is not int
    return False


def by_type_of_what_is_known(entry: Entry) -> bool:
    for item in entry.more:
        return kind_of(item) is int and item == 1
    return True


def by_length_in_c(entry: Entry) -> bool:
    for _ in range(1):
        try:
            return len(struct.pack("2s", entry.name)) == 3
        except struct.error:
            return entry.number == 1
    return False


def by_an_error_that_names_no_hole(entry: Entry) -> bool:
    for _ in range(1):
        try:
            return bool("ab".replace(entry.name, ""))
        except Exception:
            return False
    return False


def by_the_order_of_a_set(entry: Entry) -> bool:
    for item in frozenset(entry.more):
        return item == 1
    return True


PREDICATES = [
    by_identity,
    by_hidden_identity,
    by_place,
    by_type,
    by_type_of_what_is_known,
    by_length_in_c,
    by_an_error_that_names_no_hole,
    by_the_order_of_a_set,
]


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("predicate", PREDICATES)
def test_what_a_predicate_sees_past_holes_is_found_by_real_values(predicate: Callable[[Any], bool], size: int) -> None:
    scope = Scope(size=size)
    expected = [entry for entry in inhabitants(Entry, scope) if predicate(entry)]
    assert set(inhabitants(Annotated[Entry, where(predicate)], scope)) == set(expected)


def test_no_value_that_fails_gets_in_because_another_predicate_looked_first() -> None:
    def has_name(entry: Entry) -> bool:
        for _ in range(1):
            return len(entry.name) == 1 and len(entry.more) < 2 and entry.number >= 0
        return False

    for first, second in ((by_identity, has_name), (has_name, by_identity)):
        space = inhabitants(Annotated[Entry, where(first), where(second)], Scope(size=2))
        assert space.count > 0
        assert all(by_identity(entry) and has_name(entry) for entry in space)
