"""Random refinement types have the values that generate-and-filter finds."""

from __future__ import annotations

from typing import Any

import pytest
from brute_force import BruteForce, fingerprint
from random_types import Types

from refute.errors import EmptyTypeError
from refute.spaces.inhabitants import inhabitants_in
from refute.types.reading.context import Context
from sampling import some_of


def space_of(types: Types, namespace: dict[str, Any]) -> Any:
    """The space of a random type; one that is found to be empty everywhere has no values here either."""
    try:
        return inhabitants_in(Context("the type", namespace), namespace["Type"], types.scope)
    except EmptyTypeError:
        return []


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", some_of(range(600), lambda seed: seed < 150))
def test_a_random_type_has_the_values_that_generate_and_filter_finds(seed: int) -> None:
    types = Types(seed)
    namespace = types.load(f"random_type_{seed}")
    sizes = {fingerprint(value): size for value, size in BruteForce(types.scope).values(namespace["Type"], namespace)}
    space = space_of(types, namespace)
    found = [fingerprint(value) for value in space]
    assert set(found) == set(sizes), types.source
    assert [sizes[mark] for mark in found] == sorted(sizes.values()), types.source
    for i in range(0, len(found), max(1, len(found) // 10)):
        assert fingerprint(space[i]) == found[i], types.source
        assert space.index(space[i]) == i, types.source
