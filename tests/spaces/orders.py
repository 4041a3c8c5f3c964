"""Prints a digest of the order of many spaces; to be run in interpreters that hash texts differently.

Arguments: every how many-th type of the zoos is looked at, and how many random types.
"""

from __future__ import annotations

import dataclasses
import enum
import sys
from collections import deque
from collections.abc import Iterator
from hashlib import blake2b
from itertools import islice
from typing import Any

import zoo
import zoo_of_constructors
import zoo_of_predicates
import zoo_of_records
from random_types import Types

from refute.errors import EmptyTypeError
from refute.spaces.inhabitants import inhabitants_in
from refute.spaces.space import Space
from refute.types.reading.context import Context

MOST = 60  # values of a space that are looked at


def told(value: Any) -> str:
    """A value as a text that says nothing of addresses and hashes."""
    kind = type(value).__qualname__
    match value:
        case set() | frozenset():
            return f"{kind} {sorted(map(told, value))}"
        case dict():
            return f"{kind} {sorted((told(key), told(item)) for key, item in value.items())}"
        case list() | tuple() | deque():
            return f"{kind} {[*map(told, value)]}"
        case enum.Enum():
            return str(value)
    if dataclasses.is_dataclass(value) or type(value).__module__.startswith(("zoo", "random_type")):
        return f"{kind} {[(name, told(part)) for name, part in sorted(vars(value).items())]}"
    return f"{kind} {value!r}"


def spaces(each: int, random_types: int) -> Iterator[tuple[str, Space[Any]]]:
    for module, entries in (
        (zoo, zoo.ZOO),
        (zoo_of_predicates, zoo_of_predicates.PREDICATES),
        (zoo_of_records, zoo_of_records.RECORDS),
        (zoo_of_constructors, {name: (tp, [scope]) for name, (tp, scope) in zoo_of_constructors.CONSTRUCTORS.items()}),
    ):
        for name, (tp, scopes) in islice(entries.items(), 0, None, each):
            for scope in scopes:
                yield f"{name}, {scope}", inhabitants_in(Context("the type", vars(module)), tp, scope)
    for seed in range(random_types):
        types = Types(seed)
        namespace = types.load(f"random_type_{seed}")
        try:
            yield f"random {seed}", inhabitants_in(Context("the type", namespace), namespace["Type"], types.scope)
        except EmptyTypeError:
            continue


def digest(space: Space[Any]) -> str:
    step = max(1, space.count // MOST)
    places = range(0, space.count, step)
    values = [space[place] for place in places] + (space.sample(5) if space else [])
    texts = [told(value) for value in values]
    return f"{space.count} {blake2b(', '.join(texts).encode(), digest_size=8).hexdigest()}"


if __name__ == "__main__":
    for name, space in spaces(*map(int, sys.argv[1:])):
        sys.stdout.write(f"{name}: {digest(space)}\n")
