"""Letters and words of palettes: texts out of classes of characters that code tells apart.

A palette has letters of a few classes, so that texts are all digits as well as mixtures, and words made of them and of
each other: repeated, joined, in other cases. Lone surrogates are no characters, and not among them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from string import ascii_lowercase, ascii_uppercase, digits, punctuation
from typing import Any

from refute.spaces.ground.palette import CONSTANTS, Palette

_PLAIN = ascii_lowercase
# Each stands for something that code may not expect.
_CLASSES: tuple[str, ...] = (
    _PLAIN,
    ascii_uppercase,
    digits,
    punctuation,
    " \t\n\r",
    "\"'`\\\n",
    "\0\x07\x0b\x0c\x1b\x1c\x7f\x85\u00a0\u2003\u2028\u200b\ufeff",  # controls, blanks and line ends of other kinds
    "éüñçåøœŁ",
    "\u0301\u0308\u0327\u20dd\u0345",  # combining marks
    "אבגשلعربي\u202e\u200f",  # written from right to left
    "ßİıŉǰΐﬁﬀǅςΣẞſ",  # whose other case is longer, or several
    "²½Ⅷ٣५〇①",  # numerals that are no digits, or digits that int() takes
    "漢字かなカ한글",
    "\U0001f600\U0001f468\u200d\U0001f469\ufe0f\U0001f3fd\U0001f1e9\U0001f1ea",
    "\ud7ff\ue000\ufffd\uffff\U00010000\U0010ffff",
)
_ORDINARY = 6  # of the classes, the first ones, which are drawn more often
KNOWN_LETTERS = "".join(dict.fromkeys("".join(_CLASSES)))
_WORDS = (
    *("0", "1", "-1", "00", "1.5", "1e5", "0x1F", "1_000", "nan", "inf", "-0", "12345678901234567890"),
    *("None", "null", "true", "False", "a b", "a b c", "a,b", "a=b&c", "key: value", "a@b.c", "../x", "/tmp", "C:\\x"),
    *("<b>&amp;</b>", "%s", "{}", "{0}", "$x", "#", "--", "';", "\\n", "a\nb", "\r\n", "2000-02-29", "x.y.z", "[]"),
    *("straße", "ŉ", "e\u0301", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f1e9\U0001f1ea", "ab" * 17),
)
_LENGTHS = range(3, 1001)  # of texts, that code may name
_TIMES = (2, 3, 10, 33, 100, 257)  # that something is repeated


def letters_and_words(palette: Palette, kind: str, mentioned: Sequence[str]) -> tuple[list[str], list[str]]:
    """Letters and words of a palette for texts, or for bytes as Latin-1. `mentioned` are characters of refinements."""
    random = palette.random(kind)
    if palette.manner == CONSTANTS:
        words = dict.fromkeys(_with_constants(palette, kind))
        letters = list(dict.fromkeys(["a", *mentioned]))
        return letters, [word for word in words if kind == "str" or max(word, default="") < "\u0100"]
    if kind == "bytes":
        letters = [chr(random.randrange(256)) for _ in range(palette.width)]
        if random.random() < 0.5:
            letters = [*random.sample(_PLAIN, 2), *letters[:2]]
    else:
        letters = _letters(random, max(2, min(palette.width, 12)))
    letters = list(dict.fromkeys([*letters, *mentioned]))
    constants = _constants(palette, kind)
    words = dict.fromkeys(_around(random, constants))
    while len(words) < max(2, min(palette.width, 24)) + len(constants):
        words[_word(random, letters, list(words), palette.bits)] = None
    if kind == "bytes":
        return letters, [word for word in words if all(ord(letter) < 256 for letter in word)]
    return letters, list(words)


def _constants(palette: Palette, kind: str) -> list[str]:
    return [
        value if isinstance(value, str) else value.decode("latin-1")
        for value in palette.chosen_constants((str, bytes) if kind == "bytes" else (str,))
    ]


def _with_constants(palette: Palette, kind: str) -> Iterator[str]:
    """Constants at the beginning of texts, at the end and inside, and texts as long as numbers among them."""
    for text in _constants(palette, kind):
        yield from (text, text[:-1], text + "a", "a" + text, f"a{text}a", text * 2, text.swapcase())
    for length in palette.chosen_constants((int,)):
        if length in _LENGTHS:
            yield from ("a" * (length - 1), "a" * length, "a" * (length + 1))


def _letters(random: Random, number: int) -> list[str]:
    """Out of one class, or of several."""
    among = _CLASSES[:_ORDINARY] if random.random() < 0.7 else _CLASSES
    own = random.sample(among, random.choice((1, 1, 2, 3)))
    return [random.choice(random.choice(own)) for _ in range(number)]


def _word(random: Random, letters: Sequence[str], words: Sequence[str], bits: int) -> str:
    """A word made of letters, or of other words."""
    longest = max(2, min(bits, 12))
    match random.randrange(8) if words else 0:
        case 0 | 1:
            return "".join(random.choices(letters, k=random.randint(1, longest)))
        case 2:
            return "".join(random.choices(KNOWN_LETTERS, k=random.randint(1, longest)))
        case 3:
            return random.choice(_WORDS)
        case 4:
            return random.choice(letters) * random.choice([times for times in _TIMES if times <= 4 * bits])
        case 5:
            between = random.choice(("", " ", random.choice(letters)))
            return between.join(word[:100] for word in random.choices(words, k=2))
        case 6:
            word = random.choice(words)
            return random.choice((word.upper(), word.lower(), word.swapcase(), word[::-1], word[:100] * 2))
    return "".join(random.choices(_PLAIN, k=random.randint(1, longest)))


def _around(random: Random, constants: Iterable[str]) -> Iterable[Any]:
    """Constants, and what is nearly one."""
    known = list(constants)
    for constant in known:
        yield constant
        yield constant[:-1]
        yield constant + random.choice(("a", " ", "0", random.choice(known)))
        yield random.choice((constant[1:], constant.upper(), constant.swapcase(), constant * 2, f" {constant} "))
