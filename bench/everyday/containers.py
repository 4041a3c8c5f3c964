"""Functions of lists, dicts and sets: keys, sizes, elements, and order."""

from __future__ import annotations

from bisect import bisect_left


def batches(items: list[int]) -> list[list[int]]:
    found = [items[start : start + 16] for start in range(0, len(items), 16)]
    assert sum(map(len, found)) == len(items)
    return found


def page(rows: list[str]) -> list[str]:
    shown = rows[:12]
    assert len(shown) <= 12
    return shown


def attempts(config: dict[str, int]) -> int:
    pause = config.get("timeout", 30)
    return 600 // pause if pause else 0


def area(box: dict[str, int]) -> int:
    if "width" in box and "height" in box:
        return 0 if box["height"] == 0 else box["width"] // box["height"]
    return 0


def after_marker(values: list[int]) -> int:
    if 42 not in values:
        return 0
    place = values.index(42) + 1
    return values[place] if place < len(values) else 0


def without_repeats(values: list[int]) -> list[int]:
    kept = list(dict.fromkeys(values))
    assert len(set(kept)) == len(kept)
    return kept


def median(values: list[int]) -> int:
    if not values:
        return 0
    ordered = sorted(values)
    middle = ordered[len(ordered) // 2]
    assert sum(one < middle for one in values) <= len(values) // 2
    return middle


def place_of(values: list[int], wanted: int) -> int:
    ordered = sorted(values)
    place = bisect_left(ordered, wanted)
    return place if place < len(ordered) and ordered[place] == wanted else -1


def element(values: list[str], place: int) -> str:
    return values[place] if 0 <= place < len(values) else ""


def transposed(rows: list[list[int]]) -> list[list[int]]:
    width = min(map(len, rows), default=0)
    return [[row[column] for row in rows] for column in range(width)]


def crowd(names: set[int]) -> str:
    told = "many" if len(names) > 9 else str(len(names))
    assert len(told) in (1, 4)
    return told


def merged(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    both = {key: one.get(key, 0) + other.get(key, 0) for key in {*one, *other}}
    assert sum(both.values()) == sum(one.values()) + sum(other.values())
    return both


def total(prices: list[float]) -> float:
    whole = sum((price for price in prices if price > 0), 0.0)
    assert whole >= 0
    return whole
