"""Sets of characters as intervals of code points: union, intersection, and the partition that several sets induce."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, islice
from random import Random
from string import ascii_lowercase, ascii_uppercase, digits, punctuation

# A set of characters: the ascending code points at which membership flips, beginning outside. `[a-cx]` is
# (97, 100, 120, 121).
Bounds = tuple[int, ...]

END = 0x110000
_SURROGATES = range(0xD800, 0xE000)
_NICE = ascii_lowercase + digits + ascii_uppercase + " " + punctuation


def has(bounds: Bounds, char: str) -> bool:
    return bisect_right(bounds, ord(char)) % 2 == 1


def _sweep(sets: Iterable[Bounds]) -> Iterator[tuple[int, int, int]]:
    """All code points as intervals `low, high, mask`; bit i of the mask says whether set i contains them."""
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
    """The coarsest partition that refines `sets`: each block, and whether one of `sets` contains it."""
    stretches: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for low, high, mask in _sweep(sets):
        stretches[mask].append((low, high))
    return tuple((bool(mask), _join(found)) for mask, found in stretches.items())


# A block of so few characters is represented by all of them: someone has listed them.
_FEW = 4


@lru_cache(maxsize=1024)
def representatives(sets: frozenset[Bounds]) -> tuple[str, ...]:
    """One or two characters of every block of the partition, letters and digits first.

    >>> representatives(frozenset({(48, 58), (97, 123)}))  # [0-9] and [a-z]
    ('a', 'b', '0', '1', 'A')
    """
    chosen: list[str] = []
    for named, bounds in atoms(sets):
        ranges = list(zip(bounds[::2], bounds[1::2], strict=True))
        nice = (char for char in _NICE if has(bounds, char))
        rest = (chr(c) for low, high in ranges for c in range(low, high) if c not in _SURROGATES)
        number = 1 if not named else size if (size := sum(high - low for low, high in ranges)) <= _FEW else 2
        chosen += islice(chain(nice, (char for char in rest if char not in _NICE)), number)
    return tuple(sorted(chosen, key=lambda char: (_NICE.index(char) if char in _NICE else END, char)))


def drawn(sets: frozenset[Bounds], random: Random, ready: str) -> tuple[str, ...]:
    """Some characters of every block of the partition that one of `sets` contains, from all over it.

    Half of them are of those that are `ready`, if it has any of these.
    """
    chosen: list[str] = []
    for named, bounds in atoms(sets):
        if named:
            known = [char for char in ready if has(bounds, char)]
            chosen += random.sample(known, min(2, len(known)))
            ranges = list(zip(bounds[::2], bounds[1::2], strict=True))
            for low, high in random.choices(ranges, k=2):
                code = random.randrange(low, high)
                chosen += [chr(code)] if code not in _SURROGATES else []
    return tuple(dict.fromkeys(chosen))


_SHOWN = 8  # ranges of a set; `\w` has hundreds


def written(bounds: Bounds) -> str:
    """A set of characters as `re` has it.

    >>> print(written((97, 98)), written((48, 58, 95, 96)), written((0, 97, 98, END)))
    a [0-9_] [^a]
    """
    if bounds == (0, END):
        return "(?s:.)"
    negated = bounds[:1] == (0,)
    flips = tuple(sorted({0, END}.symmetric_difference(bounds))) if negated else bounds
    ranges = [(low, high - 1) for low, high in zip(flips[::2], flips[1::2], strict=True)]
    if not negated and len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        return _escaped(ranges[0][0])
    shown = [_escaped(low) if low == high else f"{_escaped(low)}-{_escaped(high)}" for low, high in ranges[:_SHOWN]]
    return f"[{'^' * negated}{''.join(shown)}{'…' * (len(ranges) > _SHOWN)}]"


def _escaped(code: int) -> str:
    return re.escape(chr(code)) if chr(code) in punctuation else repr(chr(code))[1:-1]
