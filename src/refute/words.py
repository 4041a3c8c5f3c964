"""Numbers and texts as people read them: thousands apart, powers of ten beside the long ones, nothing unprintable;
names that were meant by one that there is not."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable

_MOST_MEANT = 3
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def grouped(number: int) -> str:
    """`1234567` as `1,234,567`, and a very long one with its magnitude."""
    text = f"{number:,}"
    return text if number < 10**12 else f"{text} (about {magnitude(number)})"


def magnitude(number: int) -> str:
    """A large number as `1.04·10²⁶`."""
    exponent = len(str(number)) - 1
    hundredths = (number * 100 + 10**exponent // 2) // 10**exponent
    if hundredths == 1000:
        hundredths, exponent = 100, exponent + 1
    return f"{hundredths / 100:.2f}·10{str(exponent).translate(_SUPERSCRIPTS)}"


def plural(count: int, noun: str) -> str:
    return f"{grouped(count)} {noun if count == 1 else noun + 's'}"


def duration(seconds: float) -> str:
    """`1.2 ms`"""
    for unit, name in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if seconds >= unit:
            return f"{seconds / unit:.3g} {name}"
    return f"{seconds / 1e-9:.3g} ns"


def size_in_bytes(count: float) -> str:
    """`1.2 MiB`"""
    for power, name in ((3, "GiB"), (2, "MiB"), (1, "KiB")):
        if count >= 1 << 10 * power:
            return f"{count / (1 << 10 * power):.3g} {name}"
    return f"{count:.0f} bytes"


def cut(text: str, most: int) -> str:
    """A text of limited length."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def close_to(word: str, among: Collection[str], cutoff: float = 0.6) -> list[str]:
    """The names that are spelled most like a word."""
    import difflib  # seldom needed

    return difflib.get_close_matches(word, among, n=_MOST_MEANT, cutoff=cutoff)


def meant(near: Iterable[str]) -> str:
    """`Did you mean list or set?`, or nothing."""
    near = list(dict.fromkeys(near))[:_MOST_MEANT]
    return f"Did you mean {' or '.join(near)}?" if near else ""


def visible(text: str) -> str:
    """A text with control characters and unencodable characters escaped as in Python."""
    if text.isprintable():
        return text
    return "".join(map(_visible, text.replace("\r\n", "\n")))


def _visible(character: str) -> str:
    steers = character not in "\n\t" and unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")
    return repr(character)[1:-1] if steers else character
