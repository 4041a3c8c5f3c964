"""Contracts agree with how values are built, for every type of the zoo; and with the walk, for every value."""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest
from zoo import ENTRIES, ZOO, Entry

from refute.conform.compiled import contract_of
from refute.conform.walk import mismatch_of
from refute.types.membership import inhabits
from refute.types.model import walk
from sampling import some_of

CONCRETE = [
    name
    for name, (_, scopes) in ZOO.items()
    if not any(getattr(part, "accepts", None) for part in walk(Entry(name, scopes[0]).type))
]


@cache
def some_values(name: str) -> list[Any]:
    """A few values of one type of the zoo, from small to large."""
    space = Entry(name, ZOO[name][1][0]).space()
    return [space[i] for i in range(0, space.count, max(1, space.count // 12))]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("entry", some_of(ENTRIES, ENTRIES[::3].__contains__), ids=str)
def test_every_value_of_a_space_keeps_the_contract_of_its_type(entry: Entry) -> None:
    contract = contract_of(entry.type)
    assert all(contract.holds(value, {}) for value in entry.space())


@pytest.mark.parametrize("entry", ENTRIES, ids=str)
@pytest.mark.sampled(3)
def test_the_walk_finds_nothing_in_values_of_a_space(entry: Entry) -> None:
    tp = entry.type
    assert not any(mismatch_of(tp, value, {}) for value in islice(entry.space(), 300))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ZOO)
def test_the_contract_and_the_walk_agree_on_the_whole_zoo(name: str) -> None:
    tp = Entry(name, ZOO[name][1][0]).type
    contract = contract_of(tp)
    for other in ZOO:
        for value in some_values(other):
            assert contract.holds(value, {}) == (mismatch_of(tp, value, {}) is None)


@pytest.mark.parametrize("name", some_of(CONCRETE, CONCRETE[::3].__contains__))
def test_what_refute_would_not_build_is_refused_unless_python_takes_it(name: str) -> None:
    tp = Entry(name, ZOO[name][1][0]).type
    contract = contract_of(tp)
    refused = 0
    for value in (value for other in ZOO for value in some_values(other)):
        for near in (value, *near_misses(value)):
            if not _inhabits(tp, near):
                kept = contract.holds(near, {})
                refused += not kept
                assert not kept or name == "typed dict" or any(map(_is_taken_for_another, _parts(near)))
    assert refused > 500


def _inhabits(tp: Any, value: Any) -> bool:
    try:
        return inhabits(tp, value)
    except Exception:  # it asks of the value what only others have
        return False


def near_misses(value: Any) -> Iterator[Any]:
    """The value with one part changed: an element, a field, or the length."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            for part in (-1, "?", None):
                changed = object.__new__(type(value))
                for other in dataclasses.fields(value):
                    object.__setattr__(changed, other.name, getattr(value, other.name))
                object.__setattr__(changed, field.name, part)
                yield changed
    elif type(value) in (list, tuple, deque):
        kind, items = type(value), list(value)
        yield kind(items[:-1])
        yield kind([*items, -1])
        yield kind(["?", *items[1:]])
    elif type(value) in (set, frozenset):
        yield type(value)([*value, "?"])
    elif type(value) is dict:
        yield {**value, "?": "?"}
        yield dict.fromkeys(value, -7)
    elif type(value) in (int, float):
        yield -value - 1


def _parts(value: Any) -> Iterator[Any]:
    """A value and all that is in it."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        yield part
        if isinstance(part, list | tuple | deque | set | frozenset):
            waiting.extend(part)
        elif isinstance(part, dict):
            waiting.extend((*part, *part.values()))
        elif hasattr(part, "__dict__") and not isinstance(part, type):
            waiting.extend(vars(part).values())


def _is_taken_for_another(value: Any) -> bool:
    """A bool is an int, a NamedTuple is a tuple."""
    return isinstance(value, bool) or hasattr(value, "_fields")
