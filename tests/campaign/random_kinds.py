"""Random types for parameters, with their values counted by hand where that is simple."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

Sized = tuple[Any, int]  # a value and its size
Names = Mapping[str, Any]  # of the module that defines a program


@dataclass(frozen=True)
class Kind:
    """An annotation. `values` lists what it admits to a size, by definition; without it, nobody has counted."""

    text: str
    values: Callable[[int, Names], list[Sized]] | None = None
    definitions: tuple[str, ...] = ()
    functions: bool = False


def _integers(n: int, admits: Callable[[int], bool], *constants: int) -> list[Sized]:
    """Integers to a size, and the constants of a refinement with their neighbours."""
    near = {constant + step for constant in constants for step in (-1, 0, 1)}
    return [(number, 0) for number in sorted({*range(-n, n + 1), *near}) if admits(number)]


def _listed(element: Kind, n: int, names: Names, least: int = 0) -> list[Sized]:
    assert element.values is not None
    cells = [(value, size + 1) for value, size in element.values(n, names) if size < n]
    found: list[Sized] = []
    layer: list[Sized] = [([], 0)]
    while layer:
        found += layer
        layer = [([*xs, x], size + more) for xs, size in layer for x, more in cells if size + more <= n]
    return [(xs, size) for xs, size in found if len(xs) >= least]


def _made(make: Callable[..., Any], parts: list[list[Sized]], n: int, own: int = 1) -> Iterator[Sized]:
    for chosen in itertools.product(*parts):
        size = own + sum(size for _, size in chosen)
        if size <= n:
            yield make(*(value for value, _ in chosen)), size


def integer(random: Random) -> Kind:
    low, high = sorted(random.sample(range(-3, 7), 2))
    modulus = random.randint(2, 3)
    return random.choice(
        [
            Kind("int", lambda n, _: _integers(n, lambda v: True)),
            Kind("Nat", lambda n, _: _integers(n, lambda v: v >= 0, 0)),
            Kind("Pos", lambda n, _: _integers(n, lambda v: v > 0, 0)),
            Kind(f"Rng({low}, {high})", lambda n, _: _integers(n, lambda v: low <= v < high, low, high)),
            Kind(f"Annotated[int, where(lambda v: v % {modulus} == 0)]"),
        ]
    )


def scalar(random: Random) -> Kind:
    literals = random.sample([0, 1, 3, 40, "a", "bc", None], random.randint(1, 4))
    return random.choice(
        [
            *(integer(random) for _ in range(4)),
            Kind("bool", lambda n, _: [(False, 0), (True, 0)]),
            Kind(f"Literal[{', '.join(map(repr, literals))}]", lambda n, _: [(value, 0) for value in literals]),
            Kind("None", lambda n, _: [(None, 0)]),
            Kind(f"Annotated[str, where(lambda v: re.fullmatch({random.choice(_PATTERNS)!r}, v))]"),
        ]
    )


_PATTERNS = ("[ab]{1,2}", "a?b*", "(ab|c)+", "x")


def structure(random: Random, depth: int = 1) -> Kind:
    """A list, a pair, an option or an object of simpler types."""
    one, other = (kind(random, depth - 1) for _ in range(2))
    definitions = (*one.definitions, *other.definitions)
    counted = one.values is not None and other.values is not None
    match random.choice(["list", "list", "list", "some", "pair", "option", "object", "ordered", "set"]):
        case "list":
            many = (lambda n, names: _listed(one, n, names)) if one.values else None
            return Kind(f"list[{one.text}]", many, one.definitions)
        case "some":
            many = (lambda n, names: _listed(one, n, names, 1)) if one.values else None
            return Kind(f"NonEmpty[{one.text}]", many, one.definitions)
        case "pair":
            pairs = (
                (lambda n, names: [*_made(lambda *parts: parts, [one.values(n, names), other.values(n, names)], n)])
                if counted
                else None
            )
            return Kind(f"tuple[{one.text}, {other.text}]", pairs, definitions)
        case "option":
            if "None" in one.text or "Optional" in one.text:
                return one
            options = (lambda n, names: [*one.values(n, names), (None, 0)]) if one.values else None
            return Kind(f"Optional[{one.text}]", options, one.definitions)
        case "object":
            name = f"Thing{random.getrandbits(30)}"
            text = f"@dataclass(frozen=True)\nclass {name}:\n    x: {one.text}\n    y: {other.text}\n"
            things = (
                (lambda n, names: [*_made(names[name], [one.values(n, names), other.values(n, names)], n)])
                if counted
                else None
            )
            return Kind(name, things, (*definitions, text))
        case "ordered":
            name = f"Span{random.getrandbits(30)}"
            text = (
                f"@dataclass(frozen=True)\nclass {name}:\n    low: int\n"
                f"    high: Annotated[int, where(lambda v, low: low <= v)]\n"
            )

            def spans(n: int, names: Names) -> list[Sized]:
                every = range(-n, n + 1)
                return [(names[name](low, high), 1) for low in every for high in every if low <= high and n >= 1]

            return Kind(name, spans, (text,))
    return Kind(f"set[{scalar(random).text}]")


def kind(random: Random, depth: int = 1) -> Kind:
    return scalar(random) if depth < 1 or random.random() < 0.4 else structure(random, depth)


def function(random: Random) -> Kind:
    given = random.choice(["bool", "int", "Literal[0, 1]"])
    answer = random.choice(["bool", "int", "Nat", "Rng(0, 3)", "Literal['a', 'b']"])
    return Kind(f"Callable[[{given}], {answer}]", functions=True)
