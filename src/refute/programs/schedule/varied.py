"""Variations: values that are one small step away from another, for samples.

'12-34'    '12-3'  '12-344'  '1-34'  '12-35'  '12-select34'  '34-12'
[0, 7]     [7]  [0, 7, 7]  [0, 8]  [7, 0]
41         42  40  -41  82  20  1041

Which step is taken depends on a number, and on nothing else. Steps may use *words*: constants
of the code.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from refute.programs.pools.instances import mixed

# Letters by class: each class as likely as any other.
_CLASSES = ("0123456789", "abcdexyz", "ABCXYZ", " \t\n", "_-.,:;/\\", "@#%&*+=<>|~^$!?", "()[]{}'\"`", "ßé中\u0301")
_MOST = 3  # steps that are taken at once
_LONGEST = 200  # elements of a text or a container that is made longer


class Draws:
    """Numbers that look random, from one number."""

    def __init__(self, number: int) -> None:
        self._number = number

    def below(self, most: int) -> int:
        self._number = mixed(self._number)
        return (self._number >> 11) % most

    def one_of(self, values: Sequence[Any]) -> Any:
        return values[self.below(len(values))]


def varied(value: Any, number: int, words: Sequence[Any] = ()) -> Any:
    """A value some steps away from a plain one, of the same class; the value itself where there is none."""
    draws = Draws(number)
    for _ in range(1 + draws.below(_MOST)):
        value = _step(value, draws, words)
    return value


def _step(value: Any, draws: Draws, words: Sequence[Any]) -> Any:
    own = [word for word in words if type(word) is type(value)]
    if own and not draws.below(6):
        return draws.one_of(own)
    match value:
        case bool():
            return not value
        case int():
            return _integer(value, draws, own)
        case float():
            return _float(value, draws)
        case str():
            return _text(value, draws, own)
        case bytes():
            latin = [word.decode("latin-1") for word in own]
            return _text(value.decode("latin-1"), draws, latin).encode("latin-1", "replace")
        case list() | tuple():
            return type(value)(_sequence(list(value), draws, words))
        case set() | frozenset():
            ordered = sorted(value, key=repr)
            return type(value)(_sequence(ordered, draws, words))
        case dict():
            return _dictionary(value, draws, words)
    return value


def _integer(value: int, draws: Draws, words: Sequence[int]) -> int:
    steps: tuple[Callable[[], int], ...] = (
        lambda: value + 1,
        lambda: value - 1,
        lambda: -value,
        lambda: value * 2,
        lambda: value // 2,
        lambda: value + 10 ** draws.below(5),
        lambda: value ^ (1 << draws.below(16)),
        lambda: draws.below(100),
        lambda: value + draws.one_of(words) if words else value - 2,
    )
    return int(draws.one_of(steps)())


def _float(value: float, draws: Draws) -> float:
    steps: tuple[Callable[[], float], ...] = (
        lambda: value + 1,
        lambda: value - 0.5,
        lambda: -value,
        lambda: value / 10,
        lambda: value * 10,
        lambda: math.nextafter(value, math.inf),
        lambda: float(draws.below(100)),
        lambda: draws.below(1000) / 1000,
        lambda: float(round(value)) if math.isfinite(value) else 0.0,
        lambda: draws.one_of((math.inf, -math.inf, math.nan, 0.0, -0.0)),
    )
    return float(draws.one_of(steps)())


def _text(value: str, draws: Draws, words: Sequence[str]) -> str:
    place = draws.below(len(value) + 1)
    before, after = value[:place], value[place:]
    word = draws.one_of(words) if words else _letter(draws)
    end = place + 1 + draws.below(len(after)) if after else place
    steps: tuple[Callable[[], str], ...] = (
        lambda: before + after[1:],
        lambda: before + value[end:],
        lambda: before + _letter(draws) + after,
        lambda: before + _letter(draws) + after[1:],
        lambda: before + _of_its_class(after[:1], draws) + after[1:],
        lambda: before + word + after,
        lambda: before + word + after[1:],
        lambda: before + value[place:end] * 2 + value[end:],
        lambda: after + before,
        lambda: word + value,
        lambda: value + word,
        lambda: f"{value}{_letter(draws)}{word}",
        lambda: value.upper() if draws.below(2) else value.lower(),
        lambda: value.strip() if draws.below(2) else f" {value} ",
    )
    return str(draws.one_of(steps)())[:_LONGEST]


def _letter(draws: Draws) -> str:
    return str(draws.one_of(draws.one_of(_CLASSES)))


def _of_its_class(letter: str, draws: Draws) -> str:
    """Another letter for a letter, another digit for a digit."""
    if letter.isdigit():
        return str(draws.below(10))
    if letter.isalpha():
        return chr(ord("A" if letter.isupper() else "a") + draws.below(26))
    return _letter(draws)


def _sequence(values: list[Any], draws: Draws, words: Sequence[Any]) -> list[Any]:
    if not values:
        return values
    place = draws.below(len(values))
    one, other = values[place], draws.one_of(values)
    steps: tuple[Callable[[], list[Any]], ...] = (
        lambda: [*values[:place], *values[place + 1 :]],
        lambda: [*values[:place], _step(one, draws, words), *values[place + 1 :]],
        lambda: [*values, _step(other, draws, words)],
        lambda: [*values[:place], other, *values[place:]],
        lambda: values[::-1],
        lambda: values[place:] + values[:place],
        lambda: (values * 2)[:_LONGEST],
        lambda: _sorted(values),
    )
    return draws.one_of(steps)()  # type: ignore[no-any-return]


def _sorted(values: list[Any]) -> list[Any]:
    try:
        return sorted(values)
    except TypeError:
        return sorted(values, key=repr)


def _dictionary(value: dict[Any, Any], draws: Draws, words: Sequence[Any]) -> dict[Any, Any]:
    items = list(value.items())
    if not items:
        return value
    place = draws.below(len(items))
    key, inside = items[place]
    steps: tuple[Callable[[], list[tuple[Any, Any]]], ...] = (
        lambda: [*items[:place], *items[place + 1 :]],
        lambda: [*items[:place], (key, _step(inside, draws, words)), *items[place + 1 :]],
        lambda: [*items[:place], (_step(key, draws, words), inside), *items[place + 1 :]],
        lambda: [*items, (_step(key, draws, words), inside)],
        lambda: items[::-1],
    )
    return dict(draws.one_of(steps)())
