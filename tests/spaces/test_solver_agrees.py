"""The solver finds, in every scope of the zoo, exactly the values that the classes have."""

from __future__ import annotations

from collections import Counter
from types import FunctionType
from typing import Any

import pytest
import zoo
from brute_force import fingerprint
from zoo import ENTRIES, Entry

from refute.search.solver.enumerate import Solutions, solutions
from refute.types.signatures import read_signature
from sampling import some_of

# Of elements that are equal though not the same, the classes have one in any set; a solver may find another.
OF_EQUALS = ("sets of equals", "set of numbers", "keys by residue")
APART = [entry for entry in ENTRIES if entry.name not in OF_EQUALS]
EQUAL = [entry for entry in ENTRIES if entry.name in OF_EQUALS]


def solved(entry: Entry) -> Solutions:
    def taking(value: Any) -> None: ...

    function = FunctionType(taking.__code__, vars(zoo))
    function.__annotations__["value"] = entry.annotation
    return solutions(read_signature(function), entry.scope)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("entry", some_of(APART, APART[1::6].__contains__), ids=str)
def test_the_solver_finds_what_the_classes_have_in_order_of_size(entry: Entry) -> None:
    solver = solved(entry)
    found = list(solver)
    assert Counter(fingerprint(one.values[0]) for one in found) == Counter(map(fingerprint, entry.space()))
    assert [one.size for one in found] == sorted(one.size for one in found)
    assert solver.complete


@pytest.mark.parametrize("entry", EQUAL, ids=str)
def test_of_equal_elements_the_solver_finds_one_for_each_that_the_classes_have(entry: Entry) -> None:
    found = [one.values[0] for one in solved(entry)]
    assert all(any(value == other for other in found) for value in _classes(entry))
    assert len({fingerprint(value) for value in found}) == len(found)


def _classes(entry: Entry) -> list[Any]:
    return list(entry.space())
