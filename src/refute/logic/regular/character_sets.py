"""Sets of characters, as the stretches of code points they cover: what they share, and what tells them apart."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, islice
from string import ascii_lowercase, ascii_uppercase, digits, punctuation

Bounds = tuple[int, ...]
"""A set of characters: the ascending code points at which membership flips, beginning outside."""

END = 0x110000
_SURROGATES = range(0xD800, 0xE000)
_NICE = ascii_lowercase + digits + ascii_uppercase + " " + punctuation


def has(bounds: Bounds, char: str) -> bool:
    return bisect_right(bounds, ord(char)) % 2 == 1


def _sweep(sets: Iterable[Bounds]) -> Iterator[tuple[int, int, int]]:
    """Cut all code points into stretches `low, high, mask`; bit i of the mask says if set i has them."""
    low = mask = 0
    for flip, bit in sorted((flip, 1 << i) for i, bounds in enumerate(sets) for flip in bounds):
        if flip > low:
            yield low, flip, mask
            low = flip
        mask ^= bit
    if low < END:
        yield low, END, mask


def _join(stretches: Iterable[tuple[int, int]]) -> Bounds:
    bounds: list[int] = []
    for low, high in stretches:
        if bounds and bounds[-1] == low:
            bounds[-1] = high
        else:
            bounds += low, high
    return tuple(bounds)


def any_of(sets: list[Bounds]) -> Bounds:
    return _join((low, high) for low, high, mask in _sweep(sets) if mask)


def all_of(sets: list[Bounds]) -> Bounds:
    return _join((low, high) for low, high, mask in _sweep(sets) if mask == (1 << len(sets)) - 1)


@lru_cache(maxsize=1024)
def atoms(sets: frozenset[Bounds]) -> tuple[tuple[bool, Bounds], ...]:
    """The largest sets of characters that none of `sets` tells apart, and whether any of `sets` has them."""
    stretches: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for low, high, mask in _sweep(sets):
        stretches[mask].append((low, high))
    return tuple((bool(mask), _join(found)) for mask, found in stretches.items())


# A kind of so few characters is represented by all of them: someone has listed them.
_FEW = 4


@lru_cache(maxsize=1024)
def representatives(sets: frozenset[Bounds]) -> tuple[str, ...]:
    chosen: list[str] = []
    for named, bounds in atoms(sets):
        ranges = list(zip(bounds[::2], bounds[1::2], strict=True))
        nice = (char for char in _NICE if has(bounds, char))
        rest = (chr(c) for low, high in ranges for c in range(low, high) if c not in _SURROGATES)
        number = 1 if not named else size if (size := sum(high - low for low, high in ranges)) <= _FEW else 2
        chosen += islice(chain(nice, (char for char in rest if char not in _NICE)), number)
    return tuple(sorted(chosen, key=lambda char: (_NICE.index(char) if char in _NICE else END, char)))
